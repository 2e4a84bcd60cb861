"""The faces that lines are drawn in: which files there are, which characters each has, and how often each is taken."""
import json
import os
import random
import re

from PIL import ImageFont

# faces of the kind that receipt printers carry, or that survive as one-bit dots at 16 to 32 pixels
PRINTER = re.compile(r"Coding|dotum|gulim|batang|UnDotum|LexiGulim|UnTaza|unifont|UnGraphic|NanumGothic\.|Sans.*Regular-6|BarunGothic\.|UnJamoDotum|UnDinaru\.")
COMMON = re.compile(r"Coding|dotum|gulim|NanumGothic\.|NanumGothicB|UnDotum|LexiGulim|UnGraphic|NanumBarunGothic|NotoSans|hline|NanumSquare[BR]\.|Myeongjo\.|batang")
UNLIKE = re.compile(r"OCRB[EFX]\.")  # letters as outlines or white on black
LATIN_PRINTER = re.compile(r"Mono|Cour|Cousine|OCR|ocr|Typewriter|Inconsolata|erminus|spleen|Anonymous|Hack|TTY|Proggy|Narrow|Cond|Go-Mono|C-64|Liberation")


def coverage(folder):
  """{file: [characters]}; written once by `python faces.py FOLDER`, needs fonttools, drops glyphs without an outline."""
  return {f: set(c) for f, c in json.load(open(os.path.join(folder, "coverage.json"), encoding="utf8")).items()}


class Faces:
  def __init__(self, folder, seed):
    self.folder, self.r = folder, random.Random(seed)
    self.has = coverage(folder)
    names = sorted(f for f in self.has if not UNLIKE.match(f))
    self.korean = [f for f in names if "가" in self.has[f]]
    self.korean_printer = [f for f in self.korean if PRINTER.search(f)]
    self.korean_common = [f for f in self.korean if COMMON.search(f)]
    self.latin = [f for f in names if f not in self.korean and not f.endswith(".otb")]
    self.latin_printer = [f for f in names if f not in self.korean and LATIN_PRINTER.search(f) and "Italic" not in f]
    self.fallbacks = [f for f in ("NotoSansCJK-Regular-1.otf", "unifont.otf") if f in self.has]
    self.cache = {}

  def font(self, name, px):
    key = name, px
    if key not in self.cache:
      if len(self.cache) > 700:
        for k in self.r.sample(list(self.cache), 300):
          del self.cache[k]
      self.cache[key] = ImageFont.truetype(os.path.join(self.folder, name), px, layout_engine=ImageFont.Layout.BASIC)
    return self.cache[key]

  def pick(self, hangul, dots):
    """A face for a line: `dots` asks for one that looks right as one-bit dots."""
    k = self.r.random()
    if hangul or k < .3:
      group = self.korean_printer if dots else self.korean_common if k % .1 < .06 else self.korean
    else:
      group = self.latin_printer if dots or k < .65 else self.latin
    return self.r.choice(group)

  def fallback(self, c, but=None):
    for f in self.fallbacks:
      if c in self.has[f]:
        return f
    return None


def main():
  import sys
  from fontTools.ttLib import TTFont
  folder, out = sys.argv[1], {}
  for name in sorted(os.listdir(folder)):
    if not name.endswith((".ttf", ".otf", ".otb")):
      continue
    font = TTFont(os.path.join(folder, name), lazy=True)
    glyphs = font["glyf"] if "glyf" in font and not name.endswith(".otb") else None  # .otb holds bitmaps only
    keep = []
    for code, glyph in (font.getBestCmap() or {}).items():
      if glyphs is not None and glyphs[glyph].numberOfContours == 0 and code != 32:
        continue
      keep.append(chr(code))
    out[name] = "".join(keep)
  json.dump(out, open(os.path.join(folder, "coverage.json"), "w", encoding="utf8"), ensure_ascii=False)
  print(len(out), "faces")


if __name__ == "__main__":
  main()
