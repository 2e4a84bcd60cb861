"""Layouts of `tableforms.py` that are lists: invoices and packing lists in English, time tables, prices, accounts."""
import vocabulary as V
from tablesheet import Cell, Rule, label
from tablevalues import COLOURS, COMPANIES, ENGLISH, FILLS, NOTES, PARTS


def invoice(begin):
  f = begin(44, 60, latin=True)
  accent = COLOURS[f.r.choice(("black", "navy", "blue", "green", "brown", "dark"))]
  f.title(f.r.choice(("INVOICE", "Invoice", "TAX INVOICE", "Commercial Invoice", "Pro Forma Invoice")), at=f.r.choice("lm"), colour=accent)
  f.prose(f"{f.r.choice(COMPANIES)}\n{f.r.randint(1, 99)} Example Street, Sampletown", 1)
  if f.often(.5):
    head = ["Invoice No.", "Date", "Due", "Customer ID", "Terms"][:f.r.randint(3, 5)]
    f.table([[label(h, bold=True) for h in head],
             [f.digits(6), f"{f.r.randint(1, 28)}/{f.r.randint(1, 12)}/2026", f"{f.r.randint(1, 28)}/{f.r.randint(1, 12)}/2026", "C-" + f.digits(4), "Net 30"
             ][:len(head)]],
            f.style(COLOURS["light"], head_fill=f.r.choice(FILLS)),
            width=f.inside * f.r.uniform(.6, 1))
    f.y += f.em * 1.2
  else:
    f.prose(f"Invoice No. {f.digits(6)}\nBill to: {f.r.choice(COMPANIES)}", .95)
  keys = ["#", "Description", "Qty", "Unit", "Unit price", "Tax", "Amount"]
  keys = [k for k in keys if k in ("Description", "Qty", "Amount") or f.often(.6)]
  is_dark = f.often(.35)
  fill, sign = accent if is_dark and sum(accent) < 400 else f.r.choice(FILLS), f.r.choice(("", "", "$", "USD ", "€"))
  ink = (255, 255, 255) if sum(fill) < 400 else None
  rows, total = [[label(k, bold=True, fill=fill, colour=ink) for k in keys]], 0
  for i in range(f.r.randint(2, 18)):
    count, cents = f.number(60), f.r.randint(99, 90000)
    total += count * cents
    name = f.r.choice(ENGLISH) + (f.r.choice(("\nincl. delivery", "\nPart no. " + f.digits(5))) if f.often(.08) else "")
    value = {
        "#": str(i + 1),
        "Description": name,
        "Qty": str(count),
        "Unit": f.r.choice(("pcs", "box", "hrs", "set")),
        "Unit price": f"{sign}{cents / 100:,.2f}",
        "Tax": f.r.choice(("10%", "0%", "20%")),
        "Amount": f"{sign}{count * cents / 100:,.2f}"
    }
    rows.append([value[k] for k in keys])
  is_ruled = f.often(.5)  # without rules between columns nothing shows a span
  if f.often(.6):
    for name, value in (("Subtotal", total), ("Tax", total * .1), ("TOTAL", total * 1.1))[:f.r.randint(1, 3)]:
      name = label(name, cs=len(keys) - 1 if is_ruled else 1, align="r", bold=name == "TOTAL")
      rows.append(([] if is_ruled else [""] * (len(keys) - 2)) + [name, Cell(f"{sign}{value / 100:,.2f}", align="r")])
  grey = f.r.choice(((200, 200, 200), (180, 180, 180), (150, 150, 150)))
  f.table(rows,
          f.style(grey, inner=Rule(f.r.choice((1, 1, 2)), grey), down=is_ruled, is_open=f.often(.5), label_fill=None),
          aligns="".join("l" if k == "Description" else "c" if k in "#Unit" else "r" for k in keys))
  f.y += f.em
  f.prose("Please transfer the amount within thirty days and quote the number of the invoice. Thank you for your order.", .85)
  return f


