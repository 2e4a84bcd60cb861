"""Draws receipts as text with geometry, for fitting what finds their fields.

receiptpages.py OUT COUNT [--first SEED] [--korean SHARE]

For each receipt OUT/NNNNNN.p0001.json has the page as a reader gives it, with errors of reading: each word has `tags`,
ranges of characters with a tag and the number of the value they belong to. OUT/NNNNNN.fields.json has the fields as they
are printed. A form is a function of one of the modules named `korean...` and `english...`; the same
arguments give the same files.
"""
import argparse
import importlib
import json
import os
import random

from receiptsheet import FOREIGN, KOREAN

# Each module adds its forms.
for module in ("koreanforms", "koreanslips", "koreanbills", "koreanscreens", "koreanservices", "englishforms", "englishtrips"):
  importlib.import_module(module)


def receipt(seed, korean=.65, form=None):
  """The name of the form, the page and the truth of one receipt."""
  r = random.Random(seed)
  forms = KOREAN if r.random() < korean else FOREIGN
  if form:
    forms = [f for f in KOREAN + FOREIGN if f[0] == form]
  name, _, draw = r.choices(forms, [weight for _, weight, _ in forms])[0]
  page, truth = draw(r).page_and_truth()
  return name, page, truth


def save(path, value):
  with open(path, "w", encoding="utf8") as f:
    json.dump(value, f, ensure_ascii=False, separators=(",", ":"))


def write(out, count, first=0, korean=.65):
  os.makedirs(out, exist_ok=True)
  for seed in range(first, first + count):
    name, page, truth = receipt(seed, korean)
    save(f"{out}/{seed:06d}.p0001.json", {**page, "form": name})
    save(f"{out}/{seed:06d}.fields.json", truth)


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("out")
  parser.add_argument("count", type=int)
  parser.add_argument("--first", type=int, default=0, help="the seed of the first receipt")
  parser.add_argument("--korean", type=float, default=.65, help="the share of Korean ones")
  arguments = parser.parse_args()
  write(arguments.out, arguments.count, arguments.first, arguments.korean)


if __name__ == "__main__":
  main()
