"""The paper of `receiptpages.py`: rows of cells, labels with values, rules; then boxes in pixels and the errors of a reader.

A Hangul syllable is two cells wide, a Latin letter one. `Paper.row` takes cells, each a place and its pieces; a piece is
a string, or a `Piece` with the tag of what it says and the field of the truth that it prints.
"""
import functools
import unicodedata
from typing import NamedTuple

SEPARATORS = {
    " : ": 5, ": ": 6, ":": 6, " ": 6, "[]": 5, "[]:": 2, "right": 9, "below": 3, ")": 3, ") ": 1, "<>": 1, "()": 1, ". ": 1, "bullet": 3,
    "column": 6, " :": 2, "]": 1, "|": 1, " - ": 1, "column:": 4
}
ALIKE = {"0": "O", "1": "l", "5": "S", "8": "B", "O": "0", "l": "1", "I": "l", "S": "5", "B": "8", "G": "6", "C": "c", "o": "0", "Z": "2"}
WESTERN = {": ": 9, ":": 7, " ": 7, "right": 8, " : ": 4, "column": 4, "column:": 3, "below": 1, ". ": 1, " - ": 1, "# ": 1}
JUNK = "ㅣ|._-~■□':;,`"


class Piece(NamedTuple):
  text: str
  tag: str | None = None
  field: str | None = None
  value: object = None
  span: int = 0


@functools.lru_cache(maxsize=None)
def cells(character):
  return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def width(piece):
  text = piece if isinstance(piece, str) else piece.text
  return sum(map(cells, text))


def pieces_of(value):
  return value if isinstance(value, list) else [value]


