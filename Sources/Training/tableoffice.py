"""Layouts of `tableforms.py` that Korean offices exchange: quotations, statements, tax invoices, receipts, expenses.

A layout gets a function that begins its sheet, and returns the sheet.
"""
import dataclasses

from tablesheet import Cell, Rule, label
from tablevalues import COLOURS, FILLS, NOTES, PARTS

copy = dataclasses.replace


def total_row(f, keys, text, sums, is_ruled=True):
  """A last row with sums, which are texts by column. Its label spans the columns before them if rules show that."""
  first = next(i for i, k in enumerate(keys) if k in sums)
  name = label(text, cs=first if is_ruled else 1, bold=f.often(.4))
  before = [name] if is_ruled else [name if k == "name" else "" for k in keys[:first]]
  return before + [Cell(sums.get(k, ""), align="r") for k in keys[first:]]


def quotation(begin):
  f = begin(38, 54, data=(0, 0, 0))
  f.title(f.r.choice(("견적서", "견 적 서", "見 積 書 (견적서)", "견적서 (ESTIMATE)", "물품 견적서")))
  style = f.style(is_open=f.often(.5))
  top, half = f.y, f.inside * f.r.uniform(.36, .46)
  f.prose("\n".join(
      f.r.sample((f.date(), f"{f.company()} 귀하", f"수신: {f.company()} {f.person()} 님", f"견적번호: Q-{f.digits(6)}", "아래와 같이 견적합니다.", f"유효기간: {f.r.randint(1, 4)}주"),
                 4)),
          1,
          width=half - f.em)
  left, f.y = f.y, top
  rows = f.party(fields=f.r.randint(3, 6))
  if f.often(.7):
    rows[0].insert(0, label("공급자", rs=len(rows), upright=True))
  f.table(rows, copy(style, is_open=style.is_open and f.often(.5)), f.margin + half, width=f.inside - half, heads=0, scale=f.r.uniform(.85, 1))
  if f.often(.5):
    f.seal(f.edges[-1] - f.em * f.r.uniform(.8, 2), f.y - f.em * f.r.uniform(2, 5), f.r.choice(("대표", "홍길동", "직인")))
  f.y = max(left, f.y) + f.em * f.r.uniform(.6, 1.6)
  keys = [k for k in ("no", "name", "size", "unit", "count", "price", "amount", "tax", "note") if k in ("name", "count", "price", "amount") or f.often(.6)]
  f.truth |= {"total": None}
  is_bare = f.often(.2)  # no rules between the items, and so no empty rows
  rows, sides, total = f.items(keys, f.r.randint(2, 16), 0 if is_bare else f.r.choice((0, 0, 2, 5)))
  text = f"합계금액: 일금 {f.korean(total)}원정 (₩{total:,})"
  if f.often(.35):
    f.frame((f.margin, f.y, f.width - f.margin, f.y + 2.2 * f.em), style.outer)
    f.y += 1.1 * f.em
    f.write(text, f.margin + f.em, f.y, "bold")
    f.truth["total"] = str(total)
    f.y += f.em * 1.8
  elif f.often(.6):
    f.prose(text, 1.05, role="bold")
    f.truth["total"] = str(total)
  if is_bare:
    rows = [[c if isinstance(c, Cell) else c.replace("\n", " ") for c in row] for row in rows]
    style.across, style.head, style.rows = False, style.head or style.inner, {len(rows): style.inner}
    style.down = style.down and f.often(.7)
  if not is_bare or f.often(.7):
    sums = {"amount": f"{total:,}"} | ({"tax": f"{total // 10:,}"} if f.often(.7) else {})
    rows.append(total_row(f, keys, name := f.r.choice(("합계", "합  계", "소 계", "총 합계")), {k: v for k, v in sums.items() if k in keys}, style.down))
    if "tax" in sums and "tax" in keys and name != "소 계":
      f.truth |= {"supply": str(total), "tax": str(total // 10)}
    elif name != "소 계":
      f.truth["total"] = str(total)
    if f.often(.3) and not is_bare:
      rows.append([label("비고", cs=1), Cell(f.r.choice(NOTES), cs=len(keys) - 1, align="l")])
  f.table(rows, style, aligns=sides, wraps=not is_bare)
  f.y += f.em
  f.prose("\n".join(f.r.sample(NOTES, f.r.randint(0, 3))), .85)
  return f


def statement(begin):
  """Two copies on one sheet, cut along a line."""
  f = begin(54, 68, data=(20, 20, 60))
  colours = f.r.choice((("blue", "red"), ("red", "blue"), ("black", "black"), ("green", "green"), ("navy", "dark")))
  keys = ["date", "name"] + [k for k in ("size", "unit") if f.often(.5)] + ["count", "price", "amount"] + [k for k in ("tax", "note") if f.often(.7)]
  rows, sides, total = f.items(keys, f.r.randint(1, 7), f.r.randint(1, 6))
  party, other = f.party(fields=4), f.party(False, 4)
  for row in other:
    row[0] = label(row[0].text.replace("등록번호", "사업자번호"))
  style, ending, foot = f.style(), f.r.choice((0, 1, 2)), (f.won(), f.person())
  is_seal, f.shift, when = f.often(.5), (f.em * f.r.uniform(-.3, .3), f.em * f.r.uniform(-.3, .3)) if f.often(.4) else (0, 0), f.date()
  sides_, widths = f.r.random(), f.r.uniform(.9, 1)
  f.truth |= {"total": str(total) if ending else None}
  state = f.r.getstate()
  for k, (name, colour) in enumerate(zip(("공급자", "공급받는자"), colours)):
    f.r.setstate(state)  # so that both copies have the same columns
    f.form = COLOURS[colour]
    recoloured = copy(style, inner=copy(style.inner, colour=f.form), outer=Rule(f.r.choice((1, 2, 3)), f.form), head=None)
    f.y += f.em
    f.write(f"거래명세서 ({name} 보관용)", f.width / 2, f.y, "bold", 1.4, "m")
    f.write(f"No. {when}", f.margin, f.y + f.em * .4, scale=.8)
    f.y += f.em * 1.4
    top = f.y
    both = [a + b for a, b in zip(*((other, party) if sides_ < .5 else (party, other)))]
    names = ("공급받는자", "공급자") if sides_ < .5 else ("공급자", "공급받는자")
    both[0] = [label(names[0], rs=4, upright=True)] + both[0][:2] + [label(names[1], rs=4, upright=True)] + both[0][2:]
    edges = f.table(both, recoloured, heads=0, scale=.9)
    edges = f.table(rows, copy(recoloured, frame="b"), aligns=sides, above=edges, scale=widths)
    if ending:
      foot_row = [label("합계"), Cell(f"{total:,}", align="r"), label("미수금"), Cell(foot[0], align="r"), label("인수자"), Cell(foot[1])]
      f.table([foot_row[:4 if ending == 1 else 6]], copy(recoloured, frame="b"), heads=0, above=edges)
    f.frame((f.margin, top, f.edges[-1], f.y), recoloured.outer)
    if is_seal:
      f.seal(f.margin + f.inside * (.93 if sides_ < .5 else .45), top + f.em * 3, "대표")
    f.y += f.em * 1.4
    if not k:
      f.rule((f.margin // 2, f.y, f.width - f.margin // 2, f.y), Rule(1, (120, 120, 120), "dashed"))
      f.y += f.em * .8
  return f


def taxinvoice(begin):
  f = begin(58, 74)
  f.form = COLOURS[f.r.choice(("blue", "red", "blue", "red", "navy"))]
  f.data = f.r.choice(((0, 0, 0), (20, 20, 70), f.form))
  kind = "dotted" if f.often(.15) else "solid"
  style = f.style(inner=Rule(f.r.choice((1, 1, 2)), f.form, kind),
                  outer=Rule(f.r.choice((1, 2)), f.form),
                  head=None,
                  is_open=False,
                  head_fill=None,
                  label_fill=f.r.choice((None, None, FILLS[2], FILLS[5])))
  below, top = copy(style, frame="b"), f.y
  copy_of = f.r.choice(("공급자 보관용", "공급받는자 보관용"))
  f.table([[
      Cell(f.r.choice(("전자세금계산서", "전자계산서", "수정전자세금계산서")) + ("" if f.often(.3) else f"\n({copy_of})"),
           label=True,
           bold=True,
           rs=2,
           scale=1.3,
           fill=(255, 255, 255)),
      label("책번호"),
      Cell(f"{f.digits(1)} 권  {f.digits(2)} 호")
  ], [label("승인번호"), Cell(f"{f.digits(8)}-{f.digits(8)}-{f.digits(8)}", scale=.85)]] if f.often(.5) else
          [[Cell("전자세금계산서", label=True, bold=True, scale=1.5),
            label("승인번호"), Cell(f"2026{f.digits(4)}-{f.digits(8)}-{f.digits(8)}")]],
          style,
          heads=0,
          least=[f.r.uniform(18, 30)])
  party, other = f.party(fields=5), f.party(False, 5)
  rows = [a + b for a, b in zip(party, other)]
  rows[0] = [label("공급자", rs=5, upright=True)] + rows[0][:2] + [label("공급받는자", rs=5, upright=True)] + rows[0][2:]
  edges = f.table(rows, below, heads=0, above=f.edges, scale=.92)
  keys = ["month", "day", "name", "size", "count", "price", "amount", "tax", "note"]
  rows, sides, total = f.items(keys, f.r.randint(1, 4), f.r.randint(0, 3), {"amount": "공급가액"})
  f.truth |= {"supply": str(total), "tax": str(total // 10), "total": str(total + total // 10)}
  if f.often(.6):  # one digit in each box
    wide, narrow = f.r.choice(((11, 10), (10, 9), (12, 10)))
    units = "일십백천만십백천억십백천"
    boxes = lambda n: [label(u) for u in reversed(units[:n])]
    digits = lambda value, n: [Cell(c.strip()) for c in f"{value:>{n}}"[-n:]]
    head = [label("작성일자", cs=3), label("공급가액", cs=wide + 1), label("세액", cs=narrow), label("비고")]
    date = [f.r.choice(("26", "2025", "24")), str(f.r.randint(1, 12)), str(f.r.randint(1, 28))]
    f.truth["date"] = "-".join(("20" + date[0][-2:], date[1].rjust(2, "0"), date[2].rjust(2, "0")))
    note = f.r.choice(("", "", "당초분", "3월분"))
    blank = str(wide - len(str(total)))
    if f.often(.5):
      rows_ = [
          head, [label(t) for t in ("년", "월", "일", "공란수")] + boxes(wide) + boxes(narrow) + [Cell(note, rs=2)],
          date + [blank] + digits(total, wide) + digits(total // 10, narrow)
      ]
    else:
      rows_ = [head, date + [blank] + digits(total, wide) + digits(total // 10, narrow) + [note]]
    lighter = tuple(min(255, c + 90) for c in f.form)
    inner = {j: Rule(1, lighter, f.r.choice(("solid", "dotted"))) for j in range(5, 4 + wide)} if f.often(.4) else {}
    edges = f.table(rows_, copy(below, columns=inner), heads=2, above=edges, least=[2.4, 1.6, 1.6, 2.5] + [1.15] * (wide + narrow) + [6])
  else:
    edges = f.table([[label(t) for t in ("작성일자", "공급가액", "세액", "수정사유")],
                     [Cell(when := f.date()), Cell(f"{total:,}"), Cell(f"{total // 10:,}"),
                      Cell(f.r.choice(("", "해당없음")))], [label("비고"), Cell(f.r.choice(("", "", "정기 납품분")), cs=3)]],
                    below,
                    above=edges)
    f.truth["date"] = f.iso(when)
  edges = f.table(rows, below, aligns=sides, above=edges)
  claim = Cell(f"이 금액을 ({f.r.choice(('청구', '영수'))}) 함", rs=2, label=True)
  f.table([[label(t) for t in ("합계금액", "현금", "수표", "어음", "외상미수금")] + [claim],
           [Cell(f"{total + total // 10:,}", align=f.r.choice("rc"))] + [Cell(f.r.choice(("", "", f.won())), align="r") for _ in range(4)]],
          below,
          above=edges)
  f.frame((f.margin, top, f.edges[-1], f.y), Rule(f.r.choice((2, 3, 4)), f.form))
  if f.often(.3):
    f.seal(f.margin + f.inside * f.r.uniform(.4, .47), top + f.em * f.r.uniform(6, 8), "홍길동")
  f.y += f.em
  f.prose(f.r.choice(NOTES), .8)
  return f


def receipt(begin):
  """The simple receipt of a stationer's pad."""
  f = begin(21, 30)
  f.form = COLOURS[f.r.choice(("blue", "red", "green", "black", "black", "navy"))]
  f.data = f.r.choice(((0, 0, 0), (30, 30, 110), (50, 50, 50)))
  f.prose(f"No. {f.digits(3)}" if f.often(.6) else f"일련번호 {f.digits(5)}", .9, gap=0)
  f.title(f.r.choice(("영수증", "간이영수증", "영수증(공급받는자용)", "영 수 증")), f.r.uniform(1.4, 1.9), "m")
  if f.often(.5):
    f.prose(f"{f.person()} 귀하", 1.1)
  style = f.style(f.form, is_open=f.often(.15), head=None)
  below, top, rows = copy(style, frame="b"), f.y, f.party(fields=4)
  rows[0].insert(0, label("공급자", rs=4, upright=True))
  edges = f.table(rows, style, heads=0, scale=.9)
  _, _, total = bought = f.items(["date", "name", "count", "price", "amount"] if f.often(.7) else ["name", "count", "amount"], f.r.randint(1, 6),
                                f.r.randint(0, 5))
  edges = f.table([[label("작성년월일"), label("공급대가 총액"), label("비고")], [Cell(when := f.date()), Cell(f"₩ {total:,}"), Cell("")]], below, above=edges)
  f.truth |= {"total": str(total), "date": f.iso(when)}
  if f.often(.7):
    f.frame((edges[0], f.y, edges[-1], f.y + 1.8 * f.em), style.inner)
    f.write(f.r.choice(("위 금액을 정히 영수(청구)함", "공 급 내 역")), f.width / 2, f.y + .9 * f.em, anchor="m")
    f.y += round(1.8 * f.em)
  else:
    f.y += f.em
    below = style
  rows, sides, total = bought
  if f.often(.6):
    rows.append([label("합계", cs=len(rows[0]) - 1), Cell(f"{total:,}", align="r")])
  f.table(rows, below, aligns=sides, above=edges)
  f.y += f.em
  f.prose(f.r.choice(("위와 같이 영수함", "부가가치세법 시행규칙에 따른 영수증", "감사합니다")), .85)
  if f.often(.5):
    f.seal(f.margin + f.inside * f.r.uniform(.7, .9), top + f.em * f.r.uniform(2, 5), "대표")
  return f


def expense(begin):
  """지출결의서 with the grid of those who sign."""
  f = begin(36, 50, data=(20, 20, 20))
  style = f.style(is_open=f.often(.1))
  f.title(f.r.choice(("지출결의서", "지출 결의서", "품의서", "법인카드 사용 내역서", "출장비 정산서")), at=f.r.choice("lm"), gap=.4)
  signers = f.r.choice((("담당", "팀장", "대표"), ("담당", "과장", "부장", "이사"), ("기안", "검토", "승인"), ("담당", "계장", "과장", "국장", "원장")))
  wide = f.em * (2.2 + 3.8 * len(signers))
  grid = [[label("결재", rs=2 + (dated := f.often(.3)), upright=True)] + [label(s) for s in signers], [Cell(f.person() if f.often(.4) else "") for _ in signers]
         ] + ([[Cell("/") for _ in signers]] if dated else [])
  f.table(grid, copy(style, is_open=False), f.width - f.margin - wide, width=wide, least=[1.4] + [3.2] * len(signers), height=f.em * f.r.uniform(4.2, 6))
  for j in range(len(signers)):
    if f.often(.2):
      f.seal(f.edges[j + 1] + 1.9 * f.em, f.tops[-1] - 1.6 * f.em, "견본", f.em * 1.1)
  f.y += f.em * f.r.uniform(.5, 1.5)
  top, total = f.y, 0
  rows = [[label("부서"), Cell(f.r.choice(("총무팀", "영업팀", "연구소"))),
           label("작성자"), Cell(f.person()), label("작성일"),
           Cell(f.date())], [label("제목"), Cell(f.r.choice(PARTS) + " 구입의 건", cs=5, align="l")],
          [label("금액"), Cell(f"일금 {f.korean(f.price() * 3)}원정", cs=5, align="l")]]
  edges = f.table(rows[:f.r.randint(2, 3)], style, heads=0)
  rows = [[label(t) for t in ("일자", "계정과목", "적요", "금액", "비고")]]
  for _ in range(f.r.randint(2, 9)):
    total += (price := f.price())
    rows.append([
        f"{f.r.randint(1, 12)}/{f.r.randint(1, 28)}",
        f.r.choice(("여비교통비", "소모품비", "복리후생비", "접대비", "도서인쇄비")),
        f.part(), f"{price:,}",
        f.r.choice(("", "", "카드", "현금"))
    ])
  k = 2
  while k < len(rows):  # the account of several rows
    if f.often(.2):
      above = rows[k - 1]
      if len(above) == 5 and not isinstance(above[1], Cell):
        above[1] = Cell(above[1], rs=2)
        rows[k] = rows[k][:1] + rows[k][2:]
        k += 1
    k += 1
  rows += [[""] * 5 for _ in range(f.r.choice((0, 1, 4)))]
  rows.append([label("합계", cs=3), Cell(f"{total:,}", align="r", bold=True), ""])
  is_framed = f.often(.6)
  if not is_framed:
    f.y += f.em
  edges = f.table(rows, copy(style, frame="b") if is_framed else style, aligns="cclrc", above=edges)
  if is_framed:
    below = copy(style, frame="b")
    f.table([[label("영수인"), Cell(f.person()), label("지급방법"), Cell(f.r.choice(("계좌이체", "현금", "법인카드")))]], below, heads=0, above=edges)
    if not style.is_open:
      f.frame((f.margin, top, f.edges[-1], f.y), style.outer)
  f.y += f.em
  f.prose("위 금액을 청구하오니 결재하여 주시기 바랍니다.", 1)
  f.write(f.date(), f.width / 2, f.y + f.em, anchor="m")
  f.y += 2 * f.em
  return f


LAYOUTS = {"quotation": quotation, "statement": statement, "taxinvoice": taxinvoice, "receipt": receipt, "expense": expense}