def packinglist(begin):
  f = begin(46, 66, latin=True)
  f.title(f.r.choice(("PACKING LIST", "Packing List / Delivery Note", "SHIPPING LIST")))
  f.prose(f"Shipper: {f.r.choice(COMPANIES)}\nConsignee: {f.r.choice(COMPANIES)}\nVessel: SAMPLE {f.digits(2)}", .95)
  head = ["C/T No.", "Description", "Quantity", "N.W. (kg)", "G.W. (kg)", "Measurement"]
  deep = f.often(.35)  # heading of two rows
  if deep:
    rows = [[label("Carton", cs=2), label("Description", rs=2),
             label("Quantity", rs=2), label("Weight (kg)", cs=2)], [label(t) for t in ("No.", "Size")] + [label("Net"), label("Gross")]]
  else:
    head = [h for h in head if h in head[:3] or f.often(.8)]
    rows = [[label(h, bold=True) for h in head]]
  number, columns = 1, 6 if deep else len(head)
  for _ in range(f.r.randint(6, 24)):
    upto = number + f.r.choice((0, 0, 1, 4, 9))
    weight, size = f.r.uniform(1, 300), f"{f.r.randint(20, 90)}x{f.r.randint(20, 90)}x{f.r.randint(10, 60)}"
    text = f"{number}-{upto}" if upto > number else str(number)
    row = [text, size, f.r.choice(ENGLISH), f"{f.number()} PCS", f"{weight:.1f}", f"{weight * 1.1:.1f}"]
    rows.append(row if deep else [row[0], row[2], row[3], row[4], row[5], size][:columns])
    number = upto + 1
  style = f.style(zebra=f.r.choice(FILLS), across=f.often(.3), down=f.often(.4), is_open=f.often(.6), label_fill=None)
  if deep:  # rules show the spans of the heading
    style.down, style.rows = True, {1: style.inner}
  f.table(rows, style, heads=2 if deep else 1, aligns="cllrrr" if deep else "clrrrc", wraps=style.across)
  f.y += f.em
  f.prose(f"Total {number - 1} cartons. Marks: SAMPLE / NO. 1-{number - 1} / MADE IN NOWHERE", .9)
  return f


def timetable(begin):
  f = begin(32, 52)
  f.title(f.r.choice(("시간표", "주간 운영 시간표", "강의 시간표", "2026학년도 1학기 시간표", "당직 근무표")))
  days, hours = f.r.choice((5, 5, 6)), f.r.randint(5, 10)
  subjects = ["국어", "수학", "영어", "과학\n(실험)", "체육", "음악", "회의", "현장 실습", "자료 정리", "기계 점검", "상담", "독서", "홍길동", "창의적\n체험활동"]
  rows = [[label(f.r.choice(("교시", "시간", "구분")), cs=2 if (twice := f.often(.5)) else 1)] + [label(d) for d in "월화수목금토"[:days]]]
  taken, lunch = set(), f.r.randint(2, hours - 2)
  for i in range(hours):
    begins = f"{9 + i:02d}:00"
    row = [label(str(i + 1)), label(begins + f.r.choice(("", f"~{9 + i}:50")), scale=.85)] if twice else [label(begins)]
    if i == lunch and f.often(.7):
      rows.append(row + [Cell("점심시간", cs=days, fill=f.r.choice(FILLS))])
      continue
    for j in range(days):
      if (i, j) in taken:
        continue
      tall = 2 if i + 1 < hours and i + 1 != lunch and f.often(.22) else 1
      wide = 2 if tall == 1 and j + 1 < days and (i, j + 1) not in taken and f.often(.08) else 1
      taken |= {(i + a, j + b) for a in range(tall) for b in range(wide)}
      row.append(Cell("" if f.often(.12) else f.r.choice(subjects), cs=wide, rs=tall, fill=f.r.choice(FILLS) if f.often(.15) else None))
    rows.append(row)
  f.table(rows, f.style(row=f.r.uniform(1.9, 3.2)), least=[2] * 9)
  f.y += f.em
  f.prose(f.r.choice(("※ 시간은 사정에 따라 바뀔 수 있습니다.", "비고: 점심시간은 60분입니다.")), .85)
  return f