def cut(text, limit):
  """Gives the count of characters that fit: up to a space if there is one in the second half."""
  count = used = 0
  while count < len(text) and used + cells(text[count]) <= limit:
    used += cells(text[count])
    count += 1
  if count < len(text) and " " in text[count // 2:count + 1]:
    count = text.rindex(" ", 0, count + 1)
  return max(1, count)


class Paper:
  def __init__(self, r, columns, separators=SEPARATORS):
    self.r, self.columns = r, columns
    self.rows, self.truth, self.spans = [], {}, 0
    self.form, self.other = r.choices(list(separators), list(separators.values()), k=2)
    self.ruling = r.choice(("", "", "-", "-", "=", "*", "drawn", "drawn", "- ", "─"))
    self.tab = r.choice((10, 12, 14, 16, columns // 2))

  def chance(self, share):
    return self.r.random() < share

  def seen(self, piece):
    """A piece as it is printed: its span is numbered, its field goes to the truth."""
    if isinstance(piece, str):
      return Piece(piece)
    if piece.field:
      self.truth.setdefault(piece.field, piece.text.replace("\n", " ") if piece.value is None else piece.value)
    if piece.tag and not piece.span:
      self.spans += 1
      piece = piece._replace(span=self.spans)
    return piece

  def row(self, *parts, height=1.0):
    """Parts are (place, pieces); a place is a column, "right", "centre", or ("end", column) for what ends there."""
    characters, column = [], 0
    for place, value in parts:
      pieces = [self.seen(piece) for piece in pieces_of(value)]
      long = sum(map(width, pieces)) * height
      if place == "centre":
        at = (self.columns - long) / 2
      elif place == "right":
        at = self.columns - long
      else:
        at = place[1] - long if isinstance(place, tuple) else place
      column = max(at, column + 1 if characters else 0)
      for piece in pieces:
        for character in piece.text:
          end = column + cells(character) * height
          characters.append((character, column, end, piece.tag, piece.span))
          column = end
      characters.append((" ", column, column, None, 0))
    self.rows.append((characters, height))

  def text(self, value, place=0, height=1.0):
    """A text in as many rows as it needs."""
    for line in self.wrapped(value, max(8, self.columns / height)):
      self.row((place, line), height=height)

  def wrapped(self, value, limit, first=None):
    """A piece divided into lines that share its span; a line break in its text is always one on the paper."""
    piece, lines, room = self.seen(value), [], first or limit
    for text in piece.text.split("\n"):
      while text:
        count = cut(text, room)
        lines.append(piece._replace(text=text[:count].strip()))
        text, room = text[count:].strip(), limit
    return lines

  def rule(self, share=.6):
    if self.chance(share) and self.ruling:
      if self.ruling == "drawn":
        self.rows.append(None)
      else:
        count = self.columns // (2 if self.ruling in ("- ", "─") else 1)
        self.row((0, (self.ruling * count).strip()))

  def pair(self, label, value, form=None, height=1.0):
    """A label and its value, in the form of this paper or, at times, in another one."""
    form = form or (self.form if self.chance(.85) else self.other)
    pieces = pieces_of(value)
    long = sum(map(width, pieces)) + self.columns * any("\n" in p.text for p in pieces if isinstance(p, Piece))
    if form == "below" or form in ("right", "|") and width(label) + long + 1 > self.columns / height:
      self.row((0, label))
      place = "right" if form != "below" else self.r.choice((0, 0, 2))
      return self.lines_of(pieces, place, place)
    if form in ("right", "|"):
      return self.row((0, label), ("right", pieces), height=height)
    head = {
        "[]": f"[{label}] ", "[]:": f"[{label}]:", "<>": f"<{label}> ", "()": f"({label}) ", "bullet": f"{self.r.choice('·▶*-■◆')} {label} ",
        "column": label + " ", "column:": label + " "
    }.get(form, label + form)
    at = max(self.tab, width(head)) if form in ("column", "column:") else width(head)
    if form == "column:":
      pieces = [": "] + pieces
    self.lines_of([head + " " * (at - width(head))] + pieces, 0, self.r.choice((0, 0, at if at < self.columns // 2 else 4)))

  def lines_of(self, pieces, first=0, place=0):
    """Pieces one after the other; those that are too long go on in the next row, at a place of its own."""
    rows, used, indent = [[]], 0, place if isinstance(place, int) else 0
    for piece in pieces:
      text = piece if isinstance(piece, str) else piece.text
      free = self.columns - used
      if width(text) <= free and "\n" not in text:
        rows[-1].append(piece)
        used += width(text)
        continue
      if free < 10:
        rows.append([])
        free = self.columns - indent
      for count, part in enumerate(self.wrapped(piece, self.columns - indent, free)):
        if count:
          rows.append([])
        rows[-1].append(part)
      used = indent + sum(map(width, rows[-1]))
    for count, row in enumerate(row for row in rows if row):
      self.row((place if count else first, row))

  def pairs(self, rows, form=None):
    """Labels and values, at times two in one row."""
    two, index = self.chance(.3), 0
    while index < len(rows):
      if two and index + 1 < len(rows) and self.chance(.7):
        start, end = ("[", "] ") if self.form in ("[]", "[]:") else ("", self.r.choice((":", ": ", " ", " : ", ")")))
        left, right = ([start + rows[k][0] + end] + pieces_of(rows[k][1]) for k in (index, index + 1))
        if sum(map(width, left)) + sum(map(width, right)) + 1 <= self.columns:
          self.row((0, left), (self.r.choice(("right", self.columns // 2)), right))
          index += 2
          continue
      self.pair(*rows[index], form=form)
      index += 1

  def grid(self, rows):
    """Labels in a row and their values in the row below, as in boxed forms."""
    while rows:
      count = self.r.choice((2, 2, 3, 4))
      part, rows = rows[:count], rows[count:]
      step = max(8, self.columns // len(part))
      self.row(*((k * step, label) for k, (label, _) in enumerate(part)))
      if any(sum(map(width, pieces_of(value))) > step * 1.6 for _, value in part):
        for _, value in part:
          self.lines_of(pieces_of(value))
      else:
        self.row(*((k * step, value) for k, (_, value) in enumerate(part)))
      self.rule(.2)

  def beside(self, left, right, middle):
    """Two blocks of lines side by side."""
    for index in range(max(len(left), len(right))):
      parts = [(place, side[index]) for place, side in ((0, left), (middle, right)) if index < len(side)]
      self.row(*parts)

  def table(self, spots, rows, heads=None):
    """Rows of a table; a spot is where a column begins, or ("end", where it ends)."""
    for row in ([heads] if heads else []) + rows:
      self.row(*((spot, value) for spot, value in zip(spots, row) if value not in ("", None)))

  def page(self):
    return Reading(self.r, self.columns).page(self.rows)


class Reading:
  """Makes of the rows what a reader would: boxes in pixels, words, wrong characters."""
  def __init__(self, r, columns):
    self.r = r
    self.rate = r.choice((0, 0, 0, .003, .006, .01, .02, .03, .05, .08))
    self.merge, self.split = (r.choice((0, 0, self.rate, self.rate * 2)) for _ in range(2))
    self.drop = r.choice((0, 0, 0, .01, .03))
    self.apart = r.choice((0, 0, 0, 0, .1, .4))
    self.cell = r.uniform(7, 28)
    self.pitch = self.cell * 2 * r.uniform(1.05, 1.8)
    self.margin = self.cell * r.uniform(1, 8)
    self.columns = columns
    self.reliable = r.uniform(.93, .985) - self.rate

  def wrong(self, c):
    r, k = self.r, self.r.random()
    if "가" <= c <= "힣":
      code = ord(c) - 0xAC00
      first, vowel, last = code // 588, code // 28 % 21, code % 28
      if k < .35:
        vowel = r.randrange(21)
      elif k < .6:
        last = r.choice((0, r.randrange(28)))
      elif k < .88:
        first = r.randrange(19)
      else:
        return r.choice(("", "□", "ㅣ", chr(0xAC00 + r.randrange(11172))))
      return chr(0xAC00 + first * 588 + vowel * 28 + last)
    if c in ALIKE and k < .5:
      return ALIKE[c]
    if c.isdigit():
      return str(r.randrange(10))
    if c.isalpha():
      return r.choice((c.swapcase(), "", chr(ord("a") + r.randrange(26)), c + c))
    return r.choice((".", ",", "", ":", ";", "-", " "))

  def words(self, characters):
    """Words as lists of (character, left, right, tag, span, wrong)."""
    words, word = [], []
    for c, left, right, tag, span in characters:
      if c == " ":
        if word and self.r.random() >= self.merge or left == right:
          words.append(word)
          word = []
        continue
      wrong = self.rate and self.r.random() < self.rate
      word.append((self.wrong(c).strip() if wrong else c, left, right, tag, span, wrong))
      if self.split and self.r.random() < self.split * .4:
        words.append(word)
        word = []
    return [word for word in words if any(c[0] for c in word)]

  def box(self, left, right, top, high):
    r = self.r
    return {
        "x": round(left + r.uniform(-1, 1)), "y": round(top + r.uniform(-.06, .06) * high), "width": max(1, round(right - left)),
        "height": max(1, round(high * r.uniform(.88, 1.06)))
    }

  def word(self, word, top, high):
    text, tags = "", []
    for c, _, _, tag, span, _ in word:
      if tag and tags and tags[-1][3] == span and tags[-1][1] == len(text):
        tags[-1][1] += len(c)
      elif tag and c:
        tags.append([len(text), len(text) + len(c), tag, span])
      text += c
    noisy = any(c[5] for c in word)
    sure = self.r.uniform(.25, .93) if noisy else min(.997, self.reliable + self.r.uniform(-.04, .03))
    small = .72 if all(not c.isalnum() for c in text) else 1
    out = {
        "text": text, "box": self.box(self.margin + word[0][1] * self.cell, self.margin + word[-1][2] * self.cell, top, high * small),
        "confidence": round(sure, 4)
    }
    if tags:
      out["tags"] = tags
    return out

  def line(self, words):
    boxes = [w["box"] for w in words]
    left, top = min(b["x"] for b in boxes), min(b["y"] for b in boxes)
    right, bottom = max(b["x"] + b["width"] for b in boxes), max(b["y"] + b["height"] for b in boxes)
    return {
        "kind": "text", "block": 0, "box": {"x": left, "y": top, "width": right - left, "height": bottom - top},
        "confidence": round(sum(w["confidence"] for w in words) / len(words), 4), "words": words
    }

  def lines(self, characters, top, high):
    """The words of a row as one line; at times columns far apart are lines of their own."""
    groups, end = [], None
    for word in self.words(characters):
      if end is None or word[0][1] - end > 5 and self.r.random() < self.apart:
        groups.append([])
      groups[-1].append(self.word(word, top, high))
      end = word[-1][2]
    return [self.line(group) for group in groups]

  def noise(self, top):
    text = "".join(self.r.choices(JUNK, k=self.r.randint(1, 6)))
    left = self.r.uniform(0, self.columns) * self.cell
    return self.line(
        [{"text": text, "box": self.box(left, left + len(text) * self.cell, top, self.cell), "confidence": round(self.r.uniform(.05, .5), 4)}])

  def page(self, rows):
    r, y, lines = self.r, self.margin, []
    for row in rows:
      if row is None:
        box = self.box(self.margin, self.margin + self.columns * self.cell, y + self.pitch * .4, self.cell * .3)
        lines.append({"kind": "rule", "block": 0, "box": box, "confidence": 0, "words": []})
        y += self.pitch * .6
        continue
      characters, height = row
      if r.random() >= self.drop:
        lines += self.lines(characters, y, self.cell * 1.6 * height)
      if self.rate > .01 and r.random() < .02:
        lines.append(self.noise(y + self.pitch * .5))
      y += self.pitch * max(1, height) * (1.6 if r.random() < .04 else 1)
    right = max([line["box"]["x"] + line["box"]["width"] for line in lines], default=1)
    sure = [line["confidence"] for line in lines if line["words"]]
    return {
        "width": round(right + self.margin), "height": round(y + self.margin), "confidence": round(sum(sure) / max(1, len(sure)), 4), "lines": lines
    }
