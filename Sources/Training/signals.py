"""Draws pages for what is measured of a picture: each with one to three troubles, from none to hopeless.

usage: signals.py FOLDER COUNT SEED

Beside NAME.jpg lies NAME.gt.txt, the whole text of the paper, and NAME.troubles.txt, what was done to it and how much.
`quality.py` fits the score on such pages. Needs what `samples/draw.py` needs (`.ci/setup drawing`).
"""
import pathlib
import random
import sys

from PIL import Image

import pages
from pages import degradation, layout

# In the order in which they come about: on the paper, in the light, in the camera.
TROUBLES = ("stains", "faint", "skew", "photo", "cut", "shadow", "glare", "dark", "small", "blur", "motion", "noise", "compression")


def trouble(r, paper, kind, much, drawing):
  """The picture with one trouble, of a strength from 0 to 1."""
  seed = r.randint(0, 2 ** 31)
  if kind == "blur":
    return degradation.blurred(paper, .3 + 4 * much ** 1.5)
  if kind == "motion":
    return degradation.blurred(paper, .3 + 4 * much ** 1.5, r.uniform(0, 180))
  if kind == "dark":
    return degradation.noisy(degradation.dimmed(paper, 1 - .9 * much), 1 + 3 * much, seed)
  if kind == "faint":
    return degradation.faded(paper, strength=.6 - .54 * much, seed=seed, paper=r.randint(215, 250))
  if kind == "small":
    # In a corner of a scan, since a picture of fewer pixels is no page.
    small = 1 - .8 * much
    paper = paper.resize((round(paper.width * small), round(paper.height * small)), Image.BICUBIC)
    scan = Image.new(paper.mode, (max(700, paper.width + 80), max(900, paper.height + 80)), r.randint(225, 255) if paper.mode == "L" else (r.randint(225, 255),) * 3)
    scan.paste(paper, (r.randint(20, 60), r.randint(20, 60)))
    return scan
  if kind == "noise":
    return degradation.noisy(paper, 1 + 45 * much ** 1.5, seed)
  if kind == "glare":
    return degradation.glaring(paper, .08 + .35 * much, seed, spots=r.randint(1, 3))
  if kind == "shadow":
    return degradation.shaded(paper, .2 + .65 * much, r.uniform(-90, 90))
  if kind == "cut":
    side = r.choice(("left", "right", "top", "bottom"))
    return degradation.cut(paper, **{side: .05 + .4 * much})
  if kind == "skew":
    return degradation.skewed(paper, r.choice((-1, 1)) * 25 * much, ground=r.randint(120, 255))
  if kind == "stains":
    return drawing.stained(degradation.creased(paper, seed))
  if kind == "photo":
    return drawing.photographed(paper, seed)
  return paper


def page(seed):
  """A picture, the quality of its file, its text and its troubles."""
  drawing = pages.Receipts(seed)
  r = drawing.r
  columns = r.choice((32, 38, 42, 48))
  rows = drawing.english(columns) if r.random() < .25 else drawing.korean(columns)
  paper = layout.receipt(rows, name=r.choice(pages.FONTS), pixels=r.choice((20, 24, 28, 34)), columns=columns, leading=r.uniform(1.15, 1.6))
  if r.random() < .5:
    paper = degradation.thermal(paper)
  kinds = r.sample(TROUBLES, r.choice((1, 1, 2, 2, 3))) if r.random() < .92 else []
  shares = [(kind, r.random() ** .6) for kind in sorted(kinds, key=TROUBLES.index)]
  for kind, much in shares:
    paper = trouble(r, paper, kind, much, drawing)
  quality = round(90 - 82 * dict(shares)["compression"]) if "compression" in kinds else r.randint(75, 95)
  return paper, quality, layout.expected(rows), shares


def main():
  folder, count, seed = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
  folder.mkdir(parents=True, exist_ok=True)
  for number in range(count):
    picture, quality, text, shares = page(f"{seed}/{number}")
    picture.save(folder / f"{number:04d}.jpg", quality=quality)
    (folder / f"{number:04d}.gt.txt").write_text(text + "\n", encoding="utf8")
    (folder / f"{number:04d}.troubles.txt").write_text("".join(f"{kind} {much:.2f}\n" for kind, much in shares), encoding="utf8")


if __name__ == "__main__":
  main()
