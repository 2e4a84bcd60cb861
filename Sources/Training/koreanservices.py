"""Korean receipts of kiosks, deliveries, services, stages and journeys, and of tills that print the shop at the end."""
from koreanforms import form, plate, won
from koreanscreens import screen, section
from receiptbill import item_name, plain_bill
from receiptpaper import Piece
from receiptrows import card, cash_receipt, items, pay, sums


def reader(s):
  """A telephone number of a person, masked as a rule."""
  d = s.v.digits
  return s.r.choice((f"010-{d(4)}-{d(4)}", f"010-****-{d(4)}", f"0504-{d(4)}-{d(4)}", f"010{d(8)}"))


def at_end(s, name="merchant", labelled=.9, share=1.0):
  """The shop below everything, behind labels as a rule."""
  if s.chance(share):
    s.rule(.6)
    s.heading(labelled, name)


# Tills.


@form("shop at the end", ("mart", "shop", "cafe", "restaurant", "service", "store"), 3)
def shop_at_end(s):
  bill = s.bill(s.r.choice(("shop", "food", "service")), count=s.r.choice((1, 1, 2, 3, 5)))
  s.titles(share=.6)
  s.meta()
  items(s, bill)
  sums(s, bill)
  pay(s, bill)
  at_end(s)
  s.foot(2)


@form("chain store", ("store", "mart", "cafe"), 3)
def chain_store(s):
  """A slogan with the brand; name and telephone, company and number, address, notice, date and clerk in a row each."""
  r, v = s.r, s.v
  brand = v.latin() if s.chance(.6) else v.stem()
  s.facts["merchant"] = brand + r.choice(("", " ")) + v.branch()
  s.text(r.choice((f"{v.word()}을 만나다 {brand}", f"{v.word()}한 {v.word()} {brand}", brand, f"{brand} {v.word()}")), r.choice((0, "centre")), r.choice((1, 1.5, 2)))
  s.lines_of([s.fact("merchant"), "  ", s.fact("phone")])
  s.lines_of([v.shop("company"), " ", s.fact("businessNumber"), *([" ", s.fact("representative")] if s.chance(.4) else [])])
  s.lines_of([s.fact("address")])
  person = v.person(True)
  s.row((0, [s.day(), " ", person[0] + "*" + person[-1]]), ("right", r.choice(("NO:", "POS:", "#")) + v.digits(5)))
  s.notice()
  bill = s.bill("shop", count=r.choice((1, 1, 2, 3, 4)), discount=.3)
  items(s, bill, {"nqa": 4, "npqa": 1}, .3)
  s.row((0, r.choice(("합계수량/금액", "합계 수량/금액"))), (("end", round(s.columns * .62)), str(int(sum(i.quantity for i in bill.items)))),
        ("right", s.money(bill.subtotal, bare=True)))
  sums(s, bill)
  pay(s, bill)
  s.row((0, ["------- ", s.day(), " ", s.hour(), " ----**"]))
  s.text(r.choice((f"{v.word()} {v.word()}의 중심", s.sentence())), r.choice((0, "centre")))


@form("market stall", ("mart", "restaurant", "shop"), 2, (28, 32, 36, 40))
def market_stall(s):
  """Few labels: the name, items, a sum without a label."""
  r, v = s.r, s.v
  s.name(r.choice((0, "centre")))
  for key in r.sample(("phone", "businessNumber", "address"), r.randint(0, 2)):
    s.lines_of([s.fact(key)])
  s.row((0, s.when()))
  s.rule()
  bill = plain_bill(0)
  for _ in range(r.randint(1, 7)):
    name, price, weight = v.word() if s.chance(.4) else item_name(v, "shop"), won(r, 500, 20000), 0
    if s.chance(.35):  # by weight, in grams or kilograms
      weight = r.randint(80, 2400)
      amount = price * weight // 1000 * 10
      spots = [[Piece(name, "itemName")], [Piece(f"{weight / 1000:.3f}", "itemQuantity"), r.choice(("kg", " kg", "KG")), r.choice((" x ", " X ", " @ ")),
                                          s.money(price * 10, tag="itemPrice")], s.money(amount, tag="itemAmount")]
      s.items_truth.append({"name": name, "unit_price": price * 10, "quantity": weight / 1000, "amount": amount})
    else:
      count = r.choice((1, 1, 1, 2, 3))
      amount = price * count
      spots = [[Piece(name, "itemName")], [Piece(str(count), "itemQuantity"), r.choice(("개", "", "봉", "단", "팩"))], s.money(amount, tag="itemAmount")]
      s.items_truth.append({"name": name, "quantity": count, "amount": amount})
    if sum(len(p.text) if isinstance(p, Piece) else len(p) for part in spots[:2] for p in part) * 2 > s.columns * .6:
      s.row((0, spots[0]))
      s.row((1, spots[1]), ("right", spots[2]))
    else:
      s.row((0, spots[0]), (("end", round(s.columns * .66)), spots[1]), ("right", spots[2]))
    bill.total += amount
  s.rule(.9)
  total = s.money(bill.total, "total")
  s.row((r.choice(("right", "right", "centre")), total) if s.chance(.65) else ("right", [r.choice(("계 ", "합 ", "총 ")), total]), height=r.choice((1, 1.5, 2)))
  if s.chance(.4):
    s.text(r.choice(("감사합니다", "현금 가격입니다", f"계좌 {v.word()}은행 {v.digits(6)}-{v.digits(2)}-{v.digits(6)} {v.person(True)}")), r.choice((0, "centre")))


