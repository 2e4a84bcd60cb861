"""Compares networks on drawn lines of each kind, on drawn pages, and on real pictures if there are any.

compare.py MODEL... --data DIR [--lines N] [--pictures DIR [--fold-case]] [--only PART,...]

A MODEL is a network (.lstm, .pt), a .traineddata, the name of an installed model (kor+eng), or `debian`: the network of
Debian's Hangul model with every syllable listed that it can spell. Networks of ours are measured in int8. All figures
are shares of wrong characters in per cent, white space left out, read by the installed engine on one thread.
DIR holds lists and fonts; --pictures holds pictures with NAME.gt.txt beside them and is read with --psm 6 as it is.
"""
import os
os.environ["OMP_THREAD_LIMIT"] = "1"  # before anything loads OpenMP, or Tesseract is many times slower

import argparse
import glob
import random
import re
import sys
import tempfile
import time
import unicodedata

import numpy as np
import torch
from PIL import Image, ImageDraw

import degrade
import draw
import fonts
import tesseract
import text
import traineddata
from train import distance

SEED = 24680  # of lines that no training draws

KINDS = {
    "items": ("item_row", "item_row", "item"), "amounts": ("label_amount", "label_amount", "numbers"),
    "dates": ("label_date", "en_date"), "numbers of cards, phones, firms": ("label_card", "label_phone", "label_business", "label_number"),
    "labels, brackets, masks": ("labels", "bracketed", "masked", "bare"), "shops, addresses": ("shop", "korean_address"),
    "notices": ("notice",), "Korean sentences": ("ko_sentence",), "rare syllables": ("rare",),
    "Latin items": ("en_row",), "Latin labels, firms, addresses": ("en_label", "en_company", "en_address"),
    "English sentences": ("en_sentence", "en_notice"), "codes, web addresses": ("code", "net"), "symbols": ("symbols",),
    "lines of documents": ("document",),
    "white on black": ("item_row", "label_amount", "bracketed", "en_row", "en_label"),
}

# Dishes with syllables that texts seldom have; the second column of a menu is its price.
MENU = """쭈꾸미볶음 똠얌꿍 꿔바로우 뼈해장국 찹쌀꽈배기 칡냉면 뱅쇼 퀘사디아 깻잎쌈 쟁반쫄면 홍합짬뽕 떡뽂이 뷔페이용권 츄러스 꼼장어구이 쑥떡빙수
샹그리아 얼큰뼈찜 곰칫국 뚝불고기 쌀엿강정 훠궈 믹스펀치 쏨뱅이탕 넙칫살 햄쏙빵 꽁칫국 뽁음면 쉐이크 쥬시펍 낚시꽂이 옻닭백숙""".split()
PAGE_FONTS = {
    "Korean": ["NanumMyeongjo.ttf", "NanumGothic.ttf", "NotoSansCJK-Regular-1.otf", "batang.ttf", "UnDotum.ttf", "NotoSerifCJK-Regular-1.otf"],
    "English": ["LiberationSerif-Regular.ttf", "LiberationSans-Regular.ttf", "DejaVuSans.ttf", "Carlito-Regular.ttf", "NimbusRoman-Regular.otf", "C059-Roman.otf"],
}
MENU_FONTS = ["NanumGothic.ttf", "dotum.ttf", "batang.ttf", "D2Coding-Ver1.3.2-20180524-all-0.ttf", "NotoSansCJK-Regular-1.otf", "UnDotum.ttf"]


def tight(t):
  return "".join(t.split())


