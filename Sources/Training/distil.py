"""Trains a new front of a network, all before its LSTMs, to give what the old one gives, in a fraction of its time.

distil.py --data DIR --base PREFIX --teacher NET --out DIR --minutes N [--units C1,C2,C3]

Convolutions and pools in two dimensions take Tesseract half of a network's time, nearly all of it to move numbers about
(`S48,3` makes a line's rows channels once, and the layers behind it are of one dimension). Such a front sees no row like
another, which would take long to learn; so it is trained with weights shared over the height, as two-dimensional
convolutions with strides, and written as the banded matrices that are the same in one dimension. Its aim needs no text:
what the first LSTM makes of its output is to be what it makes of the teacher's. OUT/net-int8.lstm is the teacher with
the new front, OUT/front.pt what another run goes on from.
"""
import copy
import math
import os
import random
import time

import torch
import torch.nn as nn
import torch.nn.functional as F

import codec
import component
import degrade
import export
import network
import reservoir
from train import Held, options

ROWS, STEP = 48, 3  # of the picture that becomes one step of the network
QUANTISE_FROM = .6  # share of the time after which the front is trained as int8 holds it
CLIP = 1.0  # of the gradient's norm


class Front(network.Layer):
  """Three convolutions with ReLU and one with tanh: (batch, 1, 48, 3 * steps) to (batch, out, 1, steps).

  Rows go from 48 over 12 to 6; `units` are the channels of the first three layers at each row.
  """

  def __init__(self, units, out):
    super().__init__()
    self.units = units
    self.first = nn.Conv2d(1, units[0], (8, 3 * STEP), (4, STEP))
    self.second = nn.Conv2d(units[0], units[1], (4, 3), (2, 1))
    self.third = nn.Conv2d(units[1], units[2], (3, 1))
    self.last = nn.Conv2d(6 * units[2], out, (1, 3))
    for layer, gain in ((self.first, .5), (self.second, .7), (self.third, .7)):  # so small that few units begin above 1
      nn.init.kaiming_uniform_(layer.weight, nonlinearity="relu")
      with torch.no_grad():
        layer.weight.mul_(gain)
      nn.init.constant_(layer.bias, .1)
    nn.init.xavier_uniform_(self.last.weight, 5 / 3)
    nn.init.zeros_(self.last.bias)

  def convolved(self, x, layer):
    weight, bias = layer.weight, layer.bias
    if self.quantise:
      rows = network.quantised_rows(torch.cat([weight.flatten(1), bias[:, None]], 1))
      weight, bias = rows[:, :-1].reshape(weight.shape), rows[:, -1]
    return F.conv2d(x, weight, bias, layer.stride)

  def bent(self, x, layer, above):
    """A layer with ReLU, `above` empty rows on either side of its input."""
    return self.out(network.clipped_relu(self.convolved(F.pad(x, (0, 0, above, above)), layer)))

  def beside(self, x, columns):
    """`x` with the noise that Tesseract feeds at the left and right of a line."""
    noise = lambda: torch.empty(*x.shape[:3], columns, device=x.device, dtype=x.dtype).uniform_(-1, 1)
    return torch.cat([noise(), x, noise()], 3)

  def forward(self, x):
    x = self.bent(self.beside(self.out(x), STEP), self.first, 2)
    x = self.bent(self.beside(x, 1), self.second, 1)
    x = self.bent(x, self.third, 1)
    b, c, h, w = x.shape
    x = self.beside(x.permute(0, 2, 1, 3).reshape(b, h * c, 1, w), 1)
    return self.out(torch.tanh(self.convolved(x, self.last)))

  def specification(self):
    first, second, third = self.units
    return f"S{ROWS},{STEP}Cr1,3,{12 * first}Cr1,3,{6 * second}Cr1,1,{6 * third}Ct1,3,{self.last.out_channels}"

  @torch.no_grad()
  def rows(self):
    """The layers as matrices of one dimension: a row for each output, columns step, then row, then channel; bias last."""
    return [banded(self.first.weight, self.first.bias, ROWS, 4, 2), banded(self.second.weight, self.second.bias, 12, 2, 1),
            banded(self.third.weight, self.third.bias, 6, 1, 1), banded(self.last.weight, self.last.bias, 1, 1, 0)]


