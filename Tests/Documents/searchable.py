#!/usr/bin/python3
"""Checks the searchable PDFs of a folder that `hanscan run IN --format pdf,json --out READ` left: searchable.py IN READ

Each file is opened by qpdf, MuPDF and poppler without a warning; its words are those of the pages' JSON, in their order
and with their spaces (`pdftotext -raw`); their boxes are where JSON has them (`pdftotext -raw -bbox`), to 2 pixels of 300
an inch; it is at most 6 KiB a page and 25 KiB longer than the scan. What is wrong is printed, and the exit status is 1.
"""
import collections
import concurrent.futures
import glob
import html
import json
import os
import re
import subprocess
import sys
import tempfile

BOX = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')
PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>', re.S)
# Two pixels of 300 an inch, in points, and what rounding to a millionth adds.
TOLERANCE = 2 * 72 / 300 + 1e-3
PAGE_BYTES, FILE_BYTES = 6 << 10, 25 << 10


def call(*words):
    """A program's standard output, its standard error, and its exit status."""
    outcome = subprocess.run(words, capture_output=True, check=False)
    texts = [part.decode("utf-8", "replace") for part in (outcome.stdout, outcome.stderr)]
    return texts[0], texts[1].strip(), outcome.returncode


def openings(path):
    """What programs complain of that open the file."""
    with tempfile.TemporaryDirectory() as place:
        programs = {
            "qpdf": ["qpdf", "--check", path],
            # Without colour profiles (-N): Debian's MuPDF has no library for them, and says so of every file.
            "mutool draw": ["mutool", "draw", "-N", "-q", "-r", "36", "-o", f"{place}/drawn-%d.png", path],
            "mutool clean": ["mutool", "clean", path, f"{place}/clean.pdf"],
            "pdftoppm": ["pdftoppm", "-r", "36", "-gray", path, f"{place}/poppler"],
        }
        for name, words in programs.items():
            text, complaint, status = call(*words)
            if status or complaint or (name == "qpdf" and "No syntax or stream encoding errors" not in text):
                yield f"{name} (exit status {status}): {(complaint or text)[-300:]}"


def pages(read, name):
    """The document's pages as JSON, in order."""
    found = sorted(glob.glob(f"{glob.escape(os.path.join(read, name))}.p[0-9]*.json"))
    for path in found:
        with open(path, encoding="utf-8") as file:
            yield json.load(file)


def words_of(page):
    """A page's words with their boxes."""
    return [(word["text"], word["box"]) for line in page.get("lines", []) if line["kind"] == "text"
            for word in line["words"] if word["text"]]


def first_difference(wanted, found):
    """Where two lists of words part."""
    place = next((index for index, (one, other) in enumerate(zip(wanted, found)) if one != other),
                 min(len(wanted), len(found)))
    return f"{' '.join(wanted[place:place + 4])!r} is {' '.join(found[place:place + 4])!r} in the PDF"


def check(scans, read, path):
    """Counts, and what is wrong with one file."""
    name = os.path.relpath(path, read)[:-4]
    records = list(pages(read, name))
    counts = {"files": 1, "pages": len(records)}
    counts |= dict.fromkeys(["words", "words found", "lines", "lines found", "boxes right"], 0)
    wrong = list(openings(path))
    texts = call("pdftotext", "-raw", "-enc", "UTF-8", path, "-")[0].split("\f")
    boxes = PAGE.findall(call("pdftotext", "-raw", "-bbox", "-enc", "UTF-8", path, "-")[0])
    furthest = 0.0
    for index, page in enumerate(records):
        if page["state"] not in ("recognised", "blank"):
            continue
        listed = words_of(page)
        wanted = [word for word, _ in listed]
        text = texts[index] if index < len(texts) else ""
        found = text.split()
        counts["words"] += len(wanted)
        counts["words found"] += sum(1 for one, other in zip(wanted, found) if one == other)
        lines = [line["text"] for line in page.get("lines", []) if line["kind"] == "text" and line["text"]]
        rows = text.split("\n")
        counts["lines"] += len(lines)
        counts["lines found"] += sum((collections.Counter(lines) & collections.Counter(rows)).values())
        if wanted != found:
            wrong.append(f"page {index + 1}: {first_difference(wanted, found)}")
        width, height, content = boxes[index] if index < len(boxes) else ("0", "0", "")
        across, down = float(width) / max(1, page["width"]), float(height) / max(1, page["height"])
        placed = [([float(edge) for edge in word[:4]], html.unescape(word[4])) for word in BOX.findall(content)]
        for (word, box), (edges, other) in zip(listed, placed):
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            place = (max(0, box["x"]) * across, max(0, box["y"]) * down, min(right, page["width"]) * across,
                     min(bottom, page["height"]) * down)
            distance = max(abs(one - two) for one, two in zip(place, edges))
            furthest = max(furthest, distance)
            if word == other and distance <= TOLERANCE:
                counts["boxes right"] += 1
            else:
                wrong.append(f"page {index + 1}: the box of {word!r} is off by {distance * 300 / 72:.1f} px "
                             f"({[round(edge, 2) for edge in edges]} for {[round(edge, 2) for edge in place]})")
        if len(listed) != len(placed):
            wrong.append(f"page {index + 1}: {len(placed)} boxes for {len(listed)} words")
    size, own = os.path.getsize(path), os.path.getsize(os.path.join(scans, name))
    most = own + PAGE_BYTES * max(1, len(records)) + FILE_BYTES
    if size > most:
        wrong.append(f"{size} bytes for a scan of {own}, {size - most} too many")
    return name, counts, wrong, furthest, (size - own - FILE_BYTES) / max(1, len(records)) / 1024


def main():
    scans, read = sys.argv[1:3]
    if os.path.isfile(scans):
        scans = os.path.dirname(scans) or "."
    files = sorted(glob.glob(f"{glob.escape(read)}/**/*.pdf", recursive=True))
    # A PDF that came in and is named .pdf has a file of its name and .pdf once more.
    files = [path for path in files if os.path.exists(os.path.join(scans, os.path.relpath(path, read)[:-4]))]
    if not files:
        sys.exit(f"no PDF of a scan of {scans} in {read}")
    total, faults, furthest, most = {}, 0, 0.0, float("-inf")
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for name, counts, wrong, distance, excess in pool.map(lambda path: check(scans, read, path), files):
            for key, value in counts.items():
                total[key] = total.get(key, 0) + value
            furthest, most = max(furthest, distance), max(most, excess)
            faults += bool(wrong)
            for line in wrong[:5]:
                print(f"{name}: {line}")
            if len(wrong) > 5:
                print(f"{name}: and {len(wrong) - 5} more")
    print(", ".join(f"{value} {key}" for key, value in total.items()))
    print(f"the furthest edge is {furthest * 300 / 72:.2f} px off; the largest file has {most:.1f} KiB a page above "
          f"scan and {FILE_BYTES >> 10} KiB; {faults} files with faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
