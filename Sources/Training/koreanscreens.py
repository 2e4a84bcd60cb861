"""Korean forms on screens: orders, payments, messages and mails."""
import receiptlabels as L
from koreanforms import form, slip_sums, won
from receiptbill import plain_bill
from receiptpaper import Piece
from receiptrows import card_rows, items, sums

# Screens and messages.


def screen(s):
  """The line of a telephone's state and the title of a screen."""
  r = s.r
  if s.chance(.5):
    s.row((0, f"{r.randint(1, 12)}:{r.randint(10, 59)}"), ("right", r.choice(("LTE {n}%", "5G {n}", "{n}%", "KT LTE")).format(n=r.randint(10, 100))))
  if s.chance(.7):
    s.text(r.choice(("< 주문 상세", "결제내역", "< 상세내역", "X 영수증", "매출전표 ×", "주문/배송 상세", "이용내역 상세", "영수증 상세", "결제 상세", "거래확인증", "< 카드 매출전표", "구매영수증")),
           r.choice((0, "centre")))


def section(s, *titles):
  s.rule(.4)
  if s.chance(.85):
    s.text(s.r.choice(titles), 0, s.r.choice((1, 1, 1.2)))


@form("online order", "online", 5)
def online_order(s):
  r, v = s.r, s.v
  bill = s.bill("online", fee=r.choice((0, 0, 2500, 3000)), count=r.choice((1, 1, 2, 3)))
  screen(s)
  s.form = s.other = r.choice(("right", "right", "column", " ", "below"))

  def order():
    section(s, "주문 정보", "주문상세", "주문 상세", "주문내역", "상품 정보")
    s.pairs([(r.choice(("주문번호", "주문 번호")), v.digits(r.choice((13, 16)))), (r.choice(("주문일자", "주문일시", "주문일")), s.when())])
    for i in bill.items:
      if s.chance(.4):
        s.text(r.choice(("배송완료", "구매확정", "배송중", "결제완료", "무료배송", "로켓배송")))
      s.text(Piece(i.name, "itemName"))
      quantity = Piece(str(i.quantity), "itemQuantity")
      s.lines_of([s.money(i.amount - i.discount, tag="itemAmount"),
                  r.choice((" · ", " / ", "  ", " | ")), quantity,
                  r.choice(("개", "개",
                            ""))] if s.chance(.6) else [r.choice((
                                "수량 ",
                                "")), quantity, "개  ", s.money(i.amount - i.discount, tag="itemAmount")])
      s.items_truth.append({"name": i.name, "quantity": i.quantity, "amount": i.amount - i.discount})

  def payment():
    section(s, "결제 정보", "결제정보", "결제 금액", "최종 결제 정보")
    rows = [(r.choice(("상품금액", "주문금액", "총 상품금액", "상품 금액")), s.money(bill.subtotal))]
    if bill.discount:
      rows.append((s.label("discount"), s.money(-bill.discount)._replace(field="discount", value=bill.discount)))
    rows.append((s.label("fee"), s.money(bill.fee)))
    rows.append((r.choice(("총 결제금액", "결제금액", "최종 결제금액", "총 결제 금액")), s.money(bill.total, "total")))
    s.pairs(rows)
    s.truth["payment"] = "card"
    s.pair(r.choice(("결제수단", "결제방법", "결제 수단")), [Piece(v.card(), "cardName", "card_name"), r.choice(("", " / 일시불", " (일시불)"))])
    if s.chance(.4):
      s.pairs(card_rows(s, bill.total)[1:])

  def seller():
    section(s, "판매자 정보", "판매자정보", "판매자", "상점 정보", "이용상점 정보", "가맹점 정보")
    s.heading(1)

  def delivery():
    section(s, "배송지 정보", "받는 사람 정보", "배송지")
    s.pairs([(r.choice(("받는사람", "수령인", "받는 분")), v.person(True)), (r.choice(("연락처", "휴대폰")), f"010-{v.digits(4)}-{v.digits(4)}"),
             (r.choice(("받는주소", "배송지", "주소")), v.address())])

  blocks = [order, payment] + ([delivery] if s.chance(.5) else [])
  r.shuffle(blocks)
  for block in blocks + [seller]:
    block()
  s.foot(3)