class Drawn:
  """Pictures in a folder with their texts."""

  def __init__(self, data, folder):
    self.data, self.folder = data, folder
    self.fonts = fonts.Fonts(f"{data}/fonts", SEED)
    self.count, self.sentences = 0, {}

  def saved(self, picture, dpi=300):
    self.count += 1
    path = os.path.join(self.folder, f"d{self.count:05d}.png")
    Image.fromarray(picture).save(path, dpi=(dpi, dpi))
    return path

  def kind(self, name, coder, count, strength):
    """[(path, text)] of one kind of line, degraded; white on black where the kind says so."""
    # A seed for each kind, from its name; that of "symbols" is from its former name, so that its lines stay the same.
    seed = SEED + (548 if name == "symbols" else sum(map(ord, name)))
    writer, pen = text.Writer(seed, f"{self.data}/lists"), draw.Pen(seed, fonts.Fonts(f"{self.data}/fonts", seed))
    torch.manual_seed(seed)
    degrader, pick, out = degrade.Degrader(torch.device("cpu"), random.Random(seed), parts=1), random.Random(seed), []
    while len(out) < count:
      writer.of_document = False
      t = " ".join(getattr(writer, pick.choice(KINDS[name]))().split())
      image = pen.line(t, writer.of_document) if t and coder.knows(t) else None
      if image is None or image.shape[1] > 1900:
        continue
      w = image.shape[1] // 3 * 3
      _, grey = degrader(torch.from_numpy(image.copy())[None], torch.tensor([image.shape[1]]), max(27, w), strength, grey_too=True)
      grey = grey[0, 0].byte().numpy()
      if (name == "white on black") != (np.median(grey) < 110):
        grey = 255 - grey
      out.append((self.saved(grey), t.replace("\\", "₩") if draw.HANGUL.search(t) else t))
    return out

  def letters(self, language, count, coder):
    """Clean lines of prose in fonts of documents, at 28 to 44 pixels an em."""
    pick, out = random.Random(SEED + 1), []
    for i, t in enumerate(self.prose(language, count, coder)):
      file = PAGE_FONTS[language][i % len(PAGE_FONTS[language])]
      font = self.fonts.font(file, pick.choice([28, 36, 44]))
      image = Image.new("L", (int(font.getlength(t)) + 40, int(font.size * 1.6)), 255)
      ImageDraw.Draw(image).text((20, int(font.size * 1.2)), t, font=font, fill=0, anchor="ls")
      out.append((self.saved(np.asarray(image)), t))
    return out

  def prose(self, language, count, coder):
    name = "ko_sentences.txt" if language == "Korean" else "en_sentences.txt"
    if language not in self.sentences:
      drawable = set.intersection(*(self.fonts.has[f] for f in PAGE_FONTS[language]))
      self.sentences[language] = [t for t in text.read_list(f"{self.data}/lists", name) if len(t) > 20 and drawable.issuperset(t) and coder.knows(t)]
    return random.Random(SEED + 2).sample(self.sentences[language], count)

  def pages(self, language, coder):
    """Whole pages of paragraphs, A4 at 200 dots an inch, a font each."""
    out = []
    for file in PAGE_FONTS[language]:
      sentences, px = iter(self.prose(language, 200, coder)), 31
      font, image = self.fonts.font(file, px), Image.new("L", (1654, 2339), 255)
      pen, y, words, lines = ImageDraw.Draw(image), 220, [], []
      while y < 2100:
        if not words:
          words = " ".join(next(sentences) for _ in range(6)).split(" ")
        n = 1
        while n < len(words) and font.getlength(" ".join(words[:n + 1])) < 1300:
          n += 1
        lines.append(" ".join(words[:n]))
        pen.text((180, y), lines[-1], font=font, fill=0, anchor="ls")
        words = words[n:]
        y += int(px * (1.6 if words else 2.6))
      out.append((self.saved(np.asarray(image), 200), "\n".join(lines)))
    return out

  def menus(self):
    """16 lines of a menu, for each font in four sizes."""
    out, pick = [], random.Random(SEED + 3)
    for file in MENU_FONTS:
      for px in (18, 24, 32, 44):
        dishes = pick.sample(MENU, 16)
        lines = [f"{dish} {pick.randint(3, 90) * 500:,}" for dish in dishes]
        font = self.fonts.font(file, px)
        image = Image.new("L", (px * 20, int(px * 1.7 * 18)), 255)
        pen = ImageDraw.Draw(image)
        for i, line in enumerate(lines):
          dish, price = line.split(" ")
          y = int(px * 1.7 * (i + 1.6))
          pen.text((px, y), dish, font=font, fill=0, anchor="ls")
          pen.text((px * 18, y), price, font=font, fill=0, anchor="rs")
        out.append((self.saved(np.asarray(image), 200), "\n".join(lines)))
    return out


# ------------------------------------------------------------------ real pictures
NUMBER = re.compile(r"\d[\d,.:/\-]*\d")
RULING = re.compile(r"[-=_─—~*.·]{4,}")


def content(t, fold):
  t = unicodedata.normalize("NFKC", t)
  lines = [RULING.sub(" ", line) for line in (t.upper() if fold else t).split("\n")]
  return [line for line in lines if line.strip()]


def line_errors(truth, found):
  """Edit distance over the best pairing of lines in their order; a line without a partner costs its length."""
  truth, found = [tight(t) for t in truth], [tight(t) for t in found]
  row = [0]
  for f in found:
    row.append(row[-1] + len(f))
  for t in truth:
    new = [row[0] + len(t)]
    for j, f in enumerate(found):
      new.append(min(row[j + 1] + len(t), new[j] + len(f), row[j] + min(distance(t, f), len(t) + len(f))))
    row = new
  return row[-1]


