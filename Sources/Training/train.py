"""Trains a Tesseract line network on drawn lines.

train.py --data DIR --out DIR [--minutes N] [--total N] [--resume DIR]

DIR holds `lists` (lists.py) and `fonts` (fonts.py).
Stops by itself, writes a checkpoint every two minutes, and goes on from one with --resume: the learning rate follows
the minutes of all runs together, `--total`; without --minutes a run takes what is left of them.
"""
import argparse
import math
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

import codec
import component
import corrected
import degrade
import export
import network
import reservoir
import traineddata

SPEC = "[1,48,0,1 S1,3 Ct5,3,32 Mp2,1 Ct3,3,48 Mp2,1 Ct3,3,64 Mp2,1 S6,1 Ct1,1,192 Lbx208 Lbx288 O1c%d]"
QUANTISE_FROM = .6  # share of the time after which weights and activations are trained as int8 holds them
RAMP = .12  # share of the time in which degradation grows from nothing to its full share


def distance(a, b):
  """Levenshtein distance of two strings; rapidfuzz if it is there."""
  try:
    from rapidfuzz.distance import Levenshtein
    return Levenshtein.distance(a, b)
  except ImportError:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a):
      last, row[0] = row[0], i + 1
      for j, y in enumerate(b):
        last, row[j + 1] = row[j + 1], min(row[j + 1] + 1, row[j] + 1, last + (x != y))
    return row[-1]


class Keeper:
  """A network to stay with on the lines that it reads right: what a training goes on from."""

  def __init__(self, path, null, device):
    self.net = export.load(path).to(device).requires_grad_(False)
    self.net.quantise().eval()
    self.null = null

  def loss(self, x, y, codes, counts, autocast):
    """(Kullback-Leibler divergence of `y` from the keeper's logits, summed over each line it reads right and divided by
    the line's codes, as CTC's is; mean over all lines of the batch; share of lines it reads right)."""
    with torch.no_grad(), autocast:
      kept = self.net(x).float().log_softmax(2)
    best = kept.argmax(2)
    said = best != self.null
    said[1:] &= best[1:] != best[:-1]
    right = torch.tensor([torch.equal(best[said[:, i], i].cpu(), codes[i, :counts[i]].cpu()) for i in range(y.shape[1])], device=y.device)
    apart = F.kl_div(y.float().log_softmax(2), kept, reduction="none", log_target=True).sum((0, 2))
    return (apart / counts.to(y.device) * right).mean(), right.float().mean()


