"""Lines that people put right, as `hanscan corrections export` leaves them, beside the drawn ones.

A folder holds NAME.png with NAME.gt.txt beside it, and held-out.txt with the names of those that no training may see.
The pictures are lines as a run cuts them out of scans, so they are degraded as life did it, and lightly once more here.
"""
import glob
import os
import random

import numpy as np
import torch
from PIL import Image

import draw
import reservoir

STRENGTH = .3  # of the degradation on top; a guess: few lines are seen many times, and must not be learned by heart
REPEATS = 4  # a batch holds a line at most so often


def read(folder, coder, say):
  """([(image, codes, text)] to train with, the same held out); a line that can't be used is named."""
  path = os.path.join(folder, "held-out.txt")
  held_out = set(open(path, encoding="utf8").read().split()) if os.path.exists(path) else set()
  parts = [], []
  for truth in sorted(glob.glob(os.path.join(glob.escape(folder), "*.gt.txt"))):
    name = os.path.basename(truth)[:-len(".gt.txt")]
    text = " ".join(open(truth, encoding="utf8").read().split())
    unknown = sorted({c for c in text if c not in coder.of})
    if not text or unknown:
      say(f"{name} is left out:", f"no code for {' '.join(unknown)}" if unknown else "it says nothing")
      continue
    picture = Image.open(truth[:-len(".gt.txt")] + ".png").convert("L")
    width = max(1, round(picture.width * reservoir.HEIGHT / picture.height))
    codes = coder.encode(text)
    steps = len(codes) + sum(a == b for a, b in zip(codes, codes[1:]))
    if width > draw.WIDEST or len(codes) > reservoir.LONGEST or width // 3 * .8 < steps + 1:
      say(f"{name} is left out: {width} pixels wide for {len(codes)} codes")
      continue
    image = np.asarray(picture.resize((width, reservoir.HEIGHT), Image.LANCZOS))
    parts[name in held_out].append((image, codes, text))
  return parts


class Corrected:
  """The lines of some folders: batches of those to train with, like a reservoir's, and the held-out ones."""

  def __init__(self, folders, seed, coder, degrader, device, say):
    self.random, self.device, self.held = random.Random(seed), device, []
    self.rings, held = {}, []
    limits = reservoir.widths()
    for folder in folders:
      to_train, apart = read(folder, coder, say)
      held += apart
      for line in to_train:
        self.rings.setdefault(next(v for v in limits if v >= line[0].shape[1]), []).append(line)
    self.count, self.held_count = sum(map(len, self.rings.values())), len(held)
    if not self.count:
      raise SystemExit(f"no line to train with in {', '.join(folders)}")
    held.sort(key=lambda line: line[0].shape[1])
    for at in range(0, len(held), 32):
      part = held[at:at + 32]
      pixels, sizes, _, _ = reservoir.packed([line[:2] for line in part], part[-1][0].shape[1])
      x = degrader(torch.from_numpy(pixels).to(device), torch.from_numpy(sizes).to(device), max(27, part[-1][0].shape[1] // 3 * 3), 0.0)
      self.held.append((x, [line[2] for line in part]))

  def batch(self, pixels_wanted, most):
    """A batch of one width, as `Reservoir.batch` gives it; each line is as likely as any other."""
    w = self.random.choices(list(self.rings), [len(lines) for lines in self.rings.values()])[0]
    lines = self.rings[w]
    size = max(1, min(most, pixels_wanted // w, len(lines) * REPEATS))
    pixels, sizes, codes, counts = reservoir.packed([line[:2] for line in self.random.choices(lines, k=size)], w)
    there = lambda array: torch.from_numpy(np.ascontiguousarray(array)).to(self.device)
    return there(pixels), there(sizes), there(codes[:, :counts.max()].astype(np.int64)), torch.from_numpy(counts.astype(np.int64)), w

  def errors(self, net, coder, autocast, distance):
    """The character error on the held-out lines, white space left out; nothing where there are none."""
    if not self.held:
      return None
    wrong = length = 0
    net.eval()
    with torch.no_grad():
      for x, texts in self.held:
        with autocast:
          best = net(x).argmax(2).cpu().numpy()
        for i, text in enumerate(texts):
          wrong += distance(coder.greedy(best[:, i]).replace(" ", ""), text.replace(" ", ""))
          length += len(text.replace(" ", ""))
    net.train()
    return wrong / length
