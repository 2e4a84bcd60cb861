"""Drawn lines on the training device, by width, and the processes that keep drawing new ones.

Lines wait in rings, one for each of some fifty widths; a new line replaces the oldest of its width. Each stays long
enough to be used a few times, every time with another degradation.
"""
import queue
import random

import numpy as np
import torch
import torch.multiprocessing as mp

import draw
import fonts
import text
import traineddata

HEIGHT, LONGEST = 48, 220  # rows; codes of a line
BLOCK = 16  # lines of one width that travel together


def widths():
  w, out = 30, []
  while w < draw.WIDEST:
    out.append(w)
    w = int(w * 1.09 / 3 + 1) * 3
  return out + [draw.WIDEST]


class Source:
  """Draws (image, codes, text) one at a time."""

  def __init__(self, seed, folder, coder, documents=14):
    self.coder = coder
    self.writer, self.pen = text.Writer(seed, f"{folder}/lists", documents), draw.Pen(seed, fonts.Fonts(f"{folder}/fonts", seed))

  def next(self):
    while True:
      t = self.writer.line()
      if len(t) < 1 or not self.coder.knows(t):
        continue
      read = " ".join(t.replace("\\", "₩").split()) if draw.HANGUL.search(t) else " ".join(t.split())
      codes = self.coder.encode(read)
      if not 0 < len(codes) <= LONGEST:
        continue
      image = self.pen.line(t, self.writer.of_document)
      steps = len(codes) + sum(a == b for a, b in zip(codes, codes[1:]))
      if image is not None and image.shape[1] // 3 * .8 >= steps + 1:
        return image, codes, read


def draw_forever(seed, folder, base, blocks, documents):
  """One process: blocks of BLOCK lines of one width go to the queue. A line that fails is skipped."""
  torch.set_num_threads(1)
  source, limits = Source(seed, folder, traineddata.coder(*base), documents), widths()
  waiting = {w: [] for w in limits}
  while True:
    try:
      image, codes, _ = source.next()
    except Exception as e:  # a font or a character that Pillow fails on must not stop hours of training
      print("skipped a line:", repr(e)[:200], flush=True)
      continue
    w = next(v for v in limits if v >= image.shape[1])
    waiting[w].append((image, codes))
    if len(waiting[w]) == BLOCK:
      blocks.put((w, *packed(waiting[w], w)))
      waiting[w] = []


def packed(lines, w):
  """Lines of at most `w` pixels as arrays: pixels, widths, codes, numbers of codes."""
  pixels = np.full((len(lines), HEIGHT, w), 255, np.uint8)
  codes = np.zeros((len(lines), LONGEST), np.int16)
  for i, (image, c) in enumerate(lines):
    pixels[i, :, :image.shape[1]] = image
    codes[i, :len(c)] = c
  return pixels, np.array([a.shape[1] for a, _ in lines], np.int32), codes, np.array([len(c) for _, c in lines], np.int32)


class Reservoir:
  def __init__(self, device, seed, folder, base, processes, per_width, documents=14):
    self.device, self.random = device, random.Random(seed)
    self.limits, self.rings = widths(), {}
    self.per_width, self.arrived = per_width, {w: 0 for w in self.limits}
    context = mp.get_context("spawn")
    self.blocks = context.Queue(processes * 8)
    self.processes = [context.Process(target=draw_forever, args=(seed * 1000 + i, folder, base, self.blocks, documents), daemon=True) for i in range(processes)]
    for p in self.processes:
      p.start()

  def close(self):
    for p in self.processes:
      p.terminate()

  @property
  def total(self):
    return sum(self.arrived.values())

  def sent(self, array):
    """The array where the device can fetch it while it works; from ordinary memory each copy would wait for it."""
    t = torch.from_numpy(np.ascontiguousarray(array))
    return t.pin_memory() if self.device.type == "cuda" else t

  def take(self, most, wait=False):
    """Moves up to `most` blocks from the queue into the rings."""
    for _ in range(most):
      try:
        w, pixels, sizes, codes, counts = self.blocks.get(timeout=60) if wait else self.blocks.get_nowait()
      except queue.Empty:
        return
      wait = False
      if w not in self.rings:
        n = self.per_width
        self.rings[w] = (torch.empty(n, HEIGHT, w, dtype=torch.uint8, device=self.device), np.zeros(n, np.int32), np.zeros((n, LONGEST), np.int16), np.zeros(n, np.int32))
      ring, at = self.rings[w], self.arrived[w] % self.per_width
      n = min(len(pixels), self.per_width - at)
      ring[0][at:at + n].copy_(self.sent(pixels[:n]), non_blocking=True)
      for target, source in zip(ring[1:], (sizes, codes, counts)):
        target[at:at + n] = source[:n]
      self.arrived[w] += n

  def batch(self, pixels_wanted, most):
    """A batch of one width: about `pixels_wanted` columns; each line is as likely as any other."""
    known = [w for w in self.limits if self.arrived[w] >= BLOCK]
    size = {w: max(8, min(most, pixels_wanted // w)) for w in known}
    w = self.random.choices(known, [self.arrived[w] / size[w] for w in known])[0]
    have = min(self.arrived[w], self.per_width)
    pick = np.array(self.random.choices(range(have), k=size[w])) if size[w] > have else np.array(self.random.sample(range(have), size[w]))
    ring = self.rings[w]
    counts = ring[3][pick]
    there = lambda a: self.sent(a).to(self.device, non_blocking=True)
    return (ring[0][there(pick)], there(ring[1][pick]), there(ring[2][pick, :counts.max()].astype(np.int64)),
            torch.from_numpy(counts.astype(np.int64)), w)
