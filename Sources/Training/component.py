"""Reads and writes the `lstm` component of a .traineddata file, in float or int8.

The layout is that of Tesseract 5.3: src/lstm/network.cpp (headers), weightmatrix.cpp (matrices),
lstmrecognizer.cpp (trailer).
"""
import struct

import numpy as np

from network import LSTM, Conv, Input, Net, Out, Parallel, Pool, Series, Stack

INT8, ADAM = 1, 64  # training flags of the trailer; the recogniser looks at INT8 only
LAYER_RATES = 64  # network flag: a list of learning rates follows


class _Reader:
  def __init__(self, data):
    self.data, self.at = data, 0

  def get(self, layout):
    v = struct.unpack_from("<" + layout, self.data, self.at)
    self.at += struct.calcsize("<" + layout)
    return v if len(v) > 1 else v[0]

  def text(self):
    n = self.get("I")
    self.at += n
    return self.data[self.at - n:self.at].decode()

  def array(self, kind, n):
    a = np.frombuffer(self.data, kind, n, self.at)
    self.at += a.nbytes
    return a

  def matrix(self):
    mode = self.get("B")
    if not mode & 128:
      raise ValueError("a weight matrix in the format before Tesseract 4")
    rows, columns = self.get("II")
    if mode & 1:
      self.get("b")
      w = self.array(np.int8, rows * columns).reshape(rows, columns).astype(np.float64)
      return w * self.array(np.float64, self.get("I"))[:rows, None]
    self.get("d")
    return self.array(np.float64, rows * columns).reshape(rows, columns).copy()


def read(data):
  """The component's bytes as a network with float weights (int8 weights times their row's scale)."""
  r = _Reader(data)

  def layer(dim="x", direction="f"):
    if r.get("b") != 0:
      raise ValueError("an unnamed layer type")
    kind = r.text()
    r.get("bb")
    flags, ni, no, _ = r.get("iiii")
    r.text()
    if kind in ("Series", "Parallel", "ParBidiLSTM", "XYTranspose", "RTLReversed"):
      inner = ("y" if kind == "XYTranspose" else dim, "r" if kind == "RTLReversed" else direction)
      found = [layer(*inner) for _ in range(r.get("I"))]
      if flags & LAYER_RATES:
        r.array(np.float32, r.get("I"))
      if kind in ("XYTranspose", "RTLReversed"):
        return found[0]
      if kind == "Parallel":
        return Parallel(found)
      if kind == "ParBidiLSTM":
        both = LSTM(found[0].ni, found[0].units, "b", found[0].dim)
        for side in (0, 1):
          both.load_side(side, [m.detach() for m in found[side].side_rows(0)])
        return both
      if isinstance(found[0], tuple):
        (depth, hx, hy), (bend, matrix) = found
        conv = Conv(depth, matrix.shape[0], 2 * hy + 1, 2 * hx + 1, relu=bend == "Relu")
        conv.load([matrix])
        return conv
      return Series(found)
    if kind == "Input":
      return Input(r.get("iiiii"))
    if kind == "Convolve":
      return (ni, *r.get("ii"))
    if kind in ("Maxpool", "Reconfig"):
      x, y = r.get("ii")
      return (Pool if kind == "Maxpool" else Stack)(ni, y, x)
    if kind in ("LSTM", "SummLSTM"):
      r.get("i")
      lstm = LSTM(ni, no, direction, dim, kind == "SummLSTM")
      lstm.load_side(0, [r.matrix() for _ in range(4)])
      return lstm
    if kind == "Softmax":
      out = Out(ni, no)
      out.load([r.matrix()])
      return out
    if kind in ("Tanh", "Relu"):
      return kind, r.matrix()
    raise ValueError(f"layer {kind}")

  root = layer()
  spec = r.text()
  _, training, sample, null = r.get("iiii")
  net = Net(root, spec, null)
  net.iterations = (training, sample)
  return net


