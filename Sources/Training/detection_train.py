"""Trains a smaller network that finds print, from the maps of a larger one.

usage: detection_train.py TEACHER OUTPUT --pages FOLDER ... [--grounds FOLDER ...] [--minutes 60] [--checkpoint FILE]

TEACHER is a network's file, such as `.ci/detection-model` installs. The smaller network has the teacher's stages as
they are, and less behind them. Run again, it goes on from its
checkpoint and learns for as many minutes more, at a rate that falls to nothing. A GPU is used if there is one.
"""
import argparse
import math
import multiprocessing as mp
import os
import pathlib
import queue
import time

import numpy
import torch
from torch.nn import functional as F

import detection_layers as layers
from detection_layers import ADD, CONVOLUTION, GATE, JOIN, NONE, RELU, SIGMOID, SPREAD

SIDE = 512
# Scenes that are kept to be learnt from again: some 3 MB each.
POOL = 600
# The teacher's first layers stand in the smaller network as they are. The layers that end its stages, at a fourth to a
# thirty-second of the picture's sides, give what the rest learns from.
STAGES = 7, 11, 21, 31
# Channels of the pyramid's levels, of what each gives to the head, and of the head's two: the teacher has 96, 24 and 24.
LEVEL, GIVEN, HEAD = 40, 8, (16, 8)


