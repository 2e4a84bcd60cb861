#!/usr/bin/python3
"""The way of a workbook back: edits, sorts, filters, deletes and copies rows at random, and compares what comes of it.

Receipts are drawn into a store as for `make search`. In each round openpyxl changes the workbook of `hanscan book`, in
some rounds LibreOffice saves it again, and `hanscan book apply` takes it back. Every edit must stand in the next workbook
or be told on standard error with its row, and no other cell may change. The exit status is 1 if that fails.
"""
import argparse
import datetime
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import openpyxl

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import search

FIELDS = ["날짜", "상호", "사업자번호", "합계", "결제", "카드", "승인번호", "계정과목", "적요", "시각", "카드번호"]
COMPUTED = ["확인 필요", "과세유형", "증빙", "품목 요약", "파일", "공제", "표시"]
ENGLISH = {"날짜": "Date", "상호": "Shop", "사업자번호": "Business number", "합계": "Total", "결제": "Payment", "카드": "Card",
           "승인번호": "Approval number", "계정과목": "Account", "적요": "Memo", "시각": "Time", "카드번호": "Card number"}
# Filled if the account is a proposal, which changes with the decisions about other receipts.
PROPOSAL = "계정 제안 근거"
OWN = ["프로젝트", "비고 (우리)"]


def text(value):
    """A cell as text, as the book writes it."""
    if value is None:
        return ""
    if isinstance(value, datetime.datetime):
        return value.strftime("%Y-%m-%d")
    if isinstance(value, datetime.time):
        return value.strftime("%H:%M:%S").removesuffix(":00")
    if isinstance(value, float) and value == int(value):
        value = int(value)
    return str(value).strip()


def read(path):
    """The lines of a workbook by their keys."""
    sheet = openpyxl.load_workbook(path).worksheets[0]
    rows = list(sheet.iter_rows(values_only=True))
    heads = [text(cell) for cell in rows[0]]
    return {text(row[heads.index("키")]): dict(zip(heads, map(text, row))) for row in rows[1:] if any(row)}


def new_value(field, dice):
    """A value that a person could enter: most are sound, some are none."""
    if dice.random() < 0.1:
        return dice.choice(["?", "없음", "12월 40일", "=1+1", "1e999", " ", "가" * 300, "-", "2026-13-01"])
    return {
        "날짜": lambda: datetime.datetime(2010, 1, 1) + datetime.timedelta(days=dice.randrange(300)),
        "상호": lambda: dice.choice(["(주)가나 & 다라", "012", "새 상호 \"가\"", "<b>", "카페 ☕", "=가게", "마바\n사"]),
        "사업자번호": lambda: dice.choice(["123-45-67891", "2208100000", "1234567891"]),
        "합계": lambda: dice.choice([dice.randrange(1, 10**6), -dice.randrange(1, 10**5), 12.5]),
        "결제": lambda: dice.choice(["카드", "현금", "기타", "cash"]),
        "카드": lambda: dice.choice(["신한", "국민카드"]),
        "승인번호": lambda: dice.choice([dice.randrange(10**7, 10**8), "00123456", "A1234"]),
        "계정과목": lambda: dice.choice(["복리후생비", "소모품비", "811 복리후생비", ""]),
        "적요": lambda: dice.choice(["회의", "출장 3/4", "", "긴 적요 " * 20]),
        "시각": lambda: dice.choice([datetime.time(9, 5), "18:30", datetime.time(23, 59, 30)]),
        "카드번호": lambda: "1234-****-****-" + str(dice.randrange(1000, 9999)),
    }[field]()


def disturb(path, count, dice):
    """Changes a workbook as a person does; returns the edits by key, and the keys of deleted rows."""
    book = openpyxl.load_workbook(path)
    sheet = book.worksheets[0]
    heads = [text(cell.value) for cell in sheet[1]]
    for name in OWN:
        if name not in heads:
            sheet.cell(1, len(heads) + 1).value = name
            heads.append(name)
    rows = [[cell.value for cell in row] + [None] * (len(heads) - len(row)) for row in sheet.iter_rows(min_row=2)]
    key = heads.index("키")
    edits, deleted = {}, set()
    for _ in range(count):
        what = dice.random()
        row = dice.choice(rows)
        if what < 0.8:
            name = dice.choice(FIELDS * 3 + COMPUTED + OWN * 3)
            value = dice.choice(["가", "나다", "1", "", 12.5]) if name in COMPUTED + OWN else new_value(name, dice)
            # Of a row and its copy one is not taken, so that neither is edited.
            if row[key] in deleted or sum(other[key] == row[key] for other in rows) > 1:
                continue
            row[heads.index(name)] = value
            edits.setdefault(row[key], {})[name] = value
        elif what < 0.85:
            rows.sort(key=lambda row: text(row[dice.randrange(len(heads))]) if dice.random() < 0.1 else text(row[5]))
        elif what < 0.9:
            column = dice.randrange(len(heads))
            rows.sort(key=lambda row: text(row[column]), reverse=dice.random() < 0.5)
        elif what < 0.95 and len(rows) > 20 and row[key] not in edits:
            rows.remove(row)
            deleted.add(row[key])
        elif row[key] not in edits and row[key] not in deleted:
            rows.insert(rows.index(row) + 1, list(row))
    copies = {row[key] for row in rows if [other[key] for other in rows].count(row[key]) > 1}
    deleted -= {row[key] for row in rows}
    links = [cell.hyperlink for cell in sheet[2]]
    for row in sheet.iter_rows(min_row=2):
        for cell in row:
            cell.value = None
            cell.hyperlink = None
    for number, row in enumerate(rows, 2):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(number, column)
            cell.value = value
            if isinstance(value, str) and value.startswith("=") and value != "=1+1":
                cell.data_type = "s"
        sheet.row_dimensions[number].hidden = dice.random() < 0.1
    del links
    book.save(path)
    numbers = {}
    for number, row in enumerate(rows, 2):
        numbers.setdefault(row[key], number)
    return edits, deleted, copies, numbers


