#!/usr/bin/python3
"""Counts the keys that correct wrong receipts in the review: keys.py PROGRAM PICTURES... [--read OUT] [--fields]

PICTURES holds receipts, each with NAME.fields.json beside it (merchant, date, total). HanScan reads them into a store
first, unless `--read OUT` names folders, one below OUT for each of PICTURES, that such a run has left. Then a person
whose receipts are at hand opens each page with a wrong shop, date or total in Chromium, and corrects it: by the
candidate that is right, or else by the fewest keys that change the value. A syllable of Hangul counts as the keys of
its letters on a Korean keyboard. Keys that lead to a field count for the field; Enter on another doubtful field, and
on a question that follows, count apart.
"""
import argparse
import difflib
import glob
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import unicodedata

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Documents"))
from viewer import Browser  # noqa: E402

FIELDS = ["merchant", "date", "total"]
# The keys as WebDriver names them.
ENTER, DOWN, UP, HOME, END = "\ue007", "\ue015", "\ue013", "\ue011", "\ue010"
LEFT, RIGHT, BACK, DELETE = "\ue012", "\ue014", "\ue003", "\ue017"
CANDIDATES = "\ue032\ue033\ue034"
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
# Letters of Hangul that are typed as two.
DOUBLE_VOWELS, DOUBLE_FINALS = {9, 10, 11, 14, 15, 16, 19}, {3, 5, 6, 9, 10, 11, 12, 13, 14, 15, 18}


def keys_of(text):
    """The number of keys that type a text."""
    count = 0
    for character in unicodedata.normalize("NFC", text):
        place = ord(character) - 0xAC00
        if 0 <= place < 11172:
            vowel, final = place // 28 % 21, place % 28
            count += 2 + (vowel in DOUBLE_VOWELS) + (final > 0) + (final in DOUBLE_FINALS)
        else:
            count += 1
    return count


def day(text):
    found = re.match(r"(\d{4})\D(\d{1,2})\D(\d{1,2})", text)
    if found:
        return "%04d-%02d-%02d" % tuple(map(int, found.groups()))
    found = re.match(r"([a-z]{3})[a-z]*\W*(\d{1,2})\W+(\d{4})", text.lower())
    if found and found[1] in MONTHS:
        return "%s-%02d-%02d" % (found[3], MONTHS.index(found[1]) + 1, int(found[2]))
    return text


def is_same(name, truth, value):
    """Whether a value is right; a shop may differ in a tenth of its letters."""
    if not value:
        return False
    if name == "total":
        number = lambda text: round(float(re.sub(r"[^\d.-]", "", str(text)) or 0), 2)
        return number(truth) == number(value)
    if name == "date":
        return day(str(truth)) == day(str(value))
    plain = lambda text: "".join(filter(str.isalnum, unicodedata.normalize("NFKC", str(text)).casefold()))
    one, two = plain(truth), plain(value)
    return difflib.SequenceMatcher(None, one, two, autojunk=False).ratio() >= 0.9


def edits(old, new, candidates):
    """The fewest keys that make a text of a selected one, or of a candidate, each with how often it counts."""
    typed = lambda text: [(character, keys_of(character)) for character in text]
    ways = [typed(new)]
    for first, start in [([], old)] + [([(key, 1)], text) for key, text in zip(CANDIDATES, candidates)]:
        if not start:
            continue
        head = len(os.path.commonprefix([start, new]))
        tail = len(os.path.commonprefix([start[head:][::-1], new[head:][::-1]]))
        middle, gone = new[head:len(new) - tail], len(start) - head - tail
        ways.append(first + [(HOME, 1)] + [(RIGHT, 1)] * head + [(DELETE, 1)] * gone + typed(middle))
        ways.append(first + [(END, 1)] + [(LEFT, 1)] * tail + [(BACK, 1)] * gone + typed(middle))
    return min(ways, key=lambda way: sum(count for _, count in way))


