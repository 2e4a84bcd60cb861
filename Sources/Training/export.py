"""Writes a network as Tesseract's component, or as a whole .traineddata beside Debian's dictionaries.

export.py NET OUT [--int8] [--base HANGUL.traineddata] [--towards OTHER --share S]: NET and OTHER are model.pt or a
component; OUT ends in .lstm or .traineddata. A .traineddata gets the extended character set too; needs combine_tessdata
(package tesseract-ocr). With --towards the weights lie between two networks of which one was trained on from the other.
"""
import argparse
import os
import shutil
import subprocess
import tempfile

import torch

import codec
import component
import network

# for those who read with Tesseract itself; the same in Recognition/WholeHangulModel.swift, which a test compares
BLANKS = "preserve_interword_spaces 1\n"
CONFIG = BLANKS + "thresholding_method 2\nthresholding_kfactor 0.2\ntextord_occupancy_threshold 0.5\n"


def load(path):
  """A network from a checkpoint (model.pt) or a component file."""
  if not path.endswith(".pt"):
    return component.read(path)
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


def traineddata(net, base, out, int8, codes=codec.CODES, config=CONFIG):
  """Debian's model with this network and these settings."""
  with tempfile.TemporaryDirectory() as folder:
    part = lambda name: os.path.join(folder, "x." + name)
    subprocess.run(["combine_tessdata", "-u", base, part("")], check=True, capture_output=True)
    if net.root.layers[-1].no <= 211:  # a network of Debian's size has no outputs for the added characters
      codes = os.devnull
    codec.write_extended(part("lstm-unicharset"), part("lstm-recoder"), codes, part("lstm-unicharset"), part("lstm-recoder"))
    component.write(net, part("lstm"), int8=int8)
    with open(part("config"), "w") as f:
      f.write(config)
    shutil.copyfile(base, out)
    parts = [part(n) for n in ("lstm-unicharset", "lstm-recoder", "lstm", "config")]
    subprocess.run(["combine_tessdata", "-o", out, *parts], check=True, capture_output=True)


def main():
  p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  p.add_argument("net")
  p.add_argument("out")
  p.add_argument("--int8", action="store_true")
  p.add_argument("--base", default="/usr/share/tesseract-ocr/5/tessdata/Hangul.traineddata")
  p.add_argument("--towards", metavar="OTHER", help="a network that was trained on from NET")
  p.add_argument("--share", type=float, default=.3, help="how far towards it, from 0 to 1")
  o = p.parse_args()
  net = load(o.net)
  net = (between(net, load(o.towards), o.share) if o.towards else net).eval()
  if o.out.endswith(".traineddata"):
    traineddata(net, o.base, o.out, o.int8)
  else:
    component.write(net, o.out, int8=o.int8)
  print(o.out, os.path.getsize(o.out), "bytes,", net.weight_count(), "weights,", net.spec)


if __name__ == "__main__":
  main()
