"""The fonts that lines are drawn in: which files there are, which characters each has, and how often each is taken.

fonts.py FONTS OUT: writes subsets of those in a folder like /usr/share/fonts (packages.txt names the packages) and
lists what each can draw in OUT/coverage.json. Needs fonttools.
"""
import glob
import json
import logging
import os
import random
import re
import shutil
import sys

from PIL import ImageFont

# fonts of the kind that receipt printers have, or that stay legible as one-bit dots at 16 to 32 pixels
PRINTER = re.compile(r"Coding|dotum|gulim|batang|UnDotum|LexiGulim|UnTaza|unifont|UnGraphic|NanumGothic\.|Sans.*Regular-6|BarunGothic\.|UnJamoDotum|UnDinaru\.")
COMMON = re.compile(r"Coding|dotum|gulim|NanumGothic\.|NanumGothicB|UnDotum|LexiGulim|UnGraphic|NanumBarunGothic|NotoSans|hline|NanumSquare[BR]\.|Myeongjo\.|batang")
UNLIKE = re.compile(r"OCRB[EFX]\.")  # letters as outlines or white on black
LATIN_PRINTER = re.compile(r"Mono|Cour|Cousine|OCR|ocr|Typewriter|Inconsolata|erminus|spleen|Anonymous|Hack|TTY|Proggy|Narrow|Cond|Go-Mono|C-64|Liberation")

BOOK = re.compile(r"Serif|Tinos|Nimbus(Roman|Sans)|P052|C059|Arimo|Carlito|OpenSans|Roboto|DejaVuSans(-Bold)?\.|FreeSans|Go-Regular|Cour|Cousine")  # of documents
BOOK_ALONE = "book-"  # begins the names of the subsets that no line of a receipt is drawn in


def coverage(folder):
  """{file: {characters}}; glyphs without an outline are left out."""
  return {f: set(c) for f, c in json.load(open(os.path.join(folder, "coverage.json"), encoding="utf8")).items()}


class Fonts:
  def __init__(self, folder, seed):
    self.folder, self.r = folder, random.Random(seed)
    self.has = coverage(folder)
    names = sorted(f for f in self.has if not UNLIKE.match(f))
    self.korean = [f for f in names if "가" in self.has[f]]
    self.korean_printer = [f for f in self.korean if PRINTER.search(f)]
    self.korean_common = [f for f in self.korean if COMMON.search(f)]
    of_books = [f for f in names if f.startswith(BOOK_ALONE)]
    names = [f for f in names if not f.startswith(BOOK_ALONE)]
    self.latin = [f for f in names if f not in self.korean and not f.endswith(".otb")]
    self.latin_printer = [f for f in names if f not in self.korean and LATIN_PRINTER.search(f) and "Italic" not in f]
    self.document = [f for f in self.latin if BOOK.search(f)] + of_books
    self.families = {}
    for f in self.document:
      self.families.setdefault(self.family(f), []).append(f)
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

  def pick(self, hangul, dots, of_document=False):
    """A font for a line: `dots` asks for one that looks right as one-bit dots."""
    k = self.r.random()
    if of_document:
      return self.r.choice(self.korean_common if hangul else self.document)
    if hangul or k < .3:
      group = self.korean_printer if dots else self.korean_common if k % .1 < .06 else self.korean
    else:
      group = self.latin_printer if dots or k < .65 else self.latin
    return self.r.choice(group)

  @staticmethod
  def family(name):
    return re.split(r"[-_]", name.removeprefix(BOOK_ALONE).partition(".")[0])[0]

  def other_style(self, name):
    """A font of the same family, such as its italic; None where there is none."""
    others = [f for f in self.families.get(self.family(name), []) if f != name]
    return self.r.choice(others) if others else None

  def fallback(self, c, but=None):
    for f in self.fallbacks:
      if c in self.has[f]:
        return f
    return None


# ------------------------------------------------------------------ subsets of those in Debian's packages
SYMBOLS = ("0020-007E,00A0-00FF,2010-2026,2030-203B,20A9,20AC,2103,2116,2122,2190-2193,2460-2473,2500-257F,25A0-25FF,2605,2606,"
         "260E,260F,261E,2660-2667,2713,3000-3015,3131-318E,3200-321E,3260-327F,3380-33DD,FF01-FF5E,FFE0-FFE6")
