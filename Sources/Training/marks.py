"""Draws pages with pen marks, and fits the network that tells their shapes.

usage: marks.py draw FOLDER COUNT SEED
       marks.py fit PAGES INSPECTIONS [--held PAGES,INSPECTIONS] [--table Sources/Imaging/Marks/marks.txt]

Beside NAME.jpg lies NAME.marks.json: the shape, box and colour of every mark. INSPECTIONS/NAME.jpg/inspection.json is
what `hanscan inspect` left for each: every piece of ink with its features. All strokes are drawn by the formulas below;
no stroke of a person is used. Needs what `samples/draw.py` needs (`.ci/setup drawing`).
"""
import json
import math
import pathlib
import random
import sys

import numpy
from PIL import Image, ImageChops, ImageDraw

SHAPES = ("circle", "triangle", "square", "star", "check", "cross")
CLASSES = SHAPES + ("unknown", "none")
INKS = {
    "blue": (30, 60, 190), "red": (205, 35, 45), "green": (25, 130, 60), "black": (25, 25, 30), "purple": (110, 40, 150),
}


class Hand:
  """Strokes as a hand draws them: lists of points around (0, 0), about 1 in size, y downwards."""

  def __init__(self, r):
    self.r = r

  def near(self, value, share):
    return value * (1 + self.r.uniform(-share, share))

  def smooth(self, points, rounds):
    """Corners cut off, as a pen that does not stop does (Chaikin)."""
    for _ in range(rounds):
      cut = [points[0]]
      for (ax, ay), (bx, by) in zip(points, points[1:]):
        cut += [(ax * .75 + bx * .25, ay * .75 + by * .25), (ax * .25 + bx * .75, ay * .25 + by * .75)]
      points = cut + [points[-1]]
    return points

  def dense(self, points, step=.02):
    """The same way with a point every step, curved and wavering a little."""
    r, out = self.r, []
    for (ax, ay), (bx, by) in zip(points, points[1:]):
      length = math.hypot(bx - ax, by - ay)
      bow, count = r.gauss(0, .025) * length if length > .2 else 0, max(2, int(length / step))
      for place in range(count):
        t = place / count
        swing = bow * math.sin(math.pi * t)
        out.append((ax + (bx - ax) * t - (by - ay) / max(length, .01) * swing, ay + (by - ay) * t + (bx - ax) / max(length, .01) * swing))
    out.append(points[-1])
    waves = [(r.gauss(0, .008), r.uniform(2, 14), r.uniform(0, 7)) for _ in range(3)]
    shake = r.uniform(0, .004)
    return [(x + sum(a * math.sin(f * i / len(out) + p) for a, f, p in waves) + r.gauss(0, shake),
             y + sum(a * math.cos(f * i / len(out) + 1.3 * p) for a, f, p in waves) + r.gauss(0, shake)) for i, (x, y) in enumerate(out)]

  def closed(self, corners):
    """A polygon in one stroke, whose end misses its beginning by a little."""
    r, first = self.r, self.r.randrange(len(corners))
    corners = corners[first:] + corners[:first]
    if r.random() < .5:
      corners.reverse()
    (ax, ay), (bx, by) = corners[0], corners[1]
    over, aside = r.gauss(0, .07), r.gauss(0, .03)
    points = corners + [(ax + (bx - ax) * over - (by - ay) * aside, ay + (by - ay) * over + (bx - ax) * aside)]
    if r.random() < .12:
      return [self.dense(list(pair)) for pair in zip(points, points[1:])]
    return [self.dense(self.smooth(points, r.choice((0, 0, 0, 1))))]

  def circle(self):
    r = self.r
    start, sweep, turn = r.uniform(0, 7), math.pi * 2 * r.uniform(.93, 1.2) * r.choice((-1, 1)), r.choice((1, 1, 1, 2)) if r.random() < .2 else 1
    drift, squeeze, angle = r.gauss(0, .05), r.choice((r.uniform(.75, 1), r.uniform(.35, 1))), r.gauss(0, .35)
    bumps = [(r.gauss(0, .02), k, r.uniform(0, 7)) for k in (2, 3, 4)]
    points = []
    for i in range(90 * turn):
      t = i / (90 * turn - 1)
      a = start + sweep * turn * t
      radius = .5 * (1 + drift * t + sum(s * math.cos(k * a + p) for s, k, p in bumps))
      x, y = radius * math.cos(a), radius * math.sin(a) * squeeze
      points.append((x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)))
    return [self.dense(points)]

  def triangle(self):
    r, up = self.r, self.r.choice((1, 1, -1))
    wide = r.uniform(.35, .62)
    corners = [(r.gauss(0, .09), -.5 * up), (wide + r.gauss(0, .05), .42 * up + r.gauss(0, .05)), (-wide + r.gauss(0, .05), .42 * up + r.gauss(0, .05))]
    return self.closed(corners)

  def square(self):
    r = self.r
    w, h = .5, .5 * r.choice((r.uniform(.7, 1), r.uniform(.3, 1)))
    if r.random() < .3:
      w, h = h, w
    return self.closed([(sx * w + r.gauss(0, .035), sy * h + r.gauss(0, .035)) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))])

  def star(self):
    r = self.r
    points = 6 if r.random() < .18 else 5
    tips = [(.5 * math.sin(2 * math.pi * k / points) + r.gauss(0, .045), -.5 * math.cos(2 * math.pi * k / points) + r.gauss(0, .045)) for k in range(points)]
    if r.random() < .3:  # its outline
      inner, half = r.uniform(.38, .55), math.pi / points
      corners = []
      for k in range(points):
        corners.append(tips[k])
        a = 2 * math.pi * k / points + half
        corners.append((.5 * inner * math.sin(a) + r.gauss(0, .02), -.5 * inner * math.cos(a) + r.gauss(0, .02)))
      return self.closed(corners)
    if points == 6:
      return self.closed(tips[0::2]) + self.closed(tips[1::2])
    order = [tips[(2 * k) % 5] for k in range(5)]
    return self.closed(order)

  def check(self):
    r = self.r
    short, long = r.uniform(.22, .55), 1
    down, up = math.radians(r.uniform(25, 80)), math.radians(r.uniform(25, 72))
    points = [(-short * math.cos(down), -short * math.sin(down)), (0, 0), (long * math.cos(up), -long * math.sin(up))]
    points = self.smooth(points, r.choice((0, 0, 1, 2)))
    return [self.dense([(x - .3, y + .35) for x, y in points])]

  def cross(self):
    r, strokes = self.r, []
    one = math.radians(r.uniform(25, 65))
    two = math.radians(r.uniform(25, 65))
    if r.random() < .07:
      one, two = math.radians(r.gauss(0, 8)), math.radians(90 + r.gauss(0, 8))
    for angle in (one, -two):
      length, aside = self.near(.5, .25), r.gauss(0, .05)
      c, s = math.cos(angle), math.sin(angle)
      shift = r.gauss(0, .06)
      strokes.append([(-c * length + s * aside + shift * c, -s * length - c * aside + shift * s), (c * length + s * aside + shift * c, s * length - c * aside + shift * s)])
    if r.random() < .3:  # without lifting the pen
      joined = strokes[0] + (strokes[1][::-1] if r.random() < .5 else strokes[1])
      return [self.dense(self.smooth(joined, r.choice((0, 1, 2))))]
    return [self.dense(stroke) for stroke in strokes]

  LETTERS = {
      "1": [[(-.1, -.35), (.05, -.5), (.05, .5)]], "2": [[(-.3, -.3), (0, -.5), (.3, -.25), (-.3, .5), (.35, .48)]],
      "3": [[(-.3, -.45), (.25, -.4), (0, -.05), (.35, .2), (-.05, .5), (-.3, .4)]], "4": [[(.1, -.5), (-.35, .15), (.4, .15)], [(.15, -.1), (.15, .5)]],
      "5": [[(.3, -.5), (-.2, -.5), (-.25, -.05), (.25, 0), (.2, .45), (-.3, .4)]], "6": [[(.2, -.5), (-.25, .1), (0, .5), (.3, .2), (-.2, .15)]],
      "7": [[(-.3, -.45), (.3, -.45), (-.05, .5)]], "8": [[(.25, -.35), (-.25, -.35), (.3, .3), (0, .5), (-.3, .3), (.25, -.35)]],
      "9": [[(.25, -.2), (-.25, -.15), (0, -.5), (.25, -.3), (.15, .5)]], "S": [[(.3, -.4), (-.2, -.45), (-.2, -.1), (.3, .1), (.15, .5), (-.3, .35)]],
      "N": [[(-.3, .5), (-.3, -.5), (.3, .5), (.3, -.5)]], "M": [[(-.4, .5), (-.3, -.5), (0, .2), (.3, -.5), (.4, .5)]],
      "W": [[(-.5, -.5), (-.25, .5), (0, -.1), (.25, .5), (.5, -.5)]], "Z": [[(-.35, -.45), (.35, -.45), (-.35, .45), (.35, .45)]],
      "L": [[(-.2, -.5), (-.2, .5), (.3, .5)]], "U": [[(-.3, -.5), (-.3, .2), (0, .5), (.3, .2), (.3, -.5)]], "C": [[(.35, -.3), (0, -.5), (-.35, 0), (0, .5), (.35, .35)]],
      "P": [[(-.25, .5), (-.25, -.5), (.25, -.4), (.2, 0), (-.25, .05)]], "A": [[(-.35, .5), (0, -.5), (.35, .5)], [(-.2, .15), (.2, .15)]],
      "T": [[(-.35, -.45), (.35, -.45)], [(0, -.45), (0, .5)]], "K": [[(-.25, -.5), (-.25, .5)], [(.3, -.5), (-.2, 0), (.3, .5)]],
      "R": [[(-.25, .5), (-.25, -.5), (.25, -.35), (-.2, 0), (.3, .5)]], "?": [[(-.3, -.3), (0, -.5), (.3, -.25), (0, .05), (0, .25)], [(0, .42), (.02, .5)]],
      "H": [[(-.3, -.5), (-.3, .5)], [(.3, -.5), (.3, .5)], [(-.3, 0), (.3, 0)]], "ga": [[(-.4, -.4), (0, -.4), (-.35, .4)], [(.25, -.5), (.25, .5)], [(.25, 0), (.45, 0)]],
      "na": [[(-.4, -.4), (-.4, .3), (0, .2)], [(.25, -.5), (.25, .5)], [(.25, 0), (.45, 0)]], "o": [[(-.4, .2), (.4, .2)], [(0, .2), (0, -.3)], [(-.3, -.45), (.3, -.45)]],
  }

  def letter(self):
    strokes = self.LETTERS[self.r.choice(list(self.LETTERS))]
    slant = self.r.gauss(.0, .15)
    return [self.dense(self.smooth([(x - slant * y + self.r.gauss(0, .03), y + self.r.gauss(0, .03)) for x, y in stroke], self.r.choice((1, 2)))) for stroke in strokes]

  def unknown(self):
    r = self.r
    kind = r.choice(("line", "line", "wave", "zigzag", "scribble", "arrow", "bracket", "letter", "letter", "letter", "caret", "spiral", "bars", "writing", "loop"))
    if kind == "line":
      return [self.dense([(-.5, r.gauss(0, .04)), (.5, r.gauss(0, .04))])] if r.random() < .8 else [self.dense([(r.gauss(0, .05), -.5), (r.gauss(0, .05), .5)])]
    if kind == "wave":
      return [self.dense([(x / 40 - .5, .06 * math.sin(x / r.uniform(1.8, 2.2))) for x in range(41)])]
    if kind == "zigzag":
      count, high = r.randint(3, 8), r.uniform(.1, .45)
      return [self.dense([(k / count - .5, high * (-1) ** k + r.gauss(0, .03)) for k in range(count + 1)])]
    if kind == "scribble":
      return [self.dense(self.smooth([(r.uniform(-.5, .5), r.uniform(-.35, .35)) for _ in range(r.randint(8, 25))], 2))]
    if kind == "arrow":
      head, turn = r.uniform(.15, .35), r.uniform(0, 2 * math.pi) if r.random() < .3 else r.choice((0, math.pi))
      strokes = [[(-.5, 0), (.5, 0)], [(.5 - head, -head * r.uniform(.6, 1)), (.5, 0), (.5 - head, head * r.uniform(.6, 1))]]
      return [self.dense([(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)) for x, y in s]) for s in strokes]
    if kind == "bracket":
      flip, deep = r.choice((-1, 1)), r.uniform(.1, .25)
      shape = r.choice(([(deep, -.5), (0, -.5), (0, .5), (deep, .5)], [(deep, -.5), (0, -.2), (0, .2), (deep, .5)],
                        [(deep, -.5), (.03, -.4), (.03, -.1), (-deep, 0), (.03, .1), (.03, .4), (deep, .5)]))
      return [self.dense(self.smooth([(x * flip, y) for x, y in shape], r.choice((0, 1, 2))))]
    if kind == "letter":
      return self.letter()
    if kind == "caret":
      wide, flip = r.uniform(.3, .5), r.choice((1, 1, 1, -1))
      return [self.dense([(-wide, .4 * flip), (r.gauss(0, .04), -.4 * flip), (wide, .4 * flip)])]
    if kind == "spiral":
      turns = r.uniform(1.6, 3.5)
      return [self.dense([(.5 * t * math.cos(turns * 6.28 * t), .5 * t * math.sin(turns * 6.28 * t)) for t in [k / 120 for k in range(8, 121)]])]
    if kind == "bars":
      return [self.dense([(-.5, y + r.gauss(0, .02)), (.5, y + r.gauss(0, .02))]) for y in (-.06, .06)]
    if kind == "loop":  # a pigtail
      return [self.dense([(t - .5 + .28 * math.sin(6.28 * t), .3 - .4 * (1 - math.cos(6.28 * t)) / 2 * r.uniform(.95, 1.05)) for t in [k / 60 for k in range(61)]])]
    strokes, count = [], r.randint(3, 6)
    for k in range(count):
      strokes += [[(x * .9 / count + (k + .5) / count - .5, y / count * 1.6) for x, y in stroke] for stroke in self.letter()]
    return strokes