def banded(weight, bias, rows, stride, above):
  """The matrix of one dimension that is this convolution over `rows` rows, with `above` empty ones on either side."""
  out, depth, high, wide = weight.shape
  results = (rows + 2 * above - high) // stride + 1
  matrix = weight.new_zeros(results, out, wide, rows, depth)
  for r in range(results):
    for k in range(high):
      if 0 <= r * stride + k - above < rows:
        matrix[r, :, :, r * stride + k - above] = weight[:, :, k].permute(0, 2, 1)
  return torch.cat([matrix.reshape(results * out, -1), bias.repeat(results)[:, None]], 1)


class Whole(nn.Module):
  def __init__(self, front, back):
    super().__init__()
    self.front, self.back = front, back

  def forward(self, x):
    return self.back(self.front(x))


def varied(grey):
  """Half of the lines framed otherwise than the recipe frames them: whatever is cut out, the front is to do as the teacher.

  (batch, 1, 48, width) of 0 to 255, as network input.
  """
  b, _, h, w = grey.shape
  some = lambda share: (torch.rand(b, 1, 1, 1, device=grey.device) < share).float()
  even = lambda low, high: low + (high - low) * torch.rand(b, 1, 1, 1, device=grey.device)
  flat = lambda v: v.reshape(b, 1, 1)
  chosen = some(.5)
  y = torch.linspace(-1, 1, h, device=grey.device).reshape(1, h, 1)
  x = torch.linspace(-1, 1, w, device=grey.device).reshape(1, 1, w)
  size = 1 + chosen * (even(.72, 1.22) - 1)
  skew = chosen * some(.4) * even(-1, 1) * min(.25, 30 / w)
  shear = chosen * some(.4) * even(-.3, .3) * h / w
  at_y = y / flat(size) + flat(chosen * even(-6.5, 6.5) / 24) + flat(skew) * x
  at_x = x + flat(shear) * y
  grey = F.grid_sample(grey, torch.stack([at_x.expand(b, h, w), at_y.expand(b, h, w)], 3), padding_mode="border", align_corners=True)
  if random.random() < .5:  # more of the lines above or below
    rows, other, here = random.randint(2, 9), grey.roll(1, 0), some(.3) > 0
    above = torch.cat([other[:, :, -rows - 8:-8], grey[:, :, rows:]], 2)
    below = torch.cat([grey[:, :, :-rows], other[:, :, 8:8 + rows]], 2)
    grey = torch.where(here, above if random.random() < .5 else below, grey)
  grey = 255 * (grey / 255).clamp(0, 1) ** torch.exp(chosen * even(-.6, .6))
  if random.random() < .4:
    grey = grey + torch.randn_like(grey) * even(0, 14) * chosen
  if random.random() < .3:  # blurred, or sharpened
    mean = F.avg_pool2d(F.pad(grey, (1, 1, 1, 1), mode="replicate"), 3, 1)
    grey = grey + (mean - grey) * chosen * even(-1, 1)
  if random.random() < .3:
    grey = grey + chosen * even(-60, 60) * x
  return degrade.normalised(grey.round().clamp(0, 255))


def parts(net):
  """(all before the first LSTM, all from it on)."""
  layers = list(net.root.layers)
  at = next(i for i, layer in enumerate(layers) if isinstance(layer, network.LSTM))
  return nn.Sequential(*layers[:at]), nn.Sequential(*layers[at:])


def weights_of_differences(lstm):
  """The root of W'W, W being all that the first LSTM multiplies its input with: a difference times it is as long as what
  it changes in the gates."""
  gates = torch.cat([lstm.sides[i] for i in range(0, len(lstm.sides), 3)])
  values, vectors = torch.linalg.eigh(gates.T @ gates)
  return (vectors * values.clamp_min(0).sqrt()) @ vectors.T


def assembled(front, teacher):
  """The teacher with the new front, as a network in Tesseract's layers."""
  _, behind = parts(teacher)
  spec = teacher.spec.replace(" ", "")
  net = network.build(f"[1,{ROWS},0,1{front.specification()}{spec[spec.index('L'):]}", teacher.null)
  net.iterations = teacher.iterations
  layers = list(net.root.layers)
  for layer, matrix in zip((l for l in layers if isinstance(l, network.Conv)), front.rows()):
    layer.load([matrix])
  for layer, known in zip(layers[-len(behind):], behind):
    layer.load_state_dict(known.state_dict())
  return net


