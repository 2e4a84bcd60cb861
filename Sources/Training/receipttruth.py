"""Finds the values of a receipt's truth among its tokens: real receipts have values, and the tagger learns from tags.

A value is looked for as it is printed: digits exactly, names and addresses by letters that are nearly the same. A value
that is found nowhere leaves its tokens untagged.
"""
import difflib
import re
import unicodedata

# The values of the truth, in the order in which they take their tokens.
DIGITS = {"business_number": "businessNumber", "phone": "phone", "approval_number": "approvalNumber", "card_number": "cardNumber"}
# Least likeness and most rows of what is compared by its letters.
NAMES = {"address": ("address", .75, 4), "merchant": ("merchant", .8, 2), "representative": ("representative", .66, 1), "card_name": ("cardName", .8, 1)}
NUMBERS = (("amount", "itemAmount"), ("unit_price", "itemPrice"), ("quantity", "itemQuantity"))


def plain(text):
  return "".join(c for c in unicodedata.normalize("NFKC", str(text)).casefold() if c.isalnum())


def likeness(one, other):
  return 1 if one == other else difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def masked(text):
  return re.sub(r"[^\d*]", "", str(text).lower().replace("x", "*").replace("#", "*"))


class Tags:
  """The tags of a receipt's tokens, each (row, text) with the row's number."""

  def __init__(self, tokens):
    self.tokens, self.tags = tokens, ["O"] * len(tokens)
    self.letters = [plain(text) for _, text in tokens]

  def is_free(self, start, end):
    return all(tag == "O" for tag in self.tags[start:end])

  def put(self, start, end, name):
    self.tags[start:end] = [f"B-{name}"] + [f"I-{name}"] * (end - start - 1)

  def digits(self, value, name):
    wanted = masked(value)
    start = 0
    while wanted and start < len(self.tokens):
      end, got = start, ""
      while end < len(self.tokens) and self.tokens[end][0] == self.tokens[start][0] and len(got) < len(wanted):
        got += masked(self.tokens[end][1])
        end += 1
      if got == wanted and masked(self.tokens[start][1]) and self.is_free(start, end):
        self.put(start, end, name)
        start = end
      else:
        start += 1

  def name(self, value, name, least, rows):
    """Tags the stretches that are most like a value, all of them where several are."""
    wanted = plain(value)
    found = []
    for start in range(len(self.tokens) if wanted else 0):
      got = ""
      for end in range(start + 1, min(len(self.tokens), start + 60) + 1 if self.letters[start] else 0):
        if self.tokens[end - 1][0] - self.tokens[start][0] >= rows or len(got) > 1.4 * len(wanted) + 2:
          break
        got += self.letters[end - 1]
        if self.letters[end - 1] and abs(len(got) - len(wanted)) <= .3 * len(wanted) + 1:
          alike = likeness(got, wanted)
          if alike >= least:
            found.append((-alike, end - start, start, end))
    best = None
    for alike, _, start, end in sorted(found):
      if best is not None and -alike < best - .05:
        break
      if self.is_free(start, end):
        self.put(start, self.with_bracket(start, end), name)
        best = best or -alike

  def with_bracket(self, start, end):
    """The end of a stretch whose bracket closes right behind it."""
    text = "".join(text for _, text in self.tokens[start:end])
    row = self.tokens[end - 1][0]
    opens = text.count("(") > text.count(")") and end < len(self.tokens) and self.tokens[end] == (row, ")")
    return end + 1 if opens and self.is_free(end, end + 1) else end

  def item(self, item, near):
    """Tags an item's name, as near to a row as may be, and its numbers in that row or the next two; gives the row."""
    wanted, best = plain(item.get("name", "")), None
    for start in range(len(self.tokens) if wanted else 0):
      got, row = "", self.tokens[start][0]
      for end in range(start + 1, len(self.tokens) + 1):
        if self.tokens[end - 1][0] - row > 1 or len(got) > 1.5 * len(wanted) + 2 or not self.letters[start]:
          break
        got += self.letters[end - 1]
        if self.letters[end - 1] and self.is_free(start, end):
          alike = likeness(got, wanted) - .003 * abs(row - near) - .05 * (self.tokens[end - 1][0] - row)
          if alike > .7 and (best is None or alike > best[0]):
            best = (alike, start, end, row)
    if not best:
      return near
    _, start, end, row = best
    end = self.with_bracket(start, end)
    self.put(start, end, "itemName")
    for key, name in NUMBERS:
      self.number(item.get(key), name, start, end, self.tokens[end - 1][0])
    return row

  def number(self, value, name, start, end, row):
    if value in (None, ""):
      return
    wanted = f"{abs(float(value)):.3f}".rstrip("0").rstrip(".")
    cents = f"{abs(float(value)):.2f}"

    def is_it(place):
      text = self.tokens[place][1]
      digits = re.sub(r"\D", "", text).lstrip("0") or "0"
      forms = {re.sub(r"\D", "", form).lstrip("0") or "0" for form in (wanted, cents if "." in text or "," in text else wanted)}
      return self.tags[place] == "O" and re.search(r"\d", text) and digits in forms

    places = range(len(self.tokens))
    same = [p for p in places if self.tokens[p][0] == row and p >= end and is_it(p)]
    before = [p for p in places if self.tokens[p][0] == row and p < start and is_it(p)] if name == "itemQuantity" else []
    below = [p for p in places if row < self.tokens[p][0] <= row + 2 and is_it(p)]
    fitting = same or before or below
    if fitting:
      self.tags[fitting[-1] if name == "itemAmount" else fitting[0]] = f"B-{name}"


def tags(tokens, truth):
  """The tags of tokens, each (row, text), by a truth in the form of `NAME.fields.json`."""
  marks = Tags(tokens)
  for key, name in DIGITS.items():
    if key in truth:
      marks.digits(truth[key], name)
  for key, (name, least, rows) in NAMES.items():
    if truth.get(key):
      marks.name(truth[key], name, least, rows)
  near = 0
  for item in truth.get("items", []):
    near = marks.item(item, near)
  return marks.tags