def inked(picture, strokes, box, width, ink, opacity, r):
  """Multiplies the strokes into the picture and returns the box of their ink; `box` is where they go."""
  x0, y0, size_x, size_y = box
  points = [[(x0 + x * size_x, y0 + y * size_y) for x, y in stroke] for stroke in strokes]
  every = [p for stroke in points for p in stroke]
  margin = int(width * 2 + 3)
  left, top = int(min(p[0] for p in every)) - margin, int(min(p[1] for p in every)) - margin
  right, bottom = int(max(p[0] for p in every)) + margin, int(max(p[1] for p in every)) + margin
  if left < 1 or top < 1 or right >= picture.width - 1 or bottom >= picture.height - 1:
    return None
  scale = 3
  mask = Image.new("L", ((right - left) * scale, (bottom - top) * scale), 0)
  draw = ImageDraw.Draw(mask)
  for stroke in points:
    phase = r.uniform(0, 7)
    for i, ((ax, ay), (bx, by)) in enumerate(zip(stroke, stroke[1:])):
      half = width * scale / 2 * (1 + .22 * math.sin(phase + i / 9)) * (.75 if i < 3 or i > len(stroke) - 4 else 1)
      (px, py), (qx, qy) = ((ax - left) * scale, (ay - top) * scale), ((bx - left) * scale, (by - top) * scale)
      steps = max(1, int(math.hypot(qx - px, qy - py) / max(half, 1)) + 1)
      for k in range(steps):
        x, y = px + (qx - px) * k / steps, py + (qy - py) * k / steps
        draw.ellipse((x - half, y - half, x + half, y + half), fill=255)
  mask = mask.resize((right - left, bottom - top), Image.BOX)
  part = picture.crop((left, top, right, bottom))
  colour = Image.new("RGB", part.size, ink)
  laid = ImageChops.multiply(part, colour)
  picture.paste(Image.composite(laid, part, mask.point(lambda v: int(v * opacity))), (left, top))
  ink_box = mask.point(lambda v: 255 if v > 60 else 0).getbbox()
  return (left + ink_box[0], top + ink_box[1], ink_box[2] - ink_box[0], ink_box[3] - ink_box[1]) if ink_box else None


