"""Writes a network as Tesseract's component, or as a whole .traineddata beside Debian's dictionaries.

export.py NET OUT [--int8] [--base HANGUL.traineddata] [--towards OTHER --share S]: NET and OTHER are model.pt, a component
or a .traineddata; OUT ends in .lstm or .traineddata. With --towards the weights lie between two networks of which one was
trained on from the other. To pack a component as it is, use traineddata.py.
"""
import argparse
import os

import torch

import codec
import component
import network
import traineddata


def load(path):
  """A network from a checkpoint (model.pt), a component file or a .traineddata."""
  if not path.endswith(".pt"):
    return component.read(traineddata.network(path))
  saved = torch.load(path, map_location="cpu", weights_only=True)
  net = network.build(saved["spec"], saved.get("null", 210))
  net.load_state_dict(saved["net"])
  return net


def between(net, other, share):
  """`net` with its weights moved by a share of the way to those of `other`, which has the same shape."""
  if net.spec != other.spec:
    raise SystemExit(f"networks of other shapes have nothing between them: {net.spec}, {other.spec}")
  ours, theirs = net.state_dict(), other.state_dict()
  net.load_state_dict({k: torch.lerp(v, theirs[k], share) if v.is_floating_point() else v for k, v in ours.items()})
  return net


def packed(net, int8, base=traineddata.BASE, settings=traineddata.SETTINGS):
  """The base model with this network and these settings, as the bytes of a .traineddata."""
  # A network of Debian's size has no outputs for the added characters.
  codes = codec.CODES if net.root.layers[-1].no > 211 else os.devnull
  return traineddata.packed(component.written(net, int8), base, codes, settings)


def main():
  p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  p.add_argument("net")
  p.add_argument("out")
  p.add_argument("--int8", action="store_true")
  p.add_argument("--base", default=traineddata.BASE)
  p.add_argument("--towards", metavar="OTHER", help="a network that was trained on from NET")
  p.add_argument("--share", type=float, default=.3, help="how far towards it, from 0 to 1")
  o = p.parse_args()
  net = load(o.net)
  net = (between(net, load(o.towards), o.share) if o.towards else net).eval()
  data = packed(net, o.int8, o.base) if o.out.endswith(".traineddata") else component.written(net, o.int8)
  with open(o.out, "wb") as f:
    f.write(data)
  print(o.out, os.path.getsize(o.out), "bytes,", net.weight_count(), "weights,", net.spec)


if __name__ == "__main__":
  main()
