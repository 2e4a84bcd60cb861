"""The tagger of receipts: a linear-chain CRF over tokens, fitted by python-crfsuite (L-BFGS with L1 and L2).

It learns from drawn receipts, whose words bear their tags, and from real ones, whose values are looked for among their
tokens (`receipttruth.py`). Of features only those are kept that drawn receipts have: no word of a real one is in the weights.
"""
import glob
import json
import os
import re
import struct
import sys

import pycrfsuite

import receipttruth

# The weight of a real receipt, as the drawn ones are many.
REAL = 10
# Penalties, steps, and how often a feature must be seen.
SETTINGS = {"c1": .3, "c2": .3, "max_iterations": 80, "feature.minfreq": 4, "feature.possible_transitions": False}
FORMAT = 1
# Names of one source that begin otherwise.
ALIASES = {}


def receipts(path):
  """The receipts of a file of tokens: for each token its place (row, line, word, start, end), text and features."""
  receipt = []
  with open(path, encoding="utf8") as f:
    for line in f:
      if line == "\n":
        if receipt:
          yield receipt
        receipt = []
        continue
      parts = line.rstrip("\n").split("\t")
      receipt.append(([int(part) for part in parts[:5]], parts[5], parts[6:]))


def drawn(pages, tokens):
  for path in sorted(glob.glob(f"{pages}/*.p0001.json")):
    with open(path, encoding="utf8") as f:
      lines = json.load(f)["lines"]
    for receipt in receipts(f"{tokens}/{os.path.basename(path)[:-5]}.tokens"):
      tags, spans = [], set()
      for (_, line, word, start, end), _, _ in receipt:
        marks = [mark for mark in lines[line]["words"][word].get("tags", []) if mark[0] < end and mark[1] > start]
        if not marks:
          tags.append("O")
          continue
        _, _, name, span = max(marks, key=lambda mark: min(mark[1], end) - max(mark[0], start))
        tags.append(f"{'I' if (name, span) in spans else 'B'}-{name}")
        spans.add((name, span))
      yield receipt, tags


def source(name):
  """Gives the source of a real receipt: the part of its name before the first `_` or digit."""
  start = re.match(r"[^_\d]*", name)[0]
  return ALIASES.get(start, start)


def truths(folder):
  for path in sorted(glob.glob(f"{folder}/*.fields.json") + glob.glob(f"{folder}/*.key.json")):
    with open(path, encoding="utf8") as f:
      truth = json.load(f)
    is_key = path.endswith(".key.json")
    if is_key:
      truth = {"merchant": truth.get("company"), "address": truth.get("address")}
    yield re.sub(r"\.(fields|key)\.json$", "", os.path.basename(path)), truth, is_key


def real(folder, tokens, kept):
  """Receipts with names that are kept, with the tags that their truth gives; of a truth of headings alone the heading."""
  for name, truth, is_key in truths(folder):
    if not kept(name):
      continue
    for path in glob.glob(f"{glob.escape(f'{tokens}/{name}')}.*.p0001.tokens"):
      for receipt in receipts(path):
        tags = receipttruth.tags([(token[0][0], token[1]) for token in receipt], truth)
        if is_key:
          rows = [token[0][0] for token, tag in zip(receipt, tags) if tag != "O"]
          places = [place for place, token in enumerate(receipt) if rows and token[0][0] <= max(rows) + 1]
          receipt, tags = [receipt[place] for place in places], [tags[place] for place in places]
        if any(tag != "O" for tag in tags):
          yield receipt, tags


def fit(path, drawings, reals):
  """Fits a CRF to pairs of receipts and tags, and gives the count of them."""
  trainer = pycrfsuite.Trainer(verbose=False, algorithm="lbfgs")
  trainer.set_params(SETTINGS)
  known, count = set(), 0
  for receipt, tags in drawings:
    features = [token[2] for token in receipt]
    known.update(*features)
    trainer.append(pycrfsuite.ItemSequence(features), tags)
    count += 1
  for receipt, tags in reals:
    features = [[code for code in token[2] if code in known] for token in receipt]
    for _ in range(REAL):
      trainer.append(pycrfsuite.ItemSequence(features), tags)
    count += 1
  trainer.train(path)
  return count


