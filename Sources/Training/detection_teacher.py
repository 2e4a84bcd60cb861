"""Brings PP-OCRv4's network that finds text, from which the program's own one is made.

usage: detection_teacher.py FILE

It is the mobile detection network (Apache-2.0), as the wheel of rapidocr-onnxruntime on PyPI carries it. Its layers are
written to a file of HanScan's own form, which Sources/CDetection/load.c describes: factors, shifts and normalisations that
follow a convolution go into its weights. The wheel and the file are pinned by their SHA-256.
"""
import array
import hashlib
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

import numpy

from detection_layers import ADD, CONVOLUTION, DEPTHWISE, GATE, GATE_NUMBERS, HARD_SWISH, JOIN, NONE, RELU, SIGMOID, SPREAD, written

WHEEL = "rapidocr-onnxruntime==1.4.4 --hash=sha256:971d7d5f223a7a808662229df1ef69893809d8457d834e6373d3854bc1782cbf"
MEMBER = "rapidocr_onnxruntime/models/ch_PP-OCRv4_det_infer.onnx"
RESULT = "4eeb625b1391f967fc039ee157af3fd31a3e98fc02326b6c8cfec03db76b50f6"

# Protocol buffers' wire format: a key (field number and type), then a varint, 8 bytes, a length with bytes, or 4 bytes.


def varint(data, at):
  value = shift = 0
  while True:
    byte = data[at]
    at += 1
    value |= (byte & 127) << shift
    shift += 7
    if byte < 128:
      return value, at


def values(data, wanted):
  """The values of all fields of one number."""
  at, found = 0, []
  while at < len(data):
    key, at = varint(data, at)
    kind = key & 7
    if kind == 0:
      value, at = varint(data, at)
    else:
      if kind == 2:
        size, at = varint(data, at)
      else:
        size = {1: 8, 5: 4}[kind]
      value = data[at : at + size]
      at += size
    if key >> 3 == wanted:
      found.append(value)
  return found


# The numbers of the fields are those of onnx.proto.
GRAPH, NODE, INITIALIZER = 7, 1, 5
NODE_INPUT, NODE_OUTPUT, NODE_OPERATION, NODE_ATTRIBUTE = 1, 2, 4, 5
ATTRIBUTE_NAME, ATTRIBUTE_FLOAT, ATTRIBUTE_INTEGER, ATTRIBUTE_TENSOR, ATTRIBUTE_INTEGERS = 1, 2, 3, 5, 8
TENSOR_TYPE, TENSOR_FLOATS, TENSOR_NAME, TENSOR_BYTES = 2, 4, 8, 9


def floats(tensor):
  """The numbers of a tensor of floats; None for another."""
  if values(tensor, TENSOR_TYPE) != [1]:
    return None
  return list(array.array("f", b"".join(values(tensor, TENSOR_BYTES) or values(tensor, TENSOR_FLOATS))))


def attributes(node):
  found = {}
  for attribute in values(node, NODE_ATTRIBUTE):
    name = values(attribute, ATTRIBUTE_NAME)[0].decode()
    for field, meaning in (
        (ATTRIBUTE_TENSOR, floats),
        (ATTRIBUTE_FLOAT, lambda value: struct.unpack("<f", value)[0]),
      # Of several the first: all kernels are squares.
        (ATTRIBUTE_INTEGERS, lambda value: value if isinstance(value, int) else value[0]),
        (ATTRIBUTE_INTEGER, lambda value: value),
    ):
      if values(attribute, field):
        found[name] = meaning(values(attribute, field)[0])
        break
  return found


def model_of(graph):
  """The numbers by name, and the other nodes as operation, inputs, output and attributes."""
  constants = {values(tensor, TENSOR_NAME)[0].decode(): floats(tensor) for tensor in values(graph, INITIALIZER)}
  nodes = []
  for node in values(graph, NODE):
    operation = values(node, NODE_OPERATION)[0].decode()
    inputs = [name.decode() for name in values(node, NODE_INPUT)]
    output = values(node, NODE_OUTPUT)[0].decode()
    if operation == "Constant":
      constants[output] = attributes(node)["value"]
    else:
      nodes.append((operation, inputs, output, attributes(node)))
  return constants, nodes


