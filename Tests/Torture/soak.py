#!/usr/bin/python3
"""Memory over time: reads thousands of pages in one run and samples memory, descriptors, children, temporary files.

Small drawn numbers by the thousand, real samples among them (with bytes appended, so that none repeats
another), blank pages, and files that are cut off. The curves are drawn as SVG, the measures lie beside as CSV.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from torture import drawn, workers

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "scans")
MEGABYTE = 1024


def fill(folder, count):
    """Writes so many one-page files; returns the number of unreadable ones."""
    os.makedirs(folder)
    samples = []
    for name in sorted(os.listdir(SAMPLES)):
        if name.endswith((".png", ".jpg")) and not name.startswith("repeated"):
            with open(os.path.join(SAMPLES, name), "rb") as file:
                samples.append((os.path.splitext(name)[1], file.read()))
    bad = 0
    for number in range(1, count + 1):
        ending, content = ".pnm", drawn(number * 7919 % 1_000_000, scale=4)
        if number % 50 == 0:
            ending, content = samples[number // 50 % len(samples)]
            content += b"soak %d" % number
        elif number % 97 == 0:
            content, bad = content[:600] + b"%d" % number, bad + 1
        elif number % 31 == 0:
            content = b"P5\n# %d\n60 60\n255\n" % number + b"\xff" * 3600
        # One folder: a run keeps up to 64 folders of its output open, which would look like a leak.
        with open(os.path.join(folder, f"{number:05d}{ending}"), "wb") as file:
            file.write(content)
    return bad


def resident(pid):
    """Kilobytes of anonymous memory of a process, and of all its resident memory."""
    own = whole = 0
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith("RssAnon:"):
                own = int(line.split()[1])
            elif line.startswith("VmRSS:"):
                whole = int(line.split()[1])
    return own, whole


def temporary(*folders):
    """The number of temporary names."""
    found = 0
    for folder in folders:
        for _, _, names in os.walk(folder):
            found += sum(".hanscan-tmp-" in name or name.endswith(".part") for name in names)
    return found


class Watch:
    """Events of a run and samples from /proc, by the number of finished pages."""
    COLUMNS = ("seconds", "pages", "supervisor_kb", "supervisor_own_kb", "largest_worker_kb", "workers_kb",
               "descriptors", "children", "temporary")

    def __init__(self, run, out, scratch):
        self.run, self.out, self.scratch = run, out, scratch
        self.pages, self.rows, self.summary = 0, [], {}
        self.begin = time.monotonic()
        self.listener = threading.Thread(target=self.listen, daemon=True)
        self.listener.start()

    def listen(self):
        for line in self.run.stderr:
            try:
                event = json.loads(line)
            except ValueError:
                print(line.decode(errors="replace"), end="", file=sys.stderr)
                continue
            if event.get("event") == "page":
                self.pages += 1
            elif event.get("event") == "summary":
                self.summary = event
            elif event.get("event") in ("warning", "error"):
                print(event.get("message"), file=sys.stderr)

    def sample(self):
        pid = self.run.pid
        try:
            own, whole = resident(pid)
            descriptors = len(os.listdir(f"/proc/{pid}/fd"))
            children = workers(pid)
        except OSError:
            return
        sizes = []
        for child in children:
            try:
                sizes.append(resident(child)[1])
            except OSError:
                pass
        if whole:
            self.rows.append((round(time.monotonic() - self.begin, 1), self.pages, whole, own, max(sizes, default=0),
                              sum(sizes), descriptors, len(children), temporary(self.out, self.scratch)))

    def watch(self, interval):
        while self.run.poll() is None:
            self.sample()
            time.sleep(interval)
        self.listener.join(10)


def near(rows, column, first, last):
    """The median of a column while pages `first` to `last` finished."""
    values = [row[Watch.COLUMNS.index(column)] for row in rows if first <= row[1] <= last]
    return statistics.median(values) if values else None


def curve(rows, column, place, colour, title, unit=1):
    """One panel of the picture: the column's values over the pages."""
    left, top, width, height = place
    index = Watch.COLUMNS.index(column)
    values = [row[index] / unit for row in rows]
    most, end = max(max(values), 1) * 1.1, max(rows[-1][1], 1)
    points = " ".join(f"{left + row[1] / end * width:.1f},{top + height - row[index] / unit / most * height:.1f}"
                      for row in rows)
    text = [f'<text x="{left}" y="{top - 8}" font-weight="bold">{title}</text>',
            f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="none" stroke="#999"/>']
    for share in (0, 0.5, 1):
        y = top + height - share * height
        text.append(f'<line x1="{left}" y1="{y}" x2="{left + width}" y2="{y}" stroke="#ddd"/>'
                    f'<text x="{left - 6}" y="{y + 4}" text-anchor="end">{most * share:.0f}</text>')
        text.append(f'<text x="{left + share * width}" y="{top + height + 16}" text-anchor="middle">'
                    f'{share * end:.0f}</text>')
    text.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return "\n".join(text)


def picture(rows, path):
    panels = [("supervisor_kb", "#c33", "memory of the supervisor, MiB", MEGABYTE),
              ("largest_worker_kb", "#36c", "memory of the largest worker, MiB", MEGABYTE),
              ("descriptors", "#383", "open descriptors of the supervisor", 1),
              ("children", "#838", "children", 1), ("temporary", "#a60", "temporary files", 1)]
    height = 50 + len(panels) * 190
    parts = [curve(rows, column, (70, 45 + number * 190, 640, 130), colour, title, unit)
             for number, (column, colour, title, unit) in enumerate(panels)]
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="740" height="{height}" font-family="sans-serif" '
                   f'font-size="12"><rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts)
                   + f'\n<text x="390" y="{height - 12}" text-anchor="middle">pages</text></svg>\n')


