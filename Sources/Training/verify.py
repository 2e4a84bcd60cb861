"""Reads drawn lines with PyTorch and with the installed `tesseract --psm 13`, both in int8, and compares the text.

verify.py NET --data DIR [--lines N]: NET is a component (net-int8.lstm) or model.pt; DIR holds lists and fonts.
A network reads the same in both if the export is right; a wrong gate order or channel order shows as few equal lines.
The remaining differences are the approximations of the engine's integer arithmetic and its beam search, which joins weak peaks
with the blank. The noise outside of the picture is the engine's own, number by number.
"""
import os
os.environ["OMP_THREAD_LIMIT"] = "1"  # before anything loads OpenMP, or Tesseract is many times slower

import argparse
import random
import tempfile

import numpy as np
import torch
from PIL import Image

import component
import degrade
import export
import reservoir
import tesseract
import traineddata
from train import distance


class TesseractNoise:
  """TRand of Tesseract 5.3 (src/ccutil/helpers.h), a std::minstd_rand, as LSTMRecognizer seeds it for each line; int8
  steps of 1/127."""

  MODULUS = 2**31 - 1

  def __init__(self, sample):
    self.sample = sample
    self.restart()

  def restart(self):
    self.state = self.sample * 0x10000001 % self.MODULUS or 1
    self._next()

  def _next(self):
    self.state = self.state * 48271 % self.MODULUS
    return self.state

  def signed(self):
    x = 127 * 2 * self._next() / (self.MODULUS - 1) - 127
    return float(int(x + (.5 if x >= 0 else -.5))) / 127


def lines(count, data, coder, seed, strength):
  """[(grey uint8 picture of 48 rows, text)], degraded on the CPU."""
  source, out = reservoir.Source(seed, data, coder), []
  torch.manual_seed(seed)
  degrader = degrade.Degrader(torch.device("cpu"), random.Random(seed), parts=1)
  while len(out) < count:
    image, _, text = source.next()
    w = image.shape[1]
    _, grey = degrader(torch.from_numpy(image.copy())[None], torch.tensor([w]), max(27, w // 3 * 3), strength, grey_too=True)
    out.append((grey[0, 0].byte().numpy(), text))
  return out


def main():
  p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  p.add_argument("net")
  p.add_argument("--data", required=True)
  p.add_argument("--lines", type=int, default=200)
  p.add_argument("--strength", type=float, default=.6)
  p.add_argument("--seed", type=int, default=77)
  p.add_argument("--show", type=int, default=8, help="differing lines to print")
  o = p.parse_args()
  torch.set_num_threads(1)
  with tempfile.TemporaryDirectory() as folder:
    coder = traineddata.coder()
    net = component.read(component.written(export.load(o.net), int8=True)).eval()
    tesseract.bare(net, folder, "n")
    noise = TesseractNoise(net.iterations[1])
    for m in net.modules():
      if hasattr(m, "noise_source"):
        m.noise_source = noise
    net.quantise()
    drawn, paths, ours = lines(o.lines, o.data, coder, o.seed, o.strength), [], []
    for i, (grey, _) in enumerate(drawn):
      paths.append(os.path.join(folder, f"{i:05d}.png"))
      Image.fromarray(grey).save(paths[-1], dpi=(300, 300))
      x = degrade.normalised(torch.from_numpy(grey.astype(np.float32))[None, None])
      noise.restart()
      with torch.no_grad():
        ours.append(coder.greedy(net(x)[:, 0].argmax(1).tolist()))
    engine = tesseract.Engine(folder, "n", 13, ["tessedit_do_invert=0"])
    theirs = [engine.read(path) for path in paths]
    engine.close()
  tight = lambda t: "".join(t.split())
  equal = changed = length = wrong = wrong_theirs = 0
  for (_, text), a, b in zip(drawn, ours, theirs):
    a, b, t = tight(a), tight(b), tight(text)
    equal += a == b
    changed, length = changed + distance(a, b), length + len(t)
    wrong, wrong_theirs = wrong + distance(a, t), wrong_theirs + distance(b, t)
    if a != b and o.show > 0:
      o.show -= 1
      print(f"drawn     {t}\n  PyTorch   {a}\n  tesseract {b}")
  print(f"{o.lines} lines: {100 * equal / o.lines:.1f} % read the same; {100 * changed / length:.2f} % of the characters differ; "
        f"errors {100 * wrong / length:.2f} % (PyTorch) and {100 * wrong_theirs / length:.2f} % (tesseract)")


if __name__ == "__main__":
  main()
