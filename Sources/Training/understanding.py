"""Fits what receipts are understood by: the weights of the tagger and their calibration (`make understanding`).

usage: understanding.py WORK WEIGHTS [--bench PROGRAM] [--count N] [--real TRUTH,PAGES ...]
                        [--mean WEIGHTS] [--alias NAME=SOURCE ...]

Draws N receipts and a quarter more that are held back, describes their tokens by `hanscan-bench tokens`, fits the tagger,
calibrates its probabilities on what was held back, and writes WEIGHTS. TRUTH is a folder with NAME.fields.json (or SROIE's
NAME.key.json) and PAGES what `hanscan run --format json` left for their pictures. With real receipts the calibration comes
from cross-validation by source: each receipt is judged by weights that saw none of its source, the part of its name
before the first `_` or digit (`--alias` names one source twice), and WEIGHTS is the mean of the fit to all receipts and
those of the folds. With `--mean` the weights of an earlier fit count as much as all of these together. Prints for each
value how many of the receipts that were left out have it right.
"""
import argparse
import collections
import concurrent.futures
import difflib
import glob
import json
import math
import os
import re
import subprocess
import sys

import numpy

import receiptpages
import receipttruth
import tagger

FOLDS = 4
KEYS = {
  "merchant": "merchant", "representative": "representative", "address": "address", "phone": "phone",
  "businessNumber": "business_number", "cardName": "card_name", "cardNumber": "card_number", "approvalNumber": "approval_number",
}


def is_right(value, text, truth):
  if KEYS[value] not in truth:
    return False
  wanted = truth[KEYS[value]]
  if value in ("phone", "businessNumber", "approvalNumber", "cardNumber"):
    return receipttruth.masked(text) == receipttruth.masked(wanted)
  one, other = receipttruth.plain(wanted), receipttruth.plain(text)
  return one == other or difflib.SequenceMatcher(None, one, other, autojunk=False).ratio() >= .9


