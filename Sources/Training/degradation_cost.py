"""Says how much of a network's errors each degradation causes.

degradation_cost.py NET --data DIR [--lines N] [--strength S] [--seed N]

The same drawn lines are read again and again, each time without one degradation and otherwise alike, by the network in
int8. This is its cost in reading. Its cost in training takes a training without it: train.py --without.
"""
import argparse
import random

import torch

import degrade
import export
import reservoir
import traineddata
from train import distance


def main():
  p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  p.add_argument("net")
  p.add_argument("--data", required=True)
  p.add_argument("--lines", type=int, default=600)
  p.add_argument("--strength", type=float, default=1, help="of degradation; each part of a batch has from a quarter of it to all")
  p.add_argument("--seed", type=int, default=1357911, help="of the lines, which no training draws, and of the degradation")
  o = p.parse_args()
  torch.set_num_threads(1)
  coder = traineddata.coder()
  net = export.load(o.net).eval().quantise()
  source = reservoir.Source(o.seed, o.data, coder)
  lines = sorted((source.next() for _ in range(o.lines)), key=lambda v: v[0].shape[1])
  batches = [lines[at:at + 24] for at in range(0, len(lines), 24)]
  length = sum(len(t.replace(" ", "")) for *_, t in lines)

  def wrong(without):
    """Share of wrong characters, white space left out, in per cent."""
    torch.manual_seed(o.seed)
    degrader, errors = degrade.Degrader(torch.device("cpu"), random.Random(o.seed), parts=3, without=without), 0
    for part in batches:
      widest = part[-1][0].shape[1]
      pixels, sizes, _, _ = reservoir.packed([(a, c) for a, c, _ in part], widest)
      with torch.no_grad():
        best = net(degrader(torch.from_numpy(pixels), torch.from_numpy(sizes), max(27, widest // 3 * 3), o.strength)).argmax(2).numpy()
      errors += sum(distance(coder.greedy(best[:, i]).replace(" ", ""), t.replace(" ", "")) for i, (*_, t) in enumerate(part))
    return 100 * errors / length

  full = wrong(())
  print(f"{o.lines} lines, {length} characters: {full:.2f} % wrong with all degradations, {wrong(degrade.DEGRADATIONS):.2f} without any")
  print("| without | wrong, % | less by |\n|---|---|---|")
  for name, share in sorted(((name, wrong((name,))) for name in degrade.DEGRADATIONS), key=lambda v: v[1]):
    print(f"| {name} | {share:.2f} | {full - share:.2f} |", flush=True)


if __name__ == "__main__":
  main()
