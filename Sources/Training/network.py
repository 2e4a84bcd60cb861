"""The layers of Tesseract's line networks as PyTorch modules, built from VGSL.

Images are (batch, 1, 48, width), already mapped to [-1, 1]; the result is (time, batch, codes) logits.
Every line of a batch has the same width: the degradation step scales each line to it, so no layer needs a mask.

Layers, in Tesseract's VGSL (https://tesseract-ocr.github.io/tessdoc/tess4/VGSLSpecs.html):
  Ct y,x,n   convolution with tanh          Mp y,x   maximum pooling
  Cr y,x,n   convolution with ReLU, kept below 1 as int8 holds it
  S y,x      rearranges y times x positions into depth (Tesseract's Reconfig), so that height becomes channels
  Lf|Lr|Lb   LSTM over x (or y) forward, backward, both; s keeps the last step only
  O1c n      softmax over n codes
HanScan computes Ct, Mp, S and Lb; Tesseract's plain engine reads a network with any other of these, slower.
There is no linear layer on purpose: the int8 engine clips the output of a layer to [-1, 1].
"""
import re

import torch
import torch.nn as nn
import torch.nn.functional as F


def quantised_rows(matrix):
  """A matrix as Tesseract's int8 would store it: one scale per output row, 127 steps to the largest weight.

  Gradients pass straight through. Source: WeightMatrix::ConvertToInt, src/lstm/weightmatrix.cpp.
  """
  scale = matrix.detach().abs().amax(1, keepdim=True).clamp_min(1e-12) / 127
  return matrix + ((matrix.detach() / scale).round() * scale - matrix.detach())


def quantised_activation(x):
  """The output of a layer, in steps of 1/127, as NetworkIO::WriteTimeStep keeps it in int8."""
  return x + ((x.detach() * 127).round().clamp(-127, 127) / 127 - x.detach())


def clipped_relu(x):
  """ReLU below 1; above 1 a twentieth of the gradient passes, so that a unit that is clipped everywhere comes back."""
  over = F.relu(x - 1) * .05
  return x.clamp(0, 1) + (over - over.detach())


class Layer(nn.Module):
  """A layer with `ni` channels in and `no` out; `quantise` is switched for the whole network by `Net.quantise`."""

  quantise = False

  def branches(self):
    return []

  def weight_count(self):
    return sum(b.weight_count() for b in self.branches())

  def out(self, x):
    return quantised_activation(x) if self.quantise else x


class Input(Layer):
  """Tesseract stores the image height as `ni` here; any other number makes every line fail to scale."""

  def __init__(self, shape):
    super().__init__()
    self.shape, self.ni, self.no = list(shape), shape[1], shape[3]

  def forward(self, x):
    return quantised_activation(x) if self.quantise else x


class Conv(Layer):
  """Convolution and tanh or ReLU. Outside of its input Tesseract feeds uniform noise in [-1, 1], in every such layer."""

  def __init__(self, ni, no, ky, kx, relu=False):
    super().__init__()
    self.ni, self.no, self.ky, self.kx, self.relu = ni, no, ky, kx, relu
    self.weight = nn.Parameter(torch.empty(no, ni, ky, kx))
    self.bias = nn.Parameter(torch.zeros(no))
    nn.init.xavier_uniform_(self.weight, 5 / 3)
    self.noise_source = None

  def weight_count(self):
    return self.no * (self.ni * self.kx * self.ky + 1)

  def rows(self):
    """Tesseract's column order: x outermost, then y, then channel; the bias comes last."""
    return [torch.cat([self.weight.permute(0, 3, 2, 1).reshape(self.no, -1), self.bias[:, None]], 1)]

  def load(self, matrices):
    m = torch.as_tensor(matrices[0], dtype=torch.float32)
    with torch.no_grad():
      self.weight.copy_(m[:, :-1].reshape(self.no, self.kx, self.ky, self.ni).permute(0, 3, 2, 1))
      self.bias.copy_(m[:, -1])

  def bent(self, x):
    return clipped_relu(x) if self.relu else torch.tanh(x)

  def forward(self, x):
    py, px = self.ky // 2, self.kx // 2
    weight, bias = self.weight, self.bias
    if self.quantise:
      flat = quantised_rows(torch.cat([weight.reshape(self.no, -1), bias[:, None]], 1))
      weight, bias = flat[:, :-1].reshape(weight.shape), flat[:, -1]
    if py or px:
      if self.noise_source is not None:
        return self.out(self._with_tesseracts_noise(x))
      b, c, h, w = x.shape
      noise = lambda *s: torch.empty(s, device=x.device, dtype=x.dtype).uniform_(-1, 1)
      if px:
        x = torch.cat([noise(b, c, h, px), x, noise(b, c, h, px)], 3)
      if py:
        x = torch.cat([noise(b, c, py, w + 2 * px), x, noise(b, c, py, w + 2 * px)], 2)
    return self.out(self.bent(F.conv2d(x, weight, bias)))

  def _with_tesseracts_noise(self, x):
    """One line with the very noise that Tesseract draws, in its order of drawing; for verify.py.

    Each position draws for itself, so what two positions see at the same place outside differs.
    """
    _, c, h, w = x.shape
    rows = self.rows()[0]
    rows = quantised_rows(rows) if self.quantise else rows
    hx, hy = self.kx // 2, self.ky // 2
    around = F.pad(x[0], (hx, hx, hy, hy)).permute(1, 2, 0)
    taps = torch.stack([around[j:j + h, i:i + w] for i in range(self.kx) for j in range(self.ky)], 2)  # x outermost
    for y in range(h):
      edge = y < hy or y >= h - hy
      for at in range(w) if edge else [*range(hx), *range(max(hx, w - hx), w)]:
        for n in range(self.kx * self.ky):
          i, j = at + n // self.ky - hx, y + n % self.ky - hy
          if not (0 <= i < w and 0 <= j < h):
            taps[y, at, n] = torch.tensor([self.noise_source.signed() for _ in range(c)])
    return self.bent(taps.reshape(h, w, -1) @ rows[:, :-1].T + rows[:, -1]).permute(2, 0, 1)[None]