def pricelist(begin):
  """Two tables side by side."""
  f = begin(40, 60)
  f.title(f.r.choice(("가격표", "단가표", "품목별 단가표", "메뉴판", "시공 단가표 (VAT 별도)")))
  gutter, style, count = f.em * f.r.uniform(.8, 3), f.style(is_open=f.often(.25)), f.r.randint(5, 20)
  width, top, bottom = (f.inside - gutter) / 2, f.y, 0
  names = f.r.choice((V.FOOD, V.ITEMS, PARTS))
  with_size, with_groups = f.often(.5), f.often(.4)
  for x in (f.margin, f.margin + width + gutter):
    rows, f.y = [[label("품목")] + ([label("규격")] if with_size else []) + [label("단가(원)")]], top
    for i in range(count - f.r.choice((0, 0, 1, 3))):
      if with_groups and i and f.often(.12):
        rows.append([label(f.r.choice(("[ 음료 ]", "[ 기타 ]", "[ 자재 ]", "■ 추가 품목")), cs=len(rows[0]), align=f.r.choice("lc"), fill=f.r.choice(FILLS))])
      rows.append([f.r.choice(names)] + ([f.r.choice(("", "1EA", "대", "중", "BOX"))] if with_size else []) + [f.won()])
    if with_groups and f.often(.5):
      style.across = True
    f.table(rows, style, x, width=width, aligns="lcr" if with_size else "lr", wraps=style.across)
    bottom = max(bottom, f.y)
  f.y = bottom + f.em
  f.prose(f.r.choice(NOTES), .85)
  return f


def balancesheet(begin):
  """Accounts without rules, or with few."""
  f = begin(38, 56, data=(0, 0, 0))
  f.title(f.r.choice(("재무상태표", "손익계산서", "합계잔액시산표", "현금흐름표")), at="m")
  f.prose(f"제 {f.r.randint(3, 20)} 기 2025년 12월 31일 현재", .9, gap=0)
  f.prose(f"회사명: {f.company()}     (단위: 원)", .9)
  groups = {
      "유동자산": ["당좌자산", "현금및현금성자산", "매출채권", "재고자산", "선급금"],
      "비유동자산": ["투자자산", "유형자산", "비품", "차량운반구", "임차보증금"],
      "유동부채": ["매입채무", "미지급금", "예수금", "단기차입금"],
      "자본금": ["보통주자본금", "이익잉여금"],
      "판매비와관리비": ["급여", "임차료", "통신비", "세금과공과", "지급수수료"]
  }
  amounts = f.r.choice((2, 2, 3, 4))
  money = lambda: f.r.choice((f"{f.r.randint(1, 9999999) * 10:,}",) * 8 + (f"({f.r.randint(1, 99999) * 10:,})", "-"))
  percent = lambda: f"{f.r.uniform(-30, 120):.1f}"
  figures = lambda bold=False: [Cell(percent() if k == 3 else money(), bold=bold) for k in range(amounts)]
  heads = [label(h, bold=f.often(.5)) for h in (["과  목"] + ["당기", "전기", "증감", "비율(%)"][:amounts])]
  rows = [heads]
  for i, (name, parts) in enumerate(f.r.sample(sorted(groups.items()), f.r.randint(3, 5))):
    rows.append([Cell(f"{'ⅠⅡⅢⅣⅤ'[i]}. {name}", bold=f.often(.7))] + figures())
    rows += [[Cell(f"{k + 1}. {p}" if f.often(.3) else p, indent=1.2)] + figures() for k, p in enumerate(parts[:f.r.randint(2, 5)])]
  rows.append([Cell(f.r.choice(("자산총계", "합  계", "총 계")), bold=True)] + figures(True))
  style = f.style(across=False,
                  down=f.often(.15),
                  is_open=True,
                  frame=f.r.choice(("", "tb", "t")),
                  head_fill=f.r.choice((None, None, FILLS[0])),
                  label_fill=None,
                  row=f.r.uniform(1.35, 1.9))
  if f.often(.5):
    style.head = style.head or Rule(1, style.inner.colour)
  else:
    style.head = None
  if f.often(.4):
    style.rows[len(rows) - 1] = Rule(1, style.inner.colour)
  f.table(rows, style, aligns="l" + "r" * amounts, wraps=False)
  f.y += f.em
  return f


LAYOUTS = {"invoice": invoice, "packinglist": packinglist, "timetable": timetable, "pricelist": pricelist, "balancesheet": balancesheet}