def furniture(picture, r):
  """Printed ink that is no text: frames, rules, bars, bold logos, solid shapes; no pen draws it."""
  draw = ImageDraw.Draw(picture)
  tone = r.choice(((20, 20, 20), (20, 20, 20), (60, 60, 60), r.choice(((170, 30, 40), (30, 60, 150), (20, 120, 60)))))
  for _ in range(r.randint(0, 5)):
    size = r.uniform(.03, .16) * picture.width
    x, y = r.uniform(.05, .8) * picture.width, r.uniform(.02, .95) * picture.height
    kind = r.choice(("frame", "rule", "bars", "disc", "block", "star", "ring", "seal", "smear", "emblem"))
    if kind == "frame":
      draw.rectangle((x, y, x + size * r.uniform(2, 5), y + size * r.uniform(.4, 2)), outline=tone, width=r.randint(1, 3))
    elif kind == "rule":
      draw.line((x, y, x + size * 4, y), fill=tone, width=r.randint(1, 4))
    elif kind == "bars":
      for k in range(int(size / 3)):
        if r.random() < .6:
          draw.rectangle((x + 3 * k, y, x + 3 * k + r.randint(0, 4), y + size * .5), fill=tone)
    elif kind == "disc":
      draw.ellipse((x, y, x + size, y + size), fill=tone)
    elif kind == "block":
      draw.rectangle((x, y, x + size, y + size * r.uniform(.3, 1)), fill=tone)
      draw.line((x, y + size * .3, x + size, y + size * .3), fill=(255, 255, 255), width=max(1, int(size / 12)))
    elif kind == "star":
      tips = [(x + size / 2 * (1 + q * math.sin(math.pi * k / 5)), y + size / 2 * (1 - q * math.cos(math.pi * k / 5))) for k, q in zip(range(10), (1, .42) * 5)]
      draw.polygon(tips, fill=tone)
    elif kind == "ring":
      draw.ellipse((x, y, x + size, y + size), outline=tone, width=max(3, int(size / 6)))
    elif kind == "emblem":  # white strokes on a solid shape
      if r.random() < .5:
        draw.ellipse((x, y, x + size, y + size), fill=tone)
      else:
        draw.polygon([(x + size / 2, y), (x + size, y + size / 2), (x + size / 2, y + size), (x, y + size / 2)], fill=tone)
      for stroke in Hand(r).letter():
        draw.line([(x + size / 2 + px * size * .6, y + size / 2 + py * size * .6) for px, py in stroke], fill=(255, 255, 255), width=max(2, int(size / r.uniform(7, 16))))
    elif kind == "seal":
      draw.rectangle((x, y, x + size, y + size), outline=tone, width=max(2, int(size / 14)))
      for _ in range(6):
        ax, ay = x + size * r.uniform(.15, .8), y + size * r.uniform(.15, .8)
        draw.line((ax, ay, ax + size * r.uniform(-.1, .25), ay + size * r.uniform(-.1, .25)), fill=tone, width=max(2, int(size / 12)))
    else:
      draw.line([(x + r.uniform(0, size), y + r.uniform(0, size)) for _ in range(3)], fill=(215, 212, 205), width=r.randint(2, 14))


