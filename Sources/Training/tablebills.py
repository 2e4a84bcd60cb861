"""Layouts of `tableforms.py` that institutions send: hospitals, pharmacies, electricity, gas, hotels."""
import dataclasses

from tablesheet import Cell, Rule, label
from tablevalues import COLOURS, FILLS, NOTES

copy = dataclasses.replace
CLINICS = ("예시의원", "견본병원", "가상대학교병원", "도토리한의원", "종이배치과의원", "보기정형외과의원")
FEES = """진찰료 입원료 식대 투약및조제료 주사료 마취료 처치및수술료 검사료 영상진단료 방사선치료료 치료재료대 재활및물리치료료 정신요법료 전혈및혈액성분제제료
CT진단료 MRI진단료 PET진단료 초음파진단료 보철교정료 제증명수수료 선별급여 65세이상정액 정액수가 포괄수가진료비""".split()


def amount(f, empty=.35, most=400000):
  return "" if f.often(empty) else f.r.choice(("0", f"{f.r.randint(1, most // 10) * 10:,}", f"{f.r.randint(1, most // 10) * 10:,}"))


def patient(f, style, above=None, frame="tb"):
  """The patient, as headings above values or beside them."""
  name, when, number = f.person(), f.date(), f.digits(8)
  if f.often(.6):
    heads = [("환자등록번호", number), ("환자성명", name), ("진료기간", f"{when} ~ {when}"), ("야간(공휴일)진료", f.r.choice(("", "[ ]야간 [ ]공휴일")))]
    edges = f.table([[label(h) for h, _ in heads], [Cell(v) for _, v in heads]], copy(style, frame=frame), above=above)
    heads = [("진료과목", f.r.choice(("내과", "정형외과", "피부과"))), ("질병군(DRG)번호", ""), ("병실", f.r.choice(("", "502"))), ("환자구분", f.r.choice(("건강보험", "의료급여1종", "일반"))),
             ("영수증번호", f.digits(9))]
    return f.table([[label(h) for h, _ in heads], [Cell(v) for _, v in heads]], copy(style, frame="b"), above=edges)
  rows = [[label("등록번호"), Cell(number), label("성명"), Cell(name),
           label("진료과"), Cell(f.r.choice(("내과", "안과", "외과")))],
          [label("진료기간"), Cell(f"{when} ~ {when}", cs=3), label("구분"),
           Cell(f.r.choice(("외래", "입원", "퇴원")))]]
  return f.table(rows, copy(style, frame=frame), heads=0, above=above)


