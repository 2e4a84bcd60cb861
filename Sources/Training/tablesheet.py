"""A sheet of paper on which `tableforms.py` draws tables, and the truth of their cells.

A table is a list of rows. A row is a list of cells or texts, and spans work as in HTML: a cell takes the next free place of
its row. Lengths are pixels; `em` is the size of the text, whose capitals are some 0.7 em high.
"""
import dataclasses
import functools
import os
import re

from PIL import Image, ImageChops, ImageDraw, ImageFont

import fonts

ODD = re.compile(r"Jamo|Yetgul|Vada|Guseul|Bandal|Dinaru|JUA|HANNA")  # decorative
LATIN = re.compile(r"(LiberationSans|LiberationSerif|Arimo|Tinos|Cousine|Carlito|Roboto|RobotoCondensed|DejaVuSans)-?(Regular)?\.")


@functools.lru_cache(600)
def opened(path, number, pixels):
  return ImageFont.truetype(path, pixels, index=number or 0, layout_engine=ImageFont.Layout.BASIC)


@functools.lru_cache(None)
def draws(path, number, character):
  """Whether a font has a glyph of its own for a character."""
  font = opened(path, number, 40)
  picture = lambda c: (font.getbbox(c), bytes(font.getmask(c)))
  return character == " " or picture(character) != picture("\uffff")


class FontFiles:
  """The fonts below a folder like /usr/share/fonts, and the choice of one page: its text, its bold text, its data."""
  def __init__(self, root):
    both = fonts.found(root, fonts.WHOLE + fonts.COMMON_SYLLABLES)
    self.korean = [(path, number) for path, number, name in both if not ODD.search(name)]
    self.common = [f for f in self.korean if fonts.COMMON.search(os.path.basename(f[0])) and not re.search("Bold|Light|B\\.", f[0])]
    self.bold = [f for f in self.korean if re.search("Bold|B\\.|Black|hline|UnGraphic", f[0])]
    self.latin = [(path, number) for path, number, name in fonts.found(root, fonts.LATIN) if LATIN.match(name)]
    if not self.common or not self.bold:
      raise SystemExit(f"tableforms: no Korean fonts below {root}; install fonts-nanum or give --fonts")
    self.fallback = next((f for f in self.common if "NanumGothic." in f[0]), self.common[0])

  def choose(self, r, latin=False):
    plain = r.choice(self.latin) if latin and self.latin else r.choice(self.common if r.random() < .8 else self.korean)
    family = os.path.basename(plain[0]).split(".")[0].split("-")[0]
    same = [f for f in self.bold if os.path.basename(f[0]).startswith(family)]
    if latin and self.latin:
      path = plain[0].replace("-Regular", "-Bold")
      same = [(path, None)] if path != plain[0] and os.path.exists(path) else [plain]
    data = plain if r.random() < .6 else r.choice(self.common)
    return {"plain": plain, "bold": r.choice(same or self.bold), "data": plain if latin else data}


@dataclasses.dataclass
class Rule:
  width: int = 1
  colour: tuple = (0, 0, 0)
  kind: str = "solid"  # or dotted, dashed, double


@dataclasses.dataclass
class Cell:
  text: str = ""
  cs: int = 1
  rs: int = 1
  align: str = ""  # l, c, r, or s for characters spread over the width
  label: bool = False  # of the printed form, not of what was filled in
  bold: bool = False
  fill: tuple = None
  upright: bool = False  # one character below the other
  scale: float = 1
  indent: float = 0  # in em
  colour: tuple = None
  row: int = 0
  column: int = 0


@dataclasses.dataclass
class Style:
  inner: Rule = dataclasses.field(default_factory=Rule)
  outer: Rule = None  # like inner
  head: Rule = None  # below the heading rows; like inner
  across: bool = True  # rules between rows
  down: bool = True  # rules between columns
  is_open: bool = False  # no rules at the left and right
  frame: str = "tb"  # which of the top and bottom rules there are
  head_fill: tuple = None
  label_fill: tuple = None
  zebra: tuple = None
  row: float = 1.9  # height in em
  padding: float = .4  # in em
  slips: float = 0  # share of the cells whose text touches a rule
  rows: dict = dataclasses.field(default_factory=dict)  # rules above single rows
  columns: dict = dataclasses.field(default_factory=dict)  # rules left of single columns


