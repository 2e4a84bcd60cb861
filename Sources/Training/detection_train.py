"""Trains a smaller network that finds text, from the maps of a larger one.

usage: detection_train.py TEACHER OUTPUT --pages FOLDER ... [--grounds FOLDER ...] [--minutes 60] [--checkpoint FILE]

TEACHER is a network's file, such as `detection_teacher.py` brings. The smaller network begins as the teacher with fewer
channels behind its stages (detection_narrow.py). Run again, it goes on from its checkpoint and learns for as many minutes
more, at a rate that falls to nothing. A GPU is used if there is one.
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
import detection_narrow

# Rows and columns of scenes: pages and receipts as they come to the network whole, because its gates weigh channels by
# their means over the picture.
SHAPES = (512, 512), (736, 352), (352, 736), (640, 480)
# Scenes that are kept to be learnt from again: some 0.8 MB each.
POOL = 1500
# The amount that the map's values are lowered by in the file, before their sigmoid: where the smaller network is in doubt between two
# rows its values lie in the middle, and the threshold that makes lines of the map, 0.3, would join them. With 0.4, 0.8, 1.2, 1.6
# and 2 pages of several receipts are read with 6.9, 5.1, 3.7, 4.0 and 4.4 % wrong, scans with 4.2, 3.8, 3.7, 3.6 and 3.8, photos
# with 7.5, 7.1, 6.9, 7.2 and 7.1: means over three changed copies of the measured pictures.
LOWERED = 1.2


def tensor(scene):
  return torch.from_numpy(scene).permute(2, 0, 1)[None].float() / 255


def labelled(maker, teacher, shape):
  """A scene, and the map that is wanted of it: what the teacher says of it before it was stretched and turned."""
  scene, upright, placed = maker.scene(shape)
  return tensor(scene), torch.from_numpy(placed(torch.sigmoid(teacher(tensor(upright))).numpy()))


def draw_forever(pages, grounds, seed, known, scenes):
  """Scenes with what the teacher gives for them, as long as the process is there that learns."""
  import detection_scenes
  parent = os.getppid()
  torch.set_num_threads(1)
  # Scenes that nobody takes must not keep the process from its end.
  scenes.cancel_join_thread()
  maker, teacher = detection_scenes.Scenes(pages, grounds, seed), layers.Network(known).eval()
  while os.getppid() == parent:
    shape = maker.r.randrange(len(SHAPES))
    try:
      with torch.no_grad():
        scene, wanted = labelled(maker, teacher, SHAPES[shape])
        _, *given = teacher(scene, keep=detection_narrow.KEPT)
    except (OSError, ValueError, numpy.linalg.LinAlgError) as error:  # a picture that cannot be read must not end the training
      print("skipped a scene:", repr(error)[:200], flush=True)
      continue
    scenes.put([shape] + [part[0].half().numpy() for part in (wanted, *given)])


def likeness(found, wanted):
  """The distance of a map from the wanted one, 0 for the same: by place, and by the border of its lines."""
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


def judged(network, scenes):
  """Of scenes that are not learnt from: places of wanted lines that are found, of those found that are wanted, and the mean difference."""
  both = mine = theirs = difference = 0
  device = next(network.parameters()).device
  with torch.no_grad():
    for scene, wanted in scenes:
      found = torch.sigmoid(network(scene.to(device))).cpu()
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
  options.add_argument("--rate", type=float, default=3e-3, help="of Adam at the beginning, as a share of the numbers")
  options.add_argument("--threads", type=int, default=1)
  options.add_argument("--drawing", type=int, default=1, help="processes that draw and ask the teacher")
  options = options.parse_args()
  import detection_scenes

  device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
  torch.set_num_threads(options.threads)
  torch.manual_seed(1)
  pages, grounds = ([path for folder in folders for path in detection_scenes.pictures(folder)] for folders in (options.pages, options.grounds))
  known = layers.read(options.teacher.read_bytes())
  teacher = layers.Network(known).eval()

  judge, shown = (detection_scenes.Scenes(pages, grounds, use) for use in ("judged", "narrowed"))
  with torch.no_grad():
    held = [labelled(judge, teacher, shape) for shape in SHAPES * 12]
  smaller = detection_narrow.narrowed(known, teacher, [torch.cat([tensor(shown.scene(shape)[0]) for _ in range(4)]) for shape in SHAPES * 3])
  network = layers.Network(smaller).to(device)
  mean = layers.Network(smaller).to(device).eval()
  seen = 0
  checkpoint = options.checkpoint or options.output.with_suffix(".checkpoint")
  if checkpoint.exists():
    kept = torch.load(checkpoint, map_location=device)
    network.load_state_dict(kept["network"])
    mean.load_state_dict(kept["mean"])
    seen = kept["seen"]
  for key, value in network.numbers.items():
    value.requires_grad_(int(key.split("_")[0]) >= detection_narrow.KEPT[-1])
  # Steps in proportion to the numbers: with one rate for all, the smallest ones are lost in the first minute, and what
  # the network had from its teacher with them.
  optimiser = torch.optim.Adam([{"params": [value], "size": max(1e-4, value.detach().square().mean().sqrt().item())}
                                for value in network.parameters() if value.requires_grad])
  if checkpoint.exists():
    optimiser.load_state_dict(kept["optimiser"])
  print(f"{sum(value.numel() for value in network.parameters()):,} weights, {len(pages)} pages, {len(grounds)} photographs, {seen} scenes seen", flush=True)

  print("found {:.4f}, right {:.4f}, difference {:.4f}".format(*judged(mean, held)), flush=True)
  context = mp.get_context("spawn")
  scenes = context.Queue(4 * options.batch)
  processes = [context.Process(target=draw_forever, args=(pages, grounds, f"{seen} {number}", known, scenes), daemon=True) for number in range(options.drawing)]
  for process in processes:
    process.start()
  # New scenes, where there are as many, and otherwise the newest ones again.
  pools, fresh_scenes, random = [[] for _ in SHAPES], 0, numpy.random.default_rng(seen)
  start, steps, average, told, saved = time.time(), 0, 0, time.time(), time.time()

  def save():
    torch.save({"network": network.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(), "seen": seen}, f"{checkpoint}.new")
    os.replace(f"{checkpoint}.new", checkpoint)
    made = mean.trained()
    made[-1]["biases"] = made[-1]["biases"] - LOWERED
    options.output.write_bytes(layers.written(made, halves=True))

  while (share := (time.time() - start) / (60 * options.minutes)) < 1:
    new = []
    while len(new) < options.batch:
      try:
        new.append(scenes.get(timeout=.001 if min(map(len, pools)) >= 4 * options.batch else 60))
      except queue.Empty:
        break
    for shape, *parts in new:
      pools[shape] = (pools[shape] + [parts])[-POOL // len(SHAPES):]
    fresh_scenes += len(new)
    # Scenes of the shape of the newest one: half of them the last that came, the others any again.
    shape = new[-1][0] if new else random.integers(len(SHAPES))
    pool = pools[shape]
    batch = pool[-options.batch // 2:] + [pool[index] for index in random.integers(len(pool), size=options.batch // 2)]
    wanted, *given = (torch.from_numpy(numpy.stack(parts)).to(device).float() for parts in zip(*batch))
    found = network(None, given=dict(zip(detection_narrow.KEPT, given)))
    loss = likeness(found, wanted)
    rate = options.rate * min(1, (steps + 1) / 100) * (.5 + .5 * math.cos(math.pi * share))
    for group in optimiser.param_groups:
      group["lr"] = rate * group["size"]
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
      print("found {:.4f}, right {:.4f}, difference {:.4f}".format(*judged(mean, held)), flush=True)
  save()
  print("found {:.4f}, right {:.4f}, difference {:.4f}".format(*judged(mean, held)), flush=True)
  for process in processes:
    process.terminate()


if __name__ == "__main__":
  main()