def medical(begin):
  """진료비 계산서·영수증: headings within headings, and the sums beside the fees."""
  f = begin(56, 70, data=(0, 0, 0))
  f.form = f.r.choice((COLOURS["black"], COLOURS["black"], COLOURS["navy"], COLOURS["green"], COLOURS["dark"]))
  f.title(f"[{'V' if f.often(.6) else ' '}]외래 [ ]입원  진료비 계산서·영수증" if f.often(.6) else "진료비 계산서 · 영수증", f.r.uniform(1.2, 1.7), "m", gap=.5)
  style = f.style(f.colour("black", "black", "dark", "grey", "navy", "green"), row=f.r.uniform(1.35, 1.75), padding=.25, is_open=False)
  top, edges = f.y, patient(f, style)
  is_framed = f.often(.6)
  if not is_framed:
    f.y += f.em * .7
  fees = f.r.sample(FEES, f.r.randint(10, 22))
  basic = f.r.randint(6, len(fees) - 3)
  deep = f.often(.7)
  if deep:
    rows = [[label("항목", cs=2, rs=3), label("급여", cs=3), label("비급여", rs=2, cs=2)], [label("일부 본인부담", cs=2), label("전액\n본인부담", rs=2)],
            [label("본인부담금"), label("공단부담금"), label("선택진료료"), label("선택진료료 외", scale=.9)]]
    columns = 5
  else:
    rows = [[label("항목", cs=2, rs=2), label("급여", cs=2), label("비급여", rs=2)], [label("본인부담금"), label("공단부담금")]]
    columns = 3
  for i, fee in enumerate(fees):
    row = [label("기본항목", rs=basic, upright=True)] if i == 0 else [label("선택항목", rs=len(fees) - basic, upright=True)] if i == basic else []
    rows.append(row + [label(fee, align="l" if basic % 2 else "c")] + [Cell(amount(f, .5), align="r") for _ in range(columns)])
  rows.append([label("합계", cs=2, bold=True)] + [Cell(amount(f, 0), align="r") for _ in range(columns)])
  sums = ["진료비 총액\n(①+②+③)", "환자부담 총액", "이미 납부한 금액", "납부할 금액", "카드", "현금영수증", "현금", "합계", "납부하지 않은 금액", "현금영수증 신분확인번호", "현금승인번호"]
  beside = f.often(.75)
  if beside and f.often(.6):  # the sums are columns of the same table
    heads, k, i = (3 if deep else 2), 0, 0
    rows[0].append(label("금액산정내용", cs=2, rs=heads))
    i = heads
    while i < len(rows):
      tall = min(f.r.choice((1, 2, 2, 2)), len(rows) - i)
      rows[i] += [label(sums[k], rs=tall, scale=.9), Cell(amount(f, .3), rs=tall, align="r", bold=k < 4)
                 ] if k < len(sums) else [Cell(f.r.choice(("", NOTES[5])), cs=2, rs=tall)]
      i, k = i + tall, k + 1
    edges = f.table(rows, copy(style, frame="b") if is_framed else style, heads=heads, above=edges if is_framed else None, least=[1.2, 4] + [4.2] * 9)
  else:
    right = f.inside * f.r.uniform(.28, .36) if beside else 0
    gutter = f.em * f.r.uniform(.5, 1.5) if beside else 0
    y = f.y
    f.table(rows, copy(style, frame="tb"), y=y, width=f.inside - right - gutter, heads=3 if deep else 2, above=edges, least=[1.2, 4] + [4.2] * 9)
    bottom = f.y
    if beside:
      f.table([[label("금액산정내용", cs=2)]] + [[label(s), Cell(amount(f, .3), align="r")] for s in sums[:f.r.randint(5, 11)]],
              style,
              f.width - f.margin - right,
              y,
              right,
              height=(bottom - y) * f.r.choice((1, .8)))
    f.y = max(f.y, bottom)
    is_framed = is_framed and not beside
  if f.often(.7):
    if not is_framed:
      f.y += f.em * .7
    rows = [[label("요양기관 종류"), Cell("[V]의원급 [ ]병원급 [ ]종합병원", cs=3, align="l")],
            [label("사업자등록번호"), Cell(f.registration()), label("상호"), Cell(f.r.choice(CLINICS))],
            [label("사업장 소재지"), Cell(f.address()), label("대표자"), Cell(f.person() + " (인)")]]
    edges = f.table(rows, copy(style, frame="b") if is_framed else style, heads=0, above=edges)
    if f.often(.6):
      f.seal(edges[-1] - 1.5 * f.em, f.y - f.em, "원장")
  if is_framed:
    f.frame((f.margin, top, f.edges[-1], f.y), style.outer or style.inner)
  f.y += f.em * .6
  f.prose("\n".join(("* 이 계산서·영수증은 소득세법에 따른 의료비 공제신청에 사용할 수 있습니다.", "* 진료비 세부내역은 요구할 때에 받을 수 있습니다.", f.r.choice(NOTES))[:f.r.randint(1, 3)]), .8)
  f.beside(total="환자부담총액", businessNumber="사업자등록번호", merchant="상호", representative="대표자", address="사업장소재지")
  return f