def label(text, **more):
  return Cell(text, label=True, **more)


class Sheet:
  def __init__(self, r, files, em, width, form=(0, 0, 0), data=(0, 0, 0), latin=False):
    self.r, self.files, self.em, self.width, self.form, self.data = r, files, em, width, form, data
    self.chosen = files.choose(r, latin)
    self.image = Image.new("RGB", (width, int(width * 2.4) + 400), (255, 255, 255))
    self.pen = ImageDraw.Draw(self.image)
    self.margin = int(width * r.uniform(.035, .09))
    self.inside = width - 2 * self.margin
    self.y = int(width * r.uniform(.03, .1))
    self.shift = (0, 0)  # of what was filled in
    self.tables = []

  # ---------------------------------------------------------------- text
  def font(self, text, role="plain", scale=1.0):
    file = self.chosen[role]
    if not all(draws(*file, c) for c in set(text)):
      file = self.files.fallback
    return opened(*file, max(7, round(self.em * scale)))

  def wide(self, text, role="plain", scale=1.0):
    return self.font(text, role, scale).getlength(text)

  def write(self, text, x, y, role="plain", scale=1.0, anchor="l", colour=None):
    """A line of text whose capitals are centred at `y`."""
    font = self.font(text, role, scale)
    x -= {"l": 0, "m": font.getlength(text) / 2, "r": font.getlength(text)}[anchor]
    self.pen.text((round(x), round(y + self.em * scale * .36)), text, colour or self.form, font, anchor="ls")

  def title(self, text, scale=None, at=None, colour=None, gap=1.2):
    """A heading, its letters apart or not, underlined now and then."""
    scale = scale or self.r.uniform(1.5, 2.6)
    wider = self.r.choice(("", "", " ", "  ")) if len(text) < 9 else ""
    text = wider.join(text) if wider else text
    while self.wide(text, "bold", scale) > self.inside:
      scale *= .9
    at = at or self.r.choice("mmml")
    x = self.margin if at == "l" else self.width / 2
    self.y += scale * self.em * .6
    self.write(text, x, self.y, "bold", scale, at, colour)
    if self.r.random() < .2 and at == "m":
      half = self.wide(text, "bold", scale) / 2
      for below in self.r.choice(((.75,), (.75, .9))):
        self.rule((x - half, self.y + below * scale * self.em, x + half, self.y + below * scale * self.em), Rule(2, colour or self.form))
    self.y += scale * self.em * (.6 + gap * .5)

  def wrapped(self, text, width, role, scale):
    lines = []
    for paragraph in text.split("\n"):
      line = ""
      for word in re.findall(r"\S+\s*", paragraph) or [""]:
        if line and self.wide((line + word).rstrip(), role, scale) > width:
          lines.append(line.rstrip())
          line = ""
        while self.wide(word.rstrip(), role, scale) > width and len(word) > 1 and "가" <= max(word):
          cut = next(n for n in range(len(word), 0, -1) if n == 1 or self.wide(line + word[:n], role, scale) <= width)
          lines.append(line + word[:cut])
          line, word = "", word[cut:]
        line += word
      lines.append(line.rstrip())
    return lines

  def prose(self, text, scale=.9, x=None, width=None, gap=.6, role="plain"):
    """Text that is no table."""
    x, width = self.margin if x is None else x, width or self.inside
    for line in self.wrapped(text, width, role, scale):
      self.y += self.em * scale * .75
      self.write(line, x, self.y, role, scale)
      self.y += self.em * scale * .75
    self.y += gap * self.em

  # ---------------------------------------------------------------- rules
  def rule(self, ends, rule):
    """A rule, upright or level."""
    x0, y0, x1, y1 = ends
    is_level = abs(y1 - y0) <= abs(x1 - x0)
    if rule.kind == "double":
      for side in (-1, 1):
        off = side * (rule.width + 1)
        self.rule((x0, y0 + off, x1, y1 + off) if is_level else (x0 + off, y0, x1 + off, y1), Rule(max(1, rule.width - 1), rule.colour))
      return
    start, end = sorted((x0, x1) if is_level else (y0, y1))
    dash, step = {
        "solid": (end - start + rule.width, end - start + rule.width),
        "dotted": (rule.width, rule.width * 2 + 1),
        "dashed": (4 + 2 * rule.width, 7 + 3 * rule.width)
    }[rule.kind]
    middle = round(y0 if is_level else x0) - (rule.width - 1) // 2
    place = round(start) - ((rule.width - 1) // 2 if rule.kind == "solid" else 0)
    while place < end:
      box = (place, middle, place + dash - 1, middle + rule.width - 1)
      self.pen.rectangle([round(v) for v in (box if is_level else (box[1], box[0], box[3], box[2]))], fill=rule.colour)
      place += max(1, step)

  def frame(self, box, rule):
    x0, y0, x1, y1 = box
    for ends in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
      self.rule(ends, rule)

  # ---------------------------------------------------------------- tables
  def role(self, cell):
    return "bold" if cell.bold else "plain" if cell.label else "data"

  def placed(self, rows):
    """Cells with their rows and columns, and how many columns there are."""
    taken, cells = {}, []
    for i, row in enumerate(rows):
      j = 0
      for cell in row:
        cell = dataclasses.replace(cell) if isinstance(cell, Cell) else Cell(str(cell))
        while (i, j) in taken:
          j += 1
        cell.row, cell.column = i, j
        for place in ((i + a, j + b) for a in range(cell.rs) for b in range(cell.cs)):
          assert place not in taken, f"two cells at {place}"
          taken[place] = cell
        cells.append(cell)
        j += cell.cs
    columns = 1 + max(j for _, j in taken)
    assert len(taken) == len(rows) * columns, f"{len(rows) * columns - len(taken)} places without a cell"
    return cells, columns, taken

  def spread(self, cells, columns, width, least, scale, padding):
    """Widths of columns by what is in them, and the scale at which the text fits."""
    natural, needed = [0.0] * columns, [0.0] * columns
    for cell in cells:
      if cell.cs == 1:
        wide = (1.1 * self.em * scale if cell.upright else max(
            self.wide(line, self.role(cell), scale * cell.scale) for line in cell.text.split("\n"))) + 2 * padding + cell.indent * self.em
        wraps = not cell.upright and len(cell.text) > 7 and "가" <= max(cell.text)
        natural[cell.column] = max(natural[cell.column], wide)
        needed[cell.column] = max(needed[cell.column], min(wide, 5 * self.em * scale + 2 * padding) if wraps else wide)
    for j in range(columns):
      low = (least[j] if least and j < len(least) else .9) * self.em * scale
      natural[j], needed[j] = max(natural[j], low), max(needed[j], low)
    if sum(needed) > width:
      return [n * width / sum(needed) for n in needed], scale * width / sum(needed)
    room = width - sum(needed)
    wished = [n - m for n, m in zip(natural, needed)]
    share = min(1, room / sum(wished)) if sum(wished) else 0
    found = [m + share * w for m, w in zip(needed, wished)]
    rest = [self.r.uniform(.4, 1.6) * n for n in natural]
    over = width - sum(found)
    return [f + over * w / sum(rest) for f, w in zip(found, rest)], scale

  def apart(self, edges, above):
    """Moves an edge if the columns could be those of the table above, because both would then be one table."""
    inner, others = edges[1:-1], above[1:-1]
    near = lambda some, all_: all(any(abs(a - b) < .35 * self.em for b in all_) for a in some)
    if not (near(inner, others) or near(others, inner)):
      return edges
    if not inner:
      return edges
    j = max(range(len(edges) - 1), key=lambda k: edges[k + 1] - edges[k])
    k = j + 1 if j + 1 < len(edges) - 1 else j
    edges[k] += (-1 if k == j + 1 else 1) * min(self.r.uniform(.6, 1.3) * self.em, .3 * (edges[j + 1] - edges[j]))
    return edges

  def table(self, rows, style, x=None, y=None, width=None, least=None, heads=1, aligns="", scale=1.0, above=None, wraps=True, height=None):
    """Draws a table and keeps its truth; its edges are left in `edges`, and `y` below it."""
    x, y, width = self.margin if x is None else x, self.y if y is None else y, self.inside if width is None else width
    em = self.em
    cells, columns, taken = self.placed(rows)
    padding = style.padding * em
    for cell in cells:
      if not cell.align:
        cell.align = "c" if cell.row < heads or cell.label else aligns[cell.column] if cell.column < len(aligns) else "c"
    widths, scale = self.spread(cells, columns, width, least, scale, padding)
    edges = [x + sum(widths[:j]) for j in range(columns + 1)]
    edges = [round(e) for e in (self.apart(edges, above) if above else edges)]
    padding = min(padding, .4 * em * scale)
    heights, lines, scales = [style.row * em * scale] * len(rows), {}, {}
    for cell in sorted(cells, key=lambda c: c.rs):
      wide = edges[cell.column + cell.cs] - edges[cell.column] - 2 * padding - cell.indent * em
      role, size = self.role(cell), scale * cell.scale
      if cell.upright:
        lines[id(cell)] = list(cell.text.replace(" ", ""))
        size = min(size, wide * 1.15 / em)
        need = len(lines[id(cell)]) * 1.12 * em * size + .3 * em
      else:
        while size > .5 * scale:
          lines[id(cell)] = self.wrapped(cell.text, wide, role, size) if wraps else cell.text.split("\n")
          if len(lines[id(cell)]) <= max(3, cell.text.count("\n") + 1) and max(self.wide(t, role, size) for t in lines[id(cell)]) <= wide + 1:
            break
          size *= .94
        need = len(lines[id(cell)]) * 1.25 * em * size + .3 * em
      scales[id(cell)] = size
      have = sum(heights[cell.row:cell.row + cell.rs])
      if need > have:
        for i in range(cell.row, cell.row + cell.rs):
          heights[i] += (need - have) / cell.rs
    if height and height > sum(heights):
      heights = [h * height / sum(heights) for h in heights]
    tops = [round(y + sum(heights[:i])) for i in range(len(rows) + 1)]
    truth = []
    for cell in cells:
      box = [edges[cell.column], tops[cell.row], edges[cell.column + cell.cs], tops[cell.row + cell.rs]]
      fill = cell.fill or (style.head_fill if cell.row < heads else None) or (style.label_fill if cell.label else None)
      fill = fill or (style.zebra if cell.row >= heads and (cell.row - heads) % 2 else None)
      if fill:
        covered = 0 if cell.row or "t" in style.frame or not above else 1 + (style.outer or style.inner).width  # the rule of the table above stays
        self.pen.rectangle((box[0], box[1] + covered, *box[2:]), fill=fill)
      truth.append({"r": cell.row, "c": cell.column, "rs": cell.rs, "cs": cell.cs, "text": cell.text.replace("\n", " "), "box": box})
    self.rules(style, edges, tops, taken, heads)
    for cell, true in zip(cells, truth):
      self.fill(cell, true["box"], lines[id(cell)], scales[id(cell)], padding, style)
    self.tables.append({"box": [edges[0], tops[0], edges[-1], tops[-1]], "cells": truth})
    self.edges, self.tops, self.y = edges, tops, tops[-1]
    return edges

  def rules(self, style, edges, tops, taken, heads):
    outer, rows, columns = style.outer or style.inner, len(tops) - 1, len(edges) - 1
    for i in range(rows + 1):
      if i in (0, rows):
        rule = outer if "tb"[i > 0] in style.frame else None
      else:
        rule = style.inner if style.across else None
        rule = (style.head or rule) if i == heads else rule
      rule = style.rows.get(i, rule)
      self.runs(rule, [taken.get((i - 1, j)) is not taken.get((i, j)) for j in range(columns)], edges, tops[i], True)
    for j in range(columns + 1):
      rule = (None if style.is_open else outer) if j in (0, columns) else style.inner if style.down else None
      rule = style.columns.get(j, rule)
      self.runs(rule, [taken.get((i, j - 1)) is not taken.get((i, j)) for i in range(rows)], tops, edges[j], False)

  def runs(self, rule, drawn, places, at, is_level):
    start = None
    for k, is_drawn in enumerate(drawn + [False]):
      if is_drawn and start is None:
        start = places[k]
      if not is_drawn and start is not None and rule:
        self.rule((start, at, places[k], at) if is_level else (at, start, at, places[k]), rule)
      start = start if is_drawn else None

  def fill(self, cell, box, lines, size, padding, style):
    """The text of a cell."""
    x0, y0, x1, y1 = box
    role, colour, step = self.role(cell), cell.colour or (self.form if cell.label else self.data), 1.25 * self.em * size
    dx, dy = (0, 0) if cell.label else self.shift
    if cell.text and self.r.random() < style.slips:
      dy += self.r.choice((-1, 1)) * max(0, (y1 - y0 - len(lines) * step) / 2 + self.r.uniform(0, .25) * self.em * size)
    if cell.upright:
      step = min((y1 - y0) / (len(lines) + .3), self.em * size * self.r.choice((1.15, 1.15, 1.6, 2.2)))
    y = (y0 + y1) / 2 - (len(lines) - 1) / 2 * step + dy
    for line in lines:
      wide = self.wide(line, role, size)
      if cell.upright or cell.align == "c":
        self.write(line, (x0 + x1) / 2 + dx, y, role, size, "m", colour)
      elif cell.align == "s" and len(line) > 1 and wide < x1 - x0 - 2 * padding:
        for k, c in enumerate(line):
          half = self.wide(c, role, size) / 2
          self.write(c, x0 + padding + half + k * (x1 - x0 - 2 * padding - 2 * half) / (len(line) - 1), y, role, size, "m", colour)
      else:
        is_right = cell.align == "r"
        self.write(line, (x1 - padding if is_right else x0 + padding + cell.indent * self.em) + dx, y, role, size, "r" if is_right else "l", colour)
      y += step

  # ---------------------------------------------------------------- seals, and the finished picture
  def seal(self, x, y, text, radius=None):
    """A red seal that lets the text below show."""
    r, radius = self.r, int(radius or self.em * self.r.uniform(1.2, 2.2))
    over = Image.new("RGB", (2 * radius + 6,) * 2, (255, 255, 255))
    pen, colour = ImageDraw.Draw(over), (r.randint(195, 235), r.randint(30, 80), r.randint(30, 90))
    box = (3, 3, 2 * radius + 2, 2 * radius + 2)
    (pen.ellipse if r.random() < .6 else pen.rectangle)(box, outline=colour, width=max(2, radius // 9))
    characters = (text + "인")[:4] if len(text) > 1 else text + "인"
    size = int(radius * .72)
    for k, c in enumerate(characters):
      at = (radius + 3 + (.45 if k % 2 else -.45) * radius * .95, radius + 3 + (.45 if k > 1 else -.45 if len(characters) > 2 else 0) * radius)
      pen.text(at, c, colour, opened(*self.files.fallback, size), anchor="mm")
    over = over.rotate(r.uniform(-12, 12), Image.BICUBIC, fillcolor=(255, 255, 255))
    at = int(x - radius), int(y - radius)
    under = self.image.crop((*at, at[0] + over.width, at[1] + over.height))
    self.image.paste(ImageChops.multiply(under, over), at)

  def finished(self):
    """The picture, as long as a sheet of A4 or what is on it, and the tables."""
    bottom = int(self.y + self.width * self.r.uniform(.04, .1))
    ratio = self.r.choice((1.414, 1.414, 1.414, 1.294, 0))
    long = max(bottom, int(self.width * ratio)) if bottom > .7 * self.width or self.r.random() < .5 else bottom
    return self.image.crop((0, 0, self.width, min(long, self.image.height))), self.tables
