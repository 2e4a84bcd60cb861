"""Draws pages of receipts and writes their texts, from clean to hardly legible.

usage: pages.py FOLDER COUNT SEED [LEAST MOST]

LEAST and MOST say how far apart rows are, in heights of the font (1.15 to 1.6).

Beside NAME.jpg lies NAME.gt.txt. Confidences are fitted and judged on such pages, so every degree of
degradation has to come up, and no page may repeat another. Needs what `samples/draw.py` needs (`.ci/setup drawing`).
"""
import pathlib
import random
import sys

import numpy
from PIL import Image, ImageFilter

import vocabulary as V

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "samples"))
from drawing import degradation, layout  # noqa: E402

FONTS = [name for name, path in layout.FONTS.items() if pathlib.Path(path).exists() and not name.endswith("-bold") and name != "hebrew"]


def often(r, share):
  return r.random() < share


class Receipts:
  def __init__(self, seed, leading=(1.15, 1.6)):
    self.r, self.leading = random.Random(seed), leading

  def won(self):
    r = self.r
    return f"{r.choice((r.randint(1, 99) * 100, r.randint(1, 200) * 500, r.randint(10, 400000))):,}"

  def digits(self, count):
    return "".join(self.r.choices("0123456789", k=count))

  def number(self):
    d, r = self.digits, self.r
    return r.choice((
        lambda: f"{d(3)}-{d(2)}-{d(5)}", lambda: f"0{r.randint(2, 64)}-{d(r.choice((3, 4)))}-{d(4)}", lambda: d(8),
        lambda: f"{d(4)}-{d(2)}**-****-{d(4)}", lambda: f"20{r.randint(10, 29)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"
        f" {r.randint(0, 23):02d}:{r.randint(0, 59):02d}", lambda: f"20{r.randint(10, 29)}/{r.randint(1, 12):02d}/{r.randint(1, 28):02d}",
        lambda: f"{d(1)}{d(12)}", lambda: f"No.{d(6)}"))()

  def korean(self, columns):
    r = self.r
    rows = [layout.centred(r.choice(V.PLACES) + r.choice(V.SHOPS) + " " + r.choice(V.PLACES) + r.choice(V.BRANCH), bold=r.random() < .4,
                           high=r.choice((1, 1, 2)))]
    for _ in range(r.randint(1, 3)):
      rows.append(layout.line(f"{r.choice(V.LABELS)}{r.choice((': ', ' : ', ' '))}{self.number()}"))
    rows += self.short(.4)
    rows.append(layout.rule(r.choice("-=")))
    for _ in range(r.randint(2, 6)):
      name = r.choice(r.choice((V.FOOD, V.ITEMS)))[:10]
      count = r.randint(1, 12)
      if columns > 36:
        rows.append(layout.cells((name, 0), (self.won(), -16), (str(count), -11), (self.won(), -1)))
      else:
        rows.append(layout.pair(name, self.won()))
    rows.append(layout.rule(r.choice("-=")))
    for _ in range(r.randint(1, 4)):
      rows.append(layout.pair(r.choice(V.LABELS), self.won() + r.choice(("", "", "원")), bold=r.random() < .2))
    if often(r, .7):
      rows.append(layout.line(f"{r.choice(V.LABELS)} {r.choice(V.CARDS)} {self.number()}"))
    rows += self.short(.5)
    rows.append(layout.gap())
    rows.append(layout.centred(r.choice(V.NOTICES)[:columns // 2]))
    return rows

  def english(self, columns):
    r = self.r
    rows = [layout.centred(f"{r.choice(V.COMPANY_WORDS)} {r.choice(V.COMPANY_WORDS)} {r.choice(V.COMPANY_ENDS)}", bold=r.random() < .4)]
    rows.append(layout.line(f"{r.choice(V.MALAY_NAMES)} {r.randint(1, 99)}, {r.choice(V.MALAY_CITIES)}"[:columns]))
    for _ in range(r.randint(1, 3)):
      rows.append(layout.line(f"{r.choice(V.ENGLISH_LABELS)[:18]}: {self.number()}"[:columns]))
    rows.append(layout.rule(r.choice("-=")))
    rows += self.short(.4)
    for _ in range(r.randint(2, 6)):
      rows.append(layout.pair(r.choice(V.ENGLISH_ITEMS)[:20], f"{r.uniform(0, 200):.2f}"))
    rows.append(layout.rule(r.choice("-=")))
    for _ in range(r.randint(2, 5)):
      rows.append(layout.pair(r.choice(V.ENGLISH_LABELS)[:20], f"{r.uniform(0, 900):.2f}"))
    rows.append(layout.centred(r.choice(V.ENGLISH_NOTICES)[:columns]))
    return rows

  def short(self, share):
    """A line of few characters, as totals, tables and single amounts are."""
    r = self.r
    if not often(r, share):
      return []
    text = r.choice((self.won(), str(r.randint(1, 99)), r.choice(V.LABELS), r.choice(V.LABELS), r.choice(V.OPTIONS), self.digits(4),
                     f"-{self.won()}", r.choice(V.BANKS)))
    return [r.choice((layout.line, layout.centred, lambda t: layout.pair("", t)))(text)]

  def page(self):
    """A picture and its text."""
    r = self.r
    columns = r.choice((32, 38, 42, 48))
    rows = self.english(columns) if r.random() < .25 else self.korean(columns)
    paper = layout.receipt(rows, name=r.choice(FONTS), pixels=r.choice((20, 22, 24, 26, 30)), columns=columns,
                           leading=r.uniform(*self.leading))
    return self.degraded(paper), layout.expected(rows)

  def degraded(self, paper):
    """Degradations of print, paper and camera; `bad` from 0 to 1 is their strength."""
    r, seed = self.r, self.r.randint(0, 2 ** 31)
    bad = r.random()

    if often(r, .5):
      paper = degradation.thermal(paper)
    if often(r, .25 + .3 * bad):  # thin or thick print
      kind = r.choice((ImageFilter.MaxFilter, ImageFilter.MinFilter))
      paper = Image.blend(paper, paper.filter(kind(3)), r.uniform(.2, .4 + .6 * bad))
    if often(r, .6):
      paper = degradation.faded(paper, strength=r.uniform(max(.08, .6 - .55 * bad), 1 - .5 * bad), seed=seed % 2 ** 31, paper=r.randint(215, 250))
    if often(r, .2 + .3 * bad):
      paper = degradation.creased(paper, seed=seed)
    if often(r, .3 * bad):
      paper = self.stained(paper)
    if often(r, .4):
      paper = degradation.skewed(paper, r.uniform(-5, 5), ground=r.randint(200, 255))
    small = r.uniform(1 - .62 * bad, 1.15 - .4 * bad)  # what the camera resolves
    small = max(small, 420 / max(paper.size))  # smaller pictures are read as snippets, without a search for lines
    paper = paper.resize((round(paper.width * small), round(paper.height * small)), Image.BICUBIC)
    paper = degradation.scanned(paper, r.uniform(.2, .4 + 1.1 * bad * small))
    if often(r, .35):
      paper = self.photographed(paper, seed)
    if often(r, .4):
      paper = degradation.shaded(paper, r.uniform(.1, .3 + .4 * bad), r.uniform(-60, 60))
    return degradation.noisy(paper, r.uniform(.5, 3 + 22 * bad * r.random()), seed), round(r.uniform(92 - 75 * bad, 95 - 25 * bad))

  def stained(self, paper):
    """Pale or dark blots."""
    r = self.r
    values = numpy.asarray(paper).astype(numpy.float32)
    y, x = numpy.mgrid[0:values.shape[0], 0:values.shape[1]]
    for _ in range(r.randint(1, 4)):
      cx, cy, reach = r.uniform(0, values.shape[1]), r.uniform(0, values.shape[0]), r.uniform(20, 120)
      blot = numpy.exp(-(((x - cx) / reach) ** 2 + ((y - cy) / reach / r.uniform(.3, 1)) ** 2))
      tone = r.choice((250, 250, 120, 60))
      values += blot * r.uniform(.4, 1) * (tone - values)
    return Image.fromarray(values.clip(0, 255).astype(numpy.uint8))

  def photographed(self, paper, seed):
    r = self.r
    width, height = paper.size
    edge = [r.uniform(.04, .12) * width for _ in range(8)]
    corners = [(edge[0], edge[1]), (width * 1.12 - edge[2], edge[3]), (width * 1.12 - edge[4], height * 1.1 - edge[5]),
               (edge[6], height * 1.1 - edge[7])]
    return degradation.photographed(paper, corners, (round(width * 1.14), round(height * 1.12)), seed)


def main():
  folder, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
  leading = (float(sys.argv[4]), float(sys.argv[5])) if len(sys.argv) > 5 else (1.15, 1.6)
  folder.mkdir(parents=True, exist_ok=True)
  for number in range(count):
    (picture, quality), text = Receipts(f"{seed}/{number}", leading).page()
    picture.save(folder / f"{number:04d}.jpg", quality=quality)
    (folder / f"{number:04d}.gt.txt").write_text(text + "\n", encoding="utf8")


if __name__ == "__main__":
  main()
