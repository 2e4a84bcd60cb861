#!/usr/bin/python3
"""Measures HanScan from outside: speed, memory, reading errors and confidences.

usage: bench.py speed       FOLDER [options] [-- options of hanscan run]
       bench.py quality     FOLDER [options] [-- options of hanscan run]
       bench.py ablation    FOLDER [options] [-- options of hanscan run]
       bench.py calibration FOLDER [options] [-- options of hanscan run]
       bench.py compare     TRUTH READINGS [--limit PERCENT] [--fold-case]

speed        pages per second and memory of hanscan and of plain Tesseract, on the same pictures, in turns
quality      reading errors of hanscan and of plain Tesseract; NAME.gt.txt or NAME.expected.txt beside NAME.jpg
ablation     reading errors and processor time with each step of the reading left out, as a table in Markdown
calibration  how far hanscan's confidences are from the share of right characters; NAME.gt.txt beside NAME.jpg
compare      scores the texts in READINGS (NAME.txt or NAME.jpg.p0001.txt) against those in TRUTH

  --hanscan PROGRAM   the program to measure (.build/release/hanscan)
  --rounds N          turns of `speed` (3) and of `ablation` (1)
  --without STEPS     the steps that `ablation` leaves out, separated by commas (each one)
  --jobs N            pages at a time, for all contenders (the cores)
  --skip-plain        leave out the plain loop, which takes longest
  --fold-case         the known texts hold capitals alone
  --keep FOLDER       keep the texts that `quality` had read there
  --json FILE         write all figures
  --limit PERCENT     exit with status 1 if line errors, or the calibration error by line, are above it
"""
import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

from figures import counted, decimals, markdown, mebibytes, percent, signed, table
from readings import (LANGUAGES, BenchError, Pictures, Reader, contents, files_in, files_of, known_texts, pages_read,
                      scratch_folder)
from scoring import Calibration, Score, Text, distance, pairs, saving


def say(text):
  print(text, file=sys.stderr, flush=True)


# Errors of texts


def scored(truth, readings, fold_case):
  """The scores of what lies in a folder against the known texts of another, with their sum."""
  files = files_in(readings)
  total, missing, pages = Score(), 0, []
  for known in known_texts(truth):
    paths = files_of(known, ".txt", files)
    missing += not paths
    text = "\n".join(contents(os.path.join(readings, path)) for path in paths)
    score = Score.of(Text(text, fold_case), Text(contents(known.path), fold_case))
    total.update(score)
    pages.append({"name": known.label, "score": score.rates()})
  return {"name": readings, "options": [], "seconds": 0, "missing": missing, "total": total.rates(), "pages": pages}


def quality(options):
  """The errors of several readers on the same pictures with known texts."""
  pictures = Pictures(options.folders[0], options)
  readers = [
    Reader("tesseract", "tuned loop", LANGUAGES), Reader("tesseract psm 6", "tuned loop", LANGUAGES + ["--psm", "6"]),
    pictures.ours(),
  ]
  results = []
  with scratch_folder() as scratch:
    for reader in readers:
      output = os.path.join(options.keep or scratch, re.sub("[ /]", "-", reader.name))
      shutil.rmtree(output, ignore_errors=True)
      seconds = pictures.read(reader, output, scratch)["seconds"]
      say(f"{reader.name}: {decimals(seconds, 1)} s")
      result = scored(pictures.root, output, options.fold_case)
      results.append({**result, "name": reader.name, "options": reader.options, "seconds": seconds})
  report = {"folder": pictures.root, "results": results}
  tell(report, quality_table(report), options)


def quality_table(report):
  results = report["results"]
  rows = [["line-CER / exact numbers"] + [result["name"] for result in results]]
  for scores in zip(*(result["pages"] for result in results)):
    cells = [f"{percent(one['score']['lineErrorRate'])} {one['score']['numbersRight']}/{one['score']['numbers']}"
             for one in scores]
    rows.append([scores[0]["name"]] + cells)
  count = len(results[0]["pages"])
  totals = [
    [f"in all, {counted(count, 'text')}", "line-CER", "CER", "WER", "word F1", "exact numbers", "missing", "s/text"]]
  for result in results:
    total = result["total"]
    rates = [percent(total[name]) for name in ("lineErrorRate", "characterErrorRate", "wordErrorRate")]
    seconds = decimals(result["seconds"] / max(count, 1), 2) if result["seconds"] else "-"
    totals.append([result["name"]] + rates + [
      decimals(total["wordF1"], 3), percent(total["numbersExact"]), str(result["missing"]), seconds])
  return f"{table(rows)}\n\n{table(totals)}"


