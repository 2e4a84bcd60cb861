#!/usr/bin/python3
"""Compares what HanScan read in the documents of `draw.py` with what it read in their pictures: compare.py FOLDER READ

READ/pictures and READ/documents are the output directories of two runs with `--format text`. For each way of each producer
the share of characters that are wrong is printed, that of the same sheets' pictures beside it.
"""
import collections
import glob
import os
import sys


def distance(left, right):
    """Levenshtein's distance."""
    row = list(range(len(right) + 1))
    for index, one in enumerate(left, 1):
        before, row[0] = row[0], index
        for place, other in enumerate(right, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (one != other))
    return row[-1]


def text(path):
    """The characters of a page, or of all pages where the name has a pattern, without white space; nothing without a file."""
    characters = []
    for name in sorted(glob.glob(path)):
        with open(name, encoding="utf-8") as file:
            characters += file.read().split()
    return "".join(characters)


def main():
    folder, read = sys.argv[1:3]
    ways = collections.defaultdict(lambda: [0, 0, 0, 0])
    for path in sorted(glob.glob(f"{folder}/documents/*.pdf")):
        name = os.path.basename(path)
        sheet, way = name[:-4].split("-", 1)
        truth = text(f"{folder}/pictures/{sheet}.gt.txt")
        if not glob.glob(f"{read}/documents/{name}.p[0-9]*.txt"):
            print(f"{name}: was not read", file=sys.stderr)
        found = ways[way]
        found[0] += 1
        found[1] += len(truth)
        found[2] += distance(truth, text(f"{read}/documents/{name}.p[0-9]*.txt"))
        found[3] += distance(truth, text(f"{read}/pictures/{sheet}.png.p0001.txt"))
    ways["all"] = [sum(row[column] for row in ways.values()) for column in range(4)]
    print(f"{'way':22}{'documents':>10}{'error %':>9}{'pictures %':>12}{'more':>8}")
    for way, (count, length, document, picture) in ways.items():
        shares = [100 * wrong / max(1, length) for wrong in (document, picture)]
        print(f"{way:22}{count:10}{shares[0]:9.2f}{shares[1]:12.2f}{shares[0] - shares[1]:8.2f}")


if __name__ == "__main__":
    main()