@form("kiosk", ("cafe", "restaurant"), 3)
def kiosk(s):
  """A waiting number, then items with options; the shop above or below."""
  r, v = s.r, s.v
  first = s.chance(.5)
  if first:
    s.heading(.4)
  s.row(("centre", r.choice(("주문번호", "대기번호", "호출번호", "고객 교환권", "Order No."))), height=r.choice((1, 1.5)))
  s.row(("centre", r.choice((v.digits(r.choice((2, 3, 4))), f"{r.choice('ABK')}-{v.digits(3)}"))), height=r.choice((2, 2.5, 3)))
  s.row((r.choice((0, "centre")), r.choice(("매장", "포장", "[먹고가기]", "[포장하기]", "TAKE OUT", "매장식사"))))
  s.meta(2)
  bill = s.bill("drink" if s.chance(.6) else "food", count=r.choice((1, 2, 2, 3, 4)), discount=.08)
  for i in bill.items:
    if s.chance(.4) and not i.options:
      i.options = [(r.choice(("ICE", "HOT", "Regular", "연하게", "샷 1", "얼음 적게", "매장컵", "개인컵", "토핑 선택안함", "단맛 50%")), None) for _ in range(r.randint(1, 2))]
  items(s, bill)
  sums(s, bill)
  pay(s, bill, (("card", 8), ("none", 1)))
  if s.chance(.5):
    s.text(r.choice(("번호가 화면에 나오면 받아 가세요", "픽업대에서 번호를 불러 드립니다", f"예상 대기 {r.randint(3, 30)}분", "이 교환권을 보여 주세요")), "centre")
  if not first:
    at_end(s, labelled=.6)
  s.foot(2)


@form("delivery order", ("restaurant", "cafe"), 3)
def delivery_order(s):
  """The customer's address, telephone and wishes beside the shop's."""
  r, v = s.r, s.v
  s.titles(["배달 주문전표", "[배달] 주문서", "배달주문 접수", "배달 영수증", "주문전표(고객용)", "배달 1번", "[고객용] 배달 주문"], .97)
  first = s.chance(.55)
  if first:
    s.heading(.5)
  s.meta(2)
  c = r.choice((": ", " : ", ":", " "))
  rows = [[r.choice(("배달주소", "주소", "배달지", "고객주소", "도착지"))], [r.choice(("연락처", "고객번호", "전화번호", "안심번호"))]]
  values = [v.address(), reader(s)]
  if s.chance(.6):
    s.text(r.choice(("[배달정보]", "고객정보", "■ 배달 정보", "- 주문자 정보 -")))
  for label, value in zip(rows, values):
    s.lines_of([label[0] + c, value]) if s.chance(.7) else (s.text(label[0]), s.text(value))
  if s.chance(.4):
    s.lines_of([r.choice(("고객명", "주문자")) + c, r.choice((v.person(True), v.person(True)[0] + "**", f"{v.person(True)} 님"))])
  if s.chance(.6):
    s.lines_of([r.choice(("요청사항", "가게요청", "배달요청", "메모")) + c, r.choice(("벨 누르지 말고 문 앞에 두세요", "수저 포크 O", "덜 맵게 해주세요", "도착하면 문자 주세요", "단무지 많이", f"공동현관 {v.digits(4)}#"))])
  if s.chance(.25):
    s.lines_of([r.choice(("라이더", "배달대행", "기사")) + c, r.choice((v.person(True), v.word() + "로지스")), " ", reader(s)])
  s.rule()
  bill = s.bill("food", fee=r.choice((0, 1000, 2000, 3000)), count=r.choice((1, 2, 2, 3, 4)))
  items(s, bill)
  sums(s, bill)
  if s.chance(.5):
    s.pair(r.choice(("결제", "결제방법", "결제구분")), r.choice(("선결제(앱결제)", "현장결제 카드", "만나서 현금", "온라인 결제완료")))
  if not first:
    at_end(s, labelled=.5)
  s.foot(2)


# Services.


def labelled_bill(s, title, rows, kind, count=(1, 1, 2, 3), name="merchant", orders=None, methods=None, labelled=.5):
  """A title, the shop above or below, rows of its trade, items, sums and the payment."""
  bill = s.bill(kind, discount=.15, count=s.r.choice(count))
  s.titles(title, .9)
  first = s.chance(.65)
  if first:
    s.heading(labelled, name)
  rows = [row for row in rows if s.chance(.8)]
  if not any(row[0] in s.labels.values() for row in rows) and s.chance(.85):
    rows.insert(s.r.randint(0, len(rows)), (s.label("date"), s.when()))
  s.rule(.4)
  s.grid(rows) if s.chance(.12) else s.pairs(rows)
  items(s, bill, orders)
  sums(s, bill)
  pay(s, bill, methods or (("card", 7), ("cash", 2), ("none", 1)))
  if not first:
    at_end(s, name, labelled)
  return bill


