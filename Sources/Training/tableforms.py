"""Draws forms with tables, and writes the truth of their cells.

usage: tableforms.py COUNT FOLDER [--seed N] [--kind scan|photo|clean] [--layouts A,B] [--fonts FOLDER]

Beside NAME.jpg lies NAME.json: {"kind": KIND, "fields": {NAME: VALUE}, "tables": [{"box": [x0, y0, x1, y1], "cells": [{"r", "c", "rs", "cs", "text",
"box"}]}]}, rows, columns and spans from 0, boxes in pixels of the picture. Blocks of one frame whose columns differ are tables
of their own. A frame around a single cell is no table. Scans and photos alternate unless --kind says otherwise. `--layouts
none` draws pages without any table (`tableless.py`). A page depends on the seed, its layout and its number alone.

Needs Pillow and NumPy, and Korean fonts below /usr/share/fonts or --fonts (packages.txt names the packages).
"""
import argparse
import json
import math
import pathlib
import random
import sys
import zlib

import numpy

import tablebills
import tableless
import tablelists
import tableoffice
import tablepages
import tablesheet
from tablevalues import Form

LAYOUTS = {**tableoffice.LAYOUTS, **tablelists.LAYOUTS, **tablebills.LAYOUTS}


def form(r, files):
  """Returns the function with which a layout begins its sheet, whose width in em lies between two limits."""
  def begin(least, most, **options):
    em = math.exp(r.uniform(math.log(13.5), math.log(32))) / .72
    ems = r.uniform(least, most)
    em = min(max(em, 760 / ems), 2300 / ems)
    return Form(r, files, em, int(em * ems), **options)

  begin.r = r
  return begin


def drawn(layout, number, kind, seed, files):
  """The bytes of a JPEG file, and its truth."""
  name = f"{seed}/{layout}/{number}"
  r, g = random.Random(name), numpy.random.default_rng(zlib.crc32(name.encode()))
  layouts = LAYOUTS | tableless.LAYOUTS
  sheet = layouts[layout](form(r, files))
  image, tables = sheet.finished()
  data, tables = tablepages.Degradation(r, g).page(image, tables, kind)
  fields = {name: value for name, value in getattr(sheet, "truth", {}).items() if value}
  return data, {"kind": kind, "fields": fields, "tables": tables}


def main():
  parser = argparse.ArgumentParser(description="Draws forms with tables, and writes the truth of their cells.")
  parser.add_argument("count", type=int)
  parser.add_argument("folder", type=pathlib.Path)
  parser.add_argument("--seed", type=int, default=1)
  parser.add_argument("--kind", choices=("scan", "photo", "clean"), help="scans and photos alternate without it")
  parser.add_argument("--layouts", default=",".join(LAYOUTS), help=f"of {', '.join(LAYOUTS)}; none for {', '.join(tableless.LAYOUTS)}")
  parser.add_argument("--fonts", default="/usr/share/fonts", help="a folder like /usr/share/fonts")
  options = parser.parse_args()
  layouts = list(tableless.LAYOUTS) if options.layouts == "none" else options.layouts.split(",")
  if unknown := set(layouts) - set(LAYOUTS) - set(tableless.LAYOUTS):
    parser.error(f"no such layout: {', '.join(sorted(unknown))}")
  files = tablesheet.FontFiles(options.fonts)
  options.folder.mkdir(parents=True, exist_ok=True)
  for page in range(options.count):
    number, place = divmod(page, len(layouts))
    kind = options.kind or ("scan", "photo")[(number + place) % 2]
    data, truth = drawn(layouts[place], number, kind, options.seed, files)
    name = options.folder / f"{layouts[place]}_{number}"
    name.with_suffix(".jpg").write_bytes(data)
    name.with_suffix(".json").write_text(json.dumps(truth, ensure_ascii=False), encoding="utf8")
  print(options.count, "pages", file=sys.stderr)


if __name__ == "__main__":
  main()
