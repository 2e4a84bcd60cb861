"""The layers of a network that finds text: its file, and the same as a PyTorch module.

Sources/CDetection/load.c describes the file. A layer is a dictionary: `kind`, `inputs` (0 is the picture, 1 the first
layer's output, ...), `channels` of its output, and what its kind needs; numbers are arrays of 32-bit floats.
"""
import struct

import numpy
import torch
from torch import nn
from torch.nn import functional as F

# Numbers of 32 bits, or rows of them in 16.
MARK, MARK_OF_HALVES = b"HSPRINT1", b"HSPRINT2"
CONVOLUTION, DEPTHWISE, GATE, ADD, JOIN, SPREAD = 1, 2, 3, 4, 5, 6
NONE, RELU, HARD_SWISH, SIGMOID = 0, 1, 2, 3
# The mean and deviation of blue, green and red from 0 to 1, as in Sources/CDetection/run.c.
MEAN, DEVIATION = (.485, .456, .406), (.229, .224, .225)
GATE_NUMBERS = "first", "first_biases", "second", "second_biases"


def read(data):
  """The layers of a file's bytes."""
  if data[:8] not in (MARK, MARK_OF_HALVES):
    raise ValueError("this is no network that finds text")
  at = 8

  def take(form):
    nonlocal at
    found = struct.unpack_from("<" + form, data, at)
    at += struct.calcsize("<" + form)
    return found if len(found) > 1 else found[0]

  def numbers(count):
    nonlocal at
    form, factor = ("<f4", 1) if data[:8] == MARK else ("<f2", take("f"))
    found = numpy.frombuffer(data, form, count, at).astype(numpy.float32) * numpy.float32(factor)
    at += found.size * numpy.dtype(form).itemsize
    return found

  layers, channels = [], [3]
  for _ in range(take("i")):
    kind, count = take("2i")
    layer = {"kind": kind, "inputs": [take("i") for _ in range(count)], "channels": take("i")}
    given, made = channels[layer["inputs"][0]], layer["channels"]
    if kind in (CONVOLUTION, DEPTHWISE, SPREAD):
      layer["size"], layer["stride"], layer["act"] = take("3i")
      layer["factor"], layer["shift"] = take("2f")
      size = layer["size"]
      shape = {CONVOLUTION: (made, given, size, size), DEPTHWISE: (made, 1, size, size), SPREAD: (given, made, size, size)}[kind]
      layer["weights"] = numbers(int(numpy.prod(shape))).reshape(shape)
      layer["biases"] = numbers(made)
    elif kind == GATE:
      middle, layer["keeps"] = take("2i")
      layer["slope"], layer["offset"] = take("2f")
      layer["first"], layer["first_biases"] = numbers(middle * given).reshape(middle, given), numbers(middle)
      layer["second"], layer["second_biases"] = numbers(middle * given).reshape(given, middle), numbers(given)
    elif kind == ADD:
      layer["factors"] = [1, take("i")]
    elif kind == JOIN:
      layer["factors"] = [take("i") for _ in range(count)]
    else:
      raise ValueError(f"a layer of kind {kind}")
    layers.append(layer)
    channels.append(made)
  if at != len(data):
    raise ValueError("the network's file goes on behind its last layer")
  return layers


def written(layers, halves=False):
  """The bytes of a file; with `halves` each number of a row is kept in 16 bits, as a share of the row's largest."""
  out = bytearray((MARK_OF_HALVES if halves else MARK) + struct.pack("<i", len(layers)))
  for layer in layers:
    kind, inputs = layer["kind"], layer["inputs"]
    out += struct.pack(f"<{len(inputs) + 3}i", kind, len(inputs), *inputs, layer["channels"])
    if kind in (CONVOLUTION, DEPTHWISE, SPREAD):
      out += struct.pack("<3i2f", *(layer[name] for name in ("size", "stride", "act", "factor", "shift")))
      names = "weights", "biases"
    elif kind == GATE:
      out += struct.pack("<2i2f", len(layer["first"]), *(layer[name] for name in ("keeps", "slope", "offset")))
      names = GATE_NUMBERS
    else:
      factors = layer["factors"] if kind == JOIN else layer["factors"][1:]
      out += struct.pack(f"<{len(factors)}i", *factors)
      names = ()
    for name in names:
      numbers = numpy.ascontiguousarray(layer[name], "<f4")
      if halves:
        largest = numpy.abs(numbers).max() or numpy.float32(1)
        out += struct.pack("<f", largest) + (numbers / largest).astype("<f2").tobytes()
      else:
        out += numbers.tobytes()
  return bytes(out)