# The number of fields between the cursor and each of some fields, and their state.
STEPS = """
  const inputs = [...document.querySelectorAll('main input')].filter((one) => one.checkVisibility());
  const here = inputs.indexOf(document.activeElement);
  const place = (name) => inputs.findIndex(({ dataset }) => dataset.field === name && dataset.receipt === '%s');
  return %s.map((name) => [name, place(name) - here, inputs[place(name)]?.closest('tr').className]);
"""


class Person:
    """Corrects pages in a review, and counts."""

    def __init__(self, browser):
        self.browser = browser
        self.taken, self.typed = ({name: [] for name in FIELDS} for _ in range(2))
        self.accepted, self.proven, self.wrong, self.questions = [], [], [], []

    def run(self, script):
        return self.browser.call(
            "POST", f"/session/{self.browser.session}/execute/sync", {"script": script, "args": []})

    def press(self, *keys):
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.browser.call("POST", f"/session/{self.browser.session}/actions",
                          {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def wait(self, condition):
        for _ in range(600):
            if self.run(f"return Boolean({condition})"):
                return
            time.sleep(0.02)
        sys.exit(f"keys.py: it never came to be: {condition}, at {self.run('return location.href')}")

    def open(self, address):
        self.browser.open(address)
        self.wait("document.querySelector('main')")

    def focus(self):
        return self.run("""const one = document.activeElement, row = one.closest('tr');
          const candidates = row ? [...row.querySelectorAll('.candidate')].map((other) => other.dataset.value) : [];
          return [one.dataset.field || '', one.value || '', Number(one.dataset.receipt || -1), candidates,
            row ? row.className : ''];""")

    def enter(self):
        """Accepts, and waits for the answer; false if that leads to another page."""
        before = self.run("return location.href")
        self.press(ENTER)
        self.wait(f"location.href !== '{before}' && document.readyState === 'complete' "
                  "|| document.querySelector('dialog[open]') || !document.querySelector('main input[readonly]')")
        dialog = self.run("return document.querySelector('dialog[open] h2')?.textContent")
        if dialog:
            self.questions.append(dialog)
            self.press(ENTER)
            self.wait("!document.querySelector('dialog[open]')")
        return self.run("return location.href") == before

    def correct(self, address, truth, receipt, wrong):
        """Brings the wrong fields of a page right."""
        self.open(address)
        left, guard, spent = list(wrong), 0, 0
        while left and guard < 40:
            guard += 1
            name, value, place, candidates, kind = self.focus()
            if name not in left or place != receipt:
                # The next doubtful field comes by Enter; one that nothing doubts is reached by arrow keys.
                steps = self.run(STEPS % (receipt, json.dumps(left)))
                hidden = [(target, by) for target, by, style in steps if style and style.split()[0] in ("sure", "none")]
                if not hidden and kind.split()[:1] in (["conflict"], ["missing"], ["handwritten"], ["unsure"]):
                    self.accepted.append(1)
                    if not self.enter():
                        break
                    continue
                target, by = hidden[0] if hidden else steps[0][:2]
                self.press(*([DOWN] * by if by > 0 else [UP] * -by))
                spent += abs(by)
                name, value, place, candidates, kind = self.focus()
                if name not in left:
                    continue
            choice = next((index for index, one in enumerate(candidates) if is_same(name, truth[name], one)), None)
            if choice is not None:
                self.press(CANDIDATES[choice])
                spent += 1
                self.taken[name].append((spent + 1, address, value, truth[name]))
            else:
                wanted = day(str(truth[name])) if name == "date" else str(truth[name])
                way = edits(value, wanted, candidates)
                self.press(*[key for key, _ in way])
                self.typed[name].append((spent + 1 + sum(count for _, count in way), address, value, truth[name]))
            left.remove(name)
            spent = 0
            if not self.enter():
                break
        return left


def reading(program, pictures, given, folder):
    """The store of a folder of pictures, in a folder of its own."""
    name = os.path.basename(pictures.rstrip("/"))
    target = os.path.join(folder, name)
    os.makedirs(target)
    if given:
        shutil.copy(os.path.join(given, name, "hanscan.sqlite"), target)
    else:
        words = ["--exclude", "*.txt", "--exclude", "*.json", "--settle", "0", "--out", target]
        ran = subprocess.run([program, "run", pictures] + words)
        if ran.returncode not in (0, 65):
            sys.exit("keys.py: the pictures could not be read")
    return target


def pages(program, out):
    """The text and fields of each page of a store, by the path of its scan."""
    output = subprocess.run([program, "export", "--stdout", "--format", "json", "--out", out], check=True,
                            capture_output=True, text=True).stdout
    return {page["source"]["path"]: page for page in map(json.loads, output.splitlines())}


def compare(page, truth):
    """The receipt of a page that is right in most fields, by its place; and its wrong fields."""
    receipts = page.get("receipts") or [{"fields": {}}]
    found = []
    for index, receipt in enumerate(receipts):
        wrong = [name for name in FIELDS if name in truth
                 and not is_same(name, truth[name], receipt["fields"].get(name, {}).get("value"))]
        found.append((receipt.get("number", index + 1) - 1, wrong))
    return min(found, key=lambda one: len(one[1]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("pictures", nargs="+")
    parser.add_argument("--read", default="")
    parser.add_argument("--fields", action="store_true")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        person, left = Person(browser), []
        for pictures in options.pictures:
            out = reading(program, pictures, options.read, folder)
            review = subprocess.Popen([program, "review", "--out", out], stdout=subprocess.PIPE, text=True)
            try:
                visit(person, program, out, pictures, review.stdout.readline().strip(), left)
            finally:
                review.terminate()
                review.wait()
        browser.close()
    report(person, left, options.fields)


def visit(person, program, out, pictures, address, left):
    """Corrects all pages of a store; then looks at those that nothing doubts."""
    person.open(address)
    home = address.split("?")[0]
    person.open(f"{home}?doubt=all")
    ids, offset = {}, 0
    data = json.loads(person.run("return document.getElementById('data').textContent"))
    ids = {row["path"]: (row["id"], row["doubts"]) for row in data["rows"]}
    said = pages(program, out)
    todo = []
    for path in sorted(glob.glob(glob.escape(pictures) + "/*.fields.json")):
        with open(path, encoding="utf8") as file:
            printed = json.load(file)
        truth = {name: printed[name] for name in FIELDS if printed.get(name) not in (None, "")}
        name = os.path.basename(path)[:-len(".fields.json")]
        source = next((one for one in said if one.rsplit(".", 1)[0] == name), None)
        if source is None:
            continue
        receipt, wrong = compare(said[source], truth)
        number, doubts = ids[source]
        if wrong:
            todo.append((source, number, truth, receipt, wrong))
        elif not doubts:
            person.open(f"{home}page/{number}")
            before = person.run("return location.href")
            person.press(ENTER)
            person.wait(f"location.href !== '{before}'")
            person.proven.append(1)
    for source, number, truth, receipt, wrong in todo:
        person.wrong += wrong
        person.correct(f"{home}page/{number}", truth, receipt, wrong)
    now = pages(program, out)
    for source, _, truth, _, _ in todo:
        left += [(source, name) for name in compare(now[source], truth)[1]]


def report(person, left, shows_fields):
    print(f"wrong fields: {len(person.wrong)}, not right in the end: {len(left)} {left if shows_fields else ''}")
    print(f"fields that were right but doubtful: {len(person.accepted)}, one key each")
    print(f"questions that followed: {len(person.questions)}, one key each")
    print(f"receipts that nothing doubts: {len(person.proven)}, one key each")
    print(f"{'':10} {'':14} fields  median   most")
    for way, counted in (("a candidate", person.taken), ("typed", person.typed)):
        for name in FIELDS:
            counts = [count for count, *_ in counted[name]]
            if counts:
                print(f"{name:10} {way:14} {len(counts):6} {statistics.median(counts):7g} {max(counts):6}")
            for one in counted[name] if shows_fields else []:
                print("   ", *one)


if __name__ == "__main__":
    main()