class Pool(Layer):
  def __init__(self, ni, y, x):
    super().__init__()
    self.ni = self.no = ni
    self.y, self.x = y, x

  def forward(self, x):
    return F.max_pool2d(x, (self.y, self.x))


class Stack(Layer):
  """Tesseract's Reconfig: y times x positions become depth, channel (x * Y + y) * ni + c; a remainder is dropped."""

  def __init__(self, ni, y, x):
    super().__init__()
    self.ni, self.no, self.y, self.x = ni, ni * y * x, y, x

  def forward(self, x):
    b, c, h, w = x.shape
    h, w = h // self.y, w // self.x
    x = x[:, :, :h * self.y, :w * self.x].reshape(b, c, h, self.y, w, self.x)
    return x.permute(0, 5, 3, 1, 2, 4).reshape(b, self.no, h, w)


class LSTM(Layer):
  """One or both directions over x, or a summary over y. Torch keeps the gates as i f g o, Tesseract as g i f o."""

  def __init__(self, ni, no, direction="f", dim="x", summary=False):
    super().__init__()
    self.ni, self.units, self.direction, self.dim, self.summary = ni, no, direction, dim, summary
    self.no = no * (2 if direction == "b" else 1)
    self.sides = nn.ParameterList()
    for _ in range(2 if direction == "b" else 1):
      w_ih, w_hh, bias = torch.empty(4 * no, ni), torch.empty(4 * no, no), torch.zeros(4 * no)
      nn.init.xavier_uniform_(w_ih)
      for g in range(4):
        nn.init.orthogonal_(w_hh[g * no:(g + 1) * no])
      bias[no:2 * no] = 1  # remember by default
      self.sides.extend([nn.Parameter(w_ih), nn.Parameter(w_hh), nn.Parameter(bias)])
    self.register_buffer("none", torch.zeros(4 * no), persistent=False)

  def weight_count(self):
    return 4 * self.units * (self.ni + self.units + 1) * (len(self.sides) // 3)

  def side_rows(self, side):
    """The four matrices of one direction in Tesseract's order: columns input, recurrent, bias."""
    w_ih, w_hh, bias = self.sides[3 * side:3 * side + 3]
    i, f, g, o = torch.cat([w_ih, w_hh, bias[:, None]], 1).chunk(4)
    return [g, i, f, o]

  def load_side(self, side, matrices):
    g, i, f, o = [torch.as_tensor(m, dtype=torch.float32) for m in matrices]
    w = torch.cat([i, f, g, o])
    with torch.no_grad():
      for target, source in zip(self.sides[3 * side:3 * side + 3], (w[:, :self.ni], w[:, self.ni:-1], w[:, -1])):
        target.copy_(source)

  def _run(self, steps, batch):
    flat = []
    for side in range(len(self.sides) // 3):
      w_ih, w_hh, bias = self.sides[3 * side:3 * side + 3]
      if self.quantise:
        w = quantised_rows(torch.cat([w_ih, w_hh, bias[:, None]], 1))
        w_ih, w_hh, bias = w[:, :self.ni].contiguous(), w[:, self.ni:-1].contiguous(), w[:, -1].contiguous()
      flat += [w_ih, w_hh, bias, self.none]
    zero = steps.new_zeros(len(self.sides) // 3, batch, self.units)
    out, last, _ = torch._VF.lstm(steps, (zero, zero), flat, True, 1, 0.0, self.training, self.direction == "b", False)
    return out, last

  def forward(self, x):
    b, c, h, w = x.shape
    if self.dim == "y":
      steps = x.permute(2, 0, 3, 1).reshape(h, b * w, c)
      steps = steps.flip(0) if self.direction == "r" else steps
      out, last = self._run(steps, b * w)
      if self.summary:
        return self.out(last[0].reshape(b, w, self.no).permute(0, 2, 1)[:, :, None])
      out = out.flip(0) if self.direction == "r" else out
      return self.out(out.reshape(h, b, w, self.no).permute(1, 3, 0, 2))
    steps = x.permute(3, 0, 2, 1).reshape(w, b * h, c)
    steps = steps.flip(0) if self.direction == "r" else steps
    out, _ = self._run(steps, b * h)
    out = out.flip(0) if self.direction == "r" else out
    return self.out(out.reshape(w, b, h, self.no).permute(1, 3, 2, 0))


class Out(Layer):
  def __init__(self, ni, no):
    super().__init__()
    self.ni, self.no = ni, no
    self.weight = nn.Parameter(torch.empty(no, ni))
    self.bias = nn.Parameter(torch.zeros(no))
    nn.init.xavier_uniform_(self.weight)

  def weight_count(self):
    return self.no * (self.ni + 1)

  def rows(self):
    return [torch.cat([self.weight, self.bias[:, None]], 1)]

  def load(self, matrices):
    m = torch.as_tensor(matrices[0], dtype=torch.float32)
    with torch.no_grad():
      self.weight.copy_(m[:, :-1])
      self.bias.copy_(m[:, -1])

  def forward(self, x):
    rows = quantised_rows(self.rows()[0]) if self.quantise else self.rows()[0]
    return F.linear(x[:, :, 0].permute(2, 0, 1), rows[:, :-1], rows[:, -1]).float()


class Series(Layer):
  def __init__(self, layers):
    super().__init__()
    self.layers = nn.ModuleList(layers)
    self.ni, self.no = layers[0].ni, layers[-1].no

  def branches(self):
    return self.layers

  def forward(self, x):
    for layer in self.layers:
      x = layer(x)
    return x


class Parallel(Layer):
  """Branches side by side; Tesseract wants the same output size of each, so each carries the same pools."""

  def __init__(self, layers):
    super().__init__()
    self.layers = nn.ModuleList(layers)
    self.ni, self.no = layers[0].ni, sum(b.no for b in layers)

  def branches(self):
    return self.layers

  def forward(self, x):
    return torch.cat([b(x) for b in self.layers], 1)


class Net(nn.Module):
  """The whole network and the component's trailer: specification, blank code, iterations.

  `iterations` is (training, sample): the second one seeds the noise outside of the image in Tesseract.
  """

  def __init__(self, root, spec, null):
    super().__init__()
    self.root, self.spec, self.null, self.iterations = root, spec, null, (0, 0)

  def forward(self, x):
    return self.root(x)

  def quantise(self, on=True):
    for m in self.modules():
      if isinstance(m, Layer):
        m.quantise = on
    return self

  def weight_count(self):
    return self.root.weight_count()


def build(spec, null):
  """Reads VGSL, e.g. `[1,48,0,1 Ct3,3,16 Mp3,3 Lfys64 Lfx96 O1c211]`."""
  text, at = spec.replace("O1c", " O1c"), 0

  def match(pattern):
    nonlocal at
    while at < len(text) and text[at].isspace():
      at += 1
    m = re.compile(pattern).match(text, at)
    at = m.end() if m else at
    return m

  def item(depth):
    if match(r"\["):
      return series(depth)
    if match(r"\("):
      branches = []
      while not match(r"\)"):
        branches.append(item(depth))
      return Parallel(branches)
    if m := match(r"C([tr])(\d+),(\d+),(\d+)"):
      y, x, n = map(int, m.groups()[1:])
      return Conv(depth, n, y, x, relu=m[1] == "r")
    if m := match(r"Mp(\d+),(\d+)"):
      return Pool(depth, int(m[1]), int(m[2]))
    if m := match(r"S(\d+),(\d+)"):
      return Stack(depth, int(m[1]), int(m[2]))
    if m := match(r"L([frb])([xy])(s?)(\d+)"):
      return LSTM(depth, int(m[4]), m[1], m[2], bool(m[3]))
    if m := match(r"O1c(\d+)"):
      return Out(depth, int(m[1]))
    raise ValueError(f"no such layer: {text[at:]}")

  def series(depth):
    layers = []
    if m := match(r"(\d+),(\d+),(\d+),(\d+)"):
      layers.append(Input([int(v) for v in m.groups()] + [2]))
      depth = layers[0].no
    while not match(r"\]"):
      layers.append(item(depth))
      depth = layers[-1].no
    return Series(layers)

  match(r"\[")
  return Net(series(1), spec, null)
