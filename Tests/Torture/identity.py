#!/usr/bin/python3
"""Identity of pages: random changes of a tree of scans, with runs of hanscan between them.

The runs are plain, with --verify, watch while scans change, or are killed. After a last plain run the results must be
those of a first run over a copy of the tree, and each page of a scan that is gone must be there once. A sequence that
fails is shrunk: steps are left out as long as it still fails.
"""
import argparse
import collections
import concurrent.futures
import csv
import difflib
import io
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from scans import CHANGES, Tree
from torture import QUICK, tree, workers

RUNS = ["plain", "plain", "verify", "watch", "kill"]
SEARCHES = ["total", "oats", "11.5"]
MANY = ["--json", "--limit", "1000"]
FORMATS = "text,json,md,hocr,tsv,alto,page,csv,xlsx"
PATTERNS = [["scan1*"], ["e"], ["b.*", "D/"], ["[ab]"]]


def sequence(seed):
    """Steps of a kind and of the numbers that choose files, names, contents and moments."""
    dice = random.Random(seed)

    def step(kind):
        return kind, [dice.randrange(1 << 20) for _ in range(4)]
    steps = [step("create") for _ in range(dice.randint(2, 6))] + [step(dice.choice(RUNS))]
    for _ in range(dice.randint(2, 12)):
        steps.append(step(dice.choice(CHANGES)))
        if dice.randrange(3) == 0:
            steps.append(step(dice.choice(RUNS)))
    return steps


class Fault(Exception):
    """A run or a command that does not do what it should."""