# Fonts that draw all 11,172 syllables well; of the others those 2,350 are kept that every Korean font was made for.
WHOLE = """truetype/baekmuk/batang.ttf truetype/baekmuk/dotum.ttf truetype/baekmuk/gulim.ttf truetype/nanum/NanumGothic.ttf
truetype/nanum/NanumGothicBold.ttf truetype/nanum/NanumGothicCoding.ttf truetype/nanum/NanumMyeongjo.ttf truetype/nanum/NanumBarunGothic.ttf
truetype/unfonts-core/UnDotum.ttf truetype/unfonts-core/UnBatang.ttf truetype/unfonts-core/UnGraphic.ttf truetype/lexi/LexiGulim.ttf
truetype/naver-d2coding/*.ttc:0 opentype/unifont/unifont.otf opentype/noto/NotoSansCJK-Regular.ttc:1""".split()
COMMON_SYLLABLES = """truetype/baekmuk/hline.ttf truetype/lexi/LexiSaebomR.ttf truetype/unfonts-core/Un{BatangBold,DotumBold,GraphicBold,Gungseo,Dinaru,DinaruBold}.ttf
truetype/nanum/Nanum{BarunGothicBold,BarunGothicLight,BarunpenB,BarunpenR,GothicCodingBold,GothicExtraBold,GothicLight,MyeongjoBold}.ttf
truetype/nanum/Nanum{MyeongjoExtraBold,SquareB,SquareEB,SquareL,SquareR,SquareRoundB,SquareRoundR}.ttf
truetype/unfonts-extra/Un{Taza,Shinmun,Vada,Yetgul,JamoDotum,JamoSora,JamoNovel}.ttf truetype/woowa-bm/BM{DOHYEON_ttf,HANNAPro,JUA_ttf}.ttf
truetype/alee/{Bandal,Guseul}.ttf truetype/naver-d2coding/*.ttc:1 opentype/noto/NotoSansCJK-{Medium,Bold,Light,Black}.ttc:1
opentype/noto/NotoSerifCJK-{Regular,Bold}.ttc:1 opentype/noto/NotoSansCJK-Regular.ttc:6""".split()
ITALIC = ("LiberationSans-", "LiberationSerif-", "NimbusSans-")  # the only fonts taken in italics, too
LATIN = """truetype/croscore/{Arimo,Cousine,Tinos}-*.ttf truetype/crosextra/Carlito-[RB]*.ttf truetype/dejavu/DejaVuSansMono*.ttf
truetype/dejavu/DejaVuSans{,-Bold}.ttf truetype/dejavu/DejaVuSansCond*.ttf truetype/dejavu/DejaVuSerif.ttf truetype/freefont/Free{Mono,Sans}*.ttf
truetype/glasstty/*.ttf truetype/gnutypewriter/*.ttf truetype/hack/Hack-[RB]*.ttf truetype/inconsolata/*.otf truetype/jetbrains-mono/*-Regular.ttf
truetype/liberation/*.ttf truetype/noto/NotoSansMono*.ttf truetype/noto/NotoMono*.ttf truetype/open-sans/*-Regular.ttf truetype/open-sans/OpenSans-Cond*.ttf
truetype/open-sans/*Bold.ttf truetype/proggy/*.ttf truetype/sixtyfour/*.ttf truetype/terminus/*.ttf truetype/anonymous-pro/*.ttf
truetype/roboto/unhinted/{RobotoTTF/Roboto,RobotoCondensed}-*.ttf opentype/roboto/slab/*R*.otf opentype/courier-prime/*.otf opentype/spleen/*.otf
opentype/terminus/terminus-[nb]*.otb opentype/urw-base35/{Nimbus*,P052-Roman,C059-Roman}.otf fonts-go/Go-Mono*.ttf fonts-go/Go-Regular.ttf
truetype/ocr-*/* opentype/ocr-*/*""".split()
# For documents alone: families of books with their italics, which receipts do not have.
BOOKS = """opentype/urw-base35/{C059,P052,URWBookman,NimbusRoman}-*.otf truetype/croscore/{Arimo,Tinos}-*Italic.ttf truetype/crosextra/Carlito-*Italic.ttf
truetype/crosextra/Caladea-*.ttf truetype/charis/CharisSIL-*.ttf opentype/linux-libertine/LinLibertine_{R,RI,RB,RBI}.otf opentype/linux-libertine/LinBiolinum_{R,RI,RB}.otf
opentype/stix/STIXGeneral-*.otf truetype/lato/Lato-{Regular,Italic,Bold,BoldItalic,Light}.ttf opentype/ebgaramond/EBGaramond12-*.otf truetype/dejavu/DejaVuSerif*.ttf
truetype/freefont/FreeSerif*.ttf truetype/open-sans/OpenSans-{Italic,BoldItalic}.ttf truetype/roboto/unhinted/RobotoTTF/Roboto-{Italic,BoldItalic}.ttf""".split()


