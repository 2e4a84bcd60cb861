#!/usr/bin/python3
"""Bookkeeping at its bars: accounts over a year, a large store, and downloaded lists in four forms of files.

--accounts  draws a year in which 30 % of the shops have two accounts. A person puts right the accounts of each month; the
            twelfth month counts how many are proposed, and how many of these are right.
--large     draws 200,000 receipts of 30 years, 2 % of them without a day, and measures a month's workbook, and 5,000 lines
            of a card that are matched with them.
--lists     writes the lists of Tests/BookkeepingTests/Matching/ListSamples.swift as XLSX, XLS, HTML named .xls and CSV in
            CP949; the program must find the same lines and columns in all of them and ask nothing.
The exit status is 1 if a bar is missed.
"""
import argparse
import csv
import datetime
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
import time

import openpyxl

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import search

SAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "BookkeepingTests", "Matching", "ListSamples.swift")
ACCOUNTS = ["복리후생비", "소모품비", "여비교통비", "접대비", "도서인쇄비", "통신비", "지급수수료"]
failed = []


def check(name, holds, figures):
    """Prints a line, and remembers a missed bar."""
    print(f"{'met   ' if holds else 'MISSED'} {name}: {figures}", flush=True)
    if not holds:
        failed.append(name)


def store(program, folder, count, drawn=None):
    """A store with so many drawn receipts."""
    inbox, out = os.path.join(folder, "in"), os.path.join(folder, "out")
    os.mkdir(inbox)
    shutil.copy(search.SAMPLE, inbox)
    subprocess.run([program, "run", inbox, "--out", out, "--settle", "0"], check=True, stderr=subprocess.DEVNULL)
    search.drawn = drawn or search.drawn
    search.RECEIPTS = max(count, 1)
    if count:
        search.fill(os.path.join(out, "hanscan.sqlite"), count)
    return out


