"""The tagger of receipts: a linear-chain CRF over tokens, fitted by `crf.c`.

It learns from drawn receipts, whose words bear their tags, and from real ones, whose values are looked for among their
tokens (`receipttruth.py`). Of features only those are kept that drawn receipts have: no word of a real one is in the weights.
"""
import ctypes
import glob
import json
import os
import pickle
import re
import struct
import subprocess

import numpy

import receipttruth

# How much a real receipt counts, as the drawn ones are many.
REAL = 10
# How often a feature must be seen with a tag to have a weight.
LEAST = 4
# Rounds, rate, penalties (L1, L2), and the share of features that each token loses in each round: names that nobody has
# seen have no letters to go by, and their place must tell.
SETTINGS = (10, .15, .3, .3, .3)
SEED = 1
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


def library(work):
  """The trainer, compiled with the machine's own instructions."""
  path = f"{work}/crf.so"
  source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "crf.c")
  subprocess.run(["cc", "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", "-o", path, source, "-lm"], check=True)
  return path


def numbered(receipts, worth):
  """Receipts as (worth, codes of each token, tags), with their codes as numbers."""
  for receipt, tags in receipts:
    yield worth, [numpy.array(token[2], numpy.uint32) for token in receipt], tags


def fit(path, trainer, drawings, reals):
  """Fits a CRF to pairs of receipts and tags, writes it, and gives the count of receipts."""
  drawn = list(numbered(drawings, 1))
  every = drawn + list(numbered(reals, REAL))
  known = numpy.unique(numpy.concatenate([codes for _, tokens, _ in drawn for codes in tokens]))
  names = ["O"] + sorted({tag for _, _, tags in every for tag in tags} - {"O"})
  places = []
  for _, tokens, _ in every:
    for codes in tokens:
      place = numpy.minimum(numpy.searchsorted(known, codes), len(known) - 1)
      places.append(place[known[place] == codes].astype(numpy.int32))
  gold = numpy.array([names.index(tag) for _, _, tags in every for tag in tags], numpy.uint8)
  worth = numpy.array([worth for worth, _, _ in every], numpy.float32)
  lengths = [len(tokens) for _, tokens, _ in every]
  counts = numpy.array([len(place) for place in places])
  attributes = numpy.concatenate(places)
  keys, inverse = numpy.unique(attributes.astype(numpy.int64) * len(names) + numpy.repeat(gold, counts), return_inverse=True)
  seen = numpy.bincount(inverse, weights=numpy.repeat(numpy.repeat(worth, lengths), counts))
  keys = keys[seen >= LEAST]
  pair_tags = (keys % len(names)).astype(numpy.uint8)
  pairs = numpy.searchsorted(keys // len(names), numpy.arange(len(known) + 1)).astype(numpy.int64)
  starts, offsets = (numpy.concatenate([[0], numpy.cumsum(sizes)]).astype(numpy.int64) for sizes in (lengths, counts))
  weights, transitions = numpy.zeros(len(keys), numpy.float32), numpy.zeros((len(names), len(names)), numpy.float32)
  rounds, rate, l1, l2, dropout = SETTINGS
  arrays = [ctypes.c_void_p(a.ctypes.data) for a in (starts, offsets, attributes, gold, worth, pairs, pair_tags)]
  ctypes.CDLL(trainer).crf_fit(
      len(every), len(names), *arrays, ctypes.c_int64(len(keys)), ctypes.c_void_p(weights.ctypes.data),
      ctypes.c_void_p(transitions.ctypes.data), rounds, *map(ctypes.c_float, (rate, l1, l2, dropout)), ctypes.c_uint64(SEED))
  with open(path, "wb") as f:
    pickle.dump((names, known[keys // len(names)].tolist(), pair_tags.tolist(), weights.tolist(), transitions.tolist()), f)
  return len(every)


def steps(values):
  """The worth of one step of sixteen bits for values, and the steps."""
  most = max((abs(value) for value in values), default=0) or 1
  step = struct.unpack("<f", struct.pack("<f", most / 32000))[0]
  return step, [round(value / step) for value in values]


def pack(model, path, calibration):
  """Writes a CRF as `TaggerModel.swift` reads it, with three numbers for each value that is calibrated."""
  with open(model, "rb") as f:
    tags, codes, pair_tags, weights, transitions = pickle.load(f)
  out = b"HSTAG" + struct.pack("<BH", FORMAT, len(tags))
  for tag in tags:
    out += struct.pack("<B", len(tag.encode())) + tag.encode()
  step, values = steps([value for row in transitions for value in row])
  out += struct.pack("<f", step) + struct.pack(f"<{len(values)}h", *values)
  step, values = steps(weights)
  features = {}
  for code, tag, value in zip(codes, pair_tags, values):
    if value:
      features.setdefault(code, []).append((tag, value))
  out += struct.pack("<fI", step, len(features))
  for code in sorted(features):
    out += struct.pack("<IB", code, len(features[code]))
    for tag, value in sorted(features[code]):
      out += struct.pack("<Bh", tag, value)
  out += struct.pack("<B", len(calibration))
  for name, numbers in sorted(calibration.items()):
    out += struct.pack("<B", len(name)) + name.encode() + struct.pack("<3f", *numbers)
  with open(path, "wb") as f:
    f.write(out)
  return len(features), sum(map(len, features.values())), len(out)
