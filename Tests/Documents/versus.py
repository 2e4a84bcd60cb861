#!/usr/bin/python3
"""HanScan's searchable PDFs beside OCRmyPDF's: versus.py HANSCAN PICTURE|FOLDER... [--fold-case] [--json FILE]

Each picture has its text beside it, NAME.gt.txt. The two programs read it in turns, each in a process of its own with the
cores that there are and its standard settings for Korean and English. Printed are time, processor time, the size of the
PDFs, that of those of PNGs alone, and the share of the text's words that `pdftotext` finds in them.

OCRmyPDF makes PDF/A by Ghostscript, which turns PNGs into JPEG. Its row `lossless` is of `--output-type pdf --optimize 1`,
which keeps all pixels, as HanScan does.
"""
import argparse
import collections
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import unicodedata


def words(text, folds):
    """The words of a text, each as often as it is there."""
    text = unicodedata.normalize("NFC", text)
    return collections.Counter((text.upper() if folds else text).split())


def pictures(path):
    """A picture, or those of a folder that have their text beside them."""
    names = [os.path.join(path, name) for name in os.listdir(path)] if os.path.isdir(path) else [path]
    for name in names:
        stem, ending = os.path.splitext(name)
        if ending not in (".txt", ".json") and os.path.exists(stem + ".gt.txt"):
            yield name


def timed(command):
    """Seconds, seconds of the processor, and whether it succeeded."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    outcome = subprocess.run(command, capture_output=True, check=False)
    elapsed, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return elapsed, used, outcome


def hanscan(program, picture, place):
    out = os.path.join(place, "out")
    return [program, "run", picture, "--settle", "0", "--format", "pdf", "--out", out], \
        os.path.join(out, os.path.basename(picture) + ".pdf")


def ocrmypdf(_, picture, place, *more):
    out = os.path.join(place, "out.pdf")
    # Pictures that say no resolution are refused without one.
    return ["ocrmypdf", "-q", "-l", "kor+eng", "--image-dpi", "300", *more, picture, out], out


def lossless(_, picture, place):
    return ocrmypdf(_, picture, place, "--output-type", "pdf", "--optimize", "1")


PROGRAMS = {"hanscan": hanscan, "ocrmypdf": ocrmypdf, "lossless": lossless}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("pictures", nargs="+")
    parser.add_argument("--fold-case", action="store_true")
    parser.add_argument("--json")
    options = parser.parse_args()
    total = {name: collections.Counter() for name in PROGRAMS}
    rows = []
    for picture in sorted(found for path in options.pictures for found in pictures(path)):
        with open(os.path.splitext(picture)[0] + ".gt.txt", encoding="utf-8") as file:
            truth = words(file.read(), options.fold_case)
        for name, command in PROGRAMS.items():
            with tempfile.TemporaryDirectory() as place:
                arguments, out = command(options.program, picture, place)
                elapsed, used, outcome = timed(arguments)
                made = os.path.exists(out)
                text = subprocess.run(["pdftotext", "-raw", out, "-"], capture_output=True, check=False).stdout if made else b""
                found = sum((words(text.decode("utf-8", "replace"), options.fold_case) & truth).values())
                size = os.path.getsize(out) if made else 0
                row = {"seconds": elapsed, "processor": used, "bytes": size, "found": found,
                       "of PNGs": size if picture.lower().endswith(".png") else 0,
                       "words": sum(truth.values()), "scan": os.path.getsize(picture), "failed": int(not made)}
            total[name].update(row)
            rows.append({"picture": os.path.basename(picture), "by": name, **row})
            if not made:
                print(f"{picture}: no PDF by {name}: {outcome.stderr.decode('utf-8', 'replace')[-200:]}", file=sys.stderr)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    print(f"{'':10}{'time, s':>10}{'processor, s':>14}{'PDFs, KiB':>11}{'of PNGs':>9}{'scans, KiB':>12}"
          f"{'words found':>13}{'no PDF':>8}")
    for name, row in total.items():
        print(f"{name:10}{row['seconds']:10.1f}{row['processor']:14.1f}{row['bytes'] / 1024:11.0f}"
              f"{row['of PNGs'] / 1024:9.0f}{row['scan'] / 1024:12.0f}"
              f"{100 * row['found'] / max(1, row['words']):12.1f}%{row['failed']:8}")


if __name__ == "__main__":
    main()