def medicaldetail(begin):
  """진료비 세부산정내역: many rows, small text."""
  f = begin(74, 92, data=(0, 0, 0))
  f.title(f.r.choice(("진료비 세부산정내역", "진료비 세부내역서", "진료비 세부 산정 내역서")), f.r.uniform(1.3, 1.8), "m", gap=.4)
  style = f.style(f.colour("black", "black", "dark", "grey", "light", "navy"), row=f.r.uniform(1.3, 1.6), padding=.22, is_open=f.often(.2), slips=0)
  if f.often(.85):
    heads = [("환자등록번호", f.digits(8)), ("환자성명", f.person()), ("진료기간", f"{f.date()} ~ {f.date()}"), ("병실", f.r.choice(("", "701호"))),
             ("환자구분", f.r.choice(("국민건강보험", "일반"))), ("비고", "")]
    f.table([[label(h) for h, _ in heads], [Cell(v) for _, v in heads]], style)
    f.y += f.em * f.r.choice((.5, 1))
  deep = f.r.choice((1, 2, 3))
  names = ["항목", "일자", "코드", "명칭", "금액", "횟수", "일수", "총액"]
  if f.often(.3):
    names.remove("일수")
  tails = {1: ["본인부담금", "공단부담금", "비급여"], 2: ["본인부담금", "공단부담금", "전액본인부담", "비급여"], 3: ["본인", "공단"]}[deep]
  if deep == 1:
    rows = [[label(n) for n in names + tails]]
  elif deep == 2:
    rows = [[label(n, rs=2) for n in names] + [label("급여", cs=3), label("비급여", rs=2)], [label(t) for t in tails[:3]]]
  else:
    rows = [[label(n, rs=3) for n in names] + [label("급여", cs=3), label("비급여", rs=3)], [label("일부본인부담", cs=2), label("전액\n본인부담", rs=2)],
            [label("본인"), label("공단")]]
  figures, heads = len(tails) + (2 if deep == 3 else 0), len(rows)
  treatments = [
      "외래 진찰료", "재진진찰료-의원", "혈액검사", "단순 X-선 촬영", "표층열치료", "심층열치료", "경피적전기신경자극", "주사수기료", "생리식염수 1L", "정맥내 점적주사", "단순처치", "드레싱", "도수치료", "체외충격파", "초음파(상복부)",
      "일반혈액검사(CBC)", "소변검사", "심전도", "약품관리료", "의약품 퇴원조제료", "식대(일반식)", "입원료 4인실", "예시정 500mg", "견본주사 2ml"
  ]
  count, merges = f.r.randint(20, 40), f.often(.4) and style.across
  while count > 0:
    group = min(count, f.r.randint(1, 8))
    fee = f.r.choice(FEES[:14])
    for k in range(group):
      values = [
          f"{f.r.randint(1, 12):02d}-{f.r.randint(1, 28):02d}",
          f.r.choice(("AA", "MM", "D", "")) + f.digits(f.r.choice((3, 5))),
          f.r.choice(treatments),
          amount(f, 0),
          str(f.r.randint(1, 3)),
          str(f.number(9)),
          amount(f, 0)
      ]
      if "일수" not in names:
        del values[5]
      first = [fee] if not merges else [Cell(fee, rs=group, align="c")] if k == 0 else []
      rows.append(first + values + [amount(f, .4) for _ in range(figures)])
    if f.often(.3):
      rows.append([label("소계", cs=len(names) - 1)] + [Cell(amount(f, 0), align="r") for _ in range(figures + 1)])
    count -= group
  rows.append([label("합계", cs=len(names) - 1, bold=True)] + [Cell(amount(f, 0), align="r") for _ in range(figures + 1)])
  sides = {"항목": "l", "일자": "c", "코드": "c", "명칭": "l", "금액": "r", "횟수": "r", "일수": "r", "총액": "r"}
  f.table(rows, style, heads=heads, aligns="".join(sides[n] for n in names) + "r" * figures, wraps=False)
  f.y += f.em
  f.prose(f"{f.r.choice(CLINICS)}    발급일 {f.date()}    (서명 또는 인)", .9)
  return f


