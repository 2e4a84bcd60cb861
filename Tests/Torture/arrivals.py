#!/usr/bin/env python3
"""arrivals.py HANSCAN [--files N] [--seed N] [--folder DIR]   drops files into a watched directory, in bursts

They are moved in alone and in directories, written in place, renamed while they are written, and deleted before they
have settled; directories are renamed, removed and made again; once so much changes that events are lost. In the end
every file that stayed must have been read exactly once, and none that went away before it settled.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

SETTLE = 1.0


def picture(number):
    """A small page; no two are the same."""
    side = 40
    return b"P5\n# %d\n%d %d\n255\n" % (number, side, side) + b"\xff" * (side * side)


class Inbox:
    def __init__(self, folder, seed):
        self.root = folder / "in"
        self.outside = folder / "outside"
        self.root.mkdir()
        self.outside.mkdir()
        self.random = random.Random(seed)
        self.number = 0
        self.expected = set()
        self.deleted = set()
        self.writers = []

    def next(self):
        self.number += 1
        return self.number, f"{self.number:06d}.pgm"

    def place(self):
        folder = f"d{self.random.randrange(12)}"
        (self.root / folder).mkdir(exist_ok=True)
        return folder

    def move_in(self):
        number, name = self.next()
        (self.outside / name).write_bytes(picture(number))
        target = f"{self.place()}/{name}"
        (self.outside / name).rename(self.root / target)
        self.expected.add(target)

    def move_directory(self, count):
        number, _ = self.next()
        folder = self.outside / f"m{number}"
        (folder / "below").mkdir(parents=True)
        for index in range(count):
            number, name = self.next()
            below = "below/" if index % 2 else ""
            (folder / (below + name)).write_bytes(picture(number))
            self.expected.add(f"{folder.name}/{below}{name}")
        folder.rename(self.root / folder.name)

    def write(self):
        number, name = self.next()
        target = f"{self.place()}/{name}"
        (self.root / target).write_bytes(picture(number))
        self.expected.add(target)

    def rename_while_written(self):
        """In a thread of its own: four pieces with pauses, and another name after the second."""
        number, name = self.next()
        folder = self.place()
        self.expected.add(f"{folder}/{name}")
        data = picture(number)
        first, last = self.root / folder / f"{name}.part", self.root / folder / name

        def run():
            with open(first, "wb", buffering=0) as file:
                for piece in range(4):
                    file.write(data[len(data) * piece // 4 : len(data) * (piece + 1) // 4])
                    if piece == 1:
                        first.rename(last)
                    time.sleep(SETTLE / 4)

        self.writers.append(threading.Thread(target=run))
        self.writers[-1].start()

    def delete(self):
        number, name = self.next()
        target = f"{self.place()}/{name}"
        (self.root / target).write_bytes(picture(number))
        (self.root / target).unlink()
        self.deleted.add(target)

    def rename_directory(self):
        """One that was just moved in, before it has settled."""
        self.move_directory(4)
        name = f"m{self.number - 4}"
        moved = {path for path in self.expected if path.startswith(name + "/")}
        (self.root / name).rename(self.root / f"r{name}")
        self.expected -= moved
        self.expected |= {"r" + path for path in moved}

    def remake_directory(self):
        """Removed before it has settled, and made again with other files."""
        self.move_directory(4)
        name = f"m{self.number - 4}"
        gone = {path for path in self.expected if path.startswith(name + "/")}
        shutil.rmtree(self.root / name)
        self.expected -= gone
        self.deleted |= gone
        (self.root / name).mkdir()
        number, file = self.next()
        (self.root / name / file).write_bytes(picture(number))
        self.expected.add(f"{name}/{file}")

    def lose_events(self):
        limit = int(pathlib.Path("/proc/sys/fs/inotify/max_queued_events").read_text())
        for turn in range(limit + 1000):
            os.close(os.open(self.root / f"turn{turn % 2}", os.O_CREAT | os.O_WRONLY))
        for turn in range(2):
            (self.root / f"turn{turn}").unlink()

    def burst(self, size):
        kinds = [self.move_in] * 5 + [self.write] * 5 + [self.rename_while_written] * 2 + [self.delete] * 2
        end = self.number + size
        while self.number < end:
            chance = self.random.random()
            if chance < 0.02:
                self.move_directory(self.random.randrange(1, 12))
            elif chance < 0.03:
                self.rename_directory()
            elif chance < 0.04:
                self.remake_directory()
            else:
                self.random.choice(kinds)()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hanscan-arrivals-", dir=options.folder))
    inbox = Inbox(folder, options.seed)
    log = folder / "log"
    started = time.monotonic()
    with open(log, "wb") as errors:
        child = subprocess.Popen(
            [options.program, "run", inbox.root, "--out", folder / "out", "--watch", "--settle", str(SETTLE), "--log",
             "json", "--level", "fast", "--lang", "eng", "--prepare", "none", "--format", "text"], stderr=errors)
    bursts = 0
    while len(inbox.expected) + len(inbox.deleted) < options.files:
        inbox.burst(inbox.random.choice([1, 10, 100, 400, 800]))
        bursts += 1
        if bursts == 6:
            child.send_signal(signal.SIGSTOP)
            inbox.lose_events()
            child.send_signal(signal.SIGCONT)
        time.sleep(inbox.random.choice([0, 0.2, 1, 2.5]))
    for writer in inbox.writers:
        writer.join()
    dropped = time.monotonic() - started
    quiet = 0
    size = -1
    # Everything is read when nothing has been said for a while.
    while quiet < 12 and child.poll() is None:
        time.sleep(1)
        now = log.stat().st_size
        quiet = quiet + 1 if now == size else 0
        size = now
    child.terminate()
    status = child.wait(60)
    events = [json.loads(line) for line in log.read_bytes().splitlines()]
    read = {}
    for event in events:
        if event["event"] == "page" and event["read"]:
            read[event["path"]] = read.get(event["path"], 0) + 1
    summary = [event for event in events if event["event"] == "summary"][-1]
    lost = sum("more changed at once" in event.get("message", "") for event in events)
    problems = []
    problems += [f"{path} was never read" for path in sorted(inbox.expected - read.keys())]
    problems += [f"{path} was read {count} times" for path, count in sorted(read.items()) if count != 1]
    problems += [f"{path} was read, and is not there" for path in sorted(read.keys() - inbox.expected)]
    present = {str(path.relative_to(inbox.root)) for path in inbox.root.rglob("*.pgm")}
    problems += [f"the test expects what is not there: {path}" for path in sorted(present ^ inbox.expected)]
    if status != 0:
        problems.append(f"exit status {status}")
    print(f"{len(inbox.expected) + len(inbox.deleted)} files in {bursts} bursts, {dropped:.0f} s; {len(inbox.expected)} stayed, "
          f"{len(inbox.deleted)} went away before they settled")
    print(f"read: {len(read)}, each once: {sum(count == 1 for count in read.values())}; "
          f"{sum(event['event'] == 'burst' for event in events)} passes with news, events lost {lost} times, "
          f"exit status {status}, {summary['seconds']:.0f} s of reading")
    for problem in problems[:20]:
        print(problem)
    if problems:
        print(f"{len(problems)} problems; everything is in {folder}")
        sys.exit(1)
    shutil.rmtree(folder)


main()