@form("delivery app", ("restaurant", "cafe"), 3)
def delivery_app(s):
  r, v = s.r, s.v
  bill = s.bill("food", fee=r.choice((0, 1000, 2000, 3000, 3500)), count=r.choice((1, 2, 2, 3)))
  screen(s)
  if s.chance(.5):
    s.text(r.choice(("배달이 완료되었어요", "배달완료", "포장완료", "주문이 완료되었습니다")))
  s.text(s.fact("merchant"), 0, r.choice((1, 1.3, 1.5)))
  s.pairs([(r.choice(("주문일시", "주문일", "주문시간")), s.when()), (r.choice(("주문번호", "주문 번호")), r.choice((v.digits(10), "B" + v.digits(9))))])
  section(s, "주문내역", "메뉴", "주문 메뉴")
  items(s, bill, {"na": 3, "nqa": 2, "qna": 1}, 0)
  sums_of = [(r.choice(("주문금액", "총 주문금액")), s.money(bill.subtotal))
            ] + ([(s.label("discount"), s.money(-bill.discount)._replace(field="discount", value=bill.discount))] if bill.discount else [])
  s.pairs(sums_of + [(s.label("fee"), s.money(bill.fee)), (r.choice(("총 결제금액", "결제금액", "합계")), s.money(bill.total, "total"))], form="right")
  s.truth["payment"] = "card"
  s.pair(r.choice(("결제방법", "결제수단")), Piece(v.card(), "cardName", "card_name"), form="right")
  section(s, "배달 정보", "배달주소", "배달지")
  s.text(v.address())
  s.pair(r.choice(("전화번호", "안심번호", "연락처")), f"0505-{v.digits(4)}-{v.digits(4)}")
  if s.chance(.5):
    section(s, "가게 정보", "사업자 정보", "가게정보")
    s.heading(.95)


@form("app of a card", ("restaurant", "store", "cafe", "mart", "online", "transport"), 4)
def card_app(s):
  r, v = s.r, s.v
  bill = plain_bill(won(r, 1000, 200000))
  screen(s)
  s.form = s.other = r.choice(("right", "right", "column", "below", " "))
  if s.chance(.7):
    s.text(s.fact("merchant"), r.choice((0, "centre")), r.choice((1, 1.3)))
  if s.chance(.7):
    s.text(s.money(bill.total, "total")._replace(text=f"{bill.total:,}원"), r.choice((0, "centre")), r.choice((1, 1.5, 2)))
  card_name, last = Piece(v.card(), "cardName", "card_name"), Piece(v.digits(4), "cardNumber", "card_number")
  s.truth["payment"] = "card"
  form_ = r.random()
  rows = [(s.label("date"), s.when()), (s.label("approvalNumber"), Piece(v.approval(), "approvalNumber", "approval_number")),
          (s.label("kind"), r.choice(L.STATES)), (s.label("installment"), Piece("일시불", None, "installment"))]
  if form_ < .4:
    s.row((0, [card_name, " (", last, ")"]))
  else:
    rows.insert(r.randint(0, 4), (s.label("cardName"), [card_name] + (["(", last, ")"] if s.chance(.5) else [])))
  rows = [row for row in rows if s.chance(.85)] + slip_sums(s, bill)
  names = [(s.label("merchant"), s.fact("merchant"))] + [
      (s.label(key), s.fact(key)) for key in ("businessNumber", "representative", "phone", "address") if s.chance(.6)
  ] + [(r.choice(("가맹점 번호", "가맹점번호")), v.digits(10))]
  s.pairs(rows + names if s.chance(.6) else names + rows)
  s.foot(2)


