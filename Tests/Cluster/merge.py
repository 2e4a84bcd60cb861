#!/usr/bin/python3
"""merge.py HANSCAN [--shards 100] [--pages 100000] [--lines 1] [--out FOLDER]

Draws the stores of shards, joins them, and prints how many pages a second that were and how much memory it took.

A page is drawn as a row of each table that a page of a receipt has: document, page with its text, lines, a value of each
derived stage, the trace of the receipt with two keys. One of a thousand shares its content with a page of another shard,
and one of a thousand its receipt. No picture is read, but for the one page that the rows are copied from.
"""
import argparse
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time


def template(hanscan, folder, shards):
    """A shard with one page that was read, whose values the drawn pages share."""
    scans = f"{folder}/scans"
    os.makedirs(scans)
    with open(f"{scans}/page.pnm", "wb") as file:
        ink = bytearray(b"\xff" * 200 * 80)
        for row in range(30, 50):
            for column in range(60, 64):
                ink[row * 200 + column] = 0
        file.write(b"P5\n200 80\n255\n" + ink)
    # The shard that the page's name falls to, as `run --shard` counts.
    number = int.from_bytes(hashlib.sha256(b"page.pnm").digest()[:8], "big") % shards + 1
    subprocess.run([hanscan, "run", scans, "--shard", f"{number}/{shards}", "--out", f"{folder}/template", "--settle",
                    "0", "--level", "fast", "--prepare", "none", "--lang", "eng", "--quiet"], check=True)
    shard = f"{folder}/template/shard-{number}-of-{shards}"
    manifest = json.load(open(f"{shard}/manifest.json"))
    if not manifest["documents"]:
        raise SystemExit("merge.py: the page is in another shard")
    return f"{shard}/{manifest['store']}", manifest


SQL = """
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
CREATE TEMP TABLE old AS SELECT id, reader, run, preparation, signals, picture FROM pages LIMIT 1;
CREATE TEMP TABLE stage AS SELECT stage, version, value FROM derived WHERE page = (SELECT id FROM old);
CREATE TEMP TABLE number AS
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {pages}) SELECT i FROM n;
DELETE FROM traces; DELETE FROM trace_keys; DELETE FROM same_pages;
DELETE FROM lines; DELETE FROM derived; DELETE FROM pages; DELETE FROM documents;
DROP INDEX pages_by_content;
INSERT INTO documents (id, path, sort_key, size, modified, changed, inode, digest, kind, page_count, missing, last_seen)
  SELECT i, CAST(printf('batch-%05d/scan-%09d.jpg', i / 100, i * {shards} + {shard}) AS BLOB),
    CAST(printf('batch-%05d/scan-%09d.jpg', i / 100, i * {shards} + {shard}) AS BLOB), 400000, 1, 1, i,
    lower(hex(randomblob(32))), 'jpeg', 1, 0, (SELECT run FROM old) FROM number;
UPDATE documents SET digest = printf('%064x', id) WHERE id % 1000 = 1;
INSERT INTO pages (id, document, ordinal, state, content, reader, run, width, height, confidence, preparation, text,
    picture, signals)
  SELECT d.id, d.id, 0, 'recognised', d.digest, o.reader, o.run, 1000, 1600, 0.9 + (d.id % 97) / 1000.0, o.preparation,
    printf('receipt %d' || char(10) || 'total %d' || char(10) || 'card %d', d.id, d.id * 10, d.id * {shard}), o.picture,
    o.signals FROM documents d, old o;
INSERT INTO lines (page, ordinal, kind, block, x, y, width, height, confidence, words, readings, baseline)
  SELECT n.i, l.i - 1, 'text', 0, 40, 40 * l.i, 300, 24, 0.95,
    printf('[["total",40,%d,120,24,0.95,[]],["%d",200,%d,120,24,0.95,[]]]', 40 * l.i, n.i * 10, 40 * l.i), NULL, NULL
  FROM number n, (SELECT i FROM number WHERE i <= {lines}) l;
INSERT INTO derived (page, stage, version, value)
  SELECT n.i, s.stage, s.version, s.value FROM number n, (SELECT * FROM stage ORDER BY stage) s;
INSERT INTO traces (page, trace, keys)
  SELECT i, printf('%d|%d', i, {shard}), CASE WHEN i % 1000 = 2 THEN CAST(randomblob(8) || unhex(printf('%016x', i)) AS BLOB)
    ELSE randomblob(16) END FROM number;
CREATE INDEX pages_by_content ON pages (content, ordinal, reader) WHERE content IS NOT NULL;
"""


def draw(template, manifest, folder, shard, shards, pages, lines):
    os.makedirs(folder)
    path = f"{folder}/drawn.sqlite"
    shutil.copyfile(template, path)
    store = sqlite3.connect(path, isolation_level=None)
    store.create_function("unhex", 1, bytes.fromhex)
    store.executescript(SQL.format(pages=pages, shards=shards, shard=shard, lines=lines))
    store.close()
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    name = f"pages-{digest.hexdigest()[:16]}.sqlite"
    os.rename(path, f"{folder}/{name}")
    drawn = dict(manifest, shard=shard, of=shards, store=name, digest=digest.hexdigest(), documents=pages,
                 bytes=os.path.getsize(f"{folder}/{name}"), pages={"recognised": pages})
    json.dump(drawn, open(f"{folder}/manifest.json", "w"))


def processor_seconds(pid):
    """What a process has used so far; on a machine that others use as well, this says more than the clock."""
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hanscan")
    parser.add_argument("--shards", type=int, default=100)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--lines", type=int, default=1)
    parser.add_argument("--out")
    given = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="hanscan-merge-", dir=given.out)
    try:
        path, manifest = template(given.hanscan, folder, given.shards)
        began = time.monotonic()
        for shard in range(1, given.shards + 1):
            draw(path, manifest, f"{folder}/shards/shard-{shard}-of-{given.shards}", shard, given.shards, given.pages,
                 given.lines)
        size = sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(f"{folder}/shards") for name in names)
        print(f"{given.shards} shards of {given.pages} pages drawn, {size / 1e9:.2f} GB, "
              f"{time.monotonic() - began:.0f} s", flush=True)
        began = time.monotonic()
        child = subprocess.Popen([given.hanscan, "merge", f"{folder}/shards", "--out", f"{folder}/joined"],
                                 stderr=subprocess.PIPE, text=True)
        steps = []
        for line in child.stderr:
            now = time.monotonic() - began
            step = " ".join(word for word in line.split()[1:] if not word.isdigit())
            if not steps or steps[-1][0] != step:
                used = processor_seconds(child.pid)
                steps.append((step, now, used))
                print(f"{now:8.1f} s, {used:7.1f} s of processor time  {line.rstrip()}", flush=True)
        _, result, used = os.wait4(child.pid, 0)
        status = os.waitstatus_to_exitcode(result)
        whole = time.monotonic() - began
        pages = given.shards * given.pages
        indexing, busy = next(((now, used) for name, now, used in steps if "index" in name), (whole, whole))
        store = f"{folder}/joined/hanscan.sqlite"
        print(f"status {status}: {pages} pages joined in {indexing:.1f} s, {pages / indexing:.0f} a second; in {busy:.1f} s "
              f"of processor time, {pages / busy:.0f} a second; with the index of words {whole:.1f} s; "
              f"{used.ru_maxrss / 1024:.0f} MiB at most; {os.path.getsize(store) / 1e9:.2f} GB")
        return status
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