def braces(pattern):
  """`a{b,c}` to `ab` and `ac`."""
  m = re.search(r"\{([^}]*)\}", pattern)
  return [pattern[:m.start()] + x + pattern[m.end():] for x in m[1].split(",")] if m else [pattern]


def found(root, patterns):
  """[(path, number of the font in its collection or None, name of the subset)]"""
  out = []
  for pattern in patterns:
    pattern, _, number = pattern.partition(":")
    for p in braces(pattern):
      for path in sorted(glob.glob(os.path.join(root, p))):
        stem, end = os.path.splitext(os.path.basename(path))
        if end == ".ttc":
          end = ".ttf" if stem.startswith("D2") else ".otf"
        out.append((path, int(number) if number else None, stem.replace(" ", "") + (f"-{number}" if number else "") + end))
  return out


def write_subset(path, number, codes, out):
  """Writes the needed subset of a font, without its layout tables: lines are drawn without shaping."""
  if path.endswith(".otb"):  # bitmaps, small already
    shutil.copyfile(path, out)
    return
  from fontTools import subset
  options = subset.Options(layout_features=[], layout_closure=False, notdef_outline=True, name_IDs=[1, 2, 4], prune_unicode_ranges=False,
                           drop_tables=subset.Options().drop_tables + "GSUB GPOS GDEF DSIG morx mort kern vhea vmtx VORG".split())
  if number is not None:
    options.font_number = number
  font = subset.load_font(path, options)
  cutter = subset.Subsetter(options)
  cutter.populate(unicodes=codes)
  cutter.subset(font)
  subset.save_font(font, out, options)


def gather(root, folder):
  """Writes subsets of the fonts below `root` (a folder like /usr/share/fonts) to `folder`; those already there are kept."""
  os.makedirs(folder, exist_ok=True)
  symbols = {c for part in SYMBOLS.split(",") for c in range(int(part.split("-")[0], 16), int(part.split("-")[-1], 16) + 1)}
  syllables = set(range(0xAC00, 0xD7A4))
  common = {c for c in syllables if len(chr(c).encode("euc_kr", "ignore")) == 2}
  taken = set()
  for patterns, more in ((WHOLE, syllables), (COMMON_SYLLABLES, common), (LATIN, set()), (BOOKS, set())):
    for path, number, name in found(root, patterns):
      if patterns is BOOKS and name not in taken:
        name = BOOK_ALONE + name
      elif "Italic" in name and not name.startswith(ITALIC):
        continue
      out = os.path.join(folder, name)
      if name in taken:
        continue
      taken.add(name)
      if os.path.exists(out):
        continue
      try:
        write_subset(path, number, symbols | more, out + ".part")
        os.replace(out + ".part", out)
      except Exception as e:  # a font that fontTools cannot subset is one of many
        print("left out", name, repr(e)[:150])
  return len(taken)


def write_coverage(folder):
  from fontTools.ttLib import TTFont
  out = {}
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
  with open(os.path.join(folder, "coverage.json"), "w", encoding="utf8") as f:
    json.dump(out, f, ensure_ascii=False)
  return len(out)


def main():
  root, folder = sys.argv[1:]
  logging.getLogger("fontTools").setLevel(logging.ERROR)  # it names every table that it drops
  gather(root, folder)
  count = write_coverage(folder)
  print(count, "fonts")
  if count < 100:
    sys.exit("fonts: too few; are the packages of packages.txt unpacked below the first argument?")


if __name__ == "__main__":
  main()
