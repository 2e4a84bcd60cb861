#!/usr/bin/python3
"""Fuzzes what HanScan parses itself, target by target, and whole runs over a mutated corpus.

A finding stops its target, its input is kept, and the exit status is 1.
"""
import argparse
import collections
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
# Reasons of pages that cost a worker: contained faults of decoders.
LOSSES = {"crashed", "exited", "timedOut", "outOfMemory", "garbled", "flooded"}
LARGEST = 512 * 1024


def targets(program):
    """The names of the program's targets."""
    return subprocess.run([program], capture_output=True, text=True, check=False).stdout.split()


def fuzz(program, target, seconds, out):
    """Fuzzes one target for so many seconds; returns its figures and the inputs that it found."""
    corpus, findings = os.path.join(out, "corpus", target), os.path.join(out, "findings")
    for folder in (corpus, findings):
        os.makedirs(folder, exist_ok=True)
    before = {name for name in os.listdir(findings) if name.startswith(target + "-")}
    command = [program, target, f"-max_total_time={seconds}", f"-artifact_prefix={findings}/{target}-", "-timeout=60",
               "-report_slow_units=60", "-print_final_stats=1", "-rss_limit_mb=3000", "-max_len=4096", "-reload=0", corpus,
               os.path.join(HERE, "Seeds", target)]
    environment = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}
    # A target that hangs where libFuzzer's own timeout has no effect is a finding as well.
    log = os.path.join(out, f"{target}.log")
    with open(log, "wb") as file:
        try:
            status = subprocess.run(command, stdout=file, stderr=file, env=environment, timeout=seconds + 120,
                                    check=False).returncode
        except subprocess.TimeoutExpired:
            status = "hangs"
    with open(log, encoding="utf-8", errors="replace") as file:
        text = file.read()
    runs = re.findall(r"stat::number_of_executed_units:\s*(\d+)", text) or re.findall(r"^#(\d+)\s", text, re.M)
    cover = re.findall(r"cov: (\d+)", text)
    found = sorted({name for name in os.listdir(findings) if name.startswith(target + "-")} - before)
    why = re.search(r"^(BROKEN .*|SUMMARY: .*|.*Fatal error: .*)$", text, re.M)
    return {"target": target, "runs": int(runs[-1]) if runs else 0, "coverage": int(cover[-1]) if cover else 0,
            "status": status, "found": [os.path.join(findings, name) for name in found],
            "why": why.group(1) if why else ""}


class Mutator:
    """Files of a corpus with a few mutations each."""

    def __init__(self, corpus, seed):
        self.random = random.Random(seed)
        self.files = sorted(
            os.path.join(place, name) for place, _, names in os.walk(corpus) for name in names
            if os.path.isfile(os.path.join(place, name)) and not os.path.islink(os.path.join(place, name))
            and 0 < os.path.getsize(os.path.join(place, name)) <= LARGEST)
        if not self.files:
            sys.exit(f"no files of at most {LARGEST >> 10} KiB below {corpus}")

    def read(self):
        path = self.random.choice(self.files)
        with open(path, "rb") as file:
            return path, bytearray(file.read())

    def make(self):
        """The bytes, and the file that they were made from."""
        path, content = self.read()
        dice = self.random
        for _ in range(dice.choice([1, 1, 2, 3, 5, 9, 20])):
            if not content:
                break
            # Headers are at the front; half of the mutations go there.
            reach = min(len(content), 256) if dice.random() < 0.5 else len(content)
            place, length = dice.randrange(reach), dice.randint(1, 8)
            mutation = dice.randrange(8)
            if mutation == 0:
                content[place] ^= 1 << dice.randrange(8)
            elif mutation == 1:
                content[place] = dice.randrange(256)
            elif mutation == 2:
                content[place:place + length] = bytes([dice.choice([0, 1, 0x7F, 0x80, 0xFF])]) * length
            elif mutation == 3:
                del content[place:place + dice.randint(1, 64)]
            elif mutation == 4:
                content[place:place] = dice.randbytes(length)
            elif mutation == 5:
                start = dice.randrange(len(content))
                content[place:place] = content[start:start + dice.randint(1, 512)]
            elif mutation == 6 and dice.random() < 0.3:
                del content[place:]
            else:
                other = self.read()[1]
                start = dice.randrange(len(other))
                piece = other[start:start + dice.randint(1, 128)]
                content[place:place + len(piece)] = piece
        return bytes(content), path