def accounts(program, folder, seed):
    """The twelfth month of a year."""
    dice = random.Random(seed)
    shops = {f"{dice.choice(search.HEADS)}{dice.choice(search.TRADES)} {number}호점":
             [dice.choice(ACCOUNTS)] if dice.random() >= 0.3 else dice.sample(ACCOUNTS, 2) for number in range(200)}
    shares = {name: dice.uniform(0.5, 0.95) for name in shops}
    names = list(shops)
    truth = {}

    def drawn(number, _, __):
        name = names[int(len(names) * dice.random() ** 2)]
        month, total = number * 12 // 2400 + 1, dice.randrange(10, 900) * 100
        truth[number] = shops[name][0 if dice.random() < shares[name] else -1]
        lines = [name, f"거래일시 2025-{month:02}-{dice.randrange(1, 29):02} 12:00", f"합계 {total:,}"]
        return lines, {"merchant": (name, 0), "date": (lines[1].split()[1], 1), "total": (str(total), 2), "currency": ("KRW", 2)}
    out = store(program, folder, 2400, drawn)
    for month in range(1, 13):
        made = subprocess.run(
            [program, "book", "--out", out, "--month", f"2025-{month:02}"], capture_output=True, text=True, check=True).stdout.strip()
        book = openpyxl.load_workbook(made)
        sheet = book.worksheets[0]
        heads = [cell.value for cell in sheet[1]]
        account, file = heads.index("계정과목") + 1, heads.index("파일") + 1
        proposed = right = 0
        rows = [row for row in range(2, sheet.max_row + 1) if sheet.cell(row, file).value.endswith(".png")]
        for row in rows:
            found = re.fullmatch(r"\d+/(\d+)\.png", sheet.cell(row, file).value)
            if not found:
                continue
            wanted, cell = truth[int(found[1])], sheet.cell(row, account)
            proposed += bool(cell.value)
            right += cell.value == wanted
            cell.value = wanted
        book.save(made)
        subprocess.run([program, "book", "apply", made, "--out", out], check=False, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    check("accounts", proposed >= 0.7 * len(rows) and right >= 0.85 * proposed,
          f"twelfth month of {len(rows)} receipts, {proposed / len(rows):.1%} proposed, {right / proposed:.1%} of them right (seed {seed})")


def measured(command):
    """Seconds by the clock, MiB at most, and what a program says."""
    start = time.monotonic()
    memory = 0
    with tempfile.TemporaryFile() as errors:
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        while True:
            try:
                with open(f"/proc/{child.pid}/status", encoding="utf-8") as status:
                    # The peak since the exec: what wait4 tells includes the pages of this script.
                    memory = max([memory] + [int(line.split()[1]) for line in status if line.startswith("VmHWM")])
            except OSError:
                pass
            done, _, used = os.wait4(child.pid, os.WNOHANG)
            if done:
                break
            time.sleep(0.005)
        seconds = time.monotonic() - start
        child.returncode = 0
        errors.seek(0)
        return seconds, memory / 1024, used.ru_utime + used.ru_stime, errors.read().decode().strip().splitlines()


def large(program, folder, count):
    """A month, and the lines of a card, in a store of many receipts."""
    out = store(program, folder, count)
    path = os.path.join(out, "hanscan.sqlite")
    connection = sqlite3.connect(path)
    connection.execute("UPDATE derived SET value = json_remove(value, '$[0].fields.date') WHERE stage = 'receipts' AND page % 50 = 0")
    connection.execute("UPDATE receipts SET date = NULL WHERE page % 50 = 0")
    connection.commit()
    rows = connection.execute(
        "SELECT r.date, r.shop, r.total, p.text FROM receipts r JOIN pages p ON p.id = r.page WHERE r.date >= '2010-01-01' ORDER BY r.date LIMIT 5000"
    ).fetchall()
    connection.close()
    subprocess.run([program, "check", "--repair", "--out", out], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False)
    for name in ("first", "second"):
        seconds, memory, used, said = measured([program, "book", "--out", out, "--month", "2010-03"])
        check(f"workbook of a month, {name}", seconds <= 2 and memory <= 200,
              f"{seconds:.2f} s ({used:.2f} s of the processor), {memory:.0f} MiB; {said[-1]}")
    cards = os.path.join(folder, "card.csv")
    with open(cards, "w", encoding="cp949", errors="replace", newline="") as file:
        table = csv.writer(file)
        table.writerow(["이용일자", "가맹점명", "이용금액", "승인번호"])
        for date, shop, total, text in rows:
            number = re.search(r"승인번호 (\d+)", text)
            table.writerow([date, shop, int(total), number[1] if number else ""])
    seconds, memory, used, said = measured([program, "match", cards, "--out", out])
    check("5,000 lines", seconds <= 5 and memory <= 200, f"{seconds:.2f} s ({used:.2f} s of the processor), {memory:.0f} MiB; {said[-1]}")


def cells(text):
    """The rows of a list: `=` begins a number and `@` a date."""
    def value(cell):
        cell = cell.strip()
        if cell.startswith("="):
            return float(cell[1:]) if "." in cell else int(cell[1:])
        return cell.removeprefix("@")
    return [[value(cell) for cell in line.split("|")] for line in text.splitlines()]


def shown(cell, column):
    """A cell as text: serial numbers of days as days, and the won sign as CP949 has it."""
    if column == 0 and isinstance(cell, (int, float)) and cell > 40_000:
        return str(datetime.datetime(1899, 12, 30) + datetime.timedelta(days=cell))
    return str(cell).replace("₩", "￦")


def lists(program, folder):
    """Each list in each form."""
    with open(SAMPLES, encoding="utf-8") as file:
        found = re.findall(r'static let (\w+) = """\n(.*?)\n *"""', file.read(), re.S)
    if not found:
        sys.exit(f"{SAMPLES} has no list")
    out = store(program, folder, 0)
    os.mkdir(os.path.join(folder, "old"))
    for name, text in found:
        rows = cells(textwrap.dedent(text))
        book = openpyxl.Workbook()
        for row in rows:
            book.active.append(row)
        book.save(os.path.join(folder, f"{name}.xlsx"))
        plain = [[shown(cell, column) for column, cell in enumerate(row)] for row in rows]
        with open(os.path.join(folder, f"{name}.csv"), "w", encoding="cp949", newline="") as file:
            csv.writer(file).writerows(plain)
        with open(os.path.join(folder, f"{name}.xls"), "w", encoding="utf-8") as file:
            file.write('<html><meta charset="utf-8"><table>')
            file.writelines("<tr>" + "".join(f"<td>{cell.replace('<', '&lt;')}</td>" for cell in row) + "</tr>\n" for row in plain)
            file.write("</table></html>")
    subprocess.run(
        ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/office", "--convert-to", "xls", "--outdir", os.path.join(folder, "old")]
        + [os.path.join(folder, f"{name}.xlsx") for name, _ in found], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for name, _ in found:
        said = []
        for form in (f"{name}.xlsx", f"old/{name}.xls", f"{name}.xls", f"{name}.csv"):
            done = subprocess.run([program, "match", os.path.join(folder, form), "--out", out], capture_output=True, text=True, check=False)
            told = [line.split(form, 1)[1] for line in done.stderr.splitlines() if form in line]
            said.append([re.sub(r"^, \w+", "", line) for line in told])
        columns = [line for line in said[0] if " -> " in line]
        check(f"list {name}", all(one == said[0] for one in said) and len(columns) == len(said[0]),
              " / ".join(columns) if all(one == said[0] for one in said) and columns else said)


def main():
    """Runs the parts that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    for part in ("accounts", "large", "lists"):
        parser.add_argument(f"--{part}", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--receipts", type=int, default=200_000)
    options = parser.parse_args()
    everything = not (options.accounts or options.large or options.lists)
    for is_wanted, part in ((options.accounts, lambda folder: accounts(options.program, folder, options.seed)),
                            (options.lists, lambda folder: lists(options.program, folder)),
                            (options.large, lambda folder: large(options.program, folder, options.receipts))):
        if is_wanted or everything:
            with tempfile.TemporaryDirectory() as folder:
                part(folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