def parse():
  p = options(__doc__)
  add = p.add_argument
  add("--teacher", required=True, help="the network whose front is to be replaced")
  add("--minutes", type=float, required=True)
  add("--units", type=lambda v: tuple(map(int, v.split(","))), default=(48, 80, 96), help="channels of the first three layers")
  add("--threads", type=int, default=1)
  add("--processes", type=int, default=1, help="that draw")
  add("--drawn", type=int, default=60000, help="lines after which no more are drawn; they are degraded anew each time")
  add("--first", type=int, default=3000, help="lines to wait for before the first step")
  add("--columns", type=int, default=8000, help="pixels of width in a batch")
  add("--rate", type=float, default=3e-3)
  add("--start", help="a front to go on from: OUT/front.pt of an earlier run")
  add("--held", type=int, default=160)
  return p.parse_args()


def main():
  o = parse()
  os.makedirs(o.out, exist_ok=True)
  device = torch.device(o.device)
  torch.manual_seed(o.seed)
  random.seed(o.seed)
  if device.type == "cpu":
    torch.set_num_threads(o.threads)
  teacher = export.load(o.teacher).to(device).requires_grad_(False)
  base = (o.base + "lstm-unicharset", o.base + "lstm-recoder", o.codes, teacher.null)
  coder = codec.Codec(*base)
  teacher.quantise().eval()
  known, back = parts(teacher)
  weigh = weights_of_differences(back[0])
  pool = reservoir.Reservoir(device, o.seed, o.data, base, o.processes, 4096)
  held = Held(o.held, o.data, coder, device)
  front = Front(o.units, back[0].ni).to(device)
  if o.start:
    front.load_state_dict(torch.load(o.start, map_location=device, weights_only=True))
  mean = copy.deepcopy(front).requires_grad_(False)
  mean.quantise = True
  optimiser = torch.optim.AdamW(front.parameters(), lr=o.rate, betas=(.9, .98), weight_decay=.005)
  autocast = torch.autocast(device.type, torch.bfloat16)
  degrader, jitter = degrade.Degrader(device, random.Random(o.seed), parts=1), random.Random(o.seed + 1)
  while pool.total < o.first:
    pool.take(1, wait=True)

  def show(*words):
    print(*words, flush=True)

  def save():
    show(f"held-out lines, wrong: clean, degraded, lines: {held.errors(Whole(mean, back), coder, autocast)}")
    component.write(assembled(mean, teacher).cpu(), os.path.join(o.out, "net-int8.lstm.part"), int8=True)
    torch.save(mean.state_dict(), os.path.join(o.out, "front.pt.part"))
    for name in ("net-int8.lstm", "front.pt"):
      os.replace(os.path.join(o.out, name + ".part"), os.path.join(o.out, name))

  show(f"held-out lines of the teacher: {held.errors(Whole(known, back), coder, autocast)}")
  started = shown = saved = time.time()
  step = lines = 0
  middle, losses, drawing = None, [], True
  while (done := (time.time() - started) / 60 / o.minutes) < 1:
    if drawing:
      pool.take(2)
      drawing = pool.total < o.drawn
      if not drawing:
        pool.close()
    front.quantise = done > QUANTISE_FROM
    pixels, sizes, _, _, limit = pool.batch(o.columns, 400)
    width = max(27, int(limit * jitter.uniform(.88, 1.12) / 24) * 24)
    x = varied(degrader(pixels, sizes, width, 1.0, grey_too=True)[1])
    for group in optimiser.param_groups:
      group["lr"] = o.rate * min(1, (step + 1) / 200) * (.01 + .99 * .5 * (1 + math.cos(math.pi * done)))
    with autocast:
      ours = front(x)
      with torch.no_grad():
        theirs = known(x).float()
    with torch.no_grad():
      felt = torch.einsum("bchw,cd->bdhw", theirs, weigh)
      here = felt.mean((0, 3), keepdim=True)
      middle = here if middle is None else middle.lerp(here, .02)
      spread = (felt - middle).square().mean()
    loss = (torch.einsum("bchw,cd->bdhw", ours.float(), weigh) - felt).square().mean() / spread
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(front.parameters(), CLIP)
    optimiser.step()
    with torch.no_grad():
      for slow, fast in zip(mean.parameters(), front.parameters()):
        slow.lerp_(fast, max(.002, (step + 1) ** -.8))
    losses.append(loss.item())
    step, lines = step + 1, lines + x.shape[0]
    if time.time() - shown > 30:
      show(f"{done * o.minutes:.1f} min, step {step}, lines {lines}, unexplained share {sum(losses) / len(losses):.4f}")
      losses, shown = [], time.time()
    if time.time() - saved > 240:
      save()
      saved = time.time()
  pool.close()
  save()


if __name__ == "__main__":
  main()