def living(session):
    """The processes of a session."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
            if name.isdigit() and int(fields[3]) == session and fields[0] != "Z":
                found.append(int(name))
        except (OSError, IndexError, ValueError):
            pass
    return found


class WholeRuns:
    """Runs of the program itself over mutated files: workers may be lost, the run never."""

    def __init__(self, hanscan, corpus, out, seed, files, flags):
        self.hanscan, self.out, self.files, self.flags = hanscan, out, files, flags
        self.seed, self.mutator = seed, Mutator(corpus, seed)
        self.states, self.losses, self.messages = collections.Counter(), collections.Counter(), collections.Counter()
        self.runs, self.faults = 0, []

    def round(self):
        with tempfile.TemporaryDirectory(prefix="hanscan-fuzz-") as folder:
            inbox, out, scratch = (os.path.join(folder, name) for name in ("in", "out", "tmp"))
            os.makedirs(inbox)
            os.makedirs(scratch)
            origins = {}
            for number in range(self.files):
                content, origin = self.mutator.make()
                name = f"{number:03d}{os.path.splitext(origin)[1]}"
                origins[name] = origin
                with open(os.path.join(inbox, name), "wb") as file:
                    file.write(content)
            before = len(self.faults)
            self.read(inbox, out, scratch, origins)
            if len(self.faults) > before:
                kept = os.path.join(self.out, "findings", f"worker-round-{self.seed}-{self.runs}")
                shutil.copytree(inbox, kept, dirs_exist_ok=True)
                self.faults.append(f"its files: {kept}")

    def read(self, inbox, out, scratch, origins):
        self.runs += 1
        run = subprocess.Popen(
            [self.hanscan, "run", inbox, "--out", out, "--settle", "0", "--attempts", "1", "--format", "text,json",
             "--quiet", *self.flags],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
            env={**os.environ, "TMPDIR": scratch, "SWIFT_BACKTRACE": "enable=no"})
        try:
            # Every page at its deadline, one after the other, is the longest that a run may take.
            _, complaint = run.communicate(timeout=300 + 120 * self.files)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            self.faults.append("a run did not exit")
            return
        if run.returncode not in (0, 65):
            last = complaint.decode(errors="replace").strip().splitlines()[-3:]
            self.faults.append(f"a run exited with {run.returncode}: {' / '.join(last)}")
        if living(run.pid):
            self.faults.append("processes remained")
        if os.listdir(scratch) or any(".hanscan-tmp-" in name for _, _, names in os.walk(out) for name in names):
            self.faults.append("temporary files were left")
        check = subprocess.run([self.hanscan, "check", "--out", out], capture_output=True, text=True, check=False)
        if check.returncode != 0:
            self.faults.append(f"check: {check.stdout.strip() or check.stderr.strip()}")
        listing = subprocess.run(
            [self.hanscan, "list", "--json", "--out", out], capture_output=True, text=True, check=False)
        met = set()
        for line in listing.stdout.splitlines():
            page = json.loads(line)
            met.add(page["path"])
            self.states[page["state"]] += 1
            for reason in page.get("reasons", []):
                if page["state"] == "failed" and reason["code"] in LOSSES:
                    self.keep(os.path.join(inbox, page["path"]), page, reason, origins[page["path"]])
        if met != set(origins):
            self.faults.append(f"files without a state: {', '.join(sorted(set(origins) - met)[:5])}")

    def keep(self, path, page, reason, origin):
        """Counts a contained loss and keeps its input."""
        self.losses[reason["code"]] += 1
        self.messages[reason["message"]] += 1
        folder = os.path.join(self.out, "contained")
        os.makedirs(folder, exist_ok=True)
        with open(path, "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()[:12]
        name = f"{reason['code']}-{digest}{os.path.splitext(path)[1]}"
        shutil.copy(path, os.path.join(folder, name))
        with open(os.path.join(folder, "list.txt"), "a", encoding="utf-8") as file:
            file.write(f"{name}\tpage {page['page']}\t{origin}\t{reason['message']}\n")

    def perform(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.faults:
            self.round()
        told = ", ".join(f"{count} {name}" for name, count in self.states.most_common())
        print(f"whole runs: {self.runs} of {self.files} files each (seed {self.seed}); pages: {told}")
        lost = ", ".join(f"{count} {name}" for name, count in self.losses.most_common()) or "none"
        print(f"workers lost to a page: {lost}")
        for message, count in self.messages.most_common(12):
            print(f"  {count} x {message}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", help="the built fuzzer; without it only whole runs")
    parser.add_argument("--hanscan", help="the built program, for --corpus")
    parser.add_argument("--time", type=int, default=300, help="seconds, divided over the targets")
    parser.add_argument("--targets", default="", help="only these, separated by blanks")
    parser.add_argument("--corpus", help="mutate this folder's files and feed them to whole runs, for as long again")
    parser.add_argument("--files", type=int, default=60, help="files of one such run")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the mutations")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="targets at a time")
    parser.add_argument("--out", default="out/fuzz")
    parser.add_argument("flags", nargs="*", help="further options of `hanscan run`, after --")
    options = parser.parse_args()
    out = os.path.abspath(options.out)
    os.makedirs(os.path.join(out, "findings"), exist_ok=True)
    bad = False
    if options.program:
        known = targets(options.program)
        chosen = options.targets.split() or known
        if set(chosen) - set(known):
            sys.exit(f"the targets are: {' '.join(known)}")
        seconds = max(1, options.time // len(chosen))
        print(f"{len(chosen)} targets, {seconds} s each")
        total = 0
        with ThreadPoolExecutor(options.jobs) as pool:
            for done in pool.map(lambda name: fuzz(options.program, name, seconds, out), chosen):
                failed = done["status"] != 0 or done["found"]
                bad, total = bad or failed, total + done["runs"]
                print(f"{done['target']:<12}{done['runs']:>12} executions {done['coverage']:>7} edges  "
                      f"{'FOUND ' + done['why'] if failed else 'nothing'}", flush=True)
                for path in done["found"]:
                    print(f"{'':<12}{path}")
                if failed and not done["found"]:
                    print(f"{'':<12}exited with {done['status']}: {out}/{done['target']}.log")
        print(f"{total} executions in all")
    if options.corpus:
        hanscan = os.path.abspath(options.hanscan)
        runs = WholeRuns(hanscan, options.corpus, out, options.seed, options.files, options.flags)
        runs.perform(options.time)
        for fault in runs.faults:
            print(f"FAULT {fault}")
        bad = bad or bool(runs.faults)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