def compare(before, after, edits, told, numbers):
    """The faults: edits that are neither there nor told, and other cells that changed."""
    faults = []
    for key, old in before.items():
        new = after.get(key)
        own = edits.get(key, {})
        if new is None:
            if "날짜" not in own:
                faults.append(f"{key[:8]}: the line is gone")
            continue
        for name in FIELDS + OWN:
            is_told = any(f"Row {numbers.get(key)}, {word}:" in told for word in (ENGLISH.get(name, name), name))
            was, now = old.get(name, ""), new.get(name, "")
            if name in own:
                wanted = text(own[name])
                same = now == wanted or now.replace("-", "") == wanted.replace("-", "") or is_told
                if name == "결제":
                    same = same or {"cash": "현금"}.get(wanted) == now
                if name in ("시각", "합계"):
                    same = same or now + ":00" == wanted or now == wanted + ":00"
                # White space is joined, and long texts are cut at the limit of a field.
                same = same or " ".join(now.split()) == " ".join(wanted.split())
                if not same and now != was or not same and was != wanted:
                    faults.append(f"{key[:8]} {name}: {was!r} -> {wanted!r} became {now!r}, not told")
            elif now != was and not (name == "계정과목" and (not was or old.get(PROPOSAL))):
                faults.append(f"{key[:8]} {name}: {was!r} became {now!r}")
        for name in COMPUTED:
            if name in own and text(own[name]) != old.get(name, "") and f"Row {numbers[key]}, {name}:" not in told:
                faults.append(f"{key[:8]} {name}: a computed cell was edited and not told")
    return faults


def main():
    """Draws, changes, compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--edits", type=int, default=1000)
    parser.add_argument("--office", type=int, default=20, help="rounds in which LibreOffice saves the workbook")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    each, faults, done, office, told_edits = 40, [], 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        inbox, out = os.path.join(folder, "in"), os.path.join(folder, "out")
        os.mkdir(inbox)
        shutil.copy(search.SAMPLE, inbox)
        subprocess.run([options.program, "run", inbox, "--out", out, "--settle", "0"], check=True, stderr=subprocess.DEVNULL)
        search.RECEIPTS = 300 * 36
        search.fill(os.path.join(out, "hanscan.sqlite"), 300)
        # The fields are derived again from the texts, as after every correction.
        store = sqlite3.connect(os.path.join(out, "hanscan.sqlite"))
        store.execute("UPDATE derived SET version = version - 1")
        store.commit()
        store.close()
        subprocess.run([options.program, "run", inbox, "--out", out, "--settle", "0"], check=False, stderr=subprocess.DEVNULL)

        def hanscan(*words):
            done = subprocess.run([options.program, "book", *words, "--out", out], capture_output=True, text=True, check=False)
            if done.returncode not in (0, 65):
                sys.exit(f"hanscan book {' '.join(words)}: {done.stderr}")
            return done

        def written():
            made = hanscan("--from", "1990-01-01", "--to", "2098-12-31").stdout.strip()
            path = os.path.join(folder, "book.xlsx")
            shutil.move(made, path)
            return path
        path = written()
        rounds = -(-options.edits // each)
        for number in range(max(rounds, options.office)):
            before = read(path)
            edits, deleted, copies, numbers = disturb(path, each if number < rounds else 5, dice)
            if office < options.office:
                office += 1
                subprocess.run(
                    ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/office", "--convert-to", "xlsx", "--outdir",
                     os.path.join(folder, "saved"), path], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                shutil.move(os.path.join(folder, "saved", "book.xlsx"), path)
            told = hanscan("apply", path).stderr
            path = written()
            found = compare(before, read(path), edits, told, numbers)
            if len(deleted) > 0 and f"{len(deleted)} deleted row" not in told:
                found.append(f"{len(deleted)} deleted rows are not told")
            found += [f"{key[:8]}: a copy is not told" for key in copies if f"is a copy of row {numbers[key]}" not in told]
            done += sum(map(len, edits.values()))
            told_edits += told.count("Row ")
            for fault in found:
                print(f"round {number}: {fault}")
            faults += found
    print(f"seed {options.seed}: {done} edits in {max(rounds, options.office)} rounds, {office} of them through LibreOffice; "
          f"{told_edits} told; {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
