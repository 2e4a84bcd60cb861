#!/usr/bin/python3
"""Robustness tests: kills runs of hanscan at random moments, at chosen calls, and worker by worker, fills their disks,
and compares their files.

Each cycle starts with an empty output, kills one run, lets the next one finish, and compares its files, byte for byte,
with those of an undisturbed run. `hanscan check` has to find the store sound each time.
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

QUICK = ["--settle", "0", "--level", "fast", "--lang", "eng", "--prepare", "none", "--format", "text,json", "--quiet"]
# Rows of five dots each, from the top.
GLYPHS = dict(zip("0123456789ACEHLNOST.,:- ", [
    "0E11131519110E", "040C040404040E", "0E11010204081F", "1F02040201110E", "02060A121F0202", "1F101E0101110E",
    "0608101E11110E", "1F010204080808", "0E11110E11110E", "0E11110F01020C", "0E11111F111111", "0E11101010110E",
    "1F10101E10101F", "1111111F111111", "1010101010101F", "11191915131311", "0E11111111110E", "0F10100E01011E",
    "1F040404040404", "00000000000C0C", "000000000C0408", "000C0C000C0C00", "0000001F000000", "00000000000000"]))


def drawn(text, scale=6):
    """A number or lines of text in black on white, as PNM."""
    lines = str(text).split("\n")
    width, height = 80 + max(map(len, lines)) * 6 * scale, 80 + (len(lines) * 12 - 5) * scale
    rows = [bytearray(b"\xff" * width) for _ in range(height)]
    for number, line in enumerate(lines):
        for place, symbol in enumerate(line):
            for row, bits in enumerate(bytes.fromhex(GLYPHS[symbol])):
                for column in range(5):
                    if bits >> (4 - column) & 1:
                        left, top = 40 + (place * 6 + column) * scale, 40 + (number * 12 + row) * scale
                        for dots in range(top, top + scale):
                            rows[dots][left:left + scale] = b"\0" * scale
    return b"P5\n%d %d\n255\n" % (width, height) + b"".join(rows)


def fill(folder, count):
    """Pictures with text, blank ones, copies, and files that can't be read."""
    os.makedirs(os.path.join(folder, "sub"))
    files = {f"{number}.pnm": drawn(number * 1234567 % 100000) for number in range(1, count + 1)}
    files["sub/copy.pnm"] = files["1.pnm"]
    files["blank.pnm"] = b"P5\n40 40\n255\n" + b"\xff" * 1600
    files["cut.pnm"] = drawn(5)[:700]
    files["empty.png"] = b""
    files["notes.txt"] = b"words"
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)


def tree(folder):
    """Every file of an output, those of the store left out."""
    files = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if not name.startswith("hanscan.sqlite"):
                with open(path, "rb") as file:
                    files[os.path.relpath(path, folder)] = file.read()
    return files


