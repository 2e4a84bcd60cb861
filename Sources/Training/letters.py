"""Fits the model of characters by which readings are corrected: letters.py LISTS MODEL.traineddata OUT [--lines 900000].

It is an n-gram model with modified Kneser-Ney smoothing (Chen and Goodman 1999), fitted on lines of text.py, with the
words, names and sentences of LISTS once each. All digits are one character to it, so that it prefers no digit.

The file is little-endian, each array padded to 4 bytes: "HSLETTR1"; the order, the number of ids, of characters, of the
network's codes and its blank code, all of 32 bits; for each order the number of n-grams. Then come the characters by code
point (32 bits), their three codes (16 bits, 65535 for none) and their ids (16 bits: 0 the end of a line on either side,
1 any rare character). Then for each order: the last ids of the n-grams (16 bits, not for order 1), sorted below each
parent; logarithms of their probabilities and of their backoff weights (8 bits, negative, 32 to a decade); the place of each
n-gram's first child, and one more (32 bits). The last order has neither backoff weights nor children.
"""
import argparse
import random

import numpy as np

import codec
import text
import traineddata
import words

BLANK = 210
END, RARE, FIRST = 0, 1, 2
NO_CODE = 65535
# Characters that are rarer share an id; n-grams of each length that are rarer are left out.
LEAST_SEEN, LEAST_GRAMS = 3, (1, 2, 3, 4)
EVERY_WORD = 20000


def lines(lists, count, seed):
  """Drawn lines, then what the lists hold once each, so that no word is missing by chance."""
  writer, pick = text.Writer(seed, lists, 4), random.Random(seed)
  for _ in range(count):
    yield " ".join(writer.line().split())
  for name in "ko_words ko_sentences en_sentences ko_names ko_companies ko_addresses en_companies".split():
    yield from text.read_list(lists, name + ".txt")
  for word in text.read_list(lists, "en_words.txt")[:EVERY_WORD]:
    yield pick.choice([word, word.upper(), word.capitalize()])
  for _ in range(8):
    yield from words.words()


def encoded(found):
  """The ids of all lines with END around each, and the characters that have an id of their own from FIRST on."""
  points = np.frombuffer(("\n" + "\n".join(found) + "\n").encode("utf-32-le"), np.uint32).copy()
  points[(points > ord("0")) & (points <= ord("9"))] = ord("0")
  seen = np.bincount(points)
  seen[ord("\n")] = 0
  kept = np.nonzero(seen >= LEAST_SEEN)[0]
  ids = np.full(len(seen), RARE, np.int64)
  ids[kept], ids[ord("\n")] = np.arange(len(kept)) + FIRST, END
  return ids[points], kept


class Grams:
  """All n-grams of one order: their parents and suffixes in the order below, their last ids, how often each is seen."""

  def __init__(self, ids, size, below):
    self.is_first = below is None
    if below is None:
      self.at, self.parent = ids, np.zeros(size, np.int64)
      self.last, self.suffix, self.opens = np.arange(size), np.zeros(size, np.int64), np.arange(size) == END
      self.count = np.bincount(ids, minlength=size).astype(np.float64)
      return
    # An END only opens an n-gram or closes it: what goes on behind one is another line.
    known = np.zeros(len(ids), bool)
    known[1:] = (below.at[:-1] >= 0) & ((ids[:-1] != END) | below.is_first)
    places = np.nonzero(known)[0]
    unique, first, inverse, count = np.unique(
        below.at[places - 1] * size + ids[places], return_index=True, return_inverse=True, return_counts=True)
    self.at = np.full(len(ids), -1, np.int64)
    self.at[places] = inverse
    self.parent, self.last, self.count = unique // size, unique % size, count.astype(np.float64)
    self.suffix = below.at[places[first]]
    self.opens = below.opens[self.parent]