@form("hair salon", "service", 2)
def hair_salon(s):
  r, v = s.r, s.v
  s.facts["merchant"] = r.choice((v.stem() + r.choice(("헤어", "미용실", "헤어샵", " 헤어살롱", "바버샵", "네일", "뷰티")), f"{v.latin()} {r.choice(('HAIR', '헤어', 'Nail', '살롱'))}")) + r.choice(
      ("", "", " " + v.branch()))
  bill = labelled_bill(s, ["영수증", "시술 영수증", "매출 영수증", "고객 영수증"],
                       [(r.choice(("디자이너", "담당 디자이너", "담당", "시술자")), r.choice((v.person(True), v.word() + " 실장", v.word() + " 원장"))),
                        (r.choice(("고객명", "고객", "회원")), v.person(True) + r.choice(("", " 님"))), (r.choice(("고객번호", "회원번호")), v.digits(5)),
                        (r.choice(("예약시간", "다음예약", "재방문")), s.later(r.randint(-60, 43200)))], "service")
  if s.chance(.4):
    left = won(r, 10000, 500000, 1000)
    s.pairs([(r.choice(("정액권 차감", "회원권 사용", "선불권 차감")), s.money(bill.total)), (r.choice(("정액권 잔액", "잔여금액", "선불 잔액")), s.money(left))])
  s.foot(3)


@form("membership", "service", 2)
def membership(s):
  r, v = s.r, s.v
  s.facts["merchant"] = v.stem() + r.choice(("", " ")) + r.choice(("짐", "휘트니스", "피트니스", "헬스클럽", "필라테스", "요가", "크로스핏", "골프아카데미", "스위밍", "복싱클럽", "학원", "스터디카페", "음악교습소"))
  labelled_bill(s, ["회원권 영수증", "등록 영수증", "영수증", "이용권 구매 영수증", "수강증 겸 영수증"],
                [(r.choice(("회원명", "성명", "수강생", "회원")), v.person(True)), (r.choice(("이용기간", "등록기간", "수강기간")), [s.day(None, None), " ~ ", s.later(129600)[0]]),
                 (r.choice(("락커번호", "회원번호", "반", "좌석")), v.digits(3)), (r.choice(("담당강사", "트레이너", "강사", "상담")), v.person(True)),
                 (r.choice(("연락처", "휴대폰")), reader(s)), (r.choice(("잔여횟수", "남은 횟수")), f"{r.randint(1, 50)}회")], "service", (1, 1, 2))
  s.text(r.choice(("환불은 규정에 따라 이용일을 빼고 계산합니다", "중도 해지 시 위약금 10%가 있습니다", "양도는 1회에 한합니다")), 0)
  s.foot(2)


@form("laundry", "service", 2)
def laundry(s):
  r, v = s.r, s.v
  s.facts["merchant"] = v.stem() + r.choice(("", " ")) + r.choice(("세탁", "세탁소", "크리닝", "빨래방", "런드리", "컴퓨터세탁", "명품세탁", "운동화빨래방")) + r.choice(("", "", " " + v.branch()))
  s.titles(["세탁물 보관증", "세탁물 접수증", "인수증(고객용)", "영수증", "접수 영수증"], .9)
  s.heading(.4)
  s.pairs([(r.choice(("고객명", "고객", "성명")), v.person(True) + r.choice(("", " 님", "(" + v.digits(4) + ")"))), (r.choice(("고객전화", "연락처", "H.P")), reader(s)),
           (r.choice(("고객주소", "주소", "수거지")), r.choice((v.address(), f"{v.word()}아파트 {r.randint(101, 120)}동 {r.randint(101, 1800)}호"))),
           (r.choice(("접수일", "접수일자", "맡긴날")), s.when()), (r.choice(("완성예정", "인도예정일", "찾는날")), s.later(4320)[0])])
  s.rule()
  total = 0
  for index in range(r.randint(1, 7)):
    name, price = r.choice(("와이셔츠", "정장 상의", "정장 하의", "코트", "롱패딩", "원피스", "이불", "운동화", "블라우스", "니트", "커튼", "가죽자켓", "넥타이", "교복")), won(r, 1500, 30000, 500)
    total += price
    tag = r.choice((f"{r.randint(1, 9)}-{v.digits(3)}", v.digits(4), f"{index + 1}"))
    s.row((0, [tag, "  ", Piece(name, "itemName")]), ("right", s.money(price, tag="itemAmount", bare=True)))
    s.items_truth.append({"name": name, "amount": price})
    if s.chance(.25):
      s.row((r.choice((2, 6)), r.choice(("얼룩", "단추 없음", "- 수선", "색상 검정", "보풀", "(급)"))))
  s.rule()
  final = s.money(total, "total")
  rows = [(r.choice(("총 점수", "수량", "총수량")), f"{len(s.items_truth)}점"), (r.choice(("합계", "세탁요금", "총금액", "합계금액")), final),
          (r.choice(("입금액", "선불", "결제액")), s.money(total)), (r.choice(("미수금", "잔액", "외상")), s.money(0))]
  s.pairs([row for row in rows if row[1] == final or s.chance(.7)], form=r.choice(("right", "right", ": ")))
  pay(s, plain_bill(total), (("card", 4), ("cash", 2), ("none", 3)))
  s.foot(4)