def lost(listing, inbox, bad):
    """The faults in the pages of the store: missing ones, wrong states."""
    faults, states = [], {}
    for line in listing.splitlines():
        page = json.loads(line)
        if page["path"] in states:
            faults.append(f"{page['path']} is listed twice")
        states[page["path"]] = page["state"]
    names = {os.path.relpath(os.path.join(place, name), inbox)
             for place, _, files in os.walk(inbox) for name in files}
    gone = sorted(names - set(states))
    if gone:
        faults.append(f"{len(gone)} pages are lost: {', '.join(gone[:5])}")
    failed = sum(state == "failed" for state in states.values())
    if failed != bad:
        faults.append(f"{failed} pages failed, where {bad} files are bad")
    return faults


def judge(rows, count):
    """Curves that rise, as faults, and sentences with the figures."""
    faults, told = [], []
    early, late = near(rows, "supervisor_kb", 450, 600), near(rows, "supervisor_kb", count - 100, count)
    if early is None or late is None:
        faults.append("too few pages to compare page 500 with the end: PAGES=1000 or more")
    else:
        grown = late / early - 1
        told.append(f"the supervisor held {early / 1024:.1f} MiB at page 500 and {late / 1024:.1f} MiB at the end "
                    f"({grown:+.1%})")
        if grown > 0.05:
            faults.append(f"the supervisor's memory grew by {grown:.1%} from page 500 on")
    for column, slack in (("descriptors", 3), ("children", 1)):
        first, last = near(rows, column, 100, 600), near(rows, column, count - 500, count)
        if first is not None and last is not None:
            told.append(f"{column}: {first:.0f} around page 500, {last:.0f} at the end, "
                        f"{max(row[Watch.COLUMNS.index(column)] for row in rows)} at most")
            if last > first + slack:
                faults.append(f"{column} grew from {first:.0f} to {last:.0f}")
    told.append(f"largest worker: {max(row[4] for row in rows) / 1024:.0f} MiB; "
                f"temporary files: {max(row[8] for row in rows)} at most at a time")
    return faults, told


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hanscan", help="the built program")
    parser.add_argument("--pages", type=int, default=5000)
    parser.add_argument("--out", default="out/soak", help="where the picture and the measures go")
    parser.add_argument("flags", nargs="*", help="further options of `hanscan run`, after --")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    hanscan = os.path.abspath(options.hanscan)
    with tempfile.TemporaryDirectory(prefix="hanscan-soak-") as folder:
        inbox, out, scratch = (os.path.join(folder, name) for name in ("in", "out", "tmp"))
        os.makedirs(scratch)
        bad = fill(inbox, options.pages)
        run = subprocess.Popen(
            [hanscan, "run", inbox, "--out", out, "--settle", "0", "--log", "json", *options.flags],
            stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": scratch})
        watch = Watch(run, out, scratch)
        watch.watch(1)
        faults = [] if run.returncode == 65 else [f"the run exited with {run.returncode}, not 65"]
        if temporary(out, scratch) or os.listdir(scratch):
            faults.append("temporary files were left")
        listing = subprocess.run([hanscan, "list", "--json", "--out", out], capture_output=True, text=True, check=False)
        faults += lost(listing.stdout, inbox, bad)
        check = subprocess.run([hanscan, "check", "--out", out], capture_output=True, text=True, check=False)
        if check.returncode != 0:
            faults.append(check.stdout.strip() or check.stderr.strip())
    if watch.rows:
        with open(os.path.join(options.out, "soak.csv"), "w", encoding="utf-8") as file:
            file.write(",".join(Watch.COLUMNS) + "\n")
            file.writelines(",".join(map(str, row)) + "\n" for row in watch.rows)
        picture(watch.rows, os.path.join(options.out, "soak.svg"))
        more, told = judge(watch.rows, options.pages)
        faults += more
        seconds = watch.rows[-1][0]
        print(f"{watch.pages} pages in {seconds:.0f} s, {bad} of them bad on purpose")
        print("\n".join(told))
        print(f"the curves: {options.out}/soak.svg")
    for fault in faults:
        print(f"FAULT {fault}")
    print("NOT SOUND" if faults else "no page lost, nothing grew")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