def smoothed(orders, size):
  """For each order: which n-grams are kept, their probabilities and the weights of what their children leave."""
  result = []
  for k, grams in enumerate(orders):
    count = grams.count.copy()
    if k + 1 < len(orders):
      # The number of different characters before it; none can be before a line's beginning.
      before = np.bincount(orders[k + 1].suffix, minlength=len(count))
      count = np.where(grams.opens, count, before)
    if k == 0:
      count[END] = grams.count[END]
    n = [max((count == i).sum(), 1) for i in (1, 2, 3, 4)]
    share = n[0] / (n[0] + 2 * n[1])
    discounts = [0] + [np.clip(i + 1 - (i + 2) * share * n[i + 1] / n[i], .05, i + .95) for i in range(3)]
    kept = grams.count >= LEAST_GRAMS[k]
    groups = len(orders[k - 1].count) if k else 1
    sums = np.maximum(np.bincount(grams.parent, count, groups), 1)
    taken = np.maximum(count - np.take(discounts, np.minimum(count, 3).astype(int)), 0)
    own = np.where(kept, taken / sums[grams.parent], 0)
    left = 1 - np.bincount(grams.parent, own, groups)
    lower = result[-1][1][grams.suffix] if k else np.full(size, 1 / size)
    if k:
      result[-1][2] = left
    result.append([kept, own + left[grams.parent] * lower, None])
  return result


def packed(orders, smooth):
  """The arrays of each order, n-grams that are left out removed."""
  def logarithms(values):
    return np.clip(np.round(-32 * np.log10(np.maximum(values, 1e-9))), 0, 255).astype(np.uint8)

  arrays, place, counts = [], None, []
  for k, (grams, (kept, probability, left)) in enumerate(zip(orders, smooth)):
    chosen = np.nonzero(kept)[0] if k else np.arange(len(grams.count))
    if k:
      parents = place[grams.parent[chosen]]
      order = np.lexsort((grams.last[chosen], parents))
      chosen, parents = chosen[order], parents[order]
      arrays.append(np.searchsorted(parents, np.arange(counts[-1] + 1)).astype(np.uint32))
      arrays.append(grams.last[chosen].astype(np.uint16))
    place = np.full(len(grams.count), -1, np.int64)
    place[chosen] = np.arange(len(chosen))
    counts.append(len(chosen))
    arrays.append(logarithms(probability[chosen]))
    if left is not None:
      arrays.append(logarithms(left[chosen]))
  return counts, arrays


def main():
  p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  p.add_argument("lists")
  p.add_argument("model")
  p.add_argument("out")
  p.add_argument("--lines", type=int, default=900_000)
  p.add_argument("--seed", type=int, default=1)
  o = p.parse_args()
  ids, characters = encoded([line for line in lines(o.lists, o.lines, o.seed) if line])
  size = len(characters) + FIRST
  orders = [Grams(ids, size, None)]
  while len(orders) < len(LEAST_GRAMS):
    orders.append(Grams(ids, size, orders[-1]))
  counts, arrays = packed(orders, smoothed(orders, size))

  with open(o.model, "rb") as f:
    parts = traineddata.parse(f.read())
  coder = codec.Codec(parts[traineddata.UNICHARSET], parts[traineddata.RECODER], codec.CODES, BLANK)
  own = {chr(c): n + FIRST for n, c in enumerate(characters)}
  known = sorted(coder.of)
  header = np.array([len(orders), size, len(known), coder.size, BLANK, *counts], np.uint32)
  codes = [(tuple(coder.of[c]) + 3 * (NO_CODE,))[:3] for c in known]
  table = [np.array([ord(c) for c in known], np.uint32), np.array(codes, np.uint16),
           np.array([own.get("0" if c in "123456789" else c, RARE) for c in known], np.uint16)]
  with open(o.out, "wb") as f:
    f.write(b"HSLETTR1")
    for array in [header, *table, *arrays]:
      data = array.astype(array.dtype.newbyteorder("<")).tobytes()
      f.write(data + bytes(-len(data) % 4))
    print(f"{o.out}: {f.tell()} bytes, {len(characters)} characters, n-grams {counts}")


if __name__ == "__main__":
  main()