class World:
    """A tree, the output of the runs over it, and that of a first run over a copy of the tree."""

    def __init__(self, options, seed, folder):
        self.options, self.folder = options, folder
        self.inbox, self.out = os.path.join(folder, "in"), os.path.join(folder, "out")
        self.tree, self.words = Tree(folder), []
        self.read, self.held = {}, set()
        # Formats that take programs and pictures are for some sequences alone, for the time that they take.
        self.formats = FORMATS + (",pdf,html" if seed % 3 == 0 else "")
        exclude = PATTERNS[seed // 7 % len(PATTERNS)] if seed % 7 == 3 else []
        self.exclude = [word for pattern in exclude for word in ("--exclude", pattern)]

    # Runs

    def start(self, *more, log=subprocess.DEVNULL):
        self.held |= self.tree.digests()
        words = [self.options.hanscan, "run", self.inbox, "--out", self.out, *QUICK, "--jobs", "2"]
        words += self.exclude + list(more)
        if log != subprocess.DEVNULL:
            words.remove("--quiet")
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=log, start_new_session=True)

    def expect(self, run, *statuses):
        try:
            status = run.wait(300)
        except subprocess.TimeoutExpired as error:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
            raise Fault("a run did not finish within 300 s") from error
        if status not in statuses:
            raise Fault(f"a run exited with {status}")

    def run(self, kind, picks, changes):
        """A run of some kind; one that watches sees the changes."""
        begin = len(self.words)
        if kind == "watch":
            self.watch(picks, changes)
        elif kind == "kill":
            run = self.start(*["--verify"][:picks[0] % 2])
            # Most runs have little to read, and take less than half a second.
            time.sleep((picks[1] / (1 << 20)) ** 2 * 0.8)
            children = workers(run.pid)
            os.killpg(run.pid, signal.SIGKILL)
            self.expect(run, 0, 65, -signal.SIGKILL)
            kind = "killed" if run.returncode < 0 else "finished before it was killed"
            for _ in range(200):
                if any(os.path.exists(f"/proc/{child}/exe") for child in children):
                    time.sleep(0.02)
        else:
            self.expect(self.start(*["--verify"] if kind == "verify" else []), 0, 65)
        self.words.insert(begin, f"run: {kind}")
        if "kill" not in kind or os.path.exists(os.path.join(self.out, "hanscan.sqlite")):
            for page in self.pages("kill" in kind):
                if page["state"] == "recognised":
                    self.read[self.key(page)] = page["source"]["path"]

    def watch(self, picks, changes):
        """Changes scans while a run watches them; it mostly has time to read what was there, and what is new."""
        def wait_for_silence():
            size = -1
            while run.poll() is None and (os.path.getsize(path) > size or size == 0):
                size = os.path.getsize(path)
                time.sleep(0.5)
        path = os.path.join(self.folder, "log")
        with open(path, "wb") as log:
            run = self.start("--watch", "--log", "json", log=log)
        if picks[0] % 4:
            wait_for_silence()
        else:
            time.sleep(picks[1] / (1 << 20))
        for change in changes:
            self.change(change)
            self.held |= self.tree.digests()
            time.sleep(0.02 + change[1][1] / (1 << 20) * 0.5)
        if picks[2] % 4:
            wait_for_silence()
        run.send_signal(signal.SIGTERM)
        self.expect(run, 0, 65, 143)

    def change(self, step):
        words = self.tree.perform(*step)
        if words:
            self.words.append(words)

    def perform(self, steps):
        steps = list(steps)
        while steps:
            kind, picks = steps.pop(0)
            if kind not in RUNS:
                self.change((kind, picks))
                continue
            if not self.tree.files():
                continue
            count = 0
            while kind == "watch" and count < min(len(steps), 1 + picks[3] % 4) and steps[count][0] not in RUNS:
                count += 1
            self.run(kind, picks, steps[:count])
            del steps[:count]

    # Results

    def command(self, *words, fails=False):
        """The standard output of a command."""
        done = subprocess.run([self.options.hanscan, *words, "--out", self.out], capture_output=True, check=False)
        if done.returncode not in (0, 65) and not fails:
            raise Fault(f"hanscan {' '.join(words)} exited with {done.returncode}: {done.stderr.decode()}")
        return done.stdout

    def lines(self, *words, fails=False):
        return [json.loads(line) for line in self.command(*words, fails=fails).splitlines()]

    def pages(self, fails=False):
        return self.lines("export", "--stdout", "--format", "json", fails=fails)

    @staticmethod
    def key(page):
        return page.get("content"), page["page"]

    def export(self, *more):
        """The files of an export to another directory, and what it prints."""
        folder = os.path.join(self.folder, "export")
        printed = self.command("export", "--to", folder, *more)
        files = tree(folder)
        shutil.rmtree(folder, ignore_errors=True)
        return {**files, "standard output": printed}

    def present(self):
        """Everything that shows present pages alone."""
        shown = {}
        for words in (["list"], ["list", "--json"], ["receipts", "--json"], ["receipts", "--csv"],
                      ["export", "--stdout", "--format", "json"]):
            shown[" ".join(words)] = self.command(*words, "--present")
        for word in SEARCHES:
            # Equally good hits come in the order in which they were recorded.
            shown[f"search {word}"] = b"\n".join(sorted(self.command("search", word, "--present", *MANY).splitlines()))
        for index, page in enumerate(map(json.loads, shown["export --stdout --format json"].splitlines())):
            name = page["source"]["path"] + (f":{page['page']}" if page["page"] > 1 else "")
            # One of them, for the time that it takes: the JSON has both.
            options = ["--fields"] if page.get("receipts") and index % 2 else []
            shown[f"show {name}"] = self.command("show", name, *options)
        for options in (["--present", "--format", self.formats], ["--name", "{date}_{merchant}_{total}", "--once"]):
            shown.update({f"export {' '.join(options)}: {name}": data for name, data in self.export(*options).items()})
        return shown

    def whole(self):
        """Everything that shows missing pages as well."""
        shown = {what: self.lines(what, "--json") for what in ("list", "receipts")}
        shown["pages"] = self.pages()
        shown["hits"] = [{**hit, "sameAs": None} for hit in self.lines("search", SEARCHES[0], *MANY)]
        shown["exported"] = self.export("--format", "text,json,csv")
        table = csv.reader(io.StringIO(shown["exported"].pop("hanscan.receipts.csv", b"").decode("utf-8-sig")))
        # The key of a row is its last cell.
        shown["table"] = [row[-1] for row in table][1:]
        shown["home"] = tree(self.out)
        self.command("export", "--format", "text,json")
        shown["home again"] = tree(self.out)
        shown["check"] = self.command("check").decode().splitlines()
        return shown

    def faults(self, steps):
        """The differences from a first run; none if all is well."""
        try:
            self.perform(steps)
            if not self.tree.files():
                return []
            self.expect(self.start(), 0, 65)
            present, whole = self.present(), self.whole()
            # The copy takes the place of the tree, so that all paths are equal.
            for name in ("in", "out"):
                os.rename(os.path.join(self.folder, name), os.path.join(self.folder, f"{name}.old"))
            subprocess.run(["cp", "-RP", "--preserve=links", f"{self.inbox}.old", self.inbox], check=True)
            self.expect(self.start(), 0, 65)
            return differences(present, self.present()) + self.faults_of_missing(whole, self.whole())
        except Fault as fault:
            return [str(fault)]

    def faults_of_missing(self, here, wanted):
        """All results are those of the first run, and each page of a scan that is gone is there once."""
        faults = [f"check: {line}" for line in here["check"] + wanted["check"]]
        missing = {}
        for page in here["pages"]:
            if page.get("missing") and self.key(page) in missing:
                faults.append(f"a missing page is there twice: {page['source']}")
            if page.get("missing"):
                missing[self.key(page)] = page["source"]["path"]
        for what in ("pages", "list", "receipts"):
            present = [page for page in here[what] if not page.get("missing")]
            faults += differences({what: present}, {what: wanted[what]})
        if sum(page["missing"] for page in here["list"]) != len(missing):
            faults.append("the list has other missing pages than the export")
        present = {self.key(page): page["source"]["path"] for page in wanted["pages"]}
        faults += [f"search does not find {hit['path']}" for hit in wanted["hits"] if hit not in here["hits"]]
        faults += [f"search finds {hit['path']} as well" for hit in here["hits"]
                   if hit not in wanted["hits"] and hit["path"] not in missing.values()]
        faults += [f"a present page is missing as well: {missing[key]}" for key in missing.keys() & present.keys()]
        faults += [f"a page was read and is gone: {self.read[key]}"
                   for key in self.read.keys() - present.keys() - missing.keys()]
        faults += [f"no run can have read this missing page: {path}" for (digest, _), path in missing.items()
                   if digest not in self.held and not path.endswith("/message")]
        if missing:
            for name in ("standard output", "hanscan.items.csv", "hanscan.tables.csv"):
                here["exported"].pop(name), wanted["exported"].pop(name)
        for what in ("exported", "home", "home again"):
            faults += differences({name: here[what].get(name) for name in wanted[what]}, wanted[what], what)
            for name in here[what].keys() - wanted[what].keys():
                path = name.rsplit(".p", 1)[0]
                if path not in missing.values() or path in present.values():
                    faults.append(f"{what}: {name} is of no missing scan")
        keys = {f"{digest}:{page}" for digest, page in missing}
        if len(set(here["table"])) < len(here["table"]):
            faults.append("the table has a receipt twice")
        faults += [f"the table lacks {key}" for key in set(wanted["table"]) - set(here["table"])]
        return faults + [f"the table has {key}, which is on no missing page" for key in here["table"]
                         if key not in wanted["table"] and key.rsplit(":", 2)[0] not in keys]