def compare(options):
  truth, readings = options.folders
  result = scored(truth, readings, options.fold_case)
  report = {"folder": truth, "results": [result]}
  tell(report, quality_table(report), options)
  if not result["pages"]:
    raise BenchError(f"no NAME.gt.txt or NAME.expected.txt in {truth}")
  if options.limit is None:
    return 0
  # A page that is known to hold nothing and of which nothing was written cannot show in the rate.
  errors = result["total"]["lineErrorRate"]
  is_good = errors * 100 < options.limit and result["missing"] == 0
  verdict = "below" if is_good else "NOT below"
  print(f"{percent(errors)} of {result['total']['characters']} characters wrong: {verdict} {options.limit} %")
  return 0 if is_good else 1


def ablation(options):
  """The gain of each step of the reading: the same pictures with one step switched off at a time."""
  pictures = Pictures(options.folders[0], options)
  steps = steps_of(options.hanscan) if options.without is None else options.without.split(",")
  unknown = set(steps) - set(steps_of(options.hanscan))
  if unknown:
    raise BenchError(f"no step {', '.join(sorted(unknown))}")
  steps = [None] + steps
  results, times = {}, {step: float("inf") for step in steps}
  with scratch_folder() as scratch:
    for turn in range(options.rounds or 1):
      for step in steps:
        output = os.path.join(scratch, f"{turn}-{step}")
        measured = pictures.read(pictures.ours(["--without", step] if step else []), output, scratch)
        say(f"{step or 'nothing'} left out: {decimals(measured['cpuSeconds'], 1)} s")
        times[step] = min(times[step], measured["cpuSeconds"])
        # Every round reads the same.
        if turn == 0:
          results[step] = scored(pictures.root, output, options.fold_case)
  report = ablation_report(pictures.root, results, times)
  tell(report, ablation_table(report), options)


def steps_of(program):
  """The names of the steps, as the program's help lists them."""
  try:
    text = subprocess.run([program, "run", "--help"], capture_output=True, text=True, check=True).stdout
  except (OSError, subprocess.CalledProcessError) as error:
    raise BenchError(f"cannot ask {program} for its steps: {error}")
  listed = re.search(r"--without STEPS\s[^:]*:\s([^.]*)\.", text)
  if not listed:
    raise BenchError(f"the help of {program} lists no steps")
  return re.findall(r"[\w-]+", listed[1])


def ablation_report(folder, results, times):
  """The results and times by step; the step None is the full reading."""
  full = results[None]["pages"]
  rows = []
  for step, result in results.items():
    differences = [
      mine["score"]["lineErrors"] - other["score"]["lineErrors"] for mine, other in zip(result["pages"], full)]
    rows.append({
      "total": result["total"], "worse": sum(one > 0 for one in differences),
      "better": sum(one < 0 for one in differences), "cpuSeconds": times[step]} | ({"without": step} if step else {}))
  return {"folder": folder, "pages": len(full), "rows": rows}


def ablation_table(report):
  """Differences from the full reading, above 0 if the step earns something."""
  full, count = report["rows"][0], max(report["pages"], 1)
  rows = []
  for row in report["rows"]:
    gain = lambda name, places: signed((row["total"][name] - full["total"][name]) * 100, places) if "without" in row else ""
    rows.append([
      f"`{row['without']}`" if "without" in row else "nothing",
      percent(row["total"]["lineErrorRate"], 2), gain("lineErrorRate", 2),
      percent(row["total"]["numbersExact"]), gain("numbersExact", 1),
      f"{row['worse']} / {row['better']}" if "without" in row else "", decimals(row["cpuSeconds"] / count, 2),
      signed((full["cpuSeconds"] - row["cpuSeconds"]) / max(full["cpuSeconds"], 1e-9) * 100, 0) + " %"
      if "without" in row else ""])
  heading = ["left out", "line error", "points", "amounts", "points", "pages worse / better", "CPU s/page", "its time"]
  return markdown(heading, rows)


# Errors of confidences


def calibration(options):
  """The calibration error of HanScan's confidences, on pictures with known text."""
  pictures = Pictures(options.folders[0], options)
  with scratch_folder() as scratch:
    output = os.path.join(scratch, "read")
    measured = pictures.read(pictures.ours(["--format", "json"]), output, scratch)
    say(f"read in {decimals(measured['seconds'], 1)} s")
    report = calibrated(pictures.root, output, options.fold_case)
  lines = tell_calibration(report, options)
  is_good = options.limit is None or (lines.expected_error * 100 < options.limit and report["missing"] == 0)
  return 0 if is_good else 1


def calibrated(truth, readings, fold_case):
  """Scores the JSON that lies in a folder against the known texts of another."""
  files = files_in(readings)
  report = {"folder": truth, "pages": [], "missing": 0}
  for known in known_texts(truth):
    pages = [json.loads(contents(os.path.join(readings, path))) for path in files_of(known, ".json", files)]
    if pages:
      text = Text(contents(known.path), fold_case)
      report["pages"].append({"name": known.label, **calibrated_page(pages, text, fold_case)})
    else:
      report["missing"] += 1
  return report