@form("car repair", ("shop", "service"), 1.5, (48, 56, 64))
def car_repair(s):
  r, v = s.r, s.v
  s.facts["merchant"] = v.stem() + r.choice(("카센타", "모터스", "자동차정비", "공업사", "타이어", "오토", "카서비스", "세차장"))
  s.titles(["정비 명세서", "자동차 점검·정비 명세서", "정비 영수증", "수리비 명세서", "영수증"], .95)
  s.heading(.7)
  rows = [(r.choice(("차량번호", "차번호")), plate(s)), (r.choice(("차종", "차명")), v.word()), (r.choice(("주행거리", "km")), f"{r.randint(1000, 300000):,}km"),
          (r.choice(("고객명", "차주", "의뢰자")), v.person(True)), (r.choice(("연락처", "고객전화")), reader(s)), (r.choice(("입고일", "정비일", "출고일시")), s.when())]
  s.grid(rows) if s.chance(.3) else s.pairs(rows)
  ends = [("end", round(s.columns * x)) for x in (.6, .8, 1)]
  table, parts, labour = [], 0, 0
  for _ in range(r.randint(1, 7)):
    name, part, work = r.choice(("엔진오일 교환", "에어컨 필터", "브레이크 패드", "와이퍼", "타이어 교체", "배터리", "휠 얼라인먼트", "점화플러그", "미션오일", "판금 도색", "전구")), won(r, 5000, 150000, 1000), won(
        r, 5000, 90000, 1000)
    table.append([Piece(name, "itemName"), s.money(part, bare=True), s.money(work, bare=True), s.money(part + work, tag="itemAmount", bare=True)])
    s.items_truth.append({"name": name, "amount": part + work})
    parts, labour = parts + part, labour + work
  s.table([0] + ends, table, [r.choice(("작업내용", "정비내역", "품명")), r.choice(("부품", "부품대")), r.choice(("공임", "기술료")), r.choice(("계", "금액"))])
  s.rule(.9)
  bill = plain_bill(parts + labour)
  s.pairs([(r.choice(("부품계", "부품 소계")), s.money(parts)), (r.choice(("공임계", "공임 소계")), s.money(labour))])
  sums(s, bill)
  pay(s, bill, (("card", 6), ("cash", 2), ("none", 2)))
  s.foot(2)


@form("clinic till", ("clinic", "pharmacy"), 2.5)
def clinic_till(s):
  """The short receipt of a clinic's counter: the patient's part, what the insurance pays, the card."""
  r, v = s.r, s.v
  own, public, extra = won(r, 1000, 60000), won(r, 3000, 90000, 10), r.choice((0, 0, won(r, 1000, 300000, 1000)))
  s.titles(["진료비 영수증", "수납 영수증", "외래 수납영수증", "영수증", "진료비 수납증", "간이 영수증(진료비)"], .9)
  first = s.chance(.55)
  if first:
    s.heading(.6, "clinic")
  s.pairs([(s.label("patient"), r.choice((v.person(True), v.person(True)[0] + "*" + "님"))), (r.choice(("차트번호", "등록번호", "환자번호")), v.digits(r.choice((5, 8)))),
           (r.choice(("진료일", "진료일자", "수납일시", "조제일")), s.when()), (r.choice(("진료의", "담당의", "주치의", "약사")), v.person(True)),
           (r.choice(("보험구분", "유형")), r.choice(("건강보험", "일반", "의료급여", "자동차보험")))])
  s.rule()
  rows = [(r.choice(("총 진료비", "진료비총액", "총액")), s.money(own + public + extra)), (r.choice(("공단부담금", "보험자부담", "청구액")), s.money(public)),
          (r.choice(("본인부담금", "급여 본인부담")), s.money(own)), (r.choice(("비급여", "비보험")), s.money(extra)),
          (r.choice(("수납금액", "받은금액", "납부금액", "수납액", "결제금액", "영수금액")), s.money(own + extra, "total"))]
  rows = [row for row in rows if row[1].field or s.chance(.8)]
  s.grid(rows) if s.chance(.15) else s.pairs(rows, form=r.choice(("right", "right", " : ", "column")))
  s.rule(.4)
  pay(s, plain_bill(own + extra, True), (("card", 7), ("cash", 2), ("none", 2)))
  if not first:
    at_end(s, "clinic", .6)
  s.foot(3)


@form("public kiosk", "public", 1, (28, 32, 40))
def public_kiosk(s):
  r, v = s.r, s.v
  s.titles(["무인민원발급기 영수증", "수수료 영수증", "발급 영수증", "증명서 발급 영수증"], .9)
  names = r.sample(("주민등록등본", "주민등록초본", "가족관계증명서", "등기사항증명서", "토지대장", "납세증명서", "건축물대장", "성적증명서", "졸업증명서"), r.randint(1, 2))
  fees = [r.choice((200, 300, 500, 1000)) for _ in names]
  s.pairs([(r.choice(("발급일시", "일시")), s.when()), (r.choice(("발급기번호", "기기번호", "접수번호")), v.digits(6))])
  for name, fee in zip(names, fees):
    s.row((0, Piece(name, "itemName")), ("right", s.money(fee, tag="itemAmount")))
    s.items_truth.append({"name": name, "amount": fee})
  s.pair(r.choice(("합계", "수수료", "납부금액", "투입금액")), s.money(sum(fees), "total"), form=r.choice(("right", ": ")))
  at_end(s, "public", .5)