class Fit:
  def __init__(self, arguments):
    self.work, self.bench, self.count, self.earlier = arguments.work, arguments.bench, arguments.count, arguments.mean
    self.real = [folders.split(",") for folders in arguments.real]
    os.makedirs(self.work, exist_ok=True)

  def described(self, pages, name, weights=None):
    """The folder of tokens of pages, or of candidates where weights are given."""
    out = f"{self.work}/{name}"
    command = ["candidates", pages, out, "--tagger", weights] if weights else ["tokens", pages, out]
    subprocess.run([self.bench] + command, check=True, stdout=subprocess.DEVNULL)
    return out

  def drawn(self, name, count, first):
    pages = f"{self.work}/{name}"
    receiptpages.write(pages, count, first)
    return pages, self.described(pages, f"{name}-tokens")

  def fitted(self, name, without):
    """Fits to all drawn receipts and to the real ones of other sources, in a process of its own."""
    path = f"{self.work}/{name}.crf"
    reals = (
      pair for (truth, _), folder in zip(self.real, self.tokens)
      for pair in tagger.real(truth, folder, lambda receipt: tagger.source(receipt) not in without))
    count = tagger.fit(path, tagger.drawn(*self.drawings), reals)
    print(f"{name}: {count} receipts", file=sys.stderr, flush=True)
    return path

  def written(self, model):
    return tagger.Weights.learned(model, {}).write(model.replace(".crf", ".weights"))

  def judged(self, truth, folder, kept):
    """For each candidate of the receipts that are kept: source, value, probability, reading, whether it is right."""
    for name, values, is_key in tagger.truths(truth):
      if not kept(name):
        continue
      known = {value for value in KEYS if not is_key or KEYS[value] in values}
      for path in glob.glob(f"{glob.escape(f'{folder}/{name}')}.*candidates"):
        with open(path, encoding="utf8") as f:
          found = [line.split("\t") for line in f.read().split("\n\n")[0].splitlines() if line]
        found = [line for line in found if line[0] in known]
        for value, probability, reading, text in found:
          yield tagger.source(name), value, float(probability), float(reading), is_right(value, text, values)
        for value in known - {line[0] for line in found}:
          if KEYS[value] in values:
            yield tagger.source(name), value, 0, 1, False

  def folds(self):
    """The sources in as many groups, the largest ones first, each to the group that has fewest receipts."""
    sources = collections.Counter(tagger.source(name) for truth, _ in self.real for name, _, _ in tagger.truths(truth))
    folds = [[] for _ in range(FOLDS)] if sources else []
    for source, _ in sources.most_common():
      min(folds, key=lambda fold: sum(sources[other] for other in fold)).append(source)
    return folds

  def run(self, target):
    self.drawings = self.drawn("drawn", self.count, 1_000_000)
    self.tokens = [self.described(pages, f"real{place}") for place, (_, pages) in enumerate(self.real)]
    folds = self.folds()
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
      everything = pool.submit(self.fitted, "all", [])
      models = list(pool.map(self.fitted, [f"fold{place}" for place in range(len(folds))], folds))
      everything = everything.result()
    judged = []
    for place, (model, fold) in enumerate(zip(models, folds)):
      weights = self.written(model)
      for number, (truth, pages) in enumerate(self.real):
        found = self.described(pages, f"fold{place}-real{number}", weights)
        judged += self.judged(truth, found, lambda name: tagger.source(name) in fold)
    if not folds:
      pages, _ = self.drawn("held", self.count // 4, 2_000_000)
      found = self.described(pages, "held-candidates", self.written(everything))
      judged += self.judged(pages, found, lambda name: True)
    report(judged)
    fits = [tagger.Weights.learned(model, {}) for model in models]
    mean = tagger.Weights.mean([tagger.Weights.learned(everything, calibrated(judged))] + fits)
    if self.earlier:
      mean = tagger.Weights.mean([mean, tagger.Weights.read(self.earlier)])
    os.replace(mean.write(f"{self.work}/mean.weights"), target)


def calibrated(judged):
  """For each value a constant, a weight of the log-odds and one of the logarithm of the reading, by logistic regression.

  The two weights are shared by all values; there are too few receipts for more.
  """
  values = sorted(KEYS)
  rows, right = [], []
  for _, value, probability, reading, is_good in judged:
    if probability:
      probability = min(max(probability, .005), .995)
      rows.append([float(value == other) for other in values] + [math.log(probability / (1 - probability)), math.log(min(max(reading, .01), 1))])
      right.append(is_good)
  x, y = numpy.array(rows), numpy.array(right, float)
  weights = numpy.zeros(x.shape[1])
  for _ in range(50):
    p = 1 / (1 + numpy.exp(-x @ weights))
    gradient = x.T @ (y - p) - .5 * weights
    curve = (x * (p * (1 - p))[:, None]).T @ x + .5 * numpy.eye(len(weights))
    weights += numpy.linalg.solve(curve, gradient)
  return {value: (weights[place], weights[-2], weights[-1]) for place, value in enumerate(values)}


def report(judged):
  sources = sorted({source for source, *_ in judged})
  print("value".ljust(16) + "".join((source or "drawn").rjust(11) for source in sources))
  for value in KEYS:
    cells = []
    for source in sources:
      found = [is_good for other, name, _, _, is_good in judged if other == source and name == value]
      cells.append(f"{sum(found)}/{len(found)}".rjust(11))
    print(value.ljust(16) + "".join(cells))


def main():
  parser = argparse.ArgumentParser(usage=__doc__)
  parser.add_argument("work")
  parser.add_argument("weights")
  parser.add_argument("--bench", default=".build/release/hanscan-bench")
  parser.add_argument("--count", type=int, default=2000)
  parser.add_argument("--real", action="append", default=[])
  parser.add_argument("--mean")
  parser.add_argument("--alias", action="append", default=[])
  arguments = parser.parse_args()
  tagger.ALIASES.update(alias.split("=") for alias in arguments.alias)
  Fit(arguments).run(arguments.weights)


if __name__ == "__main__":
  main()