def calibrated_page(pages, truth, fold_case):
  read = [(line["confidence"], "".join(Text(line["text"], fold_case).squeezed))
          for page in pages for line in page.get("lines", []) if line["kind"] == "text"]
  read = [line for line in read if line[1]]
  known, texts = truth.squeezed, [text for _, text in read]
  lines = [{"confidence": confidence, "right": 0, "weight": len(text)} for confidence, text in read]
  wrong = sum(map(len, known)) + sum(map(len, texts))
  for line, partner in zip(known, pairs(known, texts)):
    if partner is not None:
      other = texts[partner]
      longer, saved = max(len(line), len(other)), saving(line, other)
      lines[partner]["right"] = (longer - (saved + len(line) + len(other))) / longer
      wrong += saved
  characters = sum(map(len, known))
  right = max(0, 1 - wrong / characters) if characters else float(wrong == 0)
  # Of a document of several pages one confidence is made, as the document has one known text.
  stated = [page["confidence"] for page in pages if page.get("confidence") is not None]
  confidence = sum(stated) / len(stated) if stated else 0
  return {"page": {"confidence": confidence, "right": right, "weight": int(characters > 0)}, "lines": lines}


def tell_calibration(report, options):
  pages = report["pages"]
  # Lines count by their characters.
  lines = Calibration([line for page in pages for line in page["lines"]], bins=10)
  by_page = Calibration([page["page"] for page in pages], bins=min(10, max(1, len(pages) // 5)))
  rows = [["page", "confidence", "right"]]
  rows += [[page["name"], percent(page["page"]["confidence"]), percent(page["page"]["right"])] for page in pages]
  bins = [["lines of confidence", "right", "characters"]]
  bins += [[percent(one["confidence"]), percent(one["right"]), decimals(one["weight"], 0)] for one in lines.bins]
  totals = [[f"in all, {counted(len(pages), 'text')}", "confidence", "right", "ECE", "mean distance",
             "errors in the worst tenth"]]
  for name, one in (("lines, by characters", lines), ("pages", by_page)):
    means = [one.mean(lambda sample: sample["confidence"]), one.mean(lambda sample: sample["right"])]
    totals.append([name] + [
      percent(value) for value in means + [one.expected_error, one.mean(distance), one.errors_in_least(0.1)]])
  missing = report["missing"]
  missed = f"\n\nnothing was read for {counted(missing, 'known text')}" if missing else ""
  tell(report, f"{table(rows)}\n\n{table(bins)}\n\n{table(totals)}{missed}", options)
  return lines


# Speed


def speed(options):
  """The same pictures by several readers, in turns, so that a busy machine slows all of them alike.

  Speed is in pages that have a text. Readers that leave different numbers of texts did different work, and are not
  compared.
  """
  pictures = Pictures(options.folders[0], options, text_is_known=False)
  readers = [
    Reader("tesseract, plain loop", "plain loop", LANGUAGES), Reader("tesseract, tuned loop", "tuned loop", LANGUAGES),
    Reader("tesseract, tuned loop, psm 6", "tuned loop", LANGUAGES + ["--psm", "6"]),
    # The bare engine with the settings of the tuned loop, and what a user gets without asking.
    Reader("hanscan, psm 6, model kor+eng, picture as it is", "hanscan",
           ["--model", "kor+eng", "--psm", "6", "--prepare", "none", "--level", "fast"]),
    Reader(" ".join(["hanscan"] + options.further), "hanscan", options.further),
  ][1 if options.skip_plain else 0:]
  measured, pages = [[] for _ in readers], None
  with scratch_folder() as scratch:
    for turn in range(1, (options.rounds or 3) + 1):
      counts = []
      for index, reader in enumerate(readers):
        output = os.path.join(scratch, f"{turn}-{index}")
        measured[index].append(pictures.read(reader, output, scratch))
        say(f"round {turn}: {reader.name}: {decimals(measured[index][-1]['seconds'], 1)} s")
        counts.append(pages_read(reader, output))
        shutil.rmtree(output)
      pages = common_count(readers, counts, pages, pictures.root)
  report = speed_report(pictures, readers, measured, pages)
  tell(report, speed_table(report), options)


def common_count(readers, counts, before, folder):
  """The number of pages that every reader left a text for, in this round and in those before."""
  if any(count != (counts[0] if before is None else before) for count in counts):
    each = "".join(f"\n  {reader.name}: {counted(count, 'text')}" for reader, count in zip(readers, counts))
    other = "" if before is None else f", and {before} from each in an earlier round"
    raise BenchError(
      f"the same pictures gave different numbers of texts{other}, so that speeds do not compare:{each}\n"
      "Leave out pictures that one of them doesn't read (`hanscan list --out OUT --state failed,unsupported`).")
  if counts[0] == 0:
    raise BenchError(f"nothing was read: no reader left a text for any picture of {folder}")
  return counts[0]


def speed_report(pictures, readers, measured, pages):
  results = [{
    "name": reader.name, "options": reader.options, "rounds": rounds,
    "pagesPerSecond": [pages / one["seconds"] for one in rounds],
    "largestProcessBytes": max(one["largestProcessBytes"] for one in rounds),
    "treeBytes": max(one["treeBytes"] for one in rounds)} for reader, rounds in zip(readers, measured)]
  kinds = {reader.name: reader.kind for reader in readers}
  ratios = [
    ratio(mine, other) for mine in results if kinds[mine["name"]] == "hanscan"
    for other in results if kinds[other["name"]] != "hanscan"]
  return {
    "folder": pictures.root, "pictures": len(pictures.pictures), "repeated": pictures.repeated(), "pages": pages,
    "jobs": pictures.options.jobs, "results": results, "ratios": ratios}


def ratio(mine, other):
  """The ratio of two readers' pages per second, round by round, so that other load affects both."""
  rounds = [first / second for first, second in zip(mine["pagesPerSecond"], other["pagesPerSecond"])]
  return {
    "name": mine["name"], "comparedWith": other["name"], "rounds": rounds, "median": statistics.median(rounds),
    "lowest": min(rounds), "highest": max(rounds)}


def speed_table(report):
  spread = lambda values: f"{decimals(min(values), 2)}-{decimals(max(values), 2)}"
  rows = [["", "pages/s", "CPU s/page", "largest process", "all processes"]]
  for one in report["results"]:
    times = [turn["cpuSeconds"] / report["pages"] for turn in one["rounds"]]
    rows.append([one["name"], spread(one["pagesPerSecond"]), spread(times), mebibytes(one["largestProcessBytes"]),
                 mebibytes(one["treeBytes"])])
  compared = [["pages per second against", "median", "lowest-highest"]]
  compared += [
    [f"{one['name']} : {one['comparedWith']}", decimals(one["median"], 2), spread(one["rounds"])]
    for one in report["ratios"]]
  repeated = report["repeated"]
  warning = repeated and f"\n{counted(repeated, 'picture')} repeated byte for byte, which hanscan reads once: not comparable"
  turns = len(report["results"][0]["rounds"])
  return (
    f"{counted(report['pages'], 'page')} in {counted(report['pictures'], 'picture')} of {report['folder']}, "
    f"{counted(turns, 'round')}, {report['jobs']} at a time{warning or ''}\n\n{table(rows)}\n\n{table(compared)}")


# The command


def tell(report, text, options):
  """Prints a report, and writes its figures to the file that the command names."""
  print(text)
  if options.json:
    with open(options.json, "w", encoding="utf-8") as file:
      json.dump(report, file, ensure_ascii=False, indent=2, sort_keys=True)
    say(f"figures: {options.json}")


def positive(text):
  number = int(text)
  if number < 1:
    raise ValueError
  return number


class Parser(argparse.ArgumentParser):
  def error(self, message):
    say(f"{__doc__.partition(chr(10) * 2)[2]}\nbench.py: {message}")
    sys.exit(64)


COMMANDS = {"speed": speed, "quality": quality, "ablation": ablation, "calibration": calibration, "compare": compare}


def main(arguments):
  own = arguments[:arguments.index("--")] if "--" in arguments else arguments
  parser = Parser(add_help=False, allow_abbrev=False)
  parser.add_argument("command", choices=COMMANDS)
  parser.add_argument("folders", nargs="+")
  parser.add_argument("--hanscan", default=".build/release/hanscan")
  parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)))
  parser.add_argument("--rounds", type=positive)
  parser.add_argument("--limit", type=float)
  for name in ("without", "keep", "json"):
    parser.add_argument(f"--{name}")
  for name in ("skip-plain", "fold-case"):
    parser.add_argument(f"--{name}", action="store_true")
  if "--help" in own:
    print(__doc__.partition("\n\n")[2], end="")
    return 0
  options = parser.parse_args(own)
  options.further = arguments[len(own) + 1:]
  if len(options.folders) != (2 if options.command == "compare" else 1):
    parser.error(f"{options.command} wants {'TRUTH and READINGS' if options.command == 'compare' else 'one folder'}")
  try:
    return COMMANDS[options.command](options) or 0
  except BenchError as error:
    say(f"bench.py: {error}")
    return 1


if __name__ == "__main__":
  sys.exit(main(sys.argv[1:]))