class Smaller:
  """The layers of the smaller network: the teacher's up to the last stage, and a narrower pyramid and head behind them."""

  def __init__(self, teacher, seed=1):
    self.teacher, self.g = teacher, numpy.random.default_rng(seed)
    self.all, self.numbers = [], {}
    self.build()

  def add(self, name, kind, inputs, channels, **more):
    self.all.append({"kind": kind, "inputs": [self.numbers[taken] for taken in inputs], "channels": channels, **more})
    self.numbers[name] = len(self.all)

  def channels(self, name):
    return self.all[self.numbers[name] - 1]["channels"]

  def convolution(self, name, source, channels, size=1, act=NONE, kind=CONVOLUTION):
    given = self.channels(source)
    shape = (given, channels, 2, 2) if kind == SPREAD else (channels, given, size, size)
    deviation = math.sqrt((1 if act == NONE else 2) / (given * (1 if kind == SPREAD else size * size)))
    self.add(name, kind, [source], channels, size=2 if kind == SPREAD else size, stride=2 if kind == SPREAD else 1, act=act,
             factor=1.0, shift=0.0, weights=self.g.normal(0, deviation, shape).astype(numpy.float32), biases=numpy.zeros(channels, numpy.float32))

  def gate(self, name, source):
    channels = self.channels(source)
    middle = max(4, channels // 4)
    self.add(name, GATE, [source], channels, keeps=1, slope=.2, offset=.5,
             first=self.g.normal(0, 1 / math.sqrt(channels), (middle, channels)).astype(numpy.float32), first_biases=numpy.zeros(middle, numpy.float32),
             second=self.g.normal(0, 1 / math.sqrt(middle), (channels, middle)).astype(numpy.float32), second_biases=numpy.zeros(channels, numpy.float32))

  def build(self):
    for number, layer in enumerate(self.teacher[:STAGES[-1]], 1):
      self.all.append(layer)
      self.numbers[f"stage {number}"] = number
    above = None
    for stage in reversed(STAGES):
      self.convolution(f"level {stage} 1", f"stage {stage}", LEVEL)
      self.gate(f"level {stage}", f"level {stage} 1")
      if above:
        self.add(f"sum {stage}", ADD, [f"level {stage}", above], LEVEL, factors=[1, 2])
      above = f"sum {stage}" if above else f"level {stage}"
      self.convolution(f"given {stage} 1", above, GIVEN, 3)
      self.gate(f"given {stage}", f"given {stage} 1")
    self.add("joined", JOIN, [f"given {stage}" for stage in reversed(STAGES)], 4 * GIVEN, factors=[8, 4, 2, 1])
    self.convolution("head 1", "joined", HEAD[0], 3, act=RELU)
    self.convolution("head 2", "head 1", HEAD[1], act=RELU, kind=SPREAD)
    self.convolution("map", "head 2", 1, act=SIGMOID, kind=SPREAD)
    # Most places are no print.
    self.all[-1]["biases"] -= 2


def balanced(network, pictures):
  """Gives each channel of new layers, in their order, a mean of nothing and a deviation of one on some pictures.

  Without that what they give grows from one to the next, and the head's are never more than nothing.
  """
  with torch.no_grad():
    for number, layer in list(enumerate(network.layers))[STAGES[-1]:]:
      if layer["kind"] not in (CONVOLUTION, SPREAD) or layer["act"] == SIGMOID:
        continue
      act, layer["act"] = layer["act"], NONE
      _, values = network(pictures, keep=[number + 1])
      layer["act"] = act
      mean, deviation = values.mean((0, 2, 3)), values.std((0, 2, 3)) + 1e-6
      weights, biases = (network.numbers[f"{number}_{name}"] for name in ("weights", "biases"))
      weights /= deviation.view((1, -1, 1, 1) if layer["kind"] == SPREAD else (-1, 1, 1, 1))
      biases.copy_((biases - mean) / deviation)


def draw_forever(pages, grounds, seed, known, scenes):
  """Scenes with what the teacher gives for them, as long as the process is there that learns."""
  import detection_scenes
  parent = os.getppid()
  torch.set_num_threads(1)
  maker, teacher = detection_scenes.Scenes(pages, grounds, SIDE, seed), layers.Network(known).eval()
  while os.getppid() == parent:
    try:
      scene = torch.from_numpy(maker.scene()).permute(2, 0, 1)
    except (OSError, ValueError, numpy.linalg.LinAlgError) as error:  # a picture that cannot be read must not end the training
      print("skipped a scene:", repr(error)[:200], flush=True)
      continue
    with torch.no_grad():
      wanted, *given = teacher(scene[None].float() / 255, keep=STAGES)
    scenes.put([part[0].half().numpy() for part in (torch.sigmoid(wanted), *given)])


def likeness(found, wanted):
  """How far a map is from the one that is wanted, 0 for the same: by place, and by the border of its lines."""
  likely = torch.sigmoid(found)
  # Places near print count more, and those that are taken for it.
  near = F.max_pool2d(F.max_pool2d(torch.maximum(wanted, likely.detach()), 4), 3, 1, 1) > .1
  weights = F.interpolate(1 + 4 * near.float(), scale_factor=4)
  entropy = F.binary_cross_entropy_with_logits(found, wanted, reduction="none")
  least = F.binary_cross_entropy(wanted, wanted, reduction="none")
  places = ((entropy - least) * weights).sum() / weights.sum()
  # The border that makes lines of the map.
  edges = ((torch.sigmoid((likely - .3) * 20) - torch.sigmoid((wanted - .3) * 20)).abs() * weights).sum() / weights.sum()
  return places + .5 * edges


def judged(network, teacher, scenes):
  """Of scenes that are not learnt from: places of the teacher's lines that are found, of those found that are the teacher's, and the mean difference."""
  both = mine = theirs = difference = 0
  with torch.no_grad():
    for scene in scenes:
      found, wanted = torch.sigmoid(network(scene)), torch.sigmoid(teacher(scene))
      a, b = found > .3, wanted > .3
      both, mine, theirs = both + (a & b).sum().item(), mine + a.sum().item(), theirs + b.sum().item()
      difference += (found - wanted).abs().mean().item() / len(scenes)
  return both / max(1, theirs), both / max(1, mine), difference


def main():
  options = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
  options.add_argument("teacher", type=pathlib.Path)
  options.add_argument("output", type=pathlib.Path)
  options.add_argument("--pages", nargs="+", required=True)
  options.add_argument("--grounds", nargs="*", default=[])
  options.add_argument("--minutes", type=float, default=60)
  options.add_argument("--checkpoint", type=pathlib.Path)
  options.add_argument("--batch", type=int, default=4)
  options.add_argument("--rate", type=float, default=3e-3, help="of AdamW at the beginning")
  options.add_argument("--threads", type=int, default=1)
  options.add_argument("--drawing", type=int, default=1, help="processes that draw and ask the teacher")
  options = options.parse_args()
  import detection_scenes

  device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
  torch.set_num_threads(options.threads)
  torch.manual_seed(1)
  pages, grounds = ([path for folder in folders for path in detection_scenes.pictures(folder)] for folders in (options.pages, options.grounds))
  known = layers.read(options.teacher.read_bytes())
  teacher = layers.Network(known).to(device).eval()
  smaller = Smaller(known)
  network = layers.Network(smaller.all).to(device)
  mean = layers.Network(smaller.all).to(device).eval()
  seen = 0
  checkpoint = options.checkpoint or options.output.with_suffix(".checkpoint")
  if checkpoint.exists():
    kept = torch.load(checkpoint, map_location=device)
    network.load_state_dict(kept["network"])
    mean.load_state_dict(kept["mean"])
    seen = kept["seen"]
  for key, value in network.numbers.items():
    value.requires_grad_(int(key.split("_")[0]) >= STAGES[-1])
  optimiser = torch.optim.AdamW([value for value in network.parameters() if value.requires_grad], weight_decay=1e-4)
  if checkpoint.exists():
    optimiser.load_state_dict(kept["optimiser"])
  print(f"{sum(value.numel() for value in network.parameters()):,} weights, {len(pages)} pages, {len(grounds)} photographs, {seen} scenes seen", flush=True)

  def tensor(scenes):
    return torch.from_numpy(numpy.stack(scenes)).to(device).permute(0, 3, 1, 2).float() / 255

  judge = detection_scenes.Scenes(pages, grounds, SIDE, "judged")
  held = [tensor([judge.scene() for _ in range(4)]) for _ in range(10)]
  if not checkpoint.exists():
    balanced(network, torch.cat(held))
    mean.load_state_dict(network.state_dict())
  context = mp.get_context("spawn")
  scenes = context.Queue(4 * options.batch)
  processes = [context.Process(target=draw_forever, args=(pages, grounds, f"{seen} {number}", known, scenes), daemon=True) for number in range(options.drawing)]
  for process in processes:
    process.start()
  # New scenes, where there are as many, and otherwise the newest ones again.
  pool, fresh_scenes, random = [], 0, numpy.random.default_rng(seen)
  start, steps, average, told, saved = time.time(), 0, 0, time.time(), time.time()

  def save():
    torch.save({"network": network.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(), "seen": seen}, f"{checkpoint}.new")
    os.replace(f"{checkpoint}.new", checkpoint)
    options.output.write_bytes(layers.written(mean.trained()))

  while (share := (time.time() - start) / (60 * options.minutes)) < 1:
    new = []
    while len(new) < options.batch:
      try:
        new.append(scenes.get(timeout=.001 if len(pool) >= 8 * options.batch else 60))
      except queue.Empty:
        break
    batch = new + [pool[index] for index in random.integers(max(1, len(pool)), size=options.batch - len(new))]
    pool, fresh_scenes = (pool + new)[-POOL:], fresh_scenes + len(new)
    wanted, *given = (torch.from_numpy(numpy.stack(parts)).to(device).float() for parts in zip(*batch))
    found = network(None, given=dict(zip(STAGES, given)))
    loss = likeness(found, wanted)
    rate = options.rate * min(1, (steps + 1) / 100) * (.5 + .5 * math.cos(math.pi * share))
    for group in optimiser.param_groups:
      group["lr"] = rate
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 2)
    optimiser.step()
    steps, seen = steps + 1, seen + len(batch)
    with torch.no_grad():
      keep = min(.998, steps / (steps + 20))
      for a, b in zip(mean.parameters(), network.parameters()):
        a.lerp_(b, 1 - keep)
    average = .98 * average + .02 * loss.item()
    if time.time() - told > 60:
      told = time.time()
      print(f"{(told - start) / 60:.0f} min, {seen} scenes, {average / (1 - .98 ** steps):.4f}, {fresh_scenes} new", flush=True)
    if time.time() - saved > 300:
      saved = time.time()
      save()
      print("found {:.4f}, right {:.4f}, difference {:.4f}".format(*judged(mean, teacher, held)), flush=True)
  save()
  print("found {:.4f}, right {:.4f}, difference {:.4f}".format(*judged(mean, teacher, held)), flush=True)
  for process in processes:
    process.terminate()


if __name__ == "__main__":
  main()