class Held:
  """Held-out drawn lines: the same for every run, once clean and once degraded."""

  def __init__(self, count, data, coder, device):
    source = reservoir.Source(987654321, data, coder)
    lines = sorted((source.next() for _ in range(count)), key=lambda v: v[0].shape[1])
    state = torch.random.get_rng_state(), torch.cuda.get_rng_state() if device.type == "cuda" else None
    torch.manual_seed(5)
    degrader = degrade.Degrader(device, random.Random(5), parts=2)
    self.batches, self.greys = [], []
    for at in range(0, count, 32):
      part = lines[at:at + 32]
      w = part[-1][0].shape[1] // 3 * 3
      pixels, sizes, _, _ = reservoir.packed([(a, c) for a, c, _ in part], part[-1][0].shape[1])
      pixels, sizes = torch.from_numpy(pixels).to(device), torch.from_numpy(sizes).to(device)
      clean = degrader(pixels, sizes, w, 0.0)
      degraded, grey = degrader(pixels, sizes, w, 1.0, grey_too=True)
      self.batches.append((clean, degraded, [t for _, _, t in part]))
      self.greys += [g[0].byte().cpu().numpy() for g in grey]
    torch.random.set_rng_state(state[0])
    if state[1] is not None:
      torch.cuda.set_rng_state(state[1])

  def errors(self, net, coder, autocast):
    """(character error on clean lines, on degraded lines, share of degraded lines with an error), white space left out."""
    net.eval()
    wrong, length, bad, count = [0, 0], 0, 0, 0
    with torch.no_grad():
      for *kinds, texts in self.batches:
        for k, x in enumerate(kinds):
          with autocast:
            best = net(x).argmax(2).cpu().numpy()
          for i, t in enumerate(texts):
            d = distance(coder.greedy(best[:, i]).replace(" ", ""), t.replace(" ", ""))
            wrong[k] += d
            bad += k == 1 and d > 0
        length += sum(len(t.replace(" ", "")) for t in texts)
        count += len(texts)
    net.train()
    return wrong[0] / length, wrong[1] / length, bad / count

  def sheet(self, path):
    """100 degraded lines in two columns."""
    greys = [g for g in self.greys if g.shape[1] < 960]
    random.Random(1).shuffle(greys)
    sheet = np.full((50 * 50, 1940), 128, np.uint8)
    for i, g in enumerate(greys[:100]):
      sheet[i // 2 * 50:i // 2 * 50 + 48, i % 2 * 970:i % 2 * 970 + g.shape[1]] = g
    Image.fromarray(sheet).save(path)


def fastest_precision(net, codes, o, device, say):
  """(type, loss scale): what this device and its cuDNN train the network with fastest; measured, as versions differ."""
  cuda, found = device.type == "cuda", []
  wait = torch.cuda.synchronize if cuda else lambda: None
  count = 256 if cuda else 20
  for kind in (torch.bfloat16, torch.float16, torch.float32) if cuda else (torch.bfloat16, torch.float32):
    try:
      x = torch.rand(count, 1, 48, 576, device=device) * 2 - 1
      for round_ in range(6):
        if round_ == 2:
          wait()
          at = time.time()
        with torch.autocast(device.type, kind, enabled=kind != torch.float32):
          y = net(x)
        y.square().mean().backward()
      wait()
      took = (time.time() - at) / 4
      finite = all(torch.isfinite(p.grad).all() for p in net.parameters())
      say("precision", kind, f"{took * 1e3:.1f} ms for {count} lines of 576 pixels, finite {finite}")
      if finite:
        found.append((took * (1.15 if kind == torch.float16 else 1), kind))
    except RuntimeError as e:
      say("precision", kind, "not here:", str(e)[:200])
    net.zero_grad(set_to_none=True)
  kind = min(found, key=lambda v: v[0])[1]
  return kind, 1024.0 if kind == torch.float16 else 1.0


def options(description):
  """The arguments of every training."""
  p = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
  p.add_argument("--data", required=True)
  p.add_argument("--base", default=traineddata.BASE, help="the model whose characters are learnt, with those of --codes")
  p.add_argument("--codes", default=codec.CODES)
  p.add_argument("--out", required=True)
  p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
  p.add_argument("--seed", type=int, default=1)
  return p


def parse():
  p = options(__doc__)
  add = p.add_argument
  add("--minutes", type=float, help="of this run, everything included")
  add("--total", type=float, help="of all runs, for the learning rate; this run's unless said")
  add("--resume", help="folder of an earlier run")
  add("--start", help="a network (.lstm, .pt) to begin with, of any shape, at full degradation and in int8; its moments are not known, so the rate rises slowly")
  add("--keep", type=float, default=0, help="weight of staying with --start on the lines that it reads right: what it can do is kept while it learns what it can't")
  add("--keeper", help="the network that --keep stays with; --start unless said")
  add("--spec", default=SPEC)
  add("--null", type=int, default=210)
  add("--processes", type=int)
  add("--columns", type=int, help="pixels of width in a batch")
  add("--most", type=int, default=768, help="lines in a batch at most")
  add("--rate", type=float, default=1.6e-3)
  add("--warm", type=int, default=300)
  add("--per-width", type=int, help="lines kept of each width")
  add("--first", type=int, help="lines to wait for before the first step")
  add("--held", type=int)
  add("--eval-seconds", type=float, default=100)
  add("--threads", type=int, default=os.cpu_count() or 1, help="of a CPU that trains; fewer where others work")
  add("--documents", type=float, default=14, help="weight of lines of documents, beside 130 of all other kinds")
  add("--without", action="append", default=[], choices=degrade.DEGRADATIONS, help="a degradation to leave out, to measure its effect")
  add("--corrected", action="append", default=[], help="a folder of lines that people put right (hanscan corrections export), to mix in; those it holds out are measured on")
  add("--share", type=float, default=.1, help="of the batches that are corrected lines")
  o = p.parse_args()
  if not 0 < o.share < 1:
    p.error("--share is between 0 and 1")
  o.keeper = o.keeper or o.start
  if o.keep and not o.keeper:
    p.error("--keep needs --start, or --keeper, the network to stay with")
  o.without = sorted(set(o.without))
  cuda = o.device.startswith("cuda")
  o.processes = o.processes or (max(1, (os.cpu_count() or 2) - 1) if cuda else 1)
  o.columns = o.columns or (280000 if cuda else 12000)
  o.per_width = o.per_width or (8192 if cuda else 256)
  o.first = o.first or (20000 if cuda else 400)
  o.held = o.held or (1500 if cuda else 160)
  o.total = o.total or o.minutes
  if not o.total:
    p.error("--minutes or --total is needed")
  return o


def main():
  started = time.time()
  o = parse()
  os.makedirs(o.out, exist_ok=True)
  torch.manual_seed(o.seed)
  device = torch.device(o.device)
  if device.type == "cuda":
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
  else:
    torch.set_num_threads(o.threads)
  log = open(os.path.join(o.out, "log.txt"), "a")

  def say(*words):
    line = " ".join(str(w) for w in words)
    print(line, flush=True)
    log.write(line + "\n")
    log.flush()

  base = (o.base, o.codes, o.null)
  coder = traineddata.coder(*base)
  spec = o.spec % coder.size if "%d" in o.spec else o.spec
  step = lines = 0
  minutes_before = 0.0
  saved = torch.load(os.path.join(o.resume, "raw.pt"), map_location=device, weights_only=True) if o.resume else None
  start = export.load(o.start) if o.start and not saved else None
  spec = saved["spec"] if saved else start.spec if start else spec
  if saved and saved.get("without", []) != o.without:
    raise SystemExit(f"{o.resume} was trained without {saved.get('without', []) or 'nothing'}: go on as it began")
  goes_on = bool(o.start or saved and saved.get("goes_on"))  # from a trained network: all degradations, and int8 at once
  if o.minutes is None:
    o.minutes = o.total - (saved["minutes"] if saved else 0)
    if o.minutes < .5:
      say(f"{saved['minutes']:.1f} minutes are trained: nothing is left of {o.total:g}")
      return
  pool = reservoir.Reservoir(device, o.seed + (saved["step"] if saved else 0), o.data, base, o.processes, o.per_width, o.documents)
  net = network.build(spec, o.null).to(device)
  mean = network.build(spec, o.null).to(device).requires_grad_(False)
  mean.quantise()
  optimiser = torch.optim.AdamW(net.parameters(), lr=o.rate, betas=(.9, .98), weight_decay=.01)
  if saved:
    net.load_state_dict(saved["net"])
    step, lines, minutes_before = saved["step"], saved["lines"], saved["minutes"]
    averaged = os.path.join(o.resume, "model.pt")
    mean.load_state_dict(torch.load(averaged, map_location=device, weights_only=True)["net"] if os.path.exists(averaged) else saved["net"])
    moments = torch.load(os.path.join(o.resume, "adam.pt"), map_location=device, weights_only=True)
    for p, (m, v) in zip(net.parameters(), moments):
      optimiser.state[p] = {"step": torch.tensor(float(step)), "exp_avg": m.float(), "exp_avg_sq": v.float()}
  else:
    if start:
      net.load_state_dict(start.state_dict())
    mean.load_state_dict(net.state_dict())
  keeper = Keeper(o.keeper, o.null, device) if o.keep else None
  precision, scale = fastest_precision(net, coder.size, o, device, say)
  autocast = torch.autocast(device.type, precision, enabled=precision != torch.float32)
  held = Held(o.held, o.data, coder, device)
  held.sheet(os.path.join(o.out, "sheet.png"))
  degrader = degrade.Degrader(device, random.Random(o.seed + step), parts=4 if device.type == "cuda" else 1, without=o.without)
  jitter = random.Random(o.seed + step + 1)
  people = corrected.Corrected(o.corrected, o.seed + step + 2, coder, degrader, device, say) if o.corrected else None

  def say_corrected():
    share = people.errors(mean, coder, autocast, distance) if people else None
    if share is not None:
      say(f"CORRECTED step {step} held-out lines {people.held_count} characters wrong {share:.4f}")

  say("spec", spec, "weights", net.weight_count(), "codes", coder.size, "device", device, "torch", torch.__version__, "without", o.without)

  def save():
    now = {"net": net.state_dict(), "spec": spec, "step": step, "lines": lines, "goes_on": goes_on, "without": o.without, "minutes": minutes_before + (time.time() - started) / 60}
    moments = [(optimiser.state[p]["exp_avg"].bfloat16(), optimiser.state[p]["exp_avg_sq"].bfloat16()) for p in net.parameters()]
    what = {"model.pt": {"net": mean.state_dict(), "spec": spec, "null": o.null}, "adam.pt": moments, "raw.pt": now}
    for name, value in what.items():
      torch.save(value, os.path.join(o.out, name + ".part"))
    with open(os.path.join(o.out, "net-int8.lstm.part"), "wb") as f:
      f.write(component.written(mean, int8=True))
    for name in (*what, "net-int8.lstm"):  # whole files take the place of whole files
      os.replace(os.path.join(o.out, name + ".part"), os.path.join(o.out, name))

  if people:
    say(f"{people.count} corrected lines are a share of {o.share:g} of the batches")
    say_corrected()
  while pool.total < o.first:
    pool.take(1, wait=True)
  say(f"{pool.total} lines drawn after {time.time() - started:.0f} s")
  losses, kept, shown, lines_shown, looked, steps_before = [], [], time.time(), lines, time.time(), step
  quantising = False
  while True:
    minutes = minutes_before + (time.time() - started) / 60
    if time.time() - started > o.minutes * 60 - 12:
      break
    done = min(1, minutes / o.total)
    pool.take(40 if device.type == "cuda" else 1)  # on a CPU 16 new lines a step, for batches of some 20
    if not quantising and (goes_on or done > QUANTISE_FROM):
      quantising = True
      net.quantise()
      say("int8 weights and activations from step", step)
    is_drawn = not people or jitter.random() >= o.share
    pixels, sizes, codes, counts, limit = (pool if is_drawn else people).batch(o.columns, o.most)
    w = max(27, int(limit * jitter.uniform(.88, 1.12) / 24) * 24)
    x = degrader(pixels, sizes, w, (1 if goes_on else min(1, done / RAMP)) * (1 if is_drawn else corrected.STRENGTH))
    rate = o.rate * min(1, (step - steps_before + 1) / o.warm) * (.01 + .99 * .5 * (1 + math.cos(math.pi * done)))
    for group in optimiser.param_groups:
      group["lr"] = rate
    with autocast:
      y = net(x)
    steps = torch.full((y.shape[1],), y.shape[0], dtype=torch.long)
    loss = F.ctc_loss(y.float().log_softmax(2), codes, steps, counts, blank=o.null, zero_infinity=True)
    losses.append(loss.detach())
    if keeper:
      apart, right = keeper.loss(x, y, codes, counts, autocast)
      loss = loss + o.keep * apart
      kept.append((apart.detach(), right))
    optimiser.zero_grad(set_to_none=True)
    (loss * scale).backward()
    if scale != 1:
      torch._foreach_div_([p.grad for p in net.parameters()], scale)
    size = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
    for p in net.parameters():  # a step that is not finite becomes no step, without asking the device
      p.grad.nan_to_num_(0, 0, 0).mul_(torch.isfinite(size))
    if step - steps_before in (60, 400) and device.type == "cuda":
      torch.cuda.synchronize()
      at = time.time()
      degrader(pixels, sizes, w, 1)
      torch.cuda.synchronize()
      say(f"degradation takes {(time.time() - at) * 1e3:.1f} ms for {len(pixels)} lines of {w}, memory {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB")
    optimiser.step()
    step += 1
    lines += y.shape[1]
    with torch.no_grad():
      torch._foreach_lerp_(list(mean.parameters()), list(net.parameters()), 1 - min(.9985, (step + 1) / (step + 20)))
    if step % 100 == 0 or time.time() - shown > 30:
      s = time.time()
      say(f"step {step} lines {lines} min {minutes:.2f} loss {torch.stack(losses).mean().item():.4f} rate {rate:.5f} "
          f"lines/s {(lines - lines_shown) / (s - shown):.0f} drawn {pool.total} queue {pool.blocks.qsize()}")
      if kept:
        say("apart from the network to keep %.4f, which reads %.3f of the lines right" % tuple(torch.stack([torch.stack(v) for v in kept]).mean(0).tolist()))
      lines_shown, shown, losses, kept = lines, s, [], []
    if time.time() - looked > o.eval_seconds:
      looked = time.time()
      say(f"EVAL step {step} lines {lines} min {minutes:.2f} clean %.4f degraded %.4f lines wrong %.3f (int8, mean weights)" % held.errors(mean, coder, autocast), f"took {time.time() - looked:.1f} s")
      say_corrected()
      save()
      looked = time.time()
  say(f"END step {step} lines {lines} drawn {pool.total} clean %.4f degraded %.4f lines wrong %.3f" % held.errors(mean, coder, autocast))
  say_corrected()
  save()
  pool.close()
  say(f"{time.time() - started:.0f} s in all")


if __name__ == "__main__":
  main()