@form("message of a payment", ("restaurant", "store", "cafe", "mart", "online", "clinic"), 2)
def message(s):
  r, v = s.r, s.v
  total = won(r, 1000, 200000)
  name, shop, amount = Piece(v.card(), "cardName", "card_name"), s.fact("merchant"), s.money(total, "total")._replace(text=f"{total:,}원")
  s.day_form = r.choice(("{0:%m/%d}", "{0:%Y-%m-%d}", "{0:%Y.%m.%d}"))
  s.clock, s.truth["payment"] = "%H:%M", "card"
  day = s.day() if "Y" in s.day_form else s.day(None, None)
  person = v.person(True)
  masked = person[0] + "*" + person[-1]
  form_ = r.random()
  if form_ < .4:
    s.row((0, r.choice(("[Web발신]", "[WEB발신]", "<알림>"))))
    s.lines_of(["[", name, "]", r.choice(("승인 ", " 승인 ", "")), masked])
    s.lines_of([amount, " ", r.choice(("일시불", "일시불 승인", "사용"))])
    s.lines_of([day, " ", s.hour()])
    s.lines_of([shop, r.choice(("", " 사용", " 누적" + f"{r.randint(1, 300) * 10000:,}원"))])
  elif form_ < .7:
    s.lines_of([shop, r.choice(("에서 ", " 에서 ")), amount, r.choice(("을 결제했어요", " 결제가 완료되었습니다", "을 결제하였습니다."))])
    s.pairs([(r.choice(("결제수단", "결제카드")), name), (s.label("date"), [day, " ", s.hour()]), (s.label("merchant"), s.fact("merchant")),
             (r.choice(("잔여 한도", "누적금액", "보유 포인트")), s.money(won(r, 10000, 3000000)))])
  else:
    s.text(r.choice(("결제가 완료되었습니다", "결제 완료", "카드 승인 안내")), 0, r.choice((1, 1.5)))
    s.pairs([(r.choice(("결제금액", "승인금액")), amount), (s.label("merchant"), shop), (r.choice(("결제일시", "승인일시")), [day, " ", s.hour()]),
             (r.choice(("결제수단", "카드")), name)])


@form("mail of a shop", "online", 2, (56, 64, 72))
def mail(s):
  r, v = s.r, s.v
  bill = s.bill("online", fee=r.choice((0, 3000)), count=r.choice((1, 2, 3)))
  if s.chance(.4):
    s.text(f"{r.choice(('보낸사람', '보낸 사람', 'From'))}: {v.english().title()} <no-reply@{v.english()}.com>")
    s.text(f"{r.choice(('받는사람', '받는 사람', 'To'))}: {v.person(True)}")
  s.text([f"[{r.choice(('주문', '결제'))} 안내] "][0] + r.choice(("주문이 완료되었습니다.", "결제가 정상적으로 완료되었습니다.", "주문하신 내역입니다.")))
  s.lines_of([f"{v.person(True)}님, ", s.fact("merchant"), r.choice(("을 이용해 주셔서 감사합니다.", "에서 주문해 주셔서 감사합니다.", "입니다."))])
  s.pairs([("주문번호", v.digits(14)), (r.choice(("주문일시", "결제일시")), s.when())])
  items(s, bill, {"nqa": 2, "npqa": 2, "nqpa": 1}, .9)
  sums(s, bill)
  s.truth["payment"] = "card"
  s.pair(r.choice(("결제수단", "결제방법")), Piece(v.card(), "cardName", "card_name"))
  s.pairs([("받는분", v.person(True)), ("배송지", v.address())])
  s.rule()
  lines = [
      s.fact("merchant"),
      r.choice((" | ", " ", " / ")), "대표 ",
      s.fact("representative"),
      r.choice((" | ", " ", " / ")), "사업자등록번호 ",
      s.fact("businessNumber")
  ]
  s.lines_of(lines)
  s.lines_of([r.choice(("", "주소 ", "주소: ")), s.fact("address")])
  s.lines_of([r.choice(("고객센터 ", "전화 ", "대표전화: ")), s.fact("phone")])