def written(net, int8=False):
  """The component's bytes; int8 repeats WeightMatrix::ConvertToInt with one scale per output row."""
  out = bytearray()

  def text(s):
    return struct.pack("<I", len(s.encode())) + s.encode()

  def head(kind, ni, no, weights, name):
    return struct.pack("<b", 0) + text(kind) + struct.pack("<bbiiii", 0, 0, 0, ni, no, weights) + text(name)

  def matrix(m):
    m = m.detach().double().cpu().numpy()
    rows, columns = m.shape
    if not int8:
      return struct.pack("<BIId", 128, rows, columns, 0.0) + m.astype("<f8").tobytes()
    scale = np.abs(m).max(1) / 127
    steps = m / np.where(scale == 0, 1, scale)[:, None]
    steps = np.trunc(steps + np.where(m >= 0, .5, -.5)).clip(-127, 127).astype(np.int8)
    return (struct.pack("<BIIb", 129, rows, columns, 0) + steps.tobytes() + struct.pack("<I", rows) +
            scale.astype("<f8").tobytes())

  def one_lstm(n, side, reverse):
    kind, weights = "SummLSTM" if n.summary else "LSTM", n.weight_count() // (len(n.sides) // 3)
    name = f"L{'r' if reverse else 'f'}{n.dim}{'s' if n.summary else ''}{n.units}"
    bytes_ = b""
    for wrapper, wrapper_name, needed in (("XYTranspose", "XYTransLSTM", n.dim == "y"),
                                          ("RTLReversed", "RevLSTM", reverse)):
      if needed:
        bytes_ += head(wrapper, n.ni, n.units, weights, wrapper_name) + struct.pack("<I", 1)
    bytes_ += head(kind, n.ni, n.units, weights, name) + struct.pack("<i", n.ni + n.units)
    return bytes_ + b"".join(matrix(m) for m in n.side_rows(side))

  def put(n):
    nonlocal out
    weights = n.weight_count()
    if isinstance(n, Input):
      out += head("Input", n.ni, n.no, 0, "Input") + struct.pack("<5i", *n.shape)
    elif isinstance(n, Conv):
      depth = n.ni * n.kx * n.ky
      out += head("Series", n.ni, n.no, weights, "ConvSeries") + struct.pack("<I", 2)
      out += head("Convolve", n.ni, depth, 0, "Convolve") + struct.pack("<ii", n.kx // 2, n.ky // 2)
      out += head("Relu" if n.relu else "Tanh", depth, n.no, weights, "ConvNL") + matrix(n.rows()[0])
    elif isinstance(n, (Pool, Stack)):
      kind = "Maxpool" if isinstance(n, Pool) else "Reconfig"
      out += head(kind, n.ni, n.no, 0, kind) + struct.pack("<ii", n.x, n.y)
    elif isinstance(n, LSTM) and n.direction == "b":
      out += head("ParBidiLSTM", n.ni, n.no, weights, f"Lb{n.dim}{n.units}") + struct.pack("<I", 2)
      out += one_lstm(n, 0, False) + one_lstm(n, 1, True)
    elif isinstance(n, LSTM):
      out += one_lstm(n, 0, n.direction == "r")
    elif isinstance(n, Out):
      out += head("Softmax", n.ni, n.no, weights, "Output") + matrix(n.rows()[0])
    else:
      kind = "Series" if isinstance(n, Series) else "Parallel"
      out += head(kind, n.ni, n.no, weights, kind) + struct.pack("<I", len(n.layers))
      for inner in n.layers:
        put(inner)

  put(net.root)
  out += text(net.spec) + struct.pack("<iiii", (INT8 if int8 else 0) | ADAM, *net.iterations, net.null)
  out += struct.pack("<fff", 0.999, 1e-3, 0.5)  # Adam's beta, learning rate, momentum: read, not used
  return bytes(out)
