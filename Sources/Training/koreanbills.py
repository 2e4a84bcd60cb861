"""Korean forms of hospitals, hotels, suppliers, utilities and institutions, and of what is given back."""
from koreanforms import form, slip, slip_sums, won
from receiptbill import negative, plain_bill
from receiptpaper import Piece, width
from receiptrows import card, cash_receipt, items, pay, sums

# Medicine.


@form("pharmacy bill", "pharmacy", 4)
def pharmacy_bill(s):
  r = s.r
  full = won(r, 6000, 90000, 10)
  own = full * 3 // 1000 * 100
  extra = r.choice((0, 0, 0, won(r, 1000, 20000)))
  total = own + extra
  s.titles(["약제비 계산서·영수증", "약제비 계산서 · 영수증", "약제비 계산서.영수증", "약국 영수증", "약제비 영수증", "약제비계산서영수증"], .95)
  if s.chance(.3):
    s.heading(.8, "pharmacy")
  s.pairs([(s.label("patient"), r.choice((s.v.person(True), s.v.person(True)[0] + "**"))),
           (r.choice(("조제일자", "조제일", "투약일")), [s.day(), r.choice(("", " " + s.moment.strftime("%H:%M")))]),
           (r.choice(("교부번호", "처방전번호", "영수증번호")), s.v.digits(r.choice((5, 8, 13)))), (r.choice(("조제약사", "담당약사")), s.v.person(True))])
  s.rule()
  rows = [(r.choice(("약제비총액", "약제비 총액①", "약제비총액(①+②+③)", "총약제비")), s.money(full + extra)), (r.choice(("본인부담금", "본인부담금①", "환자본인부담금")), s.money(own)),
          (r.choice(("보험자부담금", "공단부담금", "보험자부담금②")), s.money(full - own)), (r.choice(("비급여", "비급여(전액본인부담)③", "전액본인부담")), s.money(extra)),
          (r.choice(("총수납금액", "수납금액", "총 수납금액(①+③)", "납부할 금액", "환자부담총액")), s.money(total, "total"))]
  s.grid(rows) if s.chance(.2) else s.pairs(rows)
  s.rule()
  if s.chance(.6):
    pay(s, plain_bill(total, True), (("card", 5), ("cash", 2)))
  if "merchant" not in s.truth:
    s.heading(.85, "pharmacy")
  s.foot(2)


def treatment(s):
  """A line of treatment: its cost, the part that the patient pays, and that of the insurance."""
  cost = won(s.r, 500, 150000, 10)
  own = cost * s.r.choice((20, 30, 50, 60)) // 1000 * 10
  return cost, own, cost - own


@form("hospital bill", "clinic", 4, (48, 56, 64, 80))
def hospital_bill(s):
  r = s.r
  names = r.sample([
      "진찰료", "입원료", "식대", "투약 및 조제료", "주사료", "마취료", "처치 및 수술료", "검사료", "영상진단료", "방사선치료료", "치료재료대", "재활 및 물리치료료", "CT 진단료", "MRI 진단료", "초음파 진단료",
      "제증명료"
  ], r.randint(1, 9))
  rows = [(name, *treatment(s), r.choice((0, 0, won(r, 1000, 90000)))) for name in names]
  own, public, extra = (sum(row[k] for row in rows) for k in (2, 3, 4))
  total = own + extra
  s.titles(["진료비 계산서·영수증", "진료비 계산서 · 영수증", "진료비계산서.영수증", "[외래] 진료비 계산서·영수증", "진료비(약제비) 계산서·영수증", "외래 진료비 영수증", "진료비 영수증"], .97)
  if s.chance(.25):
    s.heading(.8, "clinic")
  s.grid([(r.choice(("등록번호", "환자등록번호", "환자번호")), s.v.digits(8)), (s.label("patient"), s.v.person(True)),
          (r.choice(("진료기간", "진료일", "진료일자")), [s.day()] + ([" ~ ", s.day(None, None)] if s.chance(.4) else [])),
          (r.choice(("진료과목", "진료과")), r.choice(("내과", "정형외과", "피부과", "안과", "치과", "소아청소년과", "가정의학과")))])
  s.rule(.9)
  ends = [("end", round(s.columns * x)) for x in (.5, .74, 1)]
  listed = s.chance(.5)
  s.table([0] + ends,
          [[Piece(row[0], "itemName" if listed else None),
            s.money(row[2], bare=True),
            s.money(row[3], bare=True),
            s.money(row[4], bare=True)]
           for row in rows], ["항목", r.choice(("본인부담금", "급여 본인")), r.choice(("공단부담금", "공단")), "비급여"])
  if listed:
    s.items_truth.extend({"name": row[0]} for row in rows)
  s.table([0] + ends, [[r.choice(("합계", "계", "소계")), s.money(own, bare=True), s.money(public, bare=True), s.money(extra, bare=True)]])
  s.rule(.9)
  final = [(r.choice(("진료비 총액", "⑦진료비총액", "진료비총액(①+②+③)")), s.money(own + public + extra)), (r.choice(("공단부담 총액", "공단부담액")), s.money(public)),
           (r.choice(("환자부담총액", "환자부담 총액", "본인부담 총액")), s.money(total)), (r.choice(("이미 납부한 금액", "선납금액")), s.money(0)),
           (r.choice(("납부할 금액", "수납금액", "납부한 금액", "받은 금액", "총수납금액")), s.money(total, "total"))]
  s.pairs([row for row in final if s.chance(.8) or row[1].field], form=r.choice(("right", ": ", "column", " ")))
  if s.chance(.6):
    pay(s, plain_bill(total, True), (("card", 6), ("cash", 2)))
  if "merchant" not in s.truth:
    s.heading(.9, "clinic")
  s.foot(2)