def workers(pid):
    """The running children of a run."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except OSError:
        return []


class Torture:
    def __init__(self, hanscan, folder):
        self.hanscan, self.folder = hanscan, folder
        self.inbox, self.out = os.path.join(folder, "in"), os.path.join(folder, "out")
        self.faults, self.kills, self.finished, self.strays = [], 0, 0, 0

    def start(self, *more, inbox=None, out=None, environment=None, world=()):
        return subprocess.Popen(
            [*world, self.hanscan, "run", inbox or self.inbox, "--out", out or self.out, *QUICK, *more],
            stderr=subprocess.DEVNULL, start_new_session=True, env={**os.environ, **(environment or {})})

    def finish(self, expected, what):
        """Runs again after a kill, and compares."""
        status = self.start().wait()
        if status not in (0, 65):
            self.faults.append(f"{what}: the next run exited with {status}")
        found = tree(self.out)
        if found != expected:
            names = sorted(name for name in {*found, *expected} if found.get(name) != expected.get(name))
            self.faults.append(f"{what}: other files: {', '.join(names[:5])}")
        check = subprocess.run([self.hanscan, "check", "--out", self.out], capture_output=True, text=True, check=False)
        if check.returncode != 0:
            self.faults.append(f"{what}: {check.stdout.strip() or check.stderr.strip()}")

    def cycle(self, expected, what, kill):
        shutil.rmtree(self.out, ignore_errors=True)
        run = kill()
        children = workers(run.pid)
        run.wait()
        if run.returncode == -signal.SIGKILL:
            self.kills += 1
        else:
            self.finished += 1
        for _ in range(200):
            living = [child for child in children if os.path.exists(f"/proc/{child}/exe")]
            if not living:
                break
            time.sleep(0.02)
        self.strays += len(living)
        self.finish(expected, what)

    def at_random(self, expected, length):
        def kill():
            run = self.start("--jobs", str(random.choice([1, 2, 4])))
            time.sleep(random.uniform(0, length))
            os.killpg(run.pid, signal.SIGKILL)
            return run
        self.cycle(expected, "a kill at a random moment", kill)

    def at_call(self, expected, number, shim):
        environment = {"LD_PRELOAD": shim, "HANSCAN_DIE_AT": str(number)}
        self.cycle(expected, f"a kill after call {number}", lambda: self.start(environment=environment))

    def fill_up(self, expected, what, world=()):
        """A run with too little disk space; a file under its own name is complete."""
        run = self.start(world=world)
        status = run.wait()
        if status in (0, 65):
            self.finished += 1
        elif status in (73, 74):
            self.kills += 1
        else:
            self.faults.append(f"{what}: the run exited with {status}")
        for name, content in tree(self.out).items():
            if ".hanscan-tmp-" not in name and expected.get(name) != content:
                self.faults.append(f"{what}: {name} is not what it should be")
        check = subprocess.run([self.hanscan, "check", "--out", self.out], capture_output=True, text=True, check=False)
        if "of no page that the store knows" in check.stdout:
            self.faults.append(f"{what}: {check.stdout}")

    def on_small_disks(self, expected, count, need):
        """Disks of every size up to what a run needs, in steps of 4096 bytes or more."""
        disk, own = os.path.join(self.folder, "disk"), self.out
        os.makedirs(disk)
        for index in range(count):
            size = 4096 * (1 + index * (need // 4096 + 4) // count)
            what = f"a disk of {size} bytes"
            subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk], check=True)
            try:
                self.out = os.path.join(disk, "out")
                self.fill_up(expected, what)
                subprocess.run(["mount", "-o", "remount,size=64m", disk], check=True)
                self.finish(expected, what)
            finally:
                self.out = own
                subprocess.run(["umount", "-l", disk], check=True)

    def with_small_files(self, expected, count, largest):
        """A limit on the size of each file: the write that exceeds it is cut at any byte, the next one fails."""
        for _ in range(count):
            size = random.randrange(largest)
            what = f"files of at most {size} bytes"
            shutil.rmtree(self.out, ignore_errors=True)
            self.fill_up(expected, what, ["prlimit", f"--fsize={size}"])
            self.finish(expected, what)

    def of_workers(self, count):
        """Kills workers, one at a time, during one run."""
        inbox, out, quiet = (os.path.join(self.folder, name) for name in ("many", "many-out", "many-quiet"))
        fill(inbox, 40 + 2 * count)
        self.start(inbox=inbox, out=quiet).wait()
        run, killed = self.start("--attempts", "10", "--jobs", "3", inbox=inbox, out=out), 0
        while run.poll() is None:
            time.sleep(random.uniform(0.05, 0.4))
            living = workers(run.pid)
            if killed < count and len(living) > 1:
                try:
                    os.kill(random.choice(living), random.choice([signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT]))
                    killed += 1
                except ProcessLookupError:
                    pass
        if run.returncode != 65:
            self.faults.append(f"{killed} kills of workers: the run exited with {run.returncode}")
        if tree(out) != tree(quiet):
            self.faults.append(f"{killed} kills of workers: other files")
        return killed


def shim(folder):
    """The library that kills a run at a chosen call; None without a C compiler."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.c")
    target = os.path.join(folder, "faults.so")
    for compiler in ("cc", "clang", "gcc"):
        if shutil.which(compiler):
            subprocess.run([compiler, "-shared", "-fPIC", "-O1", "-o", target, source, "-ldl"], check=True)
            return target
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hanscan", help="the built program")
    parser.add_argument("--kills", type=int, default=300, help="kills at random moments")
    parser.add_argument("--points", type=int, default=60, help="kills at chosen calls, spread over a run")
    parser.add_argument("--workers", type=int, default=100, help="kills of single workers during one run")
    parser.add_argument("--disks", type=int, default=60, help="disks that are too small, and limits on a file's size")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hanscan-torture-") as folder:
        torture = Torture(os.path.abspath(options.hanscan), folder)
        fill(torture.inbox, 8)
        quiet = os.path.join(folder, "quiet")
        begin = time.monotonic()
        status = torture.start(out=quiet).wait()
        length = time.monotonic() - begin
        if status != 65:
            sys.exit(f"the undisturbed run exited with {status}, not 65")
        expected = tree(quiet)
        for number in range(options.kills):
            torture.at_random(expected, length)
            print(f"\r{number + 1} of {options.kills} random kills, {len(torture.faults)} faults", end="", flush=True)
        at_random, torture.kills, finished, torture.finished = torture.kills, 0, torture.finished, 0
        print(f"\nrandom moments: {at_random} runs killed, {finished} had finished before")
        library = shim(folder) if options.points else None
        if library:
            # A run of this input makes some hundreds of such calls; later ones kill nothing.
            for index in range(options.points):
                torture.at_call(expected, 1 + index * 240 // options.points, library)
            print(f"chosen calls: {torture.kills} runs killed, {torture.finished} had finished before")
        sizes = [os.path.getsize(os.path.join(place, name)) for place, _, names in os.walk(quiet) for name in names]
        torture.kills, torture.finished = 0, 0
        if options.disks and os.geteuid() == 0:
            # The log of the store can be as large as the store.
            torture.on_small_disks(expected, options.disks, 2 * sum(sizes))
            print(f"small disks: {torture.kills} runs stopped for lack of space, {torture.finished} finished")
        elif options.disks:
            print("small disks: left out, only root may mount one")
        torture.kills, torture.finished = 0, 0
        if options.disks:
            torture.with_small_files(expected, options.disks, 2 * max(sizes))
            print(f"small files: {torture.kills} runs stopped at a limit, {torture.finished} finished")
        if options.workers:
            print(f"single workers: {torture.of_workers(options.workers)} killed during one run")
        for fault in torture.faults:
            print(f"FAULT {fault}")
        if torture.strays:
            print(f"FAULT {torture.strays} workers outlived their supervisor")
        print("every export equal, every store sound" if not torture.faults and not torture.strays else "NOT SOUND")
        return 1 if torture.faults or torture.strays else 0


if __name__ == "__main__":
    sys.exit(main())