class Network(nn.Module):
  """Layers as a module: pictures (count, 3, height, width) from 0 to 1, blue first, to the map before its sigmoid.

  Sides are multiples of 32. With `keep`, numbers of layers, it gives what those give as well. `given` has, by their numbers,
  what layers give that need not be computed, nor what comes before them alone.
  """

  def __init__(self, layers):
    super().__init__()
    self.layers = layers
    self.numbers = nn.ParameterDict()
    for number, layer in enumerate(layers):
      for name in ("weights", "biases") + GATE_NUMBERS:
        if name in layer:
          self.numbers[f"{number}_{name}"] = nn.Parameter(torch.tensor(layer[name]))
      if layer.get("act") == HARD_SWISH:
        for name in ("factor", "shift"):
          self.numbers[f"{number}_{name}"] = nn.Parameter(torch.tensor(float(layer[name])))
    self.register_buffer("mean", torch.tensor(MEAN).view(1, 3, 1, 1), persistent=False)
    self.register_buffer("deviation", torch.tensor(DEVIATION).view(1, 3, 1, 1), persistent=False)

  def trained(self):
    """The layers with the numbers that the module has now."""
    found = [dict(layer) for layer in self.layers]
    for key, value in self.numbers.items():
      number, name = key.split("_", 1)
      value = value.detach().cpu().numpy()
      found[int(number)][name] = float(value) if name in ("factor", "shift") else value
    return found

  def forward(self, pictures, keep=(), given={}):
    wanted = {len(self.layers), *keep}
    for number in range(len(self.layers), 0, -1):
      if number in wanted and number not in given:
        wanted.update(self.layers[number - 1]["inputs"])
    outputs = dict(given)
    if 0 in wanted:
      outputs[0] = (pictures - self.mean) / self.deviation
    for number, layer in enumerate(self.layers, 1):
      if number in wanted and number not in given:
        outputs[number] = self.compute(number - 1, layer, [outputs[taken] for taken in layer["inputs"]])
    return (outputs[len(self.layers)], *(outputs[number] for number in keep)) if keep else outputs[len(self.layers)]

  def compute(self, number, layer, inputs):
    kind, own = layer["kind"], lambda name: self.numbers[f"{number}_{name}"]
    values = inputs[0]
    if kind in (CONVOLUTION, DEPTHWISE):
      values = F.conv2d(values, own("weights"), own("biases"), layer["stride"], layer["size"] // 2,
                        groups=layer["channels"] if kind == DEPTHWISE else 1)
    elif kind == SPREAD:
      values = F.conv_transpose2d(values, own("weights"), own("biases"), 2)
    elif kind == GATE:
      means = values.mean((2, 3))
      inner = F.relu(F.linear(means, own("first"), own("first_biases")))
      gate = (F.linear(inner, own("second"), own("second_biases")) * layer["slope"] + layer["offset"]).clamp(0, 1)
      return values * (gate + layer["keeps"])[:, :, None, None]
    else:
      larger = [part if factor == 1 else F.interpolate(part, scale_factor=factor, mode="nearest")
                for part, factor in zip(inputs, layer["factors"])]
      return larger[0] + larger[1] if kind == ADD else torch.cat(larger, 1)
    if layer["act"] == RELU:
      return F.relu(values)
    if layer["act"] == HARD_SWISH:
      return F.hardswish(values) * own("factor") + own("shift")
    return values