# Stages and journeys.


@form("cinema", "venue", 2)
def cinema(s):
  """Film, hall and seats; how it was paid; the theatre in a line above or below, at times with its number in brackets."""
  r, v = s.r, s.v
  s.facts["merchant"] = r.choice((v.latin(), v.stem() + r.choice(("시네마", "극장", "시어터", "")), v.stem())) + r.choice(("", " ")) + (v.branch() if s.chance(.5) else v.word())
  s.text(r.choice(("(영화 입장권 / 영수증 겸용)", "영화입장권", "[입장권] 영수증 겸용", "TICKET", "공연 입장권", "모바일 티켓 교환권")), r.choice((0, "centre")))
  first = s.chance(.45)
  if first:
    s.name(r.choice((0, "centre")), 1)
  s.row((0, [r.choice(("무인발권 (", "발권: ", "현장발권 (", "예매 ")), *s.when(), r.choice((")", ""))]))
  s.text(f"{v.word()} {v.word()}: {v.word()}의 {v.word()}", 0, r.choice((1, 1.5, 2)))
  if s.chance(.4):
    s.text(f"{v.english().title()} {v.english().title()} - The {v.english().title()}")
  s.row((0, r.choice(("12세이상관람가", "15세이상관람가", "전체관람가", "청소년관람불가")) + r.choice((" / 2D(자막)", " / IMAX", " 2D", ""))))
  start = s.later(r.randint(10, 5000))
  s.lines_of([start[0], f" {r.randint(1, 7)}회 ", f"{r.randint(9, 23)}:{r.randint(10, 59)}~{r.randint(0, 23)}:{r.randint(10, 59)}"])
  count = r.choice((1, 2, 2, 3, 4))
  s.lines_of([f"{r.randint(2, 9)}층 {r.randint(1, 12)}관 ", f"{r.choice('ABCDEFGHJ')}-" + ",".join(str(r.randint(1, 9) + k) for k in range(count)), f" ({r.choice(('성인', '일반', '청소년'))}{count})"])
  total = won(r, 6000, 17000, 500) * count
  if s.chance(.4):
    s.text("(영화발전기금 3% 포함)")
  s.text(r.choice(("상세결제내역", "[결제내역]", "결제정보", "")) or "결제내역")
  s.pair(r.choice(("신용카드", "총금액", "결제금액", "합계")), s.money(total, "total"))
  if s.chance(.7):
    card(s, total, r.choice(("pairs", "bare", "sentence")))
  if not first:
    s.lines_of([s.fact("merchant"), r.choice(("(", " (", " ")), s.fact("businessNumber"), r.choice((")", ""))]) if s.chance(.5) else s.heading(.5, "venue")
  s.text(v.digits(20), r.choice((0, "centre")))


@form("air ticket", ("transport", "online"), 1.5, (48, 56, 64))
def air_ticket(s):
  r, v = s.r, s.v
  s.facts["merchant"] = v.stem() + r.choice(("항공", "에어", "투어", "여행사", "고속철도", "페리", "크루즈"))
  fare, fuel, fees = won(r, 20000, 900000, 100), won(r, 0, 90000, 100), won(r, 4000, 60000, 100)
  s.titles(["전자항공권 발행 확인서", "e-티켓 여정 안내서", "여객 운임 영수증", "예약 결제 영수증", "승선권 영수증", "e-Ticket Itinerary & Receipt"], .97)
  first = s.chance(.5)
  if first:
    s.heading(.4, "transport")
  code = lambda: "".join(r.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=6))
  s.pairs([(r.choice(("승객명", "탑승객", "Passenger")), r.choice((v.person(True), v.faked("name", "en_US").upper()))), (r.choice(("예약번호", "Booking Ref")), code()),
           (r.choice(("항공권번호", "티켓번호")), v.digits(13)), (r.choice(("발행일", "결제일", "구매일")), s.day())])
  s.row((0, f"{r.choice(('서울(GMP)', '부산(PUS)', '제주(CJU)', '인천(ICN)', '도쿄(NRT)', '오사카(KIX)'))} → {r.choice(('제주(CJU)', '김포(GMP)', '청주(CJJ)', '후쿠오카(FUK)', '방콕(BKK)'))}"))
  s.lines_of([r.choice(("출발 ", "편명 ")), f"{r.choice(('KX', 'ZQ', 'HX'))}{r.randint(100, 999)} ", *s.later(r.randint(100, 90000))])
  s.rule()
  s.pairs([(r.choice(("운임", "항공운임", "항공 운임")), s.money(fare)), (r.choice(("유류할증료", "유류 할증료")), s.money(fuel)), (r.choice(("공항시설사용료", "공항이용료", "세금 및 제반요금", "TAX")), s.money(fees)),
           (r.choice(("총액", "총 운임", "총 결제금액", "합계금액", "Total")), s.money(fare + fuel + fees, "total"))], form=r.choice(("right", "right", ": ", "column")))
  if s.chance(.8):
    card(s, fare + fuel + fees)
  if not first:
    at_end(s, "transport", .8)
  s.foot(3)