def pharmacy(begin):
  f = begin(38, 54)
  f.form = f.colour("black", "green", "blue", "dark", "navy")
  f.title(f.r.choice(("약제비 계산서·영수증", "약제비 영수증", "[V]약제비 계산서·영수증 [ ]납입확인서")), f.r.uniform(1.2, 1.8))
  style = f.style(f.form)
  top = f.y
  rows = [[label("환자성명"), Cell(f.person()), label("조제일자"), Cell(f.date()), label("야간(공휴일)\n조제", scale=.9), Cell(f.r.choice(("", "야간")))]]
  rows_ = rows
  edges = f.table(rows, style, heads=0)
  is_framed, below = f.often(.5), copy(style, frame="b")
  if not is_framed:
    f.y += f.em * .8
    below = style
  sums = [("약제비 총액(①+②+③)", amount(f, 0)), ("본인부담금 ①", amount(f, 0)), ("보험자부담금 ②", amount(f, 0)), ("비급여(전액본인부담) ③", amount(f, .4))]
  pays = f.r.sample([("카드", amount(f)), ("현금영수증", amount(f)), ("현금", amount(f)), ("합계", amount(f, 0))], 4)
  if f.often(.5):
    rows = [[label(a), Cell(b, align="r")] + ([label("총수납\n금액", rs=4)] if k == 0 else []) + [label(c), Cell(d, align="r")]
            for k, ((a, b), (c, d)) in enumerate(zip(sums, pays))]
  else:
    rows = [[label(a, align="l"), Cell(b, align="r")] for a, b in sums + pays[:f.r.randint(1, 4)]]
  edges = f.table(rows, below, heads=0, above=edges)
  if f.often(.7):
    f.y += f.em
    heads = ["약품명", "1회\n투약량", "1일\n횟수", "총투약\n일수", "복약안내"]
    heads = heads[:f.r.randint(4, 5)]
    drugs = [f"{a}{b} {c}" for a in ("예시", "견본", "보기", "가상", "도토리") for b in ("정", "캡슐", "시럽", "연고") for c in ("10mg", "250mg", "5ml")]
    rows = [[label(h) for h in heads]] + [[
        f.r.choice(drugs),
        f.r.choice(("1", "0.5", "2")),
        str(f.r.randint(1, 3)),
        str(f.r.randint(2, 14)),
        f.r.choice(("식후 30분에 복용", "졸음이 올 수 있으니 운전에 주의", "냉장 보관하십시오", ""))
    ][:len(heads)] for _ in range(f.r.randint(2, 8))]
    f.table(rows, f.style(f.form) if f.often(.4) else style, aligns="lcccl")
    is_framed = False
  party = f.party(fields=3, name=f.r.choice(("예시약국", "도토리약국", "견본온누리약국")))
  if not is_framed:
    f.y += f.em * .8
  f.table(party, style, heads=0, above=f.edges if is_framed else None)
  if f.often(.6):
    f.seal(f.edges[-1] - 2 * f.em, f.y - 2 * f.em, "약사")
  if is_framed and not style.is_open:
    f.frame((f.margin, top, f.edges[-1], f.y), Rule(3, f.form))
  f.y += f.em
  f.prose(f.r.choice(NOTES), .8)
  f.truth["date"] = f.iso(rows_[0][3].text)
  f.beside(total="본인부담금")
  return f


