"""The errors of a reading against the known text."""
import collections
import functools
import re
import unicodedata

RULES = re.compile(r"[-=_─—~*.·]{4,}")
NUMBERS = re.compile(r"\d(?:[\d,.:/-]*\d)?")


class Text:
  """A page's text made ready for scoring: in NFKC, cut in lines, ruling lines and outer white space dropped.

  NFKC, because full-width digits and half-width ones mean the same on a receipt.
  """

  def __init__(self, text, fold_case=False):
    text = unicodedata.normalize("NFKC", text)
    if fold_case:
      text = text.upper()
    bare = (RULES.sub(" ", line).strip() for line in text.splitlines())
    self.lines = [line for line in bare if line]
    self.words = [word for line in self.lines for word in line.split()]
    # Every line without any white space.
    self.squeezed = ["".join(line.split()) for line in self.lines]

  @property
  def numbers(self):
    """Amounts, dates and other numbers of three digits or more, as they are written."""
    found = [number for line in self.lines for number in NUMBERS.findall(line)]
    return [number for number in found if sum(character.isdecimal() for character in number) >= 3]


def edit_distance(first, second):
  """Insertions, deletions and replacements between two sequences: Myers 1999, as Hyyrö 2003 gives it."""
  if len(first) > len(second):
    first, second = second, first
  if not first:
    return len(second)
  places = collections.defaultdict(int)
  for index, item in enumerate(first):
    places[item] |= 1 << index
  mask, last = (1 << len(first)) - 1, 1 << (len(first) - 1)
  rises, falls, distance = mask, 0, len(first)
  for item in second:
    equal = places.get(item, 0)
    straight = (((equal & rises) + rises) ^ rises) | equal | falls
    above = falls | ~(straight | rises) & mask
    below = rises & straight
    if above & last:
      distance += 1
    elif below & last:
      distance -= 1
    above = (above << 1 | 1) & mask
    rises = (below << 1 | ~(straight | above)) & mask
    falls = above & straight
  return distance


def cheapest_assignment(costs):
  """The column of each row, None for rows that are left over: the Hungarian method of Jonker and Volgenant 1987.

  Rows are added one by one along shortest augmenting paths, in O(rows² · columns).
  """
  width = len(costs[0]) if costs else 0
  if width == 0:
    return [None] * len(costs)
  answer = [None] * len(costs)
  if len(costs) > width:
    for column, row in enumerate(cheapest_assignment([list(column) for column in zip(*costs)])):
      answer[row] = column
    return answer
  # Column 0 means "none yet"; rows and columns count from 1.
  row_potential, column_potential = [0] * (len(costs) + 1), [0] * (width + 1)
  row_of, comes_from = [0] * (width + 1), [0] * (width + 1)
  for row in range(1, len(costs) + 1):
    row_of[0], column = row, 0
    slack = [float("inf")] * (width + 1)
    free, visited = list(range(1, width + 1)), [0]
    while row_of[column]:
      current = row_of[column]
      cost, potential = costs[current - 1], row_potential[current]
      for candidate in free:
        reduced = cost[candidate - 1] - potential - column_potential[candidate]
        if reduced < slack[candidate]:
          slack[candidate], comes_from[candidate] = reduced, column
      following = min(free, key=slack.__getitem__)
      step = slack[following]
      for candidate in visited:
        row_potential[row_of[candidate]] += step
        column_potential[candidate] -= step
      for candidate in free:
        slack[candidate] -= step
      column = following
      free.remove(column)
      visited.append(column)
    while column:
      row_of[column] = row_of[comes_from[column]]
      column = comes_from[column]
  for column in range(1, width + 1):
    if row_of[column]:
      answer[row_of[column] - 1] = column - 1
  return answer


@functools.lru_cache(maxsize=1 << 16)
def saving(line, other):
  """The errors of a pair of lines less those of two lines without partners."""
  return edit_distance(line, other) - len(line) - len(other)


def pairs(known, read):
  """For each line of a page the index of the line that was read for it; lines in any order."""
  return cheapest_assignment([[saving(line, other) for other in read] for line in known])


def shared(first, second):
  """The number of elements that two lists have in common."""
  return (collections.Counter(first) & collections.Counter(second)).total()


class Score(collections.Counter):
  """The errors of a page; the scores of pages add up to the score of a set."""

  @classmethod
  def of(cls, reading, truth):
    known, read = truth.squeezed, reading.squeezed
    partners = pairs(known, read) if read else []
    matched = sum(saving(line, read[partner]) for line, partner in zip(known, partners) if partner is not None)
    return cls(
      characters=sum(map(len, known)),
      # A line without a partner costs its length.
      lineErrors=sum(map(len, known)) + sum(map(len, read)) + matched,
      orderedErrors=edit_distance("".join(known), "".join(read)),
      words=len(truth.words), wordsRead=len(reading.words), wordsShared=shared(truth.words, reading.words),
      wordErrors=edit_distance(truth.words, reading.words),
      numbers=len(truth.numbers), numbersRight=shared(truth.numbers, reading.numbers))

  def rates(self):
    """Shares of 1, with the counts that tables show."""
    share = lambda part, whole: part / max(whole, 1)
    return {
      # Errors for each character of the page, lines in any order; the same in reading order.
      "lineErrorRate": share(self["lineErrors"], self["characters"]),
      "characterErrorRate": share(self["orderedErrors"], self["characters"]),
      # Wrong, missing and additional words for each word of the page, in reading order.
      "wordErrorRate": share(self["wordErrors"], self["words"]),
      # The harmonic mean of the shares of words found and words right, in any order.
      "wordF1": share(2 * self["wordsShared"], self["words"] + self["wordsRead"]),
      "numbersExact": share(self["numbersRight"], self["numbers"]) if self["numbers"] else 1,
      "numbers": self["numbers"], "numbersRight": self["numbersRight"],
      "characters": self["characters"], "lineErrors": self["lineErrors"],
    }


class Calibration:
  """The distance of stated confidences from the share of right characters, over many lines or pages.

  A sample states its confidence, the share of right characters (0 to 1), and its weight.
  """

  def __init__(self, samples, bins):
    self.samples = sorted((one for one in samples if one["weight"] > 0), key=lambda one: one["confidence"])
    self.weight = sum(one["weight"] for one in self.samples)
    self.bins = []
    seen, waiting = 0, []
    for sample in self.samples:
      waiting.append(sample)
      seen += sample["weight"]
      # Bins have equal weight, as far as samples allow.
      if seen >= self.weight * (len(self.bins) + 1) / bins - 1e-9:
        weight = sum(one["weight"] for one in waiting)
        mean = lambda name: sum(one[name] * one["weight"] for one in waiting) / weight
        self.bins.append({"confidence": mean("confidence"), "right": mean("right"), "weight": weight})
        waiting = []

  def mean(self, value, samples=None):
    samples = self.samples if samples is None else samples
    weight = sum(one["weight"] for one in samples)
    return sum(value(one) * one["weight"] for one in samples) / weight if weight else 0

  @property
  def expected_error(self):
    """The mean distance of bins from the diagonal (Naeini, Cooper and Hauskrecht 2015)."""
    return self.mean(distance, self.bins)

  def errors_in_least(self, share):
    """The share of all wrong characters that the least confident part holds."""
    wrong = sum(one["weight"] * (1 - one["right"]) for one in self.samples)
    room, found = share * self.weight, 0
    for sample in self.samples:
      part = min(sample["weight"], max(room, 0))
      room -= part
      found += part * (1 - sample["right"])
    return found / wrong if wrong else 0


def distance(sample):
  return abs(sample["confidence"] - sample["right"])