@form("rail on a screen", ("transport",), 1.5)
def rail(s):
  r, v = s.r, s.v
  s.facts["merchant"] = v.stem() + r.choice(("철도", "철도공사", "고속철도", "고속버스", "시외버스", "교통카드"))
  screen(s)
  s.form = s.other = r.choice(("right", "column", " ", ": "))
  count, fare = r.choice((1, 1, 2, 3)), won(r, 2000, 60000)
  s.text(r.choice(("승차권 구입 영수증", "영수증", "승차권 영수증", "결제 상세")), r.choice((0, "centre")), r.choice((1, 1.5)))
  s.row((0, f"{r.choice(('서울', '용산', '부산', '동대구', '오송'))} {s.hour(None, None).text} → {v.word()}"))
  s.pairs([(r.choice(("승차일", "이용일", "출발일시")), s.later(r.randint(60, 30000))), (r.choice(("열차", "차량", "열차번호")), f"{r.choice(('KTX', 'SRT', 'ITX', '무궁화'))} {r.randint(1, 500)}"),
           (r.choice(("좌석", "좌석번호")), f"{r.randint(1, 18)}호차 {r.randint(1, 15)}{r.choice('ABCD')}"), (r.choice(("매수", "인원")), f"{count}매"),
           (r.choice(("승차권번호", "예약번호")), f"{v.digits(5)}-{v.digits(4)}-{v.digits(5)}-{v.digits(2)}")])
  discount = fare * count // 10 // 100 * 100 if s.chance(.4) else 0
  rows = [(r.choice(("운임", "운임요금", "승차요금")), s.money(fare * count))]
  if discount:
    rows.append((r.choice(("할인금액", "할인")), s.money(-discount)._replace(field="discount", value=discount)))
  s.pairs(rows + [(r.choice(("영수금액", "결제금액", "영수액", "총 결제금액")), s.money(fare * count - discount, "total"))])
  s.pair(r.choice(("결제일시", "구입일시", "발매일시")), s.when())
  card(s, fare * count - discount, "pairs" if s.chance(.7) else "sentence")
  at_end(s, "transport", .8, .8)


@form("stay on a screen", ("hotel", "hotel", "online"), 2)
def stay(s):
  """A booking: the place to stay, its guest, the days, the payment; the site that took it has other numbers."""
  r, v = s.r, s.v
  nights, price = r.choice((1, 1, 2, 3)), won(r, 30000, 300000, 1000)
  screen(s)
  s.form = s.other = r.choice(("right", "column", " ", "below"))
  s.text(r.choice(("예약 확정", "예약 내역", "숙소 예약 영수증", "결제 영수증", "이용권 구매내역")))
  s.text(s.fact("merchant"), 0, r.choice((1, 1.3, 1.5)))
  s.text(r.choice(("스탠다드 더블", "디럭스 트윈", "온돌룸", "오션뷰 스위트", "2인실")) + r.choice(("", " / 금연", " 조식 포함")))
  if s.chance(.5):
    s.lines_of([s.fact("address")])
  s.pairs([(r.choice(("체크인", "입실")), s.later(r.randint(300, 40000))), (r.choice(("체크아웃", "퇴실")), s.later(43000 + nights * 1440)),
           (r.choice(("예약자", "투숙자", "예약자명")), v.person(True)), (r.choice(("연락처", "휴대폰")), reader(s)), (r.choice(("예약번호", "예약 번호")), v.digits(r.choice((10, 13)))),
           (r.choice(("결제일시", "예약일시", "결제일")), s.when())])
  section(s, "결제 정보", "결제금액", "요금 상세")
  total = price * nights
  discount = total // 10 // 100 * 100 if s.chance(.5) else 0
  rows = [(r.choice((f"객실 요금({nights}박)", "상품금액", "판매가", "숙박요금")), s.money(total))]
  if discount:
    rows.append((r.choice(("쿠폰 할인", "즉시할인", "할인금액")), s.money(-discount)._replace(field="discount", value=discount)))
  s.pairs(rows + [(r.choice(("총 결제금액", "결제금액", "최종 결제금액")), s.money(total - discount, "total"))])
  s.truth["payment"] = "card"
  s.pair(r.choice(("결제수단", "결제 방법")), [Piece(v.card(), "cardName", "card_name"), r.choice(("", " 일시불", "(일시불)"))])
  if s.chance(.5):
    section(s, "판매자 정보", "숙소 정보", "사업자 정보")
    s.heading(1, "hotel")
  footer(s)