def bordered(sheet, marks, r, degradation):
  """The sheet on a desk or on the dark lid of a scanner, its edges not quite straight."""
  left, top, right, bottom = (r.choice((0, r.randint(5, 120))) for _ in range(4))
  size = (sheet.width + left + right, sheet.height + top + bottom)
  ground = degradation.desk(size, r.randint(0, 2 ** 31)) if r.random() < .4 else Image.new("RGB", size, (r.randint(0, 150),) * 3)
  mask = Image.new("L", sheet.size, 0)
  w, h, slack = sheet.width, sheet.height, .012 * max(sheet.size)
  edge = [(x * w, r.uniform(0, slack)) for x in (0, .3, .6, 1)] + [(w - r.uniform(0, slack), y * h) for y in (.2, .5, .8)]
  edge += [(x * w, h - r.uniform(0, slack)) for x in (1, .6, .3, 0)] + [(r.uniform(0, slack), y * h) for y in (.8, .5, .2)]
  ImageDraw.Draw(mask).polygon(edge, fill=255)
  ground.paste(sheet, (left, top), mask)
  return ground, [{**m, "box": (m["box"][0] + left, m["box"][1] + top) + tuple(m["box"][2:])} for m in marks]


def page(seed):
  """A picture, the quality of its file, and its marks."""
  import pages
  from pages import degradation, layout

  drawing = pages.Receipts(seed)
  r = drawing.r
  columns = r.choice((32, 38, 42, 48))
  rows = drawing.english(columns) if r.random() < .3 else drawing.korean(columns)
  paper = layout.receipt(rows, name=r.choice(pages.FONTS), pixels=r.choice((20, 24, 26, 30, 34)), columns=columns, leading=r.uniform(1.15, 1.6))
  if r.random() < .6:
    paper = degradation.thermal(paper)
  if r.random() < .5:
    paper = degradation.faded(paper, strength=r.uniform(.35, .95), seed=r.randint(0, 2 ** 31), paper=r.randint(225, 252))
  if r.random() < .3:
    paper = degradation.creased(paper, r.randint(0, 2 ** 31))
  if r.random() < .3:  # letters higher than wide
    paper = paper.resize((paper.width, round(paper.height * r.uniform(1.4, 2.1))), Image.BICUBIC)
  side, low = r.randint(0, 160), r.randint(0, 260)
  sheet = Image.new("RGB", (paper.width + 2 * side, paper.height + low + r.randint(0, 60)), (int(numpy.median(numpy.asarray(paper))),) * 3)
  printed = paper.convert("RGB")
  if r.random() < .15:  # blue thermal paper
    tint, values = numpy.array((r.randint(20, 80), r.randint(50, 110), r.randint(120, 200))), numpy.asarray(paper.convert("L"))[:, :, None] / 255
    printed = Image.fromarray((tint * (1 - values) + numpy.asarray(printed) * values).clip(0, 255).astype(numpy.uint8))
  sheet.paste(printed, (side, r.randint(0, 40)))
  if r.random() < .6:
    furniture(sheet, r)
  marks, hand, height = [], Hand(r), max(sheet.size)
  default = r.choice(list(INKS))
  for _ in range(0 if r.random() < .12 else r.randint(6, 14)):
    shape = r.choice(SHAPES) if r.random() < .72 else "unknown"
    strokes = getattr(hand, shape)()
    size = height * math.exp(r.uniform(math.log(.018), math.log(.11)))
    aspect = r.uniform(.8, 1.25)
    if shape == "unknown":
      size *= r.choice((1, 1.5, 2.5))
    angle = r.gauss(0, .16)
    strokes = [[(x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)) for x, y in stroke] for stroke in strokes]
    name = default if r.random() < .6 else r.choice(list(INKS))
    tone = tuple(min(255, max(0, int(c + r.gauss(0, 18)))) for c in INKS[name])
    for _ in range(30):
      x, y = r.uniform(.03, .97) * sheet.width, r.uniform(.02, .98) * sheet.height
      area = [int(v) for v in (x - size * .7, y - size * .7, x + size * .7, y + size * .7)]
      if any(area[0] < b[0] + b[2] + 6 and b[0] < area[2] + 6 and area[1] < b[1] + b[3] + 6 and b[1] < area[3] + 6 for b in (m["box"] for m in marks)):
        continue
      around = numpy.asarray(sheet.convert("L").crop(area))
      is_clear = (around < numpy.median(around) - 45).mean() < .015
      if is_clear or r.random() < .06:
        break
    else:
      continue
    box = inked(sheet, strokes, (x, y, size * aspect, size / aspect), height / 2000 * r.uniform(2, 7), tone, r.uniform(.72, .97), r)
    if box:
      marks.append({"shape": shape, "box": box, "color": name})
  if r.random() < .4:
    sheet, marks = bordered(sheet, marks, r, degradation)
  picture = degradation.scanned(sheet, r.uniform(.2, .8))
  if r.random() < .3:
    picture = degradation.shaded(picture, r.uniform(.1, .4), r.uniform(-60, 60))
  picture = degradation.noisy(picture, r.uniform(.5, 6), r.randint(0, 2 ** 31))
  if r.random() < .35:
    picture = picture.convert("L")
  return picture, r.randint(60, 95), marks