def utility(begin, is_gas):
  """Boxes beside and within each other, with white between them."""
  f = begin(54, 72, data=(0, 0, 0))
  f.form = f.colour("blue", "green", "black", "navy", "brown", "dark")
  f.title("도시가스요금 청구서" if is_gas else f.r.choice(("전기요금 청구서", "전기요금 납부고지서")), f.r.uniform(1.5, 2.1), colour=f.form, gap=.4)
  f.prose(f"{f.r.randint(2020, 2026)}년 {f.r.randint(1, 12)}월분   {f.person()} 고객님   {f.address()}", .9)
  line = f.colour("blue", "green", "grey", "light", "dark") if f.often(.5) else f.form
  style = f.style(line, is_open=False, slips=0)
  gutter = f.em * f.r.uniform(.6, 1.8)
  left = (f.inside - gutter) * f.r.uniform(.42, .6)
  x, y = f.margin, f.y
  # A frame around all of it, or around nothing but the amount, is no table.
  f.frame((x, y, x + left, y + 3.4 * f.em), style.outer)
  f.write("청구금액" if f.often(.5) else "납부하실 금액", x + f.em * .6, y + 1.1 * f.em, scale=.9)
  f.write(f"{(sum_ := f.won())} 원", x + left - f.em * .8, y + 2.2 * f.em, "bold", 1.5, "r", f.data)
  right, wide = x + left + gutter, f.inside - left - gutter
  f.y = y
  rows = [[label("고객번호"), f"{f.digits(2)} {f.digits(4)} {f.digits(4)}"], [label("납기일"), f.date()],
          [label("사용기간"), f"{f.r.randint(1, 12)}.{f.r.randint(1, 28)} ~ {f.r.randint(1, 12)}.{f.r.randint(1, 28)}"],
          [label("계약종별" if not is_gas else "용도"), "주택용" if not is_gas else "취사난방용"]]
  f.table(rows[:f.r.randint(2, 4)], style, right, width=wide, heads=0, aligns="cl", height=3.4 * f.em)
  right_y, f.y = f.y + gutter, y + 3.4 * f.em + gutter
  items = ["기본요금", "사용요금", "교체비용", "정산금액", "공급가액", "부가가치세", "원단위절사액", "당월요금계", "미납요금", "청구요금"
          ] if is_gas else ["기본요금", "전력량요금", "기후환경요금", "연료비조정액", "필수사용량 보장공제", "전기요금계", "부가가치세", "전력기금", "원단위절사", "TV수신료", "청구금액"]
  rows = [[label(f.r.choice(("항목", "청구내역")), cs=1), label("금액(원)")]
         ] + [[label(i, align="l"), Cell(amount(f, .05) or "0", align="r", bold=i == items[-1])] for i in items if f.often(.85)]
  nested = f.often(.4)
  if nested:  # a frame with its heading and a table within
    start, pad = f.y, f.em * .7
    f.y += f.em * 1.5
    f.write("요금 내역", x + pad, start + f.em * .9, "bold", .95)
    f.table(rows, style, x + pad, width=left - 2 * pad)
    f.y += pad
    f.frame((x, start, x + left, f.y), Rule(f.r.choice((1, 2, 3)), line))
  else:
    f.table(rows, style, x, width=left)
  left_y, f.y = f.y, right_y
  read = [[label("구분"), label("당월지침"), label("전월지침"), label("사용량")]
         ] + [[label(n), f.digits(5), f.digits(5), f"{f.r.randint(10, 900)}{'㎥' if is_gas else 'kWh'}"]
              for n in (["가스"] if is_gas else ["주간", "야간"][:f.r.randint(1, 2)])]
  f.table(read, f.style(line, is_open=f.often(.3)) if f.often(.4) else style, right, width=wide)
  f.y += gutter
  compare = [[label("월별 사용량 비교", cs=4)]] if f.often(.5) else []
  heads = len(compare) + 1
  compare += [[label(h) for h in ("월", "전년", "금년", "증감")]
             ] + [[f"{m}월", str(f.r.randint(9, 600)), str(f.r.randint(9, 600)), f"{f.r.randint(-40, 40)}%"] for m in range(1, f.r.randint(4, 8))]
  f.table(compare, style, right, width=wide, heads=heads, aligns="crrr")
  f.y += f.em
  if f.y < left_y - 5 * f.em:
    f.frame((right, f.y, right + wide, left_y), style.inner)
    f.y += f.em * .4
    f.prose(f.r.choice(NOTES[1:]), .8, right + f.em * .4, wide - f.em * .8)
  f.y = max(f.y, left_y) + gutter
  if f.often(.7):  # the slip for the bank
    f.rule((f.margin // 3, f.y, f.width - f.margin // 3, f.y), Rule(1, (110, 110, 110), "dashed"))
    f.y += f.em
    f.prose("입금 전용 계좌" if f.often(.5) else "납부 안내", .95, gap=.2)
    banks = f.r.sample([n + "은행" for n in ("예시", "견본", "보기", "가상", "도토리", "종이배")], f.r.randint(3, 5))
    rows = [[label(b) for b in banks], [f"{f.digits(3)}-{f.digits(6)}-{f.digits(2)}" for _ in banks]
           ] if f.often(.6) else [[label(b), f"{f.digits(3)}-{f.digits(6)}", label("예금주"), f.company()] for b in banks[:3]]
    f.table(rows, style, heads=1 if len(rows[0]) > 4 or len(rows) == 2 and not isinstance(rows[1][0], Cell) else 0, scale=.9)
    f.y += f.em
  f.truth["total"] = sum_.replace(",", "")
  return f


def electricity(begin):
  return utility(begin, False)


def gas(begin):
  return utility(begin, True)


def hotelfolio(begin):
  """Level rules or none."""
  f = begin(44, 62, latin=(is_english := begin.r.random() < .5))
  f.title(f.r.choice(("SAMPLE HOTEL", "Paper Boat Hotel", "ACORN STAY")) if is_english else f.r.choice(("예시호텔", "종이배 리조트 이용내역", "견본호텔 숙박 명세서")))
  guest = ["Guest: A. Sample", f"Room: {f.r.randint(201, 1820)}", f"Arrival: 2026-03-{f.r.randint(1, 20):02d}", f"Folio No. {f.digits(6)}"
          ] if is_english else [f"고객명: {f.person()}", f"객실: {f.r.randint(201, 1820)}호", f"도착일: {f.date()}", f"영수번호: {f.digits(6)}"]
  f.prose("\n".join(guest[:f.r.randint(1, 4)]), .95)
  heads = ["Date", "Description", "Reference", "Charges", "Credits"] if is_english else ["일자", "내역", "참조", "사용금액", "입금액"]
  if f.often(.4):
    heads.insert(2, "Room" if is_english else "객실")
  if f.often(.3):
    heads.remove(heads[-3])
  items = ["Room charge", "Service charge", "VAT 10%", "Minibar", "Breakfast buffet", "Laundry", "Parking", "Restaurant dinner", "City tax", "Sauna"
          ] if is_english else ["객실료", "봉사료", "부가가치세", "미니바", "조식 뷔페", "세탁", "주차", "룸서비스", "사우나", "연회장 사용료"]
  rows, balance = [[label(h, bold=f.often(.3)) for h in heads]], 0
  for i in range(f.r.randint(4, 18)):
    balance += (price := f.price() * 3)
    values = {0: f"03-{1 + i // 3:02d}", 1: f.r.choice(items), len(heads) - 2: f"{price:,}", len(heads) - 1: ""}
    rows.append([values.get(j, str(f.r.randint(201, 999)) if j == 2 and len(heads) == 6 else f.digits(6)) for j in range(len(heads))])
  rows.append([f"03-{2 + len(rows) // 3:02d}", "Card payment" if is_english else "신용카드"] + [""] * (len(heads) - 3) + [f"{balance:,}"])
  rows.append(["", Cell("Balance" if is_english else "잔액", bold=True)] + [""] * (len(heads) - 4) +
              [Cell(f"{balance:,}", bold=True), Cell("0", bold=True, align="r")])
  style = f.style(down=False,
                  is_open=True,
                  across=f.often(.4),
                  label_fill=None,
                  head_fill=f.r.choice((None, None, None, FILLS[0])),
                  frame=f.r.choice(("tb", "", "t")),
                  row=f.r.uniform(1.4, 2),
                  slips=0)
  if not style.across and f.often(.5):
    style.head, style.rows = style.head or style.inner, {len(rows) - 1: style.inner}
  elif not style.across:
    style.head = None
  f.table(rows, style, aligns="cl" + "c" * (len(heads) - 4) + "rr", wraps=False)
  f.y += f.em
  f.prose("I agree that I am liable for the amount above.\n\nSignature ______________" if is_english else "위 금액을 확인합니다.\n\n서명: ______________", .9)
  return f


LAYOUTS = {"medical": medical, "medicaldetail": medicaldetail, "pharmacy": pharmacy, "electricity": electricity, "gas": gas, "hotelfolio": hotelfolio}