def footer(s, share=.5):
  """The company that runs a site, at the foot of its page: its numbers are not the shop's."""
  if not s.chance(share):
    return
  r, v = s.r, s.v
  bar = r.choice((" | ", " / ", "  ", ", "))
  s.rule(.6)
  s.text(r.choice(("통신판매중개자로서 거래 당사자가 아닙니다", "고객센터 안내", "(주) 운영사 정보", "회사 정보")))
  s.lines_of([v.shop("company"), bar, r.choice(("대표이사 ", "대표 : ")), v.person(True)])
  s.lines_of([r.choice(("사업자등록번호 ", "사업자번호: ")), v.business_number(), bar, f"통신판매업신고 {r.randint(2008, 2025)}-{v.word()}-{v.digits(4)}"])
  s.lines_of([v.address()])
  s.lines_of([r.choice(("고객센터 ", "대표번호 ", "Tel. ")), v.phone()])


@form("marketplace", "online", 3)
def marketplace(s):
  """An order at a marketplace: seller, buyer's address, and the marketplace's own numbers."""
  r, v = s.r, s.v
  screen(s)
  s.form = s.other = r.choice(("right", "right", "column", " ", ": "))
  site = r.choice((v.english().title(), v.stem() + r.choice(("마켓", "몰", "쇼핑", "스토어"))))
  s.text(r.choice((site, f"{site} 구매영수증", f"{site} 주문상세")), r.choice((0, "centre")), r.choice((1, 1.5)))
  s.pairs([(r.choice(("주문번호", "주문 번호")), v.digits(r.choice((13, 16)))), (r.choice(("결제일시", "주문일", "주문일시")), s.when())])
  bill = s.bill("online", fee=r.choice((0, 0, 2500, 3000)), count=r.choice((1, 1, 2, 3)))
  blocks = []

  def seller():
    if s.chance(.5):
      s.lines_of([r.choice(("판매자 ", "판매자: ", "상점 ", "스토어 ", "판매처 ")), s.fact("merchant")])
    else:
      section(s, "판매자 정보", "판매자정보", "판매업체")
      s.heading(1)

  def products():
    section(s, "주문상품", "상품 정보", "구매 상품")
    items(s, bill, {"na": 3, "nqa": 3, "npqa": 1, "nqpa": 1}, .3)

  def ship():
    section(s, "배송지", "배송 정보", "받는 사람")
    s.lines_of([v.person(True), "  ", reader(s)])
    s.text(v.address())
    if s.chance(.4):
      s.text(r.choice(("문 앞", "경비실", "부재 시 연락", "배송메모: 문 앞에 놓아 주세요")))

  def payment():
    section(s, "결제 정보", "최종 결제금액", "결제 상세")
    sums(s, bill)
    s.truth["payment"] = "card"
    s.pair(r.choice(("결제수단", "결제방법")), [Piece(v.card(), "cardName", "card_name"), r.choice(("", " / 일시불", " 일시불", f" {r.randint(2, 6)}개월"))])

  blocks = [seller, products, payment] + [ship] * s.chance(.7)
  r.shuffle(blocks)
  for block in blocks:
    block()
  footer(s, .6)


@form("subscription", "online", 2, (40, 48, 56, 64))
def subscription(s):
  """A mail about a payment that comes each month."""
  r, v = s.r, s.v
  total = won(r, 1900, 120000)
  s.form = s.other = r.choice(("right", ": ", "column", " ", "below"))
  if s.chance(.4):
    s.lines_of([f"{r.choice(('보낸사람', 'From'))}: ", s.fact("merchant") if s.chance(.3) else v.english().title(), f" <billing@{v.english()}.com>"])
    s.text(f"{r.choice(('제목', 'Subject'))}: {r.choice(('정기결제 안내', '결제 영수증', '구독이 갱신되었습니다'))}")
  if s.chance(.7):
    s.text(s.fact("merchant"), r.choice((0, "centre")), r.choice((1, 1.5, 2)))
  s.text(r.choice(("정기결제 영수증", "구독 결제가 완료되었습니다", "결제 영수증", "이용료 결제 안내")), r.choice((0, "centre")))
  s.text(f"{v.person(True)}님, {r.choice(('이용해 주셔서 감사합니다.', '정기결제가 정상 처리되었습니다.'))}")
  plan = r.choice(("프리미엄", "베이직", "스탠다드", "월간", "연간", "패밀리")) + r.choice((" 이용권", " 멤버십", " 요금제", " 구독"))
  s.row((0, Piece(plan, "itemName")), ("right", s.money(total, tag="itemAmount")))
  s.items_truth.append({"name": plan, "amount": total})
  s.pairs([(r.choice(("결제일", "결제일시", "결제 일자")), s.when()), (r.choice(("이용기간", "서비스 기간")), [s.day(None, None), " ~ ", s.later(43200)[0]]),
           (r.choice(("다음 결제일", "다음 결제 예정일")), s.later(43200)[0]), (r.choice(("주문번호", "영수증번호", "결제번호")), v.digits(12)),
           (r.choice(("계정", "아이디")), f"{v.english()}{v.digits(2)}@{v.english()}.com")])
  bill = plain_bill(total)
  sums(s, bill)
  s.truth["payment"] = "card"
  s.pair(r.choice(("결제수단", "결제 수단", "카드")), [Piece(v.card(), "cardName", "card_name"), r.choice((" ", " - ", " **** ")), Piece(v.digits(4), "cardNumber", "card_number")])
  if "merchant" not in s.truth or s.chance(.6):
    s.rule(.5)
    bar = r.choice((" | ", " / ", "  "))
    s.lines_of([s.fact("merchant"), bar, r.choice(("대표 ", "대표이사: ")), s.fact("representative")])
    s.lines_of([r.choice(("사업자등록번호 ", "사업자번호 : ")), s.fact("businessNumber"), bar, s.fact("phone")])
    s.lines_of([s.fact("address")])
  s.foot(2)