def draw_pages(folder, count, seed):
  folder.mkdir(parents=True, exist_ok=True)
  for number in range(count):
    picture, quality, marks = page(f"{seed}/{number}")
    picture.save(folder / f"{number:04d}.jpg", quality=quality)
    (folder / f"{number:04d}.marks.json").write_text(json.dumps([{**m, "box": dict(zip(("x", "y", "width", "height"), m["box"]))} for m in marks]))


def overlap(a, b):
  x0, y0, x1, y1 = max(a[0], b[0]), max(a[1], b[1]), min(a[0] + a[2], b[0] + b[2]), min(a[1] + a[3], b[1] + b[3])
  shared = max(0, x1 - x0) * max(0, y1 - y0)
  return shared / (a[2] * a[3] + b[2] * b[3] - shared) if shared else 0


def labelled(marks, pieces):
  """The class of each piece of ink: that of the mark that it is, `none` where it is none, nothing where it is a part of one."""
  for piece in pieces:
    best = max(marks, key=lambda m: overlap(m["box"], piece["box"]), default=None)
    share = overlap(best["box"], piece["box"]) if best else 0
    if share >= .6:
      yield piece["features"], best["shape"]
    elif share < .15:
      yield piece["features"], "none"


def sides(box):
  return [box[k] for k in ("x", "y", "width", "height")]