def steps(values):
  """The worth of one step of sixteen bits for values, and the steps."""
  most = max((abs(value) for value in values), default=0) or 1
  step = struct.unpack("<f", struct.pack("<f", most / 32000))[0]
  return step, [round(value / step) for value in values]


class Weights:
  """The weights of a CRF: of each pair of tags, of each feature (a hash) with a tag; three numbers for each calibrated value."""

  def __init__(self, tags, transitions, features, calibration):
    self.tags, self.transitions, self.features, self.calibration = tags, transitions, features, calibration

  @staticmethod
  def learned(model, calibration):
    tagger = pycrfsuite.Tagger()
    tagger.open(model)
    info = tagger.info()
    tags = ["O"] + sorted(tag for tag in info.labels if tag != "O")
    features = {(int(code), tag): value for (code, tag), value in info.state_features.items()}
    return Weights(tags, dict(info.transitions), features, calibration)

  @staticmethod
  def read(path):
    with open(path, "rb") as f:
      data = f.read()
    place = 5

    def take(form):
      nonlocal place
      values = struct.unpack_from("<" + form, data, place)
      place += struct.calcsize("<" + form)
      return values

    version, count = take("BH")
    if data[:5] != b"HSTAG" or version != FORMAT:
      sys.exit(f"{path}: no weights of this version")
    tags = [take(f"{take('B')[0]}s")[0].decode() for _ in range(count)]
    step, = take("f")
    pairs = [(one, other) for one in tags for other in tags]
    transitions = {pair: step * value for pair, value in zip(pairs, take(f"{len(pairs)}h"))}
    step, count = take("fI")
    features = {}
    for _ in range(count):
      code, size = take("IB")
      for _ in range(size):
        tag, value = take("Bh")
        features[code, tags[tag]] = step * value
    calibration = {take(f"{take('B')[0]}s")[0].decode(): take("3f") for _ in range(take("B")[0])}
    return Weights(tags, transitions, features, calibration)

  @staticmethod
  def mean(fits):
    """The mean of fits, which errs less than each: they differ by chance in the values that are hard."""
    def means(tables):
      return {key: sum(table.get(key, 0) for table in tables) / len(tables) for key in set().union(*tables)}
    if len({tuple(fit.tags) for fit in fits}) > 1:
      sys.exit("the fits do not have the same tags")
    known = [fit.calibration for fit in fits if fit.calibration]
    calibration = {value: [sum(numbers) / len(known) for numbers in zip(*(table[value] for table in known))]
                   for value in (known[0] if known else {})}
    return Weights(fits[0].tags, means([fit.transitions for fit in fits]), means([fit.features for fit in fits]), calibration)

  def write(self, path):
    """Writes them as `TaggerModel.swift` reads them."""
    out = b"HSTAG" + struct.pack("<BH", FORMAT, len(self.tags))
    for tag in self.tags:
      out += struct.pack("<B", len(tag.encode())) + tag.encode()
    step, values = steps([self.transitions.get((one, other), 0) for one in self.tags for other in self.tags])
    out += struct.pack("<f", step) + struct.pack(f"<{len(values)}h", *values)
    step, values = steps(list(self.features.values()))
    features = {}
    for (code, tag), value in zip(self.features, values):
      if value:
        features.setdefault(code, []).append((self.tags.index(tag), value))
    out += struct.pack("<fI", step, len(features))
    for code in sorted(features):
      out += struct.pack("<IB", code, len(features[code]))
      for tag, value in sorted(features[code]):
        out += struct.pack("<Bh", tag, value)
    out += struct.pack("<B", len(self.calibration))
    for name, numbers in sorted(self.calibration.items()):
      out += struct.pack("<B", len(name)) + name.encode() + struct.pack("<3f", *numbers)
    with open(path, "wb") as f:
      f.write(out)
    print(f"{path}: {len(features)} features, {sum(map(len, features.values()))} weights, {len(out)} bytes", file=sys.stderr)
    return path
