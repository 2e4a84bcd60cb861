"""Draws receipts whose sums are right, degraded as any, and counts what is said of them that is wrong.

usage: sums.py draw FOLDER COUNT SEED
       sums.py score FOLDER OUT

Beside NAME.jpg lies NAME.truth.json, the values of its fields. OUT is what `hanscan run FOLDER --format json` wrote. Of the
values found it counts those that are wrong: of all, of those that are proven by a sum or a check digit, and of those that
were mended by one. Needs what `samples/draw.py` needs (`.ci/setup drawing`).
"""
import collections
import json
import pathlib
import sys


def business_number(r):
  """One whose last digit checks the others."""
  digits = [r.randint(1, 9)] + [r.randint(0, 9) for _ in range(8)]
  total = sum(a * b for a, b in zip(digits, (1, 3, 7, 1, 3, 7, 1, 3, 5))) + digits[8] * 5 // 10
  text = "".join(map(str, digits + [(10 - total) % 10]))
  return f"{text[:3]}-{text[3:5]}-{text[5:]}"


def receipt(drawing, columns):
  """Rows of a receipt and the values of its fields."""
  import vocabulary as V
  from pages import layout
  r = drawing.r
  won = "{:,}".format
  count = r.randint(1, 7)
  names = r.sample(r.choice((V.FOOD, V.ITEMS)), count)
  items = [(name[:9], r.choice((r.randint(5, 300) * 100, r.randint(2, 60) * 500, r.randint(30, 3000) * 10)), r.choice((1, 1, 1, 2, 3, 12))) for name in names]
  total = sum(price * number for _, price, number in items)
  tax = round(total / 11)
  truth = {"total": str(total), "tax": str(tax), "supply": str(total - tax)}
  rows = [layout.centred(r.choice(V.PLACES) + r.choice(V.SHOPS) + " " + r.choice(V.PLACES) + r.choice(V.BRANCH), bold=r.random() < .4, high=r.choice((1, 1, 2)))]
  truth["businessNumber"] = business_number(r)
  rows.append(layout.line(f"{r.choice(('사업자번호', '사업자등록번호', '등록번호'))}{r.choice((': ', ' : ', ' '))}{truth['businessNumber']}"))
  day = f"20{r.randint(15, 26)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}"
  time = f"{r.randint(7, 23):02d}:{r.randint(0, 59):02d}"
  truth.update(date=day, time=time)
  rows.append(layout.line(f"{r.choice(('거래일시', '판매일시', '일시'))} {day.replace('-', r.choice(('-', '/', '.')))} {time}"))
  rows.append(layout.rule(r.choice("-=")))
  for name, price, number in items:
    if columns > 36:
      rows.append(layout.cells((name, 0), (won(price), -16), (str(number), -11), (won(price * number), -1)))
    else:
      rows.append(layout.cells((name, 0), (str(number), -11), (won(price * number), -1)))
  rows.append(layout.rule(r.choice("-=")))
  if r.random() < .8:
    rows += [layout.pair(r.choice(("과세물품가액", "공급가액", "공급가")), won(total - tax)), layout.pair(r.choice(("부가세", "부가가치세", "세액")), won(tax))]
  else:
    del truth["tax"], truth["supply"]
  rows.append(layout.pair(r.choice(("합계", "합계금액", "총액", "결제금액", "받을금액")), won(total) + r.choice(("", "", "원")), bold=r.random() < .3))
  if r.random() < .4:
    paid = -(-total // 10000) * 10000
    rows += [layout.pair(r.choice(("받은금액", "받은돈")), won(paid)), layout.pair(r.choice(("거스름돈", "잔돈")), won(paid - total))]
  else:
    truth["approvalNumber"] = drawing.digits(8)
    rows += [layout.pair(r.choice(V.CARDS), won(total)), layout.line(f"승인번호 {truth['approvalNumber']}")]
  rows += [layout.gap(), layout.centred(r.choice(V.NOTICES)[:columns // 2])]
  return rows, truth


def draw(folder, count, seed):
  import pages
  folder.mkdir(parents=True, exist_ok=True)
  for number in range(count):
    drawing = pages.Receipts(f"{seed}/{number}/sums")
    r = drawing.r
    columns = r.choice((32, 38, 42, 48))
    rows, truth = receipt(drawing, columns)
    paper = pages.layout.receipt(rows, name=r.choice(pages.FONTS), pixels=r.choice((20, 22, 24, 26, 30)), columns=columns, leading=r.uniform(1.15, 1.6))
    picture, quality = drawing.degraded(paper)
    picture.save(folder / f"{number:04d}.jpg", quality=quality)
    (folder / f"{number:04d}.truth.json").write_text(json.dumps(truth), encoding="utf8")


def score(folder, out):
  counts, wrong = collections.Counter(), []
  for file in sorted(folder.glob("*.truth.json")):
    truth = json.loads(file.read_text(encoding="utf8"))
    name = file.name.removesuffix(".truth.json")
    page = json.loads((out / f"{name}.jpg.p0001.json").read_text(encoding="utf8"))
    found = next(iter(page.get("receipts", [])), {"fields": {}})["fields"]
    for key, value in truth.items():
      counts[key, "there"] += 1
      field = found.get(key)
      if field is None:
        continue
      kinds = ["found"] + (["proven"] if field["proof"] == "proven" else []) + (["mended"] if field.get("mended") else [])
      for kind in kinds:
        counts[key, kind] += 1
        if field["value"] != value:
          counts[key, f"{kind} wrong"] += 1
      if field["value"] != value and kinds != ["found"]:
        wrong.append(f"{name} {key}: {field['value']} for {value} ({', '.join(kinds[1:])})")
  columns = "there", "found", "found wrong", "proven", "proven wrong", "mended", "mended wrong"
  print("| field | " + " | ".join(columns) + " |\n|---" * 1 + "|---" * len(columns) + "|")
  for key in (*dict.fromkeys(key for key, _ in counts), "all"):
    row = [sum(value for (name, kind), value in counts.items() if kind == column and key in (name, "all")) for column in columns]
    print(f"| {key} | " + " | ".join(map(str, row)) + " |")
  print("\n".join(wrong))


def main():
  if len(sys.argv) == 5 and sys.argv[1] == "draw":
    draw(pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
  elif len(sys.argv) == 4 and sys.argv[1] == "score":
    score(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
  else:
    sys.exit(__doc__)


if __name__ == "__main__":
  main()
