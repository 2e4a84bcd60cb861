"""Fits the confidence of characters on drawn pages and writes the table that the program is compiled with.

usage: confidence.py PAGES INSPECTIONS [--table Sources/Recognition/Confidence/ConfidenceTable.swift]

PAGES holds NAME.jpg with NAME.gt.txt (`pages.py` draws them), INSPECTIONS/NAME.jpg/inspection.json what
`hanscan inspect` left for each. Lines are paired with those of the truth, characters aligned; a logistic model of the
signals is fitted to whether a character is right. Needs Debian's python3-numpy.
"""
import json
import pathlib
import sys
import unicodedata

import numpy

RULES = set("-=_─—~*.·")


def plain(characters):
  """Characters in NFKC, blanks and runs of four or more ruling symbols left out: [(place, character)]."""
  kept, run = [], []
  for place, character in enumerate(characters + [""]):
    text = unicodedata.normalize("NFKC", character)
    if text in RULES:
      run.append((place, text))
      continue
    kept += run if len(run) < 4 else []
    run = []
    if text.strip():
      kept.append((place, text))
  return kept


def table(read, known):
  """Costs of the cheapest edits between all beginnings of two sequences."""
  costs = numpy.zeros((len(read) + 1, len(known) + 1), int)
  costs[:, 0], costs[0] = range(len(read) + 1), range(len(known) + 1)
  for i, a in enumerate(read):
    for j, b in enumerate(known):
      costs[i + 1, j + 1] = min(costs[i, j] + (a != b), costs[i, j + 1] + 1, costs[i + 1, j] + 1)
  return costs


def right(read, known):
  """For each character that was read whether it is right; one that is missing is charged to a neighbour."""
  costs, i, j = table(read, known), len(read), len(known)
  labels, missing = [1] * len(read), []
  while i or j:
    if i and j and costs[i, j] == costs[i - 1, j - 1] + (read[i - 1] != known[j - 1]):
      i, j = i - 1, j - 1
      labels[i] = int(read[i] == known[j])
    elif i and costs[i, j] == costs[i - 1, j] + 1:
      i -= 1
      labels[i] = 0
    else:
      j -= 1
      missing.append(i)
  for place in missing:
    near = sorted(range(len(read)), key=lambda k: abs(k - place + .5))
    free = next((k for k in near if labels[k]), None)
    if free is not None:
      labels[free] = 0
  return labels


def samples(pages, inspections):
  """For each page: [(signals, labels)] of its lines."""
  result = []
  for path in sorted(pathlib.Path(inspections).glob("*/inspection.json")):
    truth = pathlib.Path(pages) / (pathlib.Path(path.parent.name).stem + ".gt.txt")
    known = [[c for _, c in plain(list(line))] for line in truth.read_text(encoding="utf8").splitlines()]
    known = [line for line in known if line]
    read = []
    for line in json.loads(path.read_text(encoding="utf8"))["lines"]:
      if line["kind"] == "text":
        kept = plain([c["text"] for c in line["characters"]])
        if kept:
          read.append(([line["characters"][place]["signals"] for place, _ in kept], [c for _, c in kept]))
    pairs = sorted((table(text, line)[-1, -1] - len(text) - len(line), i, j)
                   for i, (_, text) in enumerate(read) for j, line in enumerate(known))
    partner, taken = {}, set()
    for saving, i, j in pairs:
      if saving < 0 and i not in partner and j not in taken:
        partner[i] = j
        taken.add(j)
    result.append([(numpy.array(signals), numpy.array(right(text, known[partner[i]]) if i in partner else [0] * len(text)))
                   for i, (signals, text) in enumerate(read)])
  return result


def fit(signals, labels, strength=1.0):
  """Logistic regression by Newton's steps, slightly held back from large weights."""
  mean, spread = signals.mean(0), signals.std(0) + 1e-9
  x = numpy.hstack([numpy.ones((len(signals), 1)), (signals - mean) / spread])
  weights = numpy.zeros(x.shape[1])
  hold = numpy.full(x.shape[1], strength)
  hold[0] = 0
  for _ in range(50):
    p = 1 / (1 + numpy.exp(-x @ weights))
    step = numpy.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + numpy.diag(hold), x.T @ (labels - p) - hold * weights)
    weights += step
    if abs(step).max() < 1e-8:
      break
  return weights[0] - (weights[1:] * mean / spread).sum(), weights[1:] / spread


def main():
  pages = samples(sys.argv[1], sys.argv[2])
  lines = [line for page in pages for line in page]
  signals = numpy.concatenate([line[0] for line in lines])
  labels = numpy.concatenate([line[1] for line in lines])
  bias, weights = fit(signals, labels)
  print(f"{len(pages)} pages, {len(lines)} lines, {len(labels)} characters, {labels.mean():.4f} right")
  print("bias", round(bias, 4), "weights", [round(float(w), 4) for w in weights])
  if "--table" in sys.argv:
    write(sys.argv[sys.argv.index("--table") + 1], bias, weights)


def write(path, bias, weights):
  """Puts the numbers into the table, whose first lines stay."""
  place = pathlib.Path(path)
  head = place.read_text(encoding="utf8").split("enum ConfidenceTable")[0]
  place.write_text(
      f"{head}enum ConfidenceTable {{\n  static let bias = {bias:.4f}\n"
      "  /// In the order of `ConfidenceEstimate.signals`.\n"
      f"  static let weights = [{', '.join(f'{w:.4f}' for w in weights)}]\n}}\n", encoding="utf8")


if __name__ == "__main__":
  main()