def differences(here, wanted, what=""):
    """The names of different values, with the lines of each that differ."""
    found = []
    for name in {**wanted, **here}:
        one, other = here.get(name), wanted.get(name)
        if one != other:
            texts = [[repr(line) for line in value] if isinstance(value, list) else
                     (value or b"").decode(errors="replace").splitlines() for value in (other, one)]
            lines = [line[:300] for line in difflib.unified_diff(*texts, "wanted", "is", lineterm="", n=0)]
            found.append("\n".join([f"{what} {name}: {'there is none' if one is None else ''}", *lines[2:8]]))
    return found


def attempt(options, seed, steps):
    with tempfile.TemporaryDirectory(prefix="hanscan-identity-") as folder:
        world = World(options, seed, folder)
        return world.faults(steps), world.words


def shrunk(options, seed, steps, faults, words):
    """The fewest steps that still fail; those that depend on moments have two chances to."""
    index = len(steps)
    while index > 0:
        index -= 1
        fewer = steps[:index] + steps[index + 1:]
        for _ in range(2 if any(kind in ("watch", "kill") for kind, _ in fewer) else 1):
            found = attempt(options, seed, fewer)
            if found[0]:
                steps, (faults, words) = fewer, found
                break
    return faults, words


def examine(options, seed):
    """The report of a sequence that fails, none of one that passes, and what happened in it."""
    steps = sequence(seed)
    faults, words = attempt(options, seed, steps)
    if faults and options.shrinks:
        print(f"\nseed {seed} fails and is shrunk: {faults[0]}", flush=True)
        faults, words = shrunk(options, seed, steps, faults, words)
    report = [f"FAULT --seed {seed} --sequences 1:", *(f"  {word}" for word in words), *faults[:12]] if faults else []
    return "\n".join(report), words


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hanscan", help="the built program")
    parser.add_argument("--sequences", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="that of the first sequence")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), help="sequences at a time")
    parser.add_argument("--no-shrinking", dest="shrinks", action="store_false")
    options = parser.parse_args()
    options.hanscan = os.path.abspath(options.hanscan)
    begin, faults, happened = time.monotonic(), 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.sequences)
        for number, (report, words) in enumerate(pool.map(lambda seed: examine(options, seed), seeds)):
            happened.update(word if word.startswith("run: ") else "changes" for word in words)
            if report:
                faults += 1
                print(f"\n{report}", flush=True)
            print(f"\r{number + 1} of {len(seeds)} sequences, {faults} fail", end="", flush=True)
    print("\n" + ", ".join(f"{count} {what}" for what, count in sorted(happened.items())))
    print(f"identity: {len(seeds)} sequences in {time.monotonic() - begin:.0f} s, {faults} differ from a first run")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
