#!/usr/bin/python3
"""Search in a large store: draws receipts into it, and measures the processor time of searches and the size of the index.

One sample is read by the real program; its rows are the form of all others. The index of words is made by
'hanscan check --repair'. Every search is a program of its own, so that the time of 'hanscan --version' is taken off. The
exit status is 1 where a search takes longer the second time than MOST milliseconds.
"""
import argparse
import datetime
import hashlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

SAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "samples", "scans", "cafe-en.png")
PLACES = ["서울", "부산", "대구", "인천", "광주", "대전", "울산", "수원", "전주", "제주", "강릉", "포항", "여수", "춘천"]
HEADS = ["행복", "새벽", "바다", "하늘", "우리", "동네", "으뜸", "참좋은", "푸른", "큰길", "햇살", "정든", "옛날", "오늘"]
TRADES = ["마트", "식당", "약국", "분식", "철물", "문구", "서점", "반점", "베이커리", "상회", "Café", "Crêperie", "Bistro", "CAFÉ"]
ITEMS = ["우유", "두부", "사과", "커피", "김밥", "라면", "볼펜", "연필", "장갑", "건전지", "생수", "비누", "치약", "감자", "고등어"]


def drawn(number, dice, shops):
    """The lines of a receipt, and its fields with the line that each stands on."""
    shop = shops[int(len(shops) * dice.random() ** 2)]
    day = datetime.date(1996, 1, 1) + datetime.timedelta(days=number * 10950 // RECEIPTS)
    prices = [dice.randrange(50, 3000) * 10 for _ in range(dice.randrange(1, 4))]
    total = sum(prices)
    lines = [shop, f"{dice.choice(PLACES)}시 보기로 {dice.randrange(1, 400)}",
             f"거래일시 {day} {dice.randrange(8, 22):02}:{dice.randrange(60):02}"]
    lines += [f"{dice.choice(ITEMS)} {price:,} 1 {price:,}" for price in prices]
    lines += [f"합계 {total:,}", f"신용카드 승인번호 {dice.randrange(10 ** 8):08}"]
    return lines, {"merchant": (shop, 0), "date": (str(day), 2), "total": (str(total), len(lines) - 2), "currency": ("KRW", len(lines) - 2)}


def page_rows(id, lines, fields, dice):
    """The rows of a page's lines, and what is derived of it."""
    rows = []
    for place, line in enumerate(lines):
        words, x = [], 20
        for word in line.split(" "):
            words.append([word, x, 40 * place, 12 * len(word), 30, 0.97, None, None, []])
            x += 12 * (len(word) + 1)
        rows.append((id, place, "text", 0, 20, 40 * place, x, 30, 0.97, json.dumps(words, ensure_ascii=False, separators=(",", ":")), None, None))
    box = {"x": 20, "y": 20, "width": 200, "height": 30}
    proof = "proven" if dice.random() < 0.6 else "read"
    receipt = {"box": box, "lines": list(range(len(lines))), "items": [], "checks": [], "fields": {
        name: {"value": value, "text": value, "lines": [line], "box": box, "confidence": 0.97,
               "proof": proof if name == "total" else "read"} for name, (value, line) in fields.items()}}
    return rows, json.dumps([receipt], ensure_ascii=False, separators=(",", ":")), proof == "proven"


def fill(path, count):
    """Puts so many receipts into a store that holds one."""
    store = sqlite3.connect(path)
    # A draw that is killed is begun anew.
    store.executescript("PRAGMA journal_mode = off; PRAGMA synchronous = off; PRAGMA cache_size = -400000;")
    triggers = [sql for (sql,) in store.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")]
    indices = [row for row in store.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")]
    for name in [row[0] for row in store.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
        store.execute(f"DROP TRIGGER {name}")
    for name, _ in indices:
        store.execute(f"DROP INDEX {name}")

    def first(table):
        names = [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
        return dict(zip(names, store.execute(f"SELECT * FROM {table}").fetchone()))
    document, page = first("documents"), first("pages")
    version, = store.execute("SELECT version FROM derived WHERE stage = 'receipts'").fetchone()
    dice = random.Random(7)
    names = sorted({f"{dice.choice(PLACES)}{dice.choice(HEADS)}{dice.choice(TRADES)} {dice.randrange(1, 60)}호점" for _ in range(90000)})
    dice.shuffle(names)
    names = names[:50000]

    def add(table, rows):
        store.executemany(f"INSERT INTO {table} VALUES ({','.join('?' * len(rows[0]))})", rows)
    tables = {name: [] for name in ("documents", "pages", "lines", "derived", "receipts")}
    for number in range(count):
        id = 1000 + number
        lines, fields = drawn(number, dice, names)
        rows, receipts, is_proven = page_rows(id, lines, fields, dice)
        digest = hashlib.sha256(b"%d" % number).hexdigest()
        path = b"%s/%07d.png" % (fields["date"][0][:4].encode(), number)
        tables["documents"].append(list({**document, "id": id, "path": path, "sort_key": path + b"\0", "content": digest, "inode": id}.values()))
        tables["pages"].append(list({**page, "id": id, "content": digest, "text": "\n".join(lines)}.values()))
        tables["lines"] += rows
        tables["derived"].append((id, "receipts", version, receipts))
        tables["receipts"].append((id, 0, fields["date"][0], float(fields["total"][0]), fields["merchant"][0], is_proven))
        if number % 10000 == 9999 or number == count - 1:
            for table, rows in tables.items():
                add(table, rows)
                rows.clear()
    for _, sql in indices:
        store.execute(sql)
    for sql in triggers:
        store.execute(sql)
    store.execute("DELETE FROM facts WHERE name = 'search'")
    store.commit()
    store.execute("PRAGMA journal_mode = wal")


def processor_time(command):
    """Milliseconds of processor time of a program, and what it says on standard error."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        said = errors.read().decode().strip()
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)}: {said}")
    return 1000 * (used.ru_utime + used.ru_stime), said


SEARCHES = [
    ["합계"], ["영수증", "합계"], ["승인번호 합계"], ["신용카드 승인번호"], ["합계", "12,340"], ["행복"], ["복마"], ["합"], ["1"], ["c"], ["café"], ["뷁뛟쉙"],
    ["합계", "--near"], ["12,340", "--near"],
    ["12,340"], ["12.340"], ["12,340.00"], ["W12,340"], ["12", "340"], ["12 340"], ["합계", "12", "340"], ["1,234.50"],
    ["합계", "--merchant", "é"], ["합계", "--merchant", "É"], ["합계", "--merchant", "ê"], ["합계", "--merchant", "복마"], ["합계", "--merchant", "마트"],
    ["합계", "--merchant", "caf"], ["합계", "--merchant", "서울행복café 1호점"], ["합계", "--merchant", "없는상호"],
    ["합계", "--from", "2010-01-01", "--to", "2010-12-31"], ["합계", "--from", "2010-03-01", "--to", "2010-03-31"],
    ["합계", "--from", "2010-03-14", "--to", "2010-03-14"], ["합계", "--from", "1997-01-01"], ["합계", "--to", "1997-01-01"],
    ["합계", "--total", "12340"], ["합계", "--total", "12000..12100"], ["합계", "--total", "10000..20000"], ["합계", "--total", "0..1000000"],
    ["합계", "--total-above", "80000"], ["합계", "--unproven"],
    ["합계", "--merchant", "é", "--from", "2010-01-01", "--to", "2012-12-31"], ["합계", "--merchant", "é", "--total", "10000..20000"],
    ["합계", "--merchant", "é", "--from", "2000-01-01", "--total", "10000..60000"], ["합계", "--merchant", "마", "--from", "1997-01-01", "--total", "100..90000"],
    ["합계", "--merchant", "복마", "--from", "2010-01-01", "--to", "2010-12-31", "--total", "10000..20000", "--unproven"],
    ["커피", "--merchant", "é", "--from", "2003-01-01", "--to", "2015-12-31"], ["뷁뛟쉙", "--merchant", "é"], ["합계", "12,340", "--merchant", "café"],
    ["커피 3,000", "--total", "10000..60000"], ["없는낱말", "--from", "1997-01-01"],
]


def main():
    """Draws, measures, prints a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--receipts", type=int, default=10_000)
    parser.add_argument("--out", required=True, help="a folder for the store, which is kept; one that is there is used as it is")
    parser.add_argument("--most", type=float, default=100, help="milliseconds of processor time; 250 for 100,000 receipts")
    options = parser.parse_args()
    global RECEIPTS
    RECEIPTS = options.receipts
    store = os.path.join(options.out, "hanscan.sqlite")
    if not os.path.exists(os.path.join(options.out, "drawn")):
        shutil.rmtree(options.out, ignore_errors=True)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(SAMPLE, folder)
            subprocess.run([options.program, "run", folder, "--out", options.out, "--settle", "0"], check=True, stderr=subprocess.DEVNULL)
        began = time.process_time()
        fill(store, RECEIPTS)
        print(f"drawn in {time.process_time() - began:.0f} s", flush=True)
        used, _ = processor_time([options.program, "check", "--repair", "--out", options.out])
        print(f"checked, with the index made, in {used / 1000:.0f} s", flush=True)
        open(os.path.join(options.out, "drawn"), "w", encoding="ascii").close()
    connection = sqlite3.connect(store)
    index, = connection.execute("SELECT sum(length(block)) FROM search_data").fetchone()
    text, = connection.execute("SELECT sum(length(CAST(text AS BLOB))) FROM pages").fetchone()
    connection.close()
    print(f"text {text / 1e6:.0f} MB, index {index / 1e6:.0f} MB, {index / text:.2f} of it")
    start = min(processor_time([options.program, "--version"])[0] for _ in range(5))
    print(f"start {start:.0f} ms\n first second")
    slow = index > 1.5 * text
    for words in SEARCHES:
        command = [options.program, "search", *words, "--out", options.out]
        first, said = processor_time(command)
        first, again = first - start, min(processor_time(command)[0] for _ in range(2)) - start
        slow = slow or again > options.most
        print(f"{first:6.0f} {again:6.0f} {'SLOW' if again > options.most else '    '} {' '.join(words)}  ({said.removeprefix('hanscan: ')})", flush=True)
    sys.exit(1 if slow else 0)


RECEIPTS = 0
if __name__ == "__main__":
    main()
