"""Draws one line of text as ink on white, 48 pixels high, framed as line finders frame it.

Degradation (printing, paper, camera) comes afterwards, in batches, in degrade.py.
"""
import random
import re

import numpy as np
from PIL import Image, ImageDraw

HEIGHT, WIDEST = 48, 1920
HANGUL = re.compile("[ㄱ-ㆎ가-힣]")
SPLIT = re.compile(r"(.*?(?:  +|: ?|\] ?))([-₩\\0-9*,.:/ ]{3,}.{0,3})$")
POINTS = ",.:;"
OVERHANGS = "FPTVWYvwyr"  # letters that typesetters draw a following point or comma under
FULL_WIDTH = {chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)} | {"₩": "￦", "~": "～"}


def is_wide(c):
  return HANGUL.match(c) is not None or ord(c) >= 0x2460 and c not in "♪"


class Pen:
  def __init__(self, seed, fonts):
    self.r, self.fonts = random.Random(seed), fonts
    self.recent = []  # ink of recent lines, whose parts are pasted above and below others

  def chance(self, p):
    return self.r.random() < p

  # ---------------------------------------------------------------- text to ink
  def runs(self, text, name, latin, styled):
    """[(font, characters)]: another font for Latin or for a part if asked, a fallback where the font lacks a character."""
    out = []
    style, part = styled or (None, ())
    for i, c in enumerate(text):
      f = latin if latin and c.isascii() and c in self.fonts.has[latin] else style if i in part and c in self.fonts.has[style] else name
      if c not in self.fonts.has[f]:
        f = name if c in self.fonts.has[name] else self.fonts.fallback(c)
        if f is None:
          return None
      if out and out[-1][0] == f:
        out[-1][1].append(c)
      else:
        out.append((f, [c]))
    return [(f, "".join(c)) for f, c in out]

  def styled(self, text, name):
    """(font, range) of some words in another style of their family, as documents set titles and names in italics; None where there is none."""
    font = self.fonts.other_style(name)
    words = [m.span() for m in re.finditer(r"\S+", text)]
    if font is None or not words:
      return None
    first = self.r.randrange(len(words))
    last = min(len(words) - 1, first + self.r.randint(0, 5))
    return font, range(words[first][0], words[last][1] + 1)

  def ink(self, text, name, latin, px, dots, kerned=0, styled=None):
    """The text at `px` pixels an em: a grey array, 0 is ink, with half an em around; None if no font has a character."""
    r = self.r
    runs = self.runs(text, name, latin, styled)
    if runs is None:
      return None
    cells = self.chance(.4 if dots else .15) and not kerned
    tracking = 0 if self.chance(.75) else r.uniform(-.04, .04 if kerned else .3) * px
    cell = px * r.uniform(.85, 1.08)
    space = r.uniform(.25, .6) * px if self.chance(.3) else None
    left = cells and self.chance(.55)  # points at the left of their cell, with a gap after
    after = r.uniform(.08, .4) * px if not cells and self.chance(.2) else 0  # the same without cells
    width = int(sum((1.1 if is_wide(c) else .75) for c in text) * max(px, cell) * 1.1 + len(text) * (abs(tracking) + after)) + 2 * px
    image = Image.new("L", (width, int(px * 2.4)), 255)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1" if dots else "L"
    x, baseline = px * .5, int(px * 1.45)
    for file, run in runs:
      font = self.fonts.font(file, px)
      if cells:
        for c in run:
          w = cell if is_wide(c) else cell / 2
          if c != " ":
            slack = w - font.getlength(c)
            pen.text((int(x + (min(slack / 2, .06 * px) if left and c in POINTS else slack / 2)), baseline), c, font=font, fill=0, anchor="ls")
          x += w
      elif tracking or after or kerned or (space and " " in run):
        for i, c in enumerate(run):
          if c in ".," and i and run[i - 1] in OVERHANGS:
            x -= kerned * px
          if c != " ":
            pen.text((int(x), baseline), c, font=font, fill=0, anchor="ls")
          x += (space if space and c == " " else font.getlength(c)) + tracking + (after if c in POINTS else 0)
      else:
        pen.text((int(x), baseline), run, font=font, fill=0, anchor="ls")
        x += font.getlength(run)
    return np.asarray(image)[:, :max(px, min(width, int(x + px)))]

  def written(self, text, of_document):
    """(ink, em, dots): picks font and size, sometimes a second width for the figures at the end."""
    r = self.r
    hangul = HANGUL.search(text) is not None
    if of_document and self.chance(.9):
      px, name = r.randint(24, 44), self.fonts.pick(hangul, False, of_document=True)
      kerned = r.uniform(.02, .14) if self.chance(.7) else 0
      a = self.ink(text, name, None, px, False, kerned, self.styled(text, name) if self.chance(.35) else None)
      return None if a is None else (a, px, False)
    dots = self.chance(.4)
    px = r.choice([12, 14, 16, 16, 18, 20, 20, 22, 24, 24, 24, 24, 26, 28, 32]) if dots else r.randint(24, 44)
    name = self.fonts.pick(hangul, dots)
    latin = None
    if hangul and self.chance(.25):
      latin = r.choice(self.fonts.latin_printer)
    for file in (name, latin):
      if file and file.endswith(".otb"):
        px = r.choice([12, 14, 16, 18, 20, 22, 24, 28, 32])
        dots = True
    if latin and latin.endswith(".otb") or name.endswith(".otb"):
      if any(not c.isascii() for c in text):
        latin, name = None, self.fonts.pick(hangul, dots) if not name.endswith(".otb") else self.fonts.r.choice(self.fonts.korean_printer)
        if name.endswith(".otb"):
          return None
    if hangul:
      text = text.replace("\\", "₩")
    shown = text
    if self.chance(.015):
      shown = "".join(FULL_WIDTH.get(c, c) if FULL_WIDTH.get(c, c) in self.fonts.has[name] else c for c in text)
    m = SPLIT.match(shown) if self.chance(.12) else None
    if m:
      first, second = self.ink(m[1], name, latin, px, dots), self.ink(m[2], name, latin, px, dots)
      if first is None or second is None:
        return None
      second = Image.fromarray(second[:, px // 2:])
      second = second.resize((int(second.width * r.choice([.6, .8, 1.4, 2, 2])), second.height), Image.NEAREST if dots else Image.BILINEAR)
      return np.hstack([first[:, :-px // 2], np.asarray(second)]), px, dots
    a = self.ink(shown, name, latin, px, dots)
    return None if a is None else (a, px, dots)

  # ---------------------------------------------------------------- ink to framed line
  def margins(self, px, top, bottom):
    """The frame: Tesseract's row box with 4 pixels of the scan around it, or ink and a part of its height."""
    r = self.r
    ink = bottom - top
    if self.chance(.55):
      scale = px / (r.uniform(14, 26) if self.chance(.7) else r.uniform(22, 50))  # pixels of the scan to pixels here
      ascender, descender = px * 1.45 - px * r.uniform(.72, .95), px * 1.45 + px * r.uniform(.05, .28)
      a = min(top, ascender) if self.chance(.65) else top
      b = max(bottom, descender) if self.chance(.65) else bottom
      return a - r.uniform(2.5, 5.5) * scale, b + r.uniform(2.5, 5.5) * scale
    if self.chance(.8):
      return top - r.uniform(.07, .3) * max(ink, px * .5), bottom + r.uniform(.07, .3) * max(ink, px * .5)
    return top - r.uniform(0, .6) * px, bottom + r.uniform(0, .6) * px

  def cut_in(self, px, y0, y1):
    """Sometimes the frame of a skewed or crowded row includes much of the next one."""
    if self.chance(.8):
      return y0, y1
    a, b = self.r.uniform(.1, .75) * px, self.r.uniform(.1, .75) * px
    k = self.r.random()
    return y0 - (a if k < .6 else 0), y1 + (b if k > .4 else 0)

  def neighbours(self, canvas, px, top, bottom):
    """Pastes parts of other lines above and below, at the distance of a receipt's line pitch."""
    r = self.r
    fitting = [a for a, size in self.recent if .8 < size / px < 1.25]
    for above in (True, False):
      if not fitting or self.chance(.3):
        continue
      gap = int(px * (r.uniform(.02, .2) if self.chance(.4) else r.uniform(.1, .6)))
      other = r.choice(fitting)
      if self.chance(.2):  # a ruling instead
        other = np.full((max(1, px // r.randint(8, 20)), canvas.shape[1]), 0, np.uint8)
        if self.chance(.7):
          dash = r.randint(2, px)
          other = np.where(np.arange(canvas.shape[1]) % dash < dash * r.uniform(.4, .8), other, 255).astype(np.uint8)
      shift = r.randint(-2 * px, max(1, canvas.shape[1] // 2))
      x0, ox = max(0, shift), max(0, -shift)
      w = min(canvas.shape[1] - x0, other.shape[1] - ox)
      if w <= 0:
        continue
      if above:
        h = min(other.shape[0], top - gap)
        if h > 0:
          part = canvas[top - gap - h:top - gap, x0:x0 + w]
          np.minimum(part, other[other.shape[0] - h:, ox:ox + w], out=part)
      else:
        h = min(other.shape[0], canvas.shape[0] - bottom - gap)
        if h > 0:
          part = canvas[bottom + gap:bottom + gap + h, x0:x0 + w]
          np.minimum(part, other[:h, ox:ox + w], out=part)

  def scribble(self, canvas, px):
    """Pen strokes, stamps and box edges across the line, paler than the print."""
    r = self.r
    image = Image.fromarray(canvas)
    pen = ImageDraw.Draw(image)
    h, w = canvas.shape
    kind = r.random()
    if kind < .5:  # the edges of a box or of a table cell
      thick = r.randint(1, max(1, px // 12))
      for x in r.sample(range(w), min(3, w)) if self.chance(.3) else [r.randint(0, px // 4), w - 1 - r.randint(0, px // 4)]:
        if self.chance(.7):
          column = canvas[:, max(0, x - px // 6):x + px // 6 + 1]
          if column.min() > 128:
            pen.line((x, 0, x, h), fill=r.randint(0, 120), width=thick)
    else:
      shade = r.randint(110, 215)
      points = [(r.uniform(0, w), r.uniform(0, h)) for _ in range(r.randint(2, 5))]
      pen.line(points, fill=shade, width=r.randint(1, max(2, px // 10)), joint="curve")
      if self.chance(.3):
        x, y, q = r.uniform(0, w), r.uniform(0, h), r.uniform(1, 3) * px
        pen.ellipse((x - q, y - q, x + q, y + q), outline=shade, width=r.randint(1, 3))
    return np.minimum(canvas, np.asarray(image))

  def litter(self, canvas, px, left, right):
    """Specks, dashes, blots and upright edges beside the text, which are no text; `left` and `right` are its ends."""
    r = self.r
    image = Image.fromarray(canvas)
    pen = ImageDraw.Draw(image)
    h, w = canvas.shape
    for a, b in ((0, left - px // 3), (right + px // 3, w)):
      if b - a < 2 or self.chance(.25):
        continue
      for _ in range(r.choice([1, 1, 1, 2, 3])):
        x, y, shade, s = r.randint(a, b - 1), r.uniform(.25, .75) * h, r.randint(0, 170), px * r.uniform(.02, .12)
        kind = r.random()
        if kind < .4:
          pen.ellipse((x, y, x + s, y + s * r.uniform(.6, 2)), fill=shade)
        elif kind < .55:
          pen.line((x, y, min(b, x + r.uniform(.1, 2) * px), y + r.uniform(-.1, .1) * px), fill=shade, width=max(1, int(s)))
        elif kind < .8:  # an edge of the paper or of a table
          slant = r.uniform(-.15, .15) * px
          top, bottom = (0, h) if self.chance(.6) else sorted((r.uniform(0, h), r.uniform(0, h)))
          pen.line((x, top, x + slant, bottom), fill=shade, width=max(1, int(s)))
        elif kind < .9:  # the ground beside the paper
          shade = r.randint(60, 200)
          pen.rectangle((0, 0, a + (x - a) // 2, h) if a == 0 else (x, 0, w, h), fill=shade)
        else:
          points = [(x + r.uniform(-.4, .4) * px, y + r.uniform(-.5, .5) * px) for _ in range(r.randint(3, 6))]
          pen.polygon([(min(max(u, a), b), v) for u, v in points], fill=r.randint(90, 220))
    return np.minimum(canvas, np.asarray(image))

  def line(self, text, of_document=False):
    """A uint8 image of 48 rows, or None if the text cannot be drawn."""
    r = self.r
    made = self.written(text, of_document)
    if made is None:
      return None
    a, px, dots = made
    rows = np.flatnonzero(a.min(1) < 160)
    if not len(rows):
      return None
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero(a.min(0) < 160)
    left, right = int(columns[0]), int(columns[-1]) + 1
    y0, y1 = self.cut_in(px, *self.margins(px, top, bottom))
    side = lambda: int(px * (r.uniform(0, .35) if self.chance(.88) else r.uniform(.3, 2.5)))
    l, rr = side(), side()
    littered = self.chance(.16)
    if littered:
      l, rr = int(l + px * r.uniform(0, 2)), int(rr + px * r.uniform(.2, 2.5))
    pad = max(0, int(-y0) + 2, int(y1) - a.shape[0] + 2)
    canvas = np.full((a.shape[0] + 2 * pad, right - left + l + rr), 255, np.uint8)
    canvas[pad:pad + a.shape[0], l:l + right - left] = a[:, left:right]
    top, bottom, y0, y1 = top + pad, bottom + pad, int(round(y0 + pad)), int(round(y1 + pad))
    self.recent.append((a[rows[0]:rows[-1] + 1, left:right], px))
    if len(self.recent) > 150:
      self.recent.pop(r.randrange(100))
    if self.chance(.75):
      self.neighbours(canvas, px, top, bottom)
    if self.chance(.04):
      y, t = bottom + r.randint(0, max(1, px // 6)), max(1, px // r.randint(10, 24))
      canvas[y:y + t] = 0
    if self.chance(.04):
      canvas = self.scribble(canvas, px)
    if littered:
      canvas = self.litter(canvas, px, l, l + right - left)
    canvas = canvas[max(0, y0):y1]
    k = r.random()
    stretch = r.uniform(.85, 1.15) if k < .62 or of_document else r.uniform(.48, .8) if k < .82 else r.uniform(1.1, 1.6) if k < .93 else r.uniform(1.6, 2.1)
    scale = HEIGHT / canvas.shape[0]
    width = int(round(canvas.shape[1] * scale * stretch))
    if width > WIDEST:
      width = max(WIDEST, int(canvas.shape[1] * scale * .6)) if canvas.shape[1] * scale * .6 <= WIDEST else 0
    if width < 18:
      return None
    image = Image.fromarray(canvas)
    how = (Image.NEAREST if self.chance(.45) else Image.BILINEAR if self.chance(.5) else Image.BICUBIC) if dots else Image.BICUBIC if scale > 1 else Image.BOX if self.chance(.3) else Image.BILINEAR
    return np.asarray(image.resize((width, HEIGHT), how))
