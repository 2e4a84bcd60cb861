"""A network that finds text with fewer channels behind its stages, as near to the one it is made from as least squares go.

PP-OCRv4's two convolutions of 3 by 3 at a fourth of the picture's sides are half of its products. Here they have fewer
channels: those are kept from which the next layer's outputs can be had with the least error, and that layer's weights are
solved anew for them. Training (detection_train.py) mends what that costs.
"""
import numpy
import torch
from torch.nn import functional as F

# Layers of the teacher, by number: the stages' outputs with fewer channels, from the finest, which both networks have as
# they are; from the coarsest the pyramid's levels and their gates, their sums, what each gives to the head and its gate;
# the head's layers.
KEPT = 32, 33, 34, 35
LEVELS, SUMS = ((36, 37), (38, 39), (40, 41), (42, 43)), (37, 44, 45, 46)
GIVEN = (47, 48), (49, 50), (51, 52), (53, 54)
JOINED, HEAD, SPREAD, MAP = 55, 56, 57, 58
# Channels of the levels, of what each gives to the head, and of the head's two: the teacher has 96, 24, 24 and 24.
LEVEL, OF_LEVEL, FIRST, SECOND = 48, 12, 16, 12
# The addition to each feature's square sum, as a share of it; and the number of places of each scene.
RIDGE, PLACES = 1e-4, 6000


def moments(pairs):
  """Of pairs of features and targets, a row for each place: the sums of products of features, with a one behind them, with one another and with targets."""
  products = crossed = 0
  for features, targets in pairs:
    features = torch.cat([features, torch.ones(len(features), 1)], 1).double()
    products, crossed = products + features.T @ features, crossed + features.T @ targets.double()
  return products + torch.diag(RIDGE * products.diagonal()), crossed


def selected(problems, groups, size):
  """The channels to keep, of `size` features each, and what solves each problem with them (a row for a feature, the last a constant).

  `groups` are numbers of channels with how many of them are kept. They go one by one: always that one without which the
  error of all problems grows least.
  """
  last = len(problems[0][0]) - 1
  kept = {channel: group for group, (channels, _) in enumerate(groups) for channel in channels}
  while True:
    index = torch.tensor([channel * size + part for channel in sorted(kept) for part in range(size)] + [last])
    inverses = [torch.linalg.inv(products[index][:, index]) for products, _ in problems]
    solutions = [inverse @ crossed[index] for inverse, (_, crossed) in zip(inverses, problems)]
    left = [sum(own == group for own in kept.values()) for group in range(len(groups))]
    if left == [count for _, count in groups]:
      return sorted(kept), [solution.float().numpy() for solution in solutions]
    costs = {}
    for place, channel in enumerate(sorted(kept)):
      if left[kept[channel]] == groups[kept[channel]][1]:
        continue
      part = slice(place * size, (place + 1) * size)
      costs[channel] = sum(float((solution[part] * torch.linalg.solve(inverse[part, part], solution[part])).sum())
                           for inverse, solution in zip(inverses, solutions))
    del kept[min(costs, key=costs.get)]


class Narrowed:
  """The parts that `narrowed` makes its network of."""

  def __init__(self, teacher, network, scenes):
    self.teacher, self.layers = teacher, [dict(layer) for layer in teacher]
    self.random = numpy.random.default_rng(7)
    wanted = sorted({*SUMS, JOINED, HEAD, SPREAD, *(number for pair in LEVELS + GIVEN for number in pair)})
    with torch.no_grad():
      self.outputs = [dict(zip(wanted, [values.cpu() for values in network(scene, keep=wanted)[1:]])) for scene in scenes]

  def places(self, values, targets, size):
    """Features around some places, `size` by `size` of each channel, and targets there; both planes of one size."""
    features = F.unfold(values, size, padding=size // 2).transpose(1, 2).reshape(-1, values.shape[1] * size * size)
    taken = torch.from_numpy(self.random.permutation(len(features))[:PLACES])
    return features[taken], targets.permute(0, 2, 3, 1).reshape(-1, targets.shape[1])[taken]

  def problem(self, number, source, rows, size):
    """A layer's outputs of some channels, before its act, from those of the layer it takes."""
    layer = self.teacher[number - 1]
    weights = torch.from_numpy(layer["weights"])
    def planes(values):
      if layer["size"] == 2:  # to each place two by two
        return F.pixel_unshuffle(F.conv_transpose2d(values, weights[:, rows], None, 2), 2)
      return F.conv2d(values, weights[rows], None, padding=size // 2)
    return moments(self.places(own[source], planes(own[source]), size) for own in self.outputs)

  def put(self, number, solution, rows, size):
    """Gives a layer the weights of a solution, and only its channels that are named."""
    layer = self.layers[number - 1]
    weights, constant = solution[:-1], solution[-1]
    if layer["size"] == 2:
      weights, constant = weights.reshape(len(weights), len(rows), 2, 2), constant.reshape(len(rows), 4).mean(1)
    else:
      weights = weights.T.reshape(len(rows), -1, size, size)
    layer.update(channels=len(rows), weights=numpy.ascontiguousarray(weights), biases=layer["biases"][rows] + constant)

  def narrow_gate(self, number, source, rows):
    """Fewer channels of a gate, which takes the means over the scenes for those that are gone."""
    layer = self.layers[number - 1]
    gone = [channel for channel in range(layer["channels"]) if channel not in rows]
    means = torch.stack([own[source].mean((0, 2, 3)) for own in self.outputs]).mean(0).numpy()
    layer.update(channels=len(rows), first=layer["first"][:, rows], first_biases=layer["first_biases"] + layer["first"][:, gone] @ means[gone],
                 second=layer["second"][rows], second_biases=layer["second_biases"][rows])


def narrowed(teacher, network, scenes):
  """The layers of a smaller network, from the teacher's, the same as a module, and some batches of scenes."""
  made = Narrowed(teacher, network, scenes)
  channels = lambda number: list(range(teacher[number - 1]["channels"]))
  # From the map backwards.
  second, (solution,) = selected([made.problem(MAP, SPREAD, [0], 1)], [(channels(SPREAD), SECOND)], 1)
  made.put(MAP, solution, [0], 1)
  first, (solution,) = selected([made.problem(SPREAD, HEAD, second, 1)], [(channels(HEAD), FIRST)], 1)
  made.put(SPREAD, solution, second, 1)
  whole = teacher[GIVEN[0][0] - 1]["channels"]
  groups = [(range(at, at + whole), OF_LEVEL) for at in range(0, whole * len(GIVEN), whole)]
  joined, (solution,) = selected([made.problem(HEAD, JOINED, first, 3)], groups, 9)
  made.put(HEAD, solution, first, 3)
  made.layers[JOINED - 1]["channels"] = len(joined)
  given = [[channel - group.start for channel in joined if channel in group] for group, _ in groups]
  level, solutions = selected([made.problem(convolution, source, rows, 3) for (convolution, _), source, rows in zip(GIVEN, SUMS, given)],
                              [(channels(SUMS[0]), LEVEL)], 9)
  for (convolution, gate), rows, solution in zip(GIVEN, given, solutions):
    made.narrow_gate(gate, convolution, rows)
    made.put(convolution, solution, rows, 3)
  for convolution, gate in LEVELS:
    made.narrow_gate(gate, convolution, level)
    layer = made.layers[convolution - 1]
    layer.update(channels=len(level), weights=layer["weights"][level], biases=layer["biases"][level])
  for number in SUMS[1:]:
    made.layers[number - 1]["channels"] = len(level)
  return made.layers