# On paper forms.


@form("pad of receipts", ("shop", "restaurant", "mart", "service"), 2, (40, 44, 48, 56))
def pad(s):
  """A sheet of a pad: the supplier's cells two in a row, the sum, items by month and day."""
  r, v = s.r, s.v
  bill = s.bill("food" if s.chance(.4) else "service", discount=0, count=r.choice((1, 1, 2, 3, 4)))
  s.row((0, "NO."), ("centre", r.choice(("영 수 증", "간 이 영 수 증", "영 수 증 (공급받는자용)"))), height=r.choice((1, 1.5)))
  s.row((r.choice(("right", round(s.columns * .4))), [r.choice((v.person(True), v.shop("company"), "        ")), r.choice((" 귀하", " 貴下", " 귀중"))]))
  names = {"businessNumber": ("사업자등록번호", "등록번호", "사업자 등록번호"), "merchant": ("상호", "상 호"), "representative": ("성명", "성 명"), "address": ("사업장소재지", "소재지", "사업장 소재지")}
  side = r.choice(("공", "공 급 자", "공급자", ""))
  s.lines_of([side + " " if side else "", r.choice(names["businessNumber"]), "  ", s.fact("businessNumber")])
  one, other = [r.choice(names["merchant"]), "  ", s.fact("merchant")], [r.choice(names["representative"]), "  ", s.fact("representative"), r.choice(("", " (인)"))]
  s.lines_of(["급 " if side == "공" else "", *one, "   ", *other])
  s.lines_of(["자 " if side == "공" else "", r.choice(names["address"]), "  ", s.fact("address")])
  s.row((0, ["업태  ", r.choice(("소매", "음식", "서비스", "도소매")), "   종목  ", r.choice(("잡화", "한식", "문구", "철물", "꽃"))]))
  s.rule(.8)
  total = s.money(bill.total, "total", bare=True)
  if s.chance(.5):
    s.row((0, r.choice(("작성년월일", "작성 년월일"))), (round(s.columns * .32), r.choice(("공급대가총액", "금액"))), (round(s.columns * .72), "비고"))
    s.row((0, s.day()), (round(s.columns * .32), [r.choice(("₩", "\\", "")), total]))
  else:
    s.pair(r.choice(("일자", "작성일")), s.day())
    s.pair(r.choice(("합계금액", "금액")), [r.choice(("₩", "\\", "")), total, r.choice(("", "원", " 원정"))])
  s.text(r.choice(("위 금액을 정히 영수(청구)함", "위 금액을 영수함", "위와 같이 영수(청구)함")), "centre")
  s.rule(.8)
  spots = [0, 7] + [("end", round(s.columns * x)) for x in (.62, .8, 1)]
  dated, rows = s.chance(.6), []
  for i in bill.items:
    rows.append([f"{s.moment:%m/%d}" if dated else f"{s.moment.month}", Piece(i.name, "itemName"), Piece(f"{i.quantity:g}", "itemQuantity"), s.money(i.price, tag="itemPrice", bare=True),
                 s.money(i.amount, tag="itemAmount", bare=True)])
    s.items_truth.append({"name": i.name, "unit_price": i.price, "quantity": i.quantity, "amount": i.amount})
  s.table(spots, rows, [r.choice(("월일", "월 일")), "품목", "수량", "단가", r.choice(("금액", "공급대가(금액)", "공급대가"))])
  s.rule(.6)
  if s.chance(.5):
    s.row((0, r.choice(("합 계", "계"))), ("right", s.money(bill.total, bare=True)))


@form("charged card", ("transport", "online", "store"), 1, (28, 32, 40, 42))
def charged_card(s):
  """A prepaid card that is charged: the sum, what it held before and after."""
  r, v = s.r, s.v
  total, before = r.choice((5000, 10000, 20000, 30000, 50000)), won(r, 0, 30000, 50)
  s.titles(["교통카드 충전 영수증", "충전 영수증", "선불카드 충전", "카드 충전 확인증", "모바일 상품권 충전"], .95)
  s.heading(.4, "transport")
  rows = [(r.choice(("충전일시", "거래일시", "일시")), s.when()), (r.choice(("카드번호", "교통카드번호")), f"{v.digits(4)}-{v.digits(4)}-{v.digits(4)}-{v.digits(4)}"),
          (r.choice(("충전전 잔액", "이전잔액")), s.money(before)), (r.choice(("충전금액", "충전액")), s.money(total, "total")), (r.choice(("충전후 잔액", "잔액", "현재잔액")), s.money(before + total))]
  s.pairs(rows, form=r.choice(("right", ": ", " : ")))
  if s.chance(.4):
    cash_receipt(s, total)
  s.truth["payment"] = "cash"
  s.foot(2)