class Layers:
  """The layers that nodes are, several nodes one layer."""

  def __init__(self, constants):
    self.constants = constants
    self.all = []
    # Names of what layers give: the layer's number from 1 on, 0 for the picture; and the inner steps of some.
    self.numbers = {"x": 0}
    self.steps = {}

  def channels(self, name):
    number = self.numbers[name]
    return self.all[number - 1]["channels"] if number else 3

  def layer(self, name):
    return self.all[self.numbers[name] - 1]

  def add(self, output, kind, inputs, channels, **more):
    self.all.append({"kind": kind, "inputs": [self.numbers[name] for name in inputs], "channels": channels, **more})
    self.numbers[output] = len(self.all)
    return self.all[-1]

  def same(self, output, name):
    """The name of a node that changes the layer before it."""
    self.numbers[output] = self.numbers[name]

  def convolution(self, inputs, output, what):
    name, weights = inputs[0], self.constants[inputs[1]]
    biases = self.constants[inputs[2]] if len(inputs) > 2 else None
    if name not in self.numbers:
      # The two small ones of a gate.
      self.steps[output] = self.steps[name] + [weights, biases]
      return
    size, channels = what["kernel_shape"], self.channels(name)
    is_depthwise = what["group"] > 1
    outputs = channels if is_depthwise else len(weights) // (channels * size * size)
    self.add(output, DEPTHWISE if is_depthwise else CONVOLUTION, [name], outputs, size=size,
             stride=what["strides"], act=NONE, factor=1.0, shift=0.0, weights=list(weights),
             biases=list(biases or [0.0] * outputs))

  def spread(self, inputs, output):
    weights, channels = self.constants[inputs[1]], self.channels(inputs[0])
    outputs = len(weights) // (4 * channels)
    self.add(output, SPREAD, inputs[:1], outputs, size=2, stride=2, act=NONE, factor=1.0, shift=0.0,
             weights=list(weights), biases=[0.0] * outputs)

  def normalise(self, inputs, output, epsilon):
    layer = self.layer(inputs[0])
    scale, shift, mean, variance = (self.constants[name] for name in inputs[1:])
    for channel in range(layer["channels"]):
      factor = scale[channel] / (variance[channel] + epsilon) ** 0.5
      # Those of a spreading layer lie by input, then by output.
      step = 4 if layer["kind"] == SPREAD else len(layer["weights"]) // layer["channels"]
      for start in range(channel * step, len(layer["weights"]), layer["channels"] * step):
        for index in range(start, start + step):
          layer["weights"][index] *= factor
      layer["biases"][channel] = (layer["biases"][channel] - mean[channel]) * factor + shift[channel]
    self.same(output, inputs[0])

  def number(self, operation, name, value, output, is_limited):
    """A sum, a product or a quotient with one number."""
    layer = self.layer(name) if name in self.numbers else None
    if operation == "Add" and value == 3 and is_limited:
      self.steps[output] = ["hard swish", name]
    elif operation == "Div":
      # x * min(max(x + 3, 0), 6) / 6
      assert value == 6
      name = self.steps[name][1]
      self.layer(name)["act"] = HARD_SWISH
      self.same(output, name)
    elif layer["act"] == NONE:
      for part in ("weights", "biases") if operation == "Mul" else ():
        layer[part] = [number * value for number in layer[part]]
      if operation == "Add":
        layer["biases"] = [number + value for number in layer["biases"]]
      self.same(output, name)
    else:
      assert layer["act"] == HARD_SWISH
      layer["factor"], layer["shift"] = (
          (layer["factor"] * value, layer["shift"] * value) if operation == "Mul"
          else (layer["factor"], layer["shift"] + value))
      self.same(output, name)

  def pair(self, operation, inputs, output):
    """A sum or a product of two things."""
    first, second = inputs
    step = self.steps.get(second)
    if second in self.constants:
      layer = self.layer(first)
      layer["biases"] = [a + b for a, b in zip(layer["biases"], self.constants[second])]
      self.same(output, first)
    elif operation == "Mul" and step[0] == "hard swish":
      self.steps[output] = step
    elif operation == "Mul":
      _, name, *numbers, what = step
      assert name == first
      gate = self.add(output, GATE, [name], self.channels(name), keeps=0, slope=what["alpha"], offset=what["beta"],
                      **dict(zip(GATE_NUMBERS, numbers)))
      gate["first"] = numpy.reshape(gate["first"], (len(gate["first_biases"]), -1))
      self.steps[output] = ["gate", name, gate]
    elif step[0] == "gate":
      assert step[1] == first
      step[2]["keeps"] = 1
      self.same(output, second)
    else:
      self.add(output, ADD, [first, step[1]], self.channels(first), factors=[1, step[2]])

  def take(self, nodes):
    limited = {inputs[0] for operation, inputs, _, _ in nodes if operation == "Clip"}
    for operation, inputs, output, what in nodes:
      numbers = [name for name in inputs if len(self.constants.get(name) or []) == 1]
      if operation == "Conv":
        self.convolution(inputs, output, what)
      elif operation == "ConvTranspose":
        self.spread(inputs, output)
      elif operation == "BatchNormalization":
        self.normalise(inputs, output, what["epsilon"])
      elif operation == "GlobalAveragePool":
        self.steps[output] = ["gate", inputs[0]]
      elif operation == "HardSigmoid":
        self.steps[output] = self.steps[inputs[0]] + [what]
      elif operation in ("Relu", "Clip") and inputs[0] not in self.numbers:
        self.steps[output] = self.steps[inputs[0]]
      elif operation in ("Relu", "Sigmoid"):
        self.layer(inputs[0])["act"] = RELU if operation == "Relu" else SIGMOID
        self.same(output, inputs[0])
      elif operation == "Resize":
        self.steps[output] = ["larger", inputs[0], int(self.constants[inputs[-1]][2])]
      elif operation == "Concat":
        parts = [self.steps.get(name) or ["larger", name, 1] for name in inputs]
        self.add(output, JOIN, [part[1] for part in parts], sum(self.channels(part[1]) for part in parts),
                 factors=[part[2] for part in parts])
      elif operation in ("Add", "Mul", "Div") and numbers:
        other = next(name for name in inputs if name not in numbers)
        self.number(operation, other, self.constants[numbers[0]][0], output, output in limited)
      elif operation in ("Add", "Mul"):
        self.pair(operation, inputs, output)
      else:
        sys.exit(f"detection_teacher.py: the network has a {operation}, which is not known here")


def main():
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "wheel.txt").write_text(WHEEL + "\n")
    download = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    if subprocess.run(download + ["-d", name, "-r", f"{name}/wheel.txt"]).returncode != 0:
      sys.exit("detection_teacher.py: PyPI does not give the wheel of " + WHEEL.split()[0])
    model = zipfile.ZipFile(next(folder.glob("*.whl"))).read(MEMBER)
  constants, nodes = model_of(values(model, GRAPH)[0])
  layers = Layers(constants)
  layers.take(nodes)
  network = written(layers.all)
  if hashlib.sha256(network).hexdigest() != RESULT:
    sys.exit("detection_teacher.py: the network that was made is not the one that is expected")
  pathlib.Path(sys.argv[1]).write_bytes(network)


if __name__ == "__main__":
  main()