@form("hospital details", "clinic", 2.5, (64, 80, 96))
def hospital_details(s):
  r = s.r
  s.titles(["진료비 세부산정내역", "진료비 세부내역서", "진료비 세부산정 내역서", "[외래] 진료비 세부내역서"], .97)
  at_end = s.chance(.6)
  if not at_end:
    s.heading(.7, "clinic")
  s.grid([(r.choice(("환자등록번호", "등록번호")), s.v.digits(8)), (s.label("patient"), s.v.person(True)), (r.choice(("진료기간", "진료일자")), s.day()),
          (r.choice(("병실", "환자구분")), r.choice(("외래", "건강보험", "501호")))])
  s.rule(.9)
  spots = [0, 9, 20, 30] + [("end", round(s.columns * x)) for x in (.66, .72, .78, .9, 1)]
  rows, total = [], 0
  for _ in range(r.randint(2, 18)):
    price = won(r, 300, 60000, 10)
    count, days = r.choice((1, 1, 1, 2, 3)), r.choice((1, 1, 1, 3, 5))
    amount = price * count * days
    total += amount
    name = r.choice(
        ("심층열치료", "표층열치료", "재진진찰료", "초진진찰료", "일반혈액검사", "요검사", "흉부촬영", "정맥내점적", "드레싱", "체외충격파", "도수치료", "초음파", "약품비", "물리치료", s.v.word() + "정",
         s.v.word() + "주사", s.v.word() + "검사"))
    rows.append([
        r.choice(("진찰료", "검사료", "주사료", "처치료", "물리치료", "영상진단")), f"{s.moment:%m-%d}" if s.chance(.4) else f"{s.moment:%Y-%m-%d}",
        r.choice("ABCDJKMN") + r.choice("AZBX") + s.v.digits(3),
        Piece(name, "itemName"),
        s.money(price, tag="itemPrice", bare=True),
        Piece(str(count), "itemQuantity"),
        str(days),
        s.money(amount, tag="itemAmount", bare=True),
        s.money(amount * 3 // 100 * 10, bare=True)
    ])
    s.items_truth.append({"name": name, "unit_price": price, "quantity": count, "amount": amount})
  s.table(spots, rows, ["항목", "일자", "코드", "명칭", "금액", "횟수", "일수", "총액", "본인부담"])
  s.rule(.9)
  s.row((0, r.choice(("계", "합계", "총 계"))), (spots[-2], s.money(total, "total", bare=True)))
  if at_end:
    s.heading(.8, "clinic")
  s.foot(2)


# Lodging and bills.


@form("folio", "hotel", 2.5, (48, 56, 64))
def folio(s):
  r, nights = s.r, s.r.choice((1, 1, 2, 3))
  price = won(r, 40000, 300000, 1000)
  total = price * nights
  s.titles(["GUEST FOLIO", "영수증", "INVOICE", "숙박 영수증", "객실 이용 영수증", "INFORMATION BILL", "투숙객 계산서", "숙박확인서"], .9)
  s.heading(.5, "hotel")
  s.grid([(r.choice(("객실", "ROOM NO", "객실번호")), str(r.randint(201, 2500))), (r.choice(("고객명", "GUEST NAME", "투숙객")), s.v.person(True)),
          (r.choice(("입실일", "ARRIVAL", "체크인")), s.day(field=None)), (r.choice(("퇴실일", "DEPARTURE", "체크아웃")), s.later(1440 * nights)[:1])])
  s.rule(.9)
  spots = (0, 12, ("end", round(s.columns * .8)), ("end", s.columns))
  name = r.choice(("객실료", "Room Charge", "숙박료", "ROOM", "객실요금"))
  rows = []
  for night in range(nights):
    rows.append([s.later(1440 * night)[0], Piece(name, "itemName"), s.money(price, tag="itemAmount", bare=True), ""])
    s.items_truth.append({"name": name, "amount": price})
  s.table(spots, rows,
          [r.choice(("일자", "DATE")),
           r.choice(("내역", "DESCRIPTION", "적요")),
           r.choice(("금액", "CHARGES", "AMOUNT")),
           r.choice(("입금", "CREDITS"))])
  s.rule()
  sums(s, plain_bill(total))
  s.pair(r.choice(("발행일", "출력일시", "DATE")), s.when())
  pay(s, plain_bill(total))
  if s.chance(.3):
    s.pair(s.label("merchant"), s.fact("merchant"))
  s.foot(3)


@form("utility bill", "utility", 4)
def utility(s):
  r, v = s.r, s.v
  sort = r.choice(("전기", "가스", "수도", "통신", "관리비"))
  names = {
      "전기": "기본요금 전력량요금 기후환경요금 연료비조정액 전력기금 역률요금", "가스": "기본요금 사용요금 계량기교체비 연체료", "수도": "상수도요금 하수도요금 물이용부담금 구경별요금",
      "통신": "월정액 통화료 부가서비스 데이터이용료 단말기할부금 인터넷요금 TV요금 단말기보험료", "관리비": "일반관리비 청소비 경비비 소독비 승강기유지비 세대전기료 공동전기료 세대수도료 난방비 급탕비 수선유지비 장기수선충당금 음식물처리비"
  }[sort].split()
  names = r.sample(names, r.randint(2, min(len(names), 9)))
  amounts = [won(r, 100, 90000, 10) for _ in names]
  supply = sum(amounts)
  tax = round(supply / 10) if s.chance(.8) else 0
  total = supply + tax
  s.titles([
      f"{sort}요금 청구서", f"{sort}요금 영수증", f"{s.moment.month}월 {sort}요금", f"{s.moment.year}년 {s.moment.month:02d}월분 청구서", f"{sort}요금 납부 영수증",
      f"{s.moment.year}년 {s.moment.month}월 {sort} 명세서"
  ], .97)
  head_first = s.chance(.4)
  if head_first:
    s.heading(.6, "biller")
  s.buyer()
  s.pairs([(r.choice(("고객번호", "전자납부번호", "납부번호")), v.digits(r.choice((10, 12, 19)))),
           (r.choice(("사용기간", "청구기간", "이용기간")), [s.later(-43200)[0], " ~ ", s.day(None, None)]),
           (r.choice(("사용량", "당월사용량")), f"{r.randint(5, 900)}{r.choice(('kWh', '㎥', 'GB', ''))}"),
           (r.choice(("납부일", "납부일자", "수납일", "결제일", "발행일")), s.day()), (r.choice(("납기일", "납부기한")), s.later(14400)[:1])])
  s.rule()
  listed = s.chance(.8)
  for name, amount in zip(names, amounts):
    s.row((0, Piece(name, "itemName" if listed else None)), ("right", s.money(amount, tag="itemAmount" if listed else None)))
    if listed:
      s.items_truth.append({"name": name, "amount": amount})
  s.rule()
  rows = [(s.label("supply"), s.money(supply, "supply")), (s.label("tax"), s.money(tax, "tax"))] if tax else []
  s.pairs(rows + [(r.choice(("청구금액", "납부금액", "합계", "이번달 청구금액", "당월요금계", "납기내금액")), s.money(total, "total"))], form=r.choice(("right", "right", " ")))
  if s.chance(.4):
    s.pair(r.choice(("납기후금액", "납기 후 금액")), s.money(total + total // 50))
  if not head_first:
    s.heading(.8, "biller")
  if s.chance(.4):
    card(s, total) if s.chance(.5) else s.pair(r.choice(("자동이체", "출금계좌", "입금계좌")), f"{v.word()}은행 {v.digits(6)}-**-{v.digits(3)}***")
  s.foot(3)


# Forms with two parties.

STATEMENTS = {
    "statement": ("거 래 명 세 서", "거래명세서", "거래명세표", "거 래 명 세 표", "납품서", "거래명세서(공급받는자 보관용)"),
    "quote": ("견 적 서", "견적서", "ESTIMATE 견적서"),
    "tax invoice": ("전자세금계산서", "세 금 계 산 서", "세금계산서(공급받는자 보관용)", "계 산 서", "전자계산서"),
}
PARTY = {
    "businessNumber": ("등록번호", "사업자번호", "사업자등록번호"),
    "merchant": ("상호", "상호(법인명)", "상 호", "상호명"),
    "representative": ("성명", "대표자", "성 명", "대표"),
    "address": ("주소", "사업장주소", "사업장", "사업장 주소", "주 소"),
}


def party(s, facts, labels, rows, room, upright):
  """The lines of one party, at times beside letters that stand upright."""
  lines = []
  for keys in rows:
    line = [piece for key in keys for piece in (labels[key] + " ", facts[key], "  ")][:-1]
    if sum(map(width, line)) > room - 3:
      first, *others = s.wrapped(line[1], room - width(line[0]) - 4)
      lines += [[line[0], first] + line[2:]] + [[part] for part in others]
    else:
      lines.append(line)
  for letter, line in zip(upright, lines):
    line.insert(0, letter + " ")
  return lines


def parties(s, sort):
  """The supplier and the buyer side by side, or the supplier alone at the right."""
  r, v, half = s.r, s.v, s.columns // 2
  buyer = {"merchant": v.shop("company"), "businessNumber": v.business_number(), "representative": v.person(True), "address": v.address()}
  labels = {key: r.choice(names) for key, names in PARTY.items()}
  rows = [["businessNumber"], ["merchant", "representative"], ["address"]]
  if s.chance(.5):
    rows = [[key] for keys in rows for key in keys]
  upright = (r.choice(("공급자", "공급는자", "공급하는자")), r.choice(("공급받는자", "공급받자"))) if s.chance(.35) else ("", "")
  supplier = party(s, {key: s.fact(key) for key in PARTY}, labels, rows, half, upright[0])
  trade = ["업태 ", r.choice(("도소매", "제조업", "서비스", "음식점업")), "  종목 ", r.choice(("문구", "전자", "식품", "잡화"))]
  if sort != "tax invoice" and s.chance(.35):
    notes = [[buyer["merchant"], r.choice((" 귀하", " 귀중"))], [r.choice(("작성일자", "견적일", "거래일자", "납품일")), " ", s.day()],
             [r.choice(("담당자", "담당")), " ", v.person(True)], [r.choice(("유효기간", "결제조건", "납기")), " ", r.choice(("30일", "현금", "협의", "7일 이내"))],
             ["아래와 같이 " + r.choice(("견적합니다", "거래합니다", "계산합니다"))]]
    return s.beside(notes, supplier + [trade], half)
  customer = party(s, buyer, labels, rows, half, upright[1])
  if s.chance(.6):
    supplier.append(trade)
    customer.append(trade)
  titles = r.choice((("공급자", "공급받는자"), ("공급하는자", "공급받는자"), ("공 급 자", "공급받는 자"), None))
  sides = [supplier, customer]
  if titles:
    sides = [[[title]] + side for title, side in zip(titles, sides)]
  s.beside(*(sides if s.chance(.5) else sides[::-1]), half)
  s.row((0, [r.choice(("작성일자", "작성", "거래일자", "일자")), " ", s.day()]))


@form("two parties", ("company", "shop", "mart", "restaurant"), 6, (64, 72, 80, 96))
def two_parties(s):
  r, v = s.r, s.v
  sort = r.choice(list(STATEMENTS))
  bill = s.bill("business", discount=0)
  tax = 0 if s.chance(.12) else bill.subtotal // 10
  s.row(("centre", r.choice(STATEMENTS[sort])), height=r.choice((1, 1.5, 2)))
  parties(s, sort)
  if s.chance(.3):
    s.row((s.columns // 2, ["TEL ", s.fact("phone")]))
  total = s.money(bill.subtotal + tax, "total")
  early = s.chance(.5)
  if early:
    s.row((0, [r.choice(("합계금액 ", "합계금액(VAT포함) ", "총금액: ", "견적금액 ")), total]))
  s.rule(.8)
  spots = [0, 6] + [("end", round(s.columns * x)) for x in (.45, .58, .76, .89)]
  money = lambda amount, tag=None, field=None: s.money(amount, field, tag, True)
  numbered, rows = s.chance(.6), []
  for index, i in enumerate(bill.items):
    rows.append([str(index + 1) if numbered else f"{s.moment:%m/%d}", Piece(i.name, "itemName"), Piece(str(i.quantity), "itemQuantity"),
                 money(i.price, "itemPrice"), money(i.amount, "itemAmount"), money(i.amount // 10) if tax else ""])
    s.items_truth.append({"name": i.name, "unit_price": i.price, "quantity": i.quantity, "amount": i.amount})
  s.table(spots, rows, [r.choice(("NO", "번호", "월일", "순번")), r.choice(("품목", "품명", "품목 및 규격")), "수량", "단가",
                        r.choice(("공급가액", "금액", "공급 가액")), r.choice(("세액", "부가세"))])
  s.rule(.8)
  s.row((0, r.choice(("합계", "계", "소계", "합 계"))), (spots[4], money(bill.subtotal, None, "supply")), (spots[5], money(tax, None, "tax")))
  if not early or s.chance(.4):
    s.pair(r.choice(("합계금액", "총계", "총합계", "총 액")), total, form=r.choice(("right", ": ", " ")))
  if s.chance(.3):
    s.text(r.choice(("이 금액을 청구함", "이 금액을 영수함", "인수자 (인)", "위와 같이 납품합니다", f"입금계좌 {v.word()}은행 {v.digits(6)}-{v.digits(2)}-{v.digits(6)}")))


@form("simple receipt", ("shop", "restaurant", "mart", "service"), 3)
def simple_receipt(s):
  r = s.r
  bill = s.bill("food" if s.chance(.5) else "service", discount=0, count=r.choice((1, 1, 2, 3)))
  s.text(r.choice(("영 수 증", "간이영수증", "영수증(공급받는자용)", "영 수 증 (공급받는자용)", "NO. " + s.v.digits(4) + " 영수증")), "centre", r.choice((1, 1.5)))
  s.buyer()
  s.text(r.choice(("공급자", "공 급 자", "")) or "공급자")
  s.heading(.95, keys=("businessNumber", "merchant", "representative", "address"))
  s.pair(r.choice(("작성년월일", "작성일자", "일자", "작성 연월일")), s.day())
  s.pair(r.choice(("공급대가총액", "공급대가 총액", "금액", "합계")), [r.choice(("₩", "\\", "")), s.money(bill.total, "total", bare=True)])
  s.text(r.choice(("위 금액을 정히 영수(청구)함", "위 금액을 영수함", "위와 같이 계산하여 영수함")), "centre")
  s.rule()
  items(s, bill, {"nqpa": 1, "npqa": 1, "na": 1, "nqa": 1}, .95)
  if s.chance(.5):
    s.pair(r.choice(("합계", "계")), s.money(bill.total), form="right")


# Others.


@form("cash receipt", ("restaurant", "shop", "clinic", "service", "online"), 2.5)
def cash_slip(s):
  bill = plain_bill(won(s.r, 1000, 300000))
  s.titles(["현금영수증", "현금(소득공제)", "현금영수증(지출증빙용)", "현금 영수증", "국세청 현금영수증", "현금영수증 (고객용)"], .95)
  blocks = [lambda: s.heading(.85), lambda: cash_receipt(s, bill.total), lambda: s.pairs(slip_sums(s, bill)), lambda: s.meta(2)]
  if s.chance(.4):
    s.r.shuffle(blocks)
  for block in blocks:
    block()
    s.rule(.4)
  s.truth["payment"] = "cash"
  s.foot(3)


@form("account statement", ("company", "utility", "service", "shop"), 2)
def transfer(s):
  r, v, total = s.r, s.v, won(s.r, 5000, 900000)
  s.titles(["이체확인증", "거래내역 확인증", "입금확인증", "이체결과 확인", "송금 확인증", "거래내역", "출금 내역"], .97)
  bank = lambda: v.word() + "은행"
  s.pairs([(r.choice(("거래일시", "이체일시", "처리일시", "거래일")), s.when()), (r.choice(("출금계좌", "보내는계좌", "출금계좌번호")), f"{v.digits(3)}-**-{v.digits(4)}**"),
           (r.choice(("보내는분", "출금자", "의뢰인")), v.person(True)), (r.choice(("입금은행", "받는은행")), bank()),
           (r.choice(("입금계좌", "받는계좌", "계좌번호")), f"{v.digits(6)}-{v.digits(2)}-{v.digits(6)}"),
           (r.choice(("받는분", "예금주", "수취인", "입금자명", "거래처", "내용", "적요")), s.fact("merchant")),
           (r.choice(("이체금액", "거래금액", "송금액", "출금액", "보낸금액")), s.money(total, "total")), (r.choice(("수수료", "이체수수료")), s.money(0)),
           (r.choice(("거래후잔액", "잔액")), s.money(won(r, 10000, 9000000, 1)))])
  s.truth["payment"] = "other"
  s.foot(3)


@form("ticket", "venue", 2.5)
def ticket(s):
  r = s.r
  bill = s.bill("ticket", discount=.1, count=r.choice((1, 1, 2)))
  s.titles(["입장권", "영수증", "관람권", "TICKET", "이용권 영수증", "영화입장권", "입장권 영수증", "ADMISSION TICKET"], .9)
  first = s.chance(.6)
  if first:
    s.heading(.4, "venue")
  if s.chance(.6):
    s.text(r.choice((f"{s.v.word()}의 {s.v.word()}", f"{s.v.word()} {s.v.word()}전", s.v.english().title())), r.choice((0, "centre")), r.choice(
        (1, 1.5)))
  s.pairs([(r.choice(("관람일시", "이용일", "관람일", "입장일", "상영일시")), s.when()), (r.choice(("상영관", "관", "입장구분")), f"{r.randint(1, 12)}관"),
           (r.choice(("좌석", "좌석번호", "인원")), f"{r.choice('ABCDEFGHJ')}열 {r.randint(1, 20)}번")])
  items(s, bill, {"nqa": 2, "npqa": 2, "na": 1}, .5)
  sums(s, bill)
  pay(s, bill)
  if not first:
    s.heading(.7, "venue")
  s.foot(3)


@form("post office", "public", 2)
def post_office(s):
  r = s.r
  bill = s.bill("mail", discount=0, count=r.choice((1, 1, 2, 3)))
  bill.taxes, bill.supply = [], 0
  s.facts["merchant"] = r.choice((s.v.word() + "우체국", s.v.word() + "동우체국", s.v.word() + "우편취급국", f"{s.v.word()}{s.v.word()}우체국"))
  s.titles(["영수증", "우편물 접수 영수증", "접수증(영수증)", "우편요금 영수증", "우편물영수증"], .95)
  s.heading(.6, "public")
  s.meta(3)
  items(s, bill)
  for i in range(min(3, len(bill.items))):
    s.lines_of(
        [s.v.digits(5), "-", f"{s.v.digits(4)}-{s.v.digits(4)}", "  ",
         s.v.person(True), " ",
         s.v.address() if s.chance(.4) else s.v.digits(5)])
  s.pair(r.choice(("합계", "총 요금", "요금 합계", "수납요금", "우편요금")), s.money(bill.total, "total"), form="right")
  pay(s, bill)
  s.foot(3)


@form("tax office", "public", 1.5)
def tax_office(s):
  r, v = s.r, s.v
  names = r.sample(["재산세", "자동차세", "주민세", "지방교육세", "도시지역분", "등록면허세", "취득세", "부가가치세", "종합소득세", "농어촌특별세", "수수료", "과태료"], r.randint(1, 4))
  amounts = [won(r, 1000, 400000, 10) for _ in names]
  s.titles(["납부확인서", "지방세 납부확인서", "영수증서", "국세 납부 영수증", "지방세 영수필 확인서", "납부 영수증", "수수료 영수증"], .97)
  first = s.chance(.5)
  if first:
    s.heading(.7, "public", ("merchant", "phone", "address", "businessNumber"))
  s.pairs([(r.choice(("납세자", "납부자", "성명")), v.person(True)), (r.choice(("전자납부번호", "관리번호", "고지번호")), v.digits(r.choice((15, 17, 19)))),
           (r.choice(("주소", "납세자 주소")), v.address()), (r.choice(("납부일", "납부일자", "수납일자")), s.day())])
  for name, amount in zip(names, amounts):
    s.row((0, Piece(name, "itemName")), ("right", s.money(amount, tag="itemAmount")))
    s.items_truth.append({"name": name, "amount": amount})
  s.pair(r.choice(("합계", "납부세액", "납부금액", "계", "총 납부금액")), s.money(sum(amounts), "total"), form=r.choice(("right", ": ")))
  pay(s, plain_bill(sum(amounts), True), (("card", 4), ("none", 4), ("cash", 1)))
  if not first:
    s.heading(.8, "public", ("merchant", "phone", "address"))
  s.foot(3)


@form("refund", ("mart", "store", "cafe", "restaurant", "shop"), 2)
def refund(s):
  r = s.r
  bill = negative(s.bill("shop", count=r.choice((1, 1, 2, 3)), discount=0))
  s.titles(["반품영수증", "환불 영수증", "[반품]", "취소 영수증", "영수증[반품]", "** 반 품 **", "환불전표", "반품 전표"], .97)
  s.heading()
  s.meta(3)
  if s.chance(.5):
    s.pair(r.choice(("원거래일", "원거래일자", "원거래")), s.later(-r.randint(1, 20) * 1440)[0])
  items(s, bill)
  sums(s, bill)
  if s.chance(.7):
    card(s, bill.total)
  s.foot(3)


@form("cancelled slip", ("restaurant", "shop", "cafe", "service", "online"), 2)
def cancelled(s):
  s.cancelled = True
  s.titles(["승인취소", "취소전표", "신용카드 매출전표(취소)", "[신용취소]", "신용승인취소", "매출취소", "카드 취소 영수증", "*** 취 소 ***", "결제취소"], 1)
  if s.chance(.3):
    s.minus = "-"
  slip(s, "pairs" if s.chance(.8) else "grid")


# Services and institutions.


@form("charging", "fuel", 1.5)
def charging(s):
  r = s.r
  price, energy = r.choice((255, 324, 347, 292, 450)), round(r.uniform(3, 70), 2)
  total = round(price * energy)
  s.titles(["전기차 충전 영수증", "충전 영수증", "EV 충전 이용내역", "충전요금 영수증"], .9)
  s.heading(.7)
  s.pairs([(r.choice(("충전시작", "시작시간", "충전 시작일시")), s.when()), (r.choice(("충전종료", "종료시간")), s.later(r.randint(15, 200))),
           (r.choice(("충전기", "충전기번호", "충전기 ID")), s.v.digits(8)),
           (r.choice(("충전량", "충전전력량")), [Piece(f"{energy:g}", "itemQuantity"), r.choice(("kWh", " kWh"))]),
           (r.choice(("단가", "충전단가")), s.money(price, tag="itemPrice")), (r.choice(("충전금액", "충전요금", "이용금액")), s.money(total, "total"))])
  if s.chance(.7):
    card(s, total)
  s.foot(2)


@form("tuition", "service", 2)
def tuition(s):
  r, v = s.r, s.v
  bill = s.bill("service", discount=.1, count=r.choice((1, 1, 2)))
  s.facts["merchant"] = v.stem() + r.choice(("학원", "수학학원", "영어학원", "음악학원", "태권도", "피아노", "미술학원", "어린이집", "유치원", "스터디카페", "댄스학원", "컴퓨터학원"))
  s.titles(["수강료 영수증", "교육비 납입영수증", "영수증", "교육비 영수증", "원비 납입 증명서", "수납 영수증"], .95)
  first = s.chance(.5)
  if first:
    s.heading(.6)
  s.pairs([(r.choice(("성명", "원생명", "학생명", "수강생")), v.person(True)), (r.choice(("수강과목", "과정", "반명")), r.choice(("중등수학", "초등영어", "성인반", "주말반", "입시반"))),
           (r.choice(("수강기간", "교육기간")), [s.day(None, None), " ~ ", s.later(43200)[0]]), (r.choice(("납입일", "납부일", "결제일", "수납일자")), s.day())])
  items(s, bill, {"na": 3, "nqa": 1, "npqa": 1}, .6)
  sums(s, bill)
  pay(s, bill)
  s.text(r.choice(("위와 같이 납입하였음을 확인합니다.", "위 금액을 정히 영수합니다", "상기 금액을 영수하였음을 증명합니다")), "centre")
  if not first:
    s.heading(.8)


@form("donation", ("public", "venue"), 1)
def donation(s):
  r, v, total = s.r, s.v, won(s.r, 10000, 1000000, 1000)
  s.facts["merchant"] = r.choice(("사단법인 ", "재단법인 ", "사회복지법인 ", "")) + v.stem() + r.choice(("재단", "복지회", "교회", "장학회", "후원회", "성당", "나눔회", "협회"))
  s.titles(["기부금 영수증", "후원금 영수증", "회비 영수증", "기부금영수증"], 1)
  s.pairs([(r.choice(("성명", "기부자", "후원자")), v.person(True)), (r.choice(("주민등록번호", "생년월일")), f"{v.digits(6)}-{r.choice('1234')}******"),
           (r.choice(("주소", "기부자 주소")), v.address())])
  s.rule()
  s.text(r.choice(("기부금 단체", "2. 기부금 단체", "단체 정보")))
  s.heading(.95, keys=("merchant", "businessNumber", "address", "representative"))
  s.pairs([(r.choice(("일자", "기부일", "연월일", "발급일")), s.day()), (r.choice(("금액", "기부금액", "합계")), s.money(total, "total"))])


@form("parcel", ("public", "transport", "store"), 1.5)
def parcel(s):
  r, v, total = s.r, s.v, won(s.r, 2500, 30000)
  s.titles(["택배 영수증", "운송장", "접수 영수증", "택배 접수증", "화물 영수증"], .9)
  s.heading(.6)
  s.pairs([(r.choice(("운송장번호", "송장번호", "접수번호")), v.digits(12)), (r.choice(("보내는분", "발송인", "보내는 사람")), v.person(True)),
           (r.choice(("받는분", "수취인")), v.person(True)), (r.choice(("받는주소", "배송지")), v.address()), (r.choice(("접수일시", "접수일")), s.when()),
           (r.choice(("중량", "무게")), f"{r.uniform(.2, 20):.1f}kg"), (r.choice(("운임", "요금", "택배비", "결제금액")), s.money(total, "total"))])
  pay(s, plain_bill(total))
  s.foot(3)


@form("shop in a department store", ("shop", "cafe", "restaurant"), 2.5)
def department_store(s):
  r, v = s.r, s.v
  bill = s.bill("online", count=r.choice((1, 1, 2, 3)), discount=.2)
  s.facts["merchant"] = f"{v.stem()}{r.choice(('백화점', '아울렛', '면세점', '프리미엄아울렛', '마트', '몰'))} {r.choice(('', '', v.branch()))}".strip()
  s.titles()
  s.heading(.35)
  s.meta(3)
  s.row((0, [r.choice(
      ("브랜드 : ", "매장 : ", "코너: ", "[매장] ", "")), v.latin() if s.chance(.5) else v.shop("shop")]),
        *([("right", f"{r.randint(1, 9)}층")] if s.chance(.4) else []))
  items(s, bill)
  sums(s, bill)
  pay(s, bill)
  s.pairs([(s.label("points"), f"{r.randint(0, 90000):,}") for _ in range(r.randint(0, 2))])
  s.foot()


@form("order ticket", ("cafe", "restaurant"), 2)
def order_ticket(s):
  r = s.r
  bill = s.bill("food", discount=0, count=r.choice((1, 1, 2, 3)))
  s.row(("centre", r.choice(("대기번호", "주문번호", "교환번호", "픽업번호"))))
  s.row(("centre", r.choice((s.v.digits(3), f"A-{r.randint(1, 99)}", str(r.randint(1, 300))))), height=r.choice((2, 2.5, 3)))
  s.heading(.3)
  s.meta(2)
  items(s, bill)
  sums(s, bill)
  pay(s, bill)
  s.foot(2)


@form("kitchen order", ("restaurant", "cafe"), 1.5)
def kitchen_order(s):
  r = s.r
  s.titles(["주방 주문서", "주문서", "[신규] 주방", "[주방]", "추가 주문서", "주문표", "배달주문서"], 1)
  s.pairs([(r.choice(("테이블", "주문번호", "T/No", "대기번호")), r.choice((s.v.digits(2), f"홀-{r.randint(1, 20)}", "포장 3"))),
           (r.choice(("주문시간", "주문일시", "일시")), s.when())])
  items(s, s.bill("food", discount=0), {"nq": 5, "nqa": 1}, .9)
  if s.chance(.2):
    s.text(s.fact("merchant"), "centre")


@form("claim slip", "service", 1.5)
def claim_slip(s):
  r, v = s.r, s.v
  bill = s.bill("service", discount=.1, count=r.choice((1, 2, 3)))
  s.titles(["접수증", "인수증", "세탁물 인수증", "수리 접수증", "보관증", "접수 영수증"], .95)
  s.heading(.5)
  s.pairs([(r.choice(("고객명", "고객", "성함")), v.person(True)), (r.choice(("고객전화", "연락처", "휴대폰")), f"010-{v.digits(4)}-{v.digits(4)}"),
           (r.choice(("접수일", "접수일자")), s.day()), (r.choice(("완료예정", "인도예정일", "찾는날")), s.later(4000)[0])])
  items(s, bill)
  sums(s, bill)
  pay(s, bill, (("card", 3), ("cash", 2), ("none", 3)))
  s.foot(3)


@form("rental and leisure", ("service", "hotel", "venue"), 2)
def leisure(s):
  bill = s.bill(s.r.choice(("service", "room", "ticket")), service=.05, discount=.1)
  s.titles(["계산서", "이용 영수증", "정산서", "이용내역서", "영수증", "대여 영수증", "INVOICE"], .9)
  s.heading(.6)
  s.meta(4)
  s.buyer() if s.chance(.4) else None
  items(s, bill)
  sums(s, bill)
  pay(s, bill)
  s.foot(3)