def samples(pages, inspections):
  found = []
  for truth in sorted(pathlib.Path(pages).glob("*.marks.json")):
    name = truth.name.removesuffix(".marks.json") + ".jpg"
    file = pathlib.Path(inspections) / name / "inspection.json"
    if file.exists():
      marks = [{**m, "box": sides(m["box"])} for m in json.loads(truth.read_text())]
      pieces = [{**p, "box": sides(p["box"])} for p in json.loads(file.read_text()).get("ink", [])]
      found += labelled(marks, pieces)
  return found


class Network:
  """One hidden layer, fitted by Adam to the cross entropy; `none` weighs less, since there is so much of it."""

  def __init__(self, rows, hidden=28, rounds=60, seed=1, decay=3e-4):
    chance = numpy.random.RandomState(seed)
    x = numpy.array([f for f, _ in rows])
    y = numpy.array([CLASSES.index(c) for _, c in rows])
    self.means, self.spreads = x.mean(0), x.std(0) + .05
    x = (x - self.means) / self.spreads
    count = numpy.bincount(y, minlength=len(CLASSES))
    weight = numpy.minimum(1, 2.5 * numpy.median(count[:7]) / numpy.maximum(count, 1))
    weight[7] = max(weight[7], .3)
    size = x.shape[1]
    self.p = [chance.normal(0, (2 / size) ** .5, (size, hidden)), numpy.zeros(hidden), chance.normal(0, (1 / hidden) ** .5, (hidden, len(CLASSES))), numpy.zeros(len(CLASSES))]
    m, v, step = [0 * q for q in self.p], [0 * q for q in self.p], 0
    for epoch in range(rounds):
      order = chance.permutation(len(x))
      for start in range(0, len(x), 64):
        take = order[start:start + 64]
        a = x[take] + chance.normal(0, .08, (len(take), size))
        z = a @ self.p[0] + self.p[1]
        h = numpy.where(z > 0, z, .05 * z)
        q = self.softmax(h @ self.p[2] + self.p[3])
        w = weight[y[take]][:, None]
        d = q.copy()
        d[numpy.arange(len(take)), y[take]] -= 1 - .03
        d += -.03 / len(CLASSES)
        d *= w / len(take)
        back = (d @ self.p[2].T) * numpy.where(z > 0, 1, .05)
        grads = [a.T @ back + decay * self.p[0], back.sum(0), h.T @ d + decay * self.p[2], d.sum(0)]
        step += 1
        rate = 3e-3 * (1 - epoch / rounds)
        for i, g in enumerate(grads):
          m[i] = .9 * m[i] + .1 * g
          v[i] = .999 * v[i] + .001 * g * g
          self.p[i] = self.p[i] - rate * (m[i] / (1 - .9 ** step)) / ((v[i] / (1 - .999 ** step)) ** .5 + 1e-8)

  @staticmethod
  def softmax(z):
    z = numpy.exp(z - z.max(1, keepdims=True))
    return z / z.sum(1, keepdims=True)

  def shares(self, rows):
    x = (numpy.array([f for f, _ in rows]) - self.means) / self.spreads
    z = x @ self.p[0] + self.p[1]
    return self.softmax(numpy.where(z > 0, z, .05 * z) @ self.p[2] + self.p[3])

  def table(self):
    """The text that `MarkVerdict` reads."""
    def rows(weights, biases):
      return [list(w) + [b] for w, b in zip(weights.T, biases)]

    parts = [[self.means], [self.spreads], rows(self.p[0], self.p[1]), rows(self.p[2], self.p[3])]
    return "\n".join("".join(" ".join(f"{number:.3g}" for number in row) + "\n" for row in part) for part in parts)


def report(network, rows):
  q = network.shares(rows)
  y = numpy.array([CLASSES.index(c) for _, c in rows])
  best = q.argmax(1)
  for place, name in enumerate(CLASSES):
    given, true = (best == place).sum(), (y == place).sum()
    right = ((best == place) & (y == place)).sum()
    print(f"{name:9} {true:6} of them, {right / max(true, 1):6.1%} found, {right / max(given, 1):6.1%} of those named right")


def main():
  command = sys.argv[1]
  if command == "draw":
    return draw_pages(pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
  rows = samples(sys.argv[2], sys.argv[3])
  options = dict(zip(sys.argv[4::2], sys.argv[5::2]))
  network = Network(rows)
  print(f"{len(rows)} pieces of ink")
  if "--held" in options:
    report(network, samples(*options["--held"].split(",")))
  if "--table" in options:
    pathlib.Path(options["--table"]).write_text(network.table())


if __name__ == "__main__":
  main()