def amounts(lines):
  return sorted(n for line in lines for n in NUMBER.findall(line) if sum(c.isdigit() for c in n) >= 3)


def common(a, b):
  b = list(b)
  return sum(1 for x in a if x in b and not b.remove(x))


def pictures(folder, engine, fold):
  """(share of wrong characters, share of amounts found, number of pictures, seconds)."""
  wrong = length = found = there = 0
  names, started = sorted(glob.glob(os.path.join(folder, "*.gt.txt"))), time.time()
  for name in names:
    picture = next(p for p in sorted(glob.glob(glob.escape(name[:-7]) + ".*")) if not p.endswith(".txt"))
    truth, reading = content(open(name, encoding="utf8").read(), fold), content(engine.read(picture), fold)
    wrong, length = wrong + line_errors(truth, reading), length + sum(len(tight(t)) for t in truth)
    found, there = found + common(amounts(truth), amounts(reading)), there + len(amounts(truth))
  return wrong / max(1, length), found / max(1, there), len(names), time.time() - started


# ------------------------------------------------------------------ all of it
def share(cases, engine, ordered=True):
  wrong = length = 0
  for path, t in cases:
    reading = engine.read(path)
    wrong += distance(tight(reading), tight(t)) if ordered else line_errors(t.split("\n"), reading.split("\n"))
    length += len(tight(t))
  return 100 * wrong / length


def main():
  p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  p.add_argument("models", nargs="+")
  p.add_argument("--data", required=True)
  p.add_argument("--lines", type=int, default=60, help="of each kind")
  p.add_argument("--strength", type=float, default=.8, help="of the degradation of the drawn lines, 0 to 1")
  p.add_argument("--pictures", action="append", default=[])
  p.add_argument("--fold-case", action="store_true")
  p.add_argument("--only", default="kinds,letters,pages,menus,pictures")
  p.add_argument("--last-wins", action="store_true", help="fail if the last model reads the lines of all kinds worse than the one before")
  o = p.parse_args()
  torch.set_num_threads(1)
  parts = o.only.split(",")
  with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as models:
    coder, drawn = traineddata.coder(), Drawn(o.data, folder)
    where = [tesseract.installed(m, models) for m in o.models]
    rows = []
    if "kinds" in parts:
      rows += [(name, drawn.kind(name, coder, o.lines, o.strength), 13, True) for name in KINDS]
    for language in ("Korean", "English"):
      if "letters" in parts:
        rows.append((f"{language} letters, clean lines", drawn.letters(language, o.lines, coder), 13, True))
      if "pages" in parts:
        rows.append((f"{language} document pages", drawn.pages(language, coder), 6, False))
    if "menus" in parts:
      rows.append(("menus of rare syllables, clean", drawn.menus(), 6, False))
    print("| wrong characters, % | " + " | ".join(os.path.basename(m) for m in o.models) + " |\n|---|" + "---|" * len(o.models))
    table = {}
    for psm in sorted({psm for *_, psm, _ in rows}):
      for m, (data, language) in enumerate(where):
        engine = tesseract.Engine(data, language, psm)
        for name, cases, wanted, ordered in rows:
          if wanted == psm:
            table[name, m] = share(cases, engine, ordered)
        engine.close()
    for name, *_ in rows:
      print(f"| {name} | " + " | ".join(f"{table[name, m]:.2f}" for m in range(len(where))) + " |", flush=True)
    kinds = [name for name, *_ in rows if name in KINDS]
    overall = [sum(table[name, m] for name in kinds) / max(1, len(kinds)) for m in range(len(where))]
    if kinds:
      print("| mean of the kinds | " + " | ".join(f"{v:.2f}" for v in overall) + " |", flush=True)
    for folder_ in o.pictures if "pictures" in parts else []:
      cells = []
      for data, language in where:
        engine = tesseract.Engine(data, language, 6)
        wrong, found, count, seconds = pictures(folder_, engine, o.fold_case)
        engine.close()
        cells.append(f"{100 * wrong:.1f} wrong, {100 * found:.1f} of the amounts, {seconds:.1f} s")
      print(f"| {count} pictures | " + " | ".join(cells) + " |", flush=True)
  if o.last_wins and len(overall) > 1 and overall[-1] > overall[-2]:
    sys.exit(3)


if __name__ == "__main__":
  main()
