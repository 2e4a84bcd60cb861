"""Draws pages of nine kinds, and fits the weights that tell them apart.

usage: kinds.py draw FOLDER COUNT SEED [KIND ...]
       kinds.py fit PAGES FEATURES [--also PAGES,FEATURES ...] [--held PAGES,FEATURES ...] [--table FILE]

FOLDER/kinds.json says of each picture what it shows. FEATURES is what `hanscan-bench kinds` wrote for the store of a run
over the pages: the features of each. The weights are fitted to PAGES and to what `--also` names, such as pictures of
your own with a kinds.json, each kind of each folder counting alike; `--held` names what they are judged on. FILE is
Sources/Understanding/Kinds/kinds.weights. Needs what `samples/draw.py` needs (`.ci/setup drawing`), and to draw
Debian's chromium.
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

# The raw values of `PageKind.Label`, in their order.
KINDS = ("receipt", "card-slip", "invoice", "registration", "document", "photo", "drawing", "blank", "screenshot")
PENALTY = .006


class Drawing:
  """Pages of each kind: pictures and the quality of their files."""

  def __init__(self, seed):
    import kindpages
    import pages
    self.r, self.pages, self.web = random.Random(seed), pages, kindpages.Web(random.Random(f"{seed} web"))
    self.seed = seed

  def shown(self, html, width, height):
    """A page as a browser shows it."""
    with tempfile.TemporaryDirectory() as folder:
      page, picture = pathlib.Path(folder) / "page.html", pathlib.Path(folder) / "page.png"
      page.write_text(html, encoding="utf8")
      subprocess.run(
          ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/user",
           f"--screenshot={picture}", f"--window-size={width},{height}", page.as_uri()],
          check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120)
      return Image.open(picture).convert("RGB")

  def scanned(self, paper):
    """As a scanner or a telephone has it, or as it is."""
    r, degradation = self.r, self.pages.degradation
    way = r.choice(("as it is", "as it is", "gray", "scan", "scan", "fax", "photo"))
    seed = r.randint(0, 2 ** 31)
    if way == "as it is":
      return paper
    paper = paper.convert("L")
    if way == "gray":
      return paper
    if way == "fax":
      return degradation.scanned(paper, .6).point(lambda v: 255 if v > 150 else 0)
    paper = degradation.skewed(paper, r.uniform(-2, 2), ground=r.randint(225, 255))
    paper = degradation.scanned(paper, r.uniform(.2, .8))
    if way == "photo":
      paper = degradation.shaded(paper, r.uniform(.1, .35), r.uniform(-60, 60))
    return degradation.noisy(paper, r.uniform(.5, 6), seed)

  def receipt(self):
    return self.pages.Receipts(self.seed).page()[0][0]

  def card_slip(self):
    r = self.r
    if r.random() < .3:
      return self.scanned(self.shown(*self.web.slip()))
    drawing, layout = self.pages.Receipts(self.seed), self.pages.layout
    columns = r.choice((28, 32, 38, 42))
    rows = []
    for text in self.web.slip_rows():
      rows.append(layout.rule(r.choice("-=")) if text == "-" else layout.pair(*text) if isinstance(text, tuple) else
                  layout.line(text[:columns]) if r.random() < .9 else layout.centred(text[:columns]))
    paper = layout.receipt(rows, name=r.choice(self.pages.FONTS), pixels=r.choice((20, 24, 28)), columns=columns, leading=r.uniform(1.15, 1.7))
    return drawing.degraded(paper)[0]

  def invoice(self):
    return self.scanned(self.shown(*self.web.invoice()))

  def registration(self):
    return self.scanned(self.shown(*self.web.registration()))

  def document(self):
    return self.scanned(self.shown(*self.web.document()))

  def drawing(self):
    picture = self.shown(*self.web.drawing())
    return self.scanned(picture) if self.r.random() < .3 else picture

  def screenshot(self):
    picture = self.shown(*self.web.screenshot())
    if self.r.random() < .2:  # a part of it
      w, h = picture.size
      x, y = self.r.randint(0, w // 3), self.r.randint(0, h // 3)
      picture = picture.crop((x, y, x + w * 2 // 3, y + h * 2 // 3))
    return picture

  def blank(self):
    r, g = self.r, numpy.random.default_rng(self.r.randint(0, 2 ** 31))
    w, h = r.choice(((1200, 1700), (1700, 1200), (900, 1300), (1700, 800)))
    values = numpy.full((h, w), r.uniform(205, 255), numpy.float32) + g.normal(0, r.uniform(0, 5), (h, w)).astype(numpy.float32)
    y, x = numpy.mgrid[0:h, 0:w]
    values -= r.uniform(0, 30) * (x / w) + r.uniform(0, 30) * (y / h)
    for _ in range(r.choice((0, 3, 20, 80))):  # dust
      cx, cy, size = r.randrange(w - 8), r.randrange(h - 8), r.randint(1, 4)
      values[cy:cy + size, cx:cx + size] -= r.uniform(20, 140)
    return Image.fromarray(values.clip(0, 255).astype(numpy.uint8))

  def photo(self):
    """Patches of many colours with grain, as nature has them."""
    r, g = self.r, numpy.random.default_rng(self.r.randint(0, 2 ** 31))
    w, h = r.choice(((640, 480), (1280, 960), (960, 1280), (600, 400), (1600, 1200)))
    values, weight = numpy.zeros((h, w, 3), numpy.float32), 0
    roughness = r.uniform(.35, .75)
    for octave in range(1, 9):
      size = 2 ** octave
      if size > min(w, h) / 2:
        break
      small = g.normal(0, 1, (size * h // w + 2, size + 2, 3)).astype(numpy.float32)
      share = roughness ** octave
      channels = [numpy.asarray(Image.fromarray(small[:, :, c]).resize((w, h), Image.BICUBIC)) for c in range(3)]
      together = r.uniform(.3, .9)
      mean = sum(channels) / 3
      values += share * numpy.stack([together * mean + (1 - together) * c for c in channels], axis=2)
      weight += share
    values = values / max(weight, .01)
    values = 128 + r.uniform(-60, 60) + values / values.std() * r.uniform(28, 70) + numpy.array([r.uniform(-50, 50) for _ in range(3)])
    if r.random() < .6:  # a sky or a plain ground
      y = int(h * r.uniform(.2, .6))
      sky = numpy.array([r.uniform(100, 255) for _ in range(3)])
      values[:y] = values[:y] * .15 + sky * .85
    for _ in range(r.randint(0, 8)):  # things
      mask = Image.new("L", (w, h), 0)
      x, y, s = r.randrange(w), r.randrange(h), r.uniform(.05, .4) * w
      ImageDraw.Draw(mask).ellipse((x - s, y - s * r.uniform(.3, 1), x + s, y + s), fill=255)
      cover = numpy.asarray(mask.filter(ImageFilter.GaussianBlur(r.uniform(1, 6))))[:, :, None] / 255 * r.uniform(.5, 1)
      values = values * (1 - cover) + cover * (numpy.array([r.uniform(0, 255) for _ in range(3)]) + (values - values.mean()) * .4)
    values += g.normal(0, r.uniform(1, 7), values.shape)
    picture = Image.fromarray(values.clip(0, 255).astype(numpy.uint8))
    for _ in range(r.choice((0, 0, 0, 1, 2, 4))):  # a plate or a shop's front
      font = ImageFont.truetype(self.pages.layout.FONTS[r.choice(self.pages.FONTS)], r.randint(w // 40, w // 9))
      ImageDraw.Draw(picture).text((r.randrange(w // 2), r.randrange(h - 40)), self.web.label(), font=font, fill=tuple(r.choices(range(256), k=3)))
    return ImageOps.grayscale(picture) if r.random() < .12 else picture


def draw(folder, count, seed, kinds):
  folder.mkdir(parents=True, exist_ok=True)
  known = {}
  for index in range(count):
    kind = kinds[index % len(kinds)]
    picture = getattr(Drawing(f"{seed}/{index}"), kind.replace("-", "_"))()
    name = f"{index:04d}.jpg"
    picture.save(folder / name, quality=random.Random(f"{seed}/{index}").randint(70, 95))
    known[name] = kind
    (folder / "kinds.json").write_text(json.dumps(known, indent=1) + "\n", encoding="utf8")


def load(pages, features):
  """The features of the pages, their kinds and weights: each kind counts alike, none of its pages more than twice."""
  known = json.loads((pathlib.Path(pages) / "kinds.json").read_text(encoding="utf8"))
  found = json.loads(pathlib.Path(features).read_text(encoding="utf8"))
  rows = [(found[name], kind, name) for name, kind in sorted(known.items()) if found.get(name)]
  return numpy.array([row[0] for row in rows]), numpy.array([KINDS.index(row[1]) for row in rows]), [row[2] for row in rows]


def weights_of(kinds, whole=1.0):
  counts = numpy.bincount(kinds, minlength=len(KINDS))
  return whole * numpy.minimum(2, len(kinds) / len(KINDS) / numpy.maximum(counts[kinds], 1))


def softmax(scores):
  scores = numpy.exp(scores - scores.max(axis=1, keepdims=True))
  return scores / scores.sum(axis=1, keepdims=True)


def fitted(x, kinds, weights, penalty=PENALTY, steps=3000):
  """Multinomial logistic regression with a quadratic penalty, by accelerated gradient descent."""
  target = numpy.eye(len(KINDS))[kinds]
  table = numpy.zeros((len(KINDS), x.shape[1]))
  share = weights / weights.sum()
  rate = 1 / (.5 * numpy.linalg.norm((x * share[:, None]).T @ x, 2) + penalty / 10)
  ahead, momentum = table, 1.0
  for _ in range(steps):
    slope = ((softmax(x @ ahead.T) - target) * share[:, None]).T @ x + penalty / 10 * ahead
    new = ahead - rate * slope
    following = (1 + (1 + 4 * momentum ** 2) ** .5) / 2
    ahead = new + (momentum - 1) / following * (new - table)
    table, momentum = new, following
  return table


def report(title, shares, kinds, names=None):
  order = numpy.argsort(-shares, axis=1)
  first, second = order[:, 0] == kinds, (order[:, :2] == kinds[:, None]).any(axis=1)
  surest = shares.max(axis=1)
  bins = numpy.minimum((surest * 10).astype(int), 9)
  error = sum(abs(surest[bins == b].mean() - first[bins == b].mean()) * (bins == b).mean() for b in set(bins))
  print(f"{title}: {len(kinds)} pages, first label {first.mean():.1%}, one of two {second.mean():.1%}, calibration error {error:.3f}")
  for place in numpy.flatnonzero(~first) if names else []:
    said = ", ".join(f"{KINDS[k]} {shares[place, k]:.2f}" for k in order[place, :2])
    print(f"  {names[place]}: {KINDS[kinds[place]]}, called {said}")


def tried(x, kinds, weights, fixed, penalty):
  """The shares of pages that are left out, a tenth at a time; `fixed` is in every fit."""
  shares = numpy.zeros((len(kinds), len(KINDS)))
  part = numpy.random.default_rng(1).permutation(len(kinds)) % 10
  for left in range(10):
    inside = part != left
    table = fitted(numpy.concatenate([x[inside], fixed[0]]), numpy.concatenate([kinds[inside], fixed[1]]),
                   numpy.concatenate([weights[inside], fixed[2]]), penalty)
    shares[~inside] = softmax(x[~inside] @ table.T)
  return shares


HEADING = """# The weights of `KindWeights`, written by `Sources/Training/kinds.py`: the label of a kind, then a weight for each feature
# in the order of `KindFeatures`.
"""


def line_of(kind, weights):
  return " ".join([kind] + [f"{weight:.2f}" for weight in weights]) + "\n"


def fit(arguments):
  pages, features = arguments[:2]
  further, held, output = [], [], None
  rest = iter(arguments[2:])
  for word in rest:
    if word == "--table":
      output = pathlib.Path(next(rest))
    elif word in ("--also", "--held"):
      (further if word == "--also" else held).append(next(rest).split(","))
    else:
      sys.exit(__doc__)
  sets = [load(pages, features)] + [load(*pair) for pair in further]
  x = numpy.concatenate([part[0] for part in sets])
  kinds = numpy.concatenate([part[1] for part in sets])
  weights = numpy.concatenate([weights_of(part[1]) for part in sets])
  print(f"{len(kinds)} pages, {x.shape[1]} features")
  report("a tenth left out at a time", tried(x, kinds, weights, (x[:0], kinds[:0], weights[:0]), PENALTY), kinds)
  if further:
    first = len(sets[0][1])
    shares = tried(x[first:], kinds[first:], weights[first:], (x[:first], kinds[:first], weights[:first]), PENALTY)
    report("of those named by --also, a tenth left out at a time", shares, kinds[first:], [name for part in sets[1:] for name in part[2]])
  table = fitted(x, kinds, weights)
  report("the pages of the fit", softmax(x @ table.T), kinds)
  for pair in held:
    hx, hk, names = load(*pair)
    report(f"held out, {pair[0]}", softmax(hx @ table.T), hk, names)
  if output:
    output.write_text(HEADING + "".join(line_of(kind, weights) for kind, weights in zip(KINDS, table)), encoding="utf8")


if __name__ == "__main__":
  if sys.argv[1:2] == ["draw"] and len(sys.argv) >= 5 and set(sys.argv[5:]) <= set(KINDS):
    draw(pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5:] or KINDS)
  elif sys.argv[1:2] == ["fit"] and len(sys.argv) >= 4:
    fit(sys.argv[2:])
  else:
    sys.exit(__doc__)
