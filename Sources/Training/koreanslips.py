"""Korean card slips as terminals of several companies print them, and slips on web pages."""
from koreanforms import form, slip_sums, won
from receiptbill import plain_bill
from receiptpaper import Piece, width
from receiptrows import items, pay, sums
from receiptvalues import VANS

KINDS = ("restaurant", "shop", "cafe", "mart", "service", "clinic", "pharmacy", "hotel")


class Terminal:
  """The slip of a terminal for one payment."""
  def __init__(self, s):
    v, r = s.v, s.r
    self.bill = plain_bill(won(r, 1500, 300000), s.chance(.06))
    self.card, self.number = Piece(v.card(), "cardName", "card_name"), Piece(v.card_number(), "cardNumber", "card_number")
    self.approval = Piece(v.approval(), "approvalNumber", "approval_number")
    self.part = Piece(r.choice(("일시불", "일시불", "0개월", "00", "3개월")), None, "installment")
    self.member, self.van = v.digits(r.choice((8, 9, 11))), r.choice(VANS)
    self.total = s.money(self.bill.total, "total")
    s.truth["payment"] = "card"


def complaint(s):
  """The notice that a shop's name or address may be wrong, beside the name of the terminal."""
  r = s.r
  first, second = r.choice(("EasyCheck", "키스-체크", "VAN-Check", "")), r.choice(VANS)
  for name, text in ((first, r.choice(("가맹점명, 가맹점주소가 실제와 다른", "가맹점명/주소가 실제와 다른경우"))),
                     (second, r.choice(("경우 신고안내 (포상금 10만원 지급)", "신고안내(포상금 10만원 지급)")))):
    s.row((0, f"{name} {text}".strip()))
  s.text(r.choice(("여신금융협회 : 02-2000-0000", "여신금융협회(02-2000-0000)")), r.choice((0, "centre")))


def two(s, left, right, middle=None):
  """Two labels with values in a row, or in two rows if they are too long."""
  long = sum(width(x) for x in left + right) + 1
  if long > s.columns:
    s.lines_of(left)
    return s.lines_of(right)
  s.row((0, left), (middle if middle and sum(map(width, left)) < middle else s.r.choice(("right", sum(map(width, left)) + 1)), right))


@form("slip with complaints", KINDS, 2.5)
def complaint_slip(s):
  r, t = s.r, Terminal(s)
  complaint(s)
  c = r.choice((": ", " : ", ":"))
  s.lines_of([r.choice(("가맹점명", "상호", "가맹점")) + c, s.fact("merchant")])
  two(s, [r.choice(("사업 No", "사업자No", "사업자번호")) + c, s.fact("businessNumber")], [r.choice(("대표자명", "대표자", "대표")) + c, s.fact("representative")])
  two(s, [r.choice(("전화번호", "TEL", "전화")) + c, s.fact("phone")], [r.choice(("단말 No", "단말기", "TID", "회선")) + c, s.v.digits(7)])
  s.lines_of([r.choice(("주    소", "주소", "주  소")) + c, s.fact("address")])
  s.rule(.4)
  s.row((r.choice((0, "centre")), r.choice(("[신용구매]", "[신용승인]", "[IC신용구매]", "신용구매"))))
  card_rows = [
      lambda: s.lines_of([r.choice(("카드 종류", "카드종류", "카 드 명")) + c, t.card]),
      lambda: two(s, [r.choice(("가맹 번호", "가맹번호", "가맹점번호")) + c, t.member], ["(", t.part, ")"] if s.chance(.5) else ["할부" + c, t.part]),
      lambda: s.lines_of([r.choice(("카드 번호", "카드번호")) + c, t.number, r.choice(("", " **/**", "(C)"))]),
      lambda: s.lines_of([r.choice(("거래 일시", "거래일시", "승인일시")) + c, *s.when()])
  ]
  if s.chance(.4):
    r.shuffle(card_rows)
  for row in card_rows:
    row()
  s.pairs(slip_sums(s, t.bill), form=r.choice(("right", " : ", ": ")))
  s.lines_of([r.choice(("승인 번호", "승인번호", "승인No")) + c, t.approval])
  if s.chance(.6):
    s.lines_of([r.choice(("매입사", "매입사명", "전표매입")) + c, s.v.card(), "  ", r.choice(("", "가맹" + c + t.member, "EDC매출표"))])
  s.row((r.choice((0, "centre")), r.choice(("[회원용]", "[고객용]", "(회원용)", "[가맹점용]"))))
  s.foot(2)


@form("slip of a terminal", KINDS, 2.5)
def terminal_slip(s):
  """The card first, in brackets and without labels; the shop in one row with its owner and number."""
  r, t, v = s.r, Terminal(s), s.v
  c = r.choice((":", ": "))
  s.row((r.choice((0, "centre")), r.choice(("신용승인(회 원 용)", "IC신용승인 (고 객 용)", "[신용카드(승인)전표]", "신용승인[IC]", "카드승인(고객용)"))), height=r.choice((1, 1, 1.5)))
  blocks = []

  def shop():
    form_ = r.random()
    if form_ < .35:
      s.lines_of([s.fact("merchant"), " ", s.fact("representative"), " ", s.fact("businessNumber")])
    elif form_ < .65:
      s.lines_of([r.choice(("가맹점", "상호", "가맹점명")) + c, s.fact("merchant")])
      two(s, [r.choice(("대표자", "대표")) + c, s.fact("representative")], [r.choice(("사업자", "사업자번호")) + c, s.fact("businessNumber")])
    else:
      s.lines_of([s.fact("merchant")])
      two(s, [s.fact("businessNumber")], [s.fact("representative")])
    s.lines_of([r.choice(("주소" + c, "주  소" + c, "")), s.fact("address")])
    if s.chance(.6):
      s.lines_of([r.choice(("TEL" + c, "전화" + c, "☎")), s.fact("phone")] + ([" 전표" + c, v.digits(4)] if s.chance(.4) else []))

  def payment():
    if s.chance(.35):
      s.lines_of(["[", t.card, "]"] if s.chance(.5) else [t.card])
      s.lines_of([t.number, r.choice(("", "(C)", " (IC)", " **/**")), " ", "할부" + c if s.chance(.5) else "", t.part])
    else:
      two(s, [r.choice(("카드종류", "카드사", "카드명")) + c, t.card], [r.choice(("**/**", "IC", "회선" + c + v.digits(2), "MS", "유효기간" + c + "**/**"))])
      two(s, [r.choice(("카드번호", "카드NO")) + c, t.number], [r.choice(("할부" + c, "")), t.part])
    s.lines_of([r.choice(("거래일시", "승인일시", "일시")) + c, *s.when()])
    two(s, [r.choice(("승인번호", "승인 번호", "승인NO")) + c, t.approval], [r.choice(("가맹", "가맹점번호", "가맹번호")) + c, t.member])
    two(s, [r.choice(("매입", "매입사", "매입사명")) + c, r.choice((v.card(), f"[{v.digits(3)}-EDC] {v.card()}"))],
        [r.choice(("EDC매출표", "DDC전표", "IC신용승인", "무서명", f"CAT{c}{v.digits(8)}"))])

  def amounts():
    s.pairs(slip_sums(s, t.bill), form=r.choice(("right", ": ", " : ")))

  blocks = [shop, payment, amounts]
  r.shuffle(blocks)
  if s.chance(.7):
    two(s, [r.choice(("단말기", "CAT ID", "TID")) + c, v.digits(r.choice((8, 10)))], [r.choice(("전표번호", "전표", "회선", "거래NO")) + c, v.digits(r.choice((4, 6)))])
  for block in blocks:
    block()
    s.rule(.35)
  s.lines_of([r.choice(("알림" + c, "* ", "")), r.choice(("자동이체 ", "EDC매출표 ", "무서명거래 ")), t.van, r.choice(("로 제출", "", " 제출"))])
  s.foot(2)


@form("slip in two columns", KINDS, 2.5, (36, 40, 42, 44, 48, 56))
def column_slip(s):
  """Each row has two labels with their values, in columns."""
  r, t, v = s.r, Terminal(s), s.v
  c, middle = r.choice((":", ": ", " ", " : ")), round(s.columns * r.choice((.5, .5, .55)))
  b = t.bill
  rows = [[("카드종류", t.card), ("할부개월", t.part)], [("카드번호", t.number), ("유효기간", "**/**")], [("거래종류", r.choice(("신용승인", "승인", "IC신용", "일반"))), ("승인번호", t.approval)],
          [("거래일시", s.when()), ("전표번호", v.digits(6))], [("매입사", v.card()), ("가맹점번호", t.member)],
          [("상호", s.fact("merchant")), ("대표자", s.fact("representative"))], [("사업자번호", s.fact("businessNumber")), ("전화", s.fact("phone"))],
          [("공급가액", s.money(b.supply, "supply")), ("부가세", s.money(b.tax, "tax"))], [("봉사료", s.money(0)), ("합계", t.total)]]
  names = {"상호": ("상호", "가맹점명", "가맹점"), "카드종류": ("카드종류", "카드사", "발급사"), "합계": ("합계", "승인금액", "합계금액"), "전화": ("전화", "전화번호", "TEL"),
           "전표번호": ("전표번호", "단말기번호", "회선", "순번"), "거래일시": ("거래일시", "승인일시"), "할부개월": ("할부개월", "할부"), "사업자번호": ("사업자번호", "사업자No")}
  s.titles(["신용카드 매출전표", "신용카드매출전표(고객용)", "카드매출전표", "매출전표", "IC신용승인"], .95)
  if s.chance(.3):
    r.shuffle(rows)
  for row in rows:
    (one, first), (other, second) = [(r.choice(names.get(label, (label,))), value if isinstance(value, list) else [value]) for label, value in row]
    two(s, [one + c] + first, [other + c] + second, middle)
    s.rule(.06)
  s.lines_of([r.choice(("주소", "가맹점주소")) + c, s.fact("address")])
  s.foot(2)


@form("slip on a web page", ("online", "service", "restaurant", "hotel"), 3, (44, 48, 56, 64, 72))
def web_slip(s):
  """The shop and the company that handles its payments, each with its numbers."""
  r, t, v = s.r, Terminal(s), s.v
  s.form = s.other = r.choice(("right", "column", " ", ": ", "below", "|"))
  s.text(r.choice(("신용카드 매출전표", "카드매출전표", "신용카드 매출전표 (온라인)", "구매영수증", "카드 영수증")), r.choice((0, "centre")), r.choice((1, 1.5)))

  def payment():
    s.text(r.choice(("결제정보", "카드 결제 정보", "거래정보")))
    rows = [(r.choice(("카드종류", "카드사", "결제수단")), t.card), (r.choice(("카드번호", "카드 번호")), t.number), ("할부", t.part), (r.choice(("승인번호", "거래승인번호")), t.approval),
            (r.choice(("결제일자", "거래일시", "승인일시")), s.when()), (r.choice(("상품명", "품명", "구매상품")), s.v.word() + " " + s.v.word()),
            (r.choice(("주문번호", "거래번호")), v.digits(14)), (r.choice(("구매자", "구매자명", "구매자 성명")), v.person(True)), ("취소일자", "-")]
    rows = [row for row in rows if s.chance(.85)]
    s.grid(rows) if s.chance(.25) else s.pairs(rows)

  def seller():
    s.text(r.choice(("판매자 정보", "이용상점정보", "가맹점 정보", "판매자정보", "공급자 정보")))
    s.heading(1)

  def company():
    s.text(r.choice(("결제대행사 정보", "PG사 정보", "결제대행사(PG) 정보", "전자결제대행")))
    s.pairs([(r.choice(("결제대행사", "회사명", "결제대행사명", "상호")), r.choice(("(주)", "")) + t.van), (r.choice(("대표자", "대표이사")), v.person(True)),
             (r.choice(("사업자등록번호", "사업자번호")), v.business_number()), (r.choice(("주소", "사업장소재지")), v.address()), (r.choice(("문의", "고객센터")), v.phone())])

  def amounts():
    s.text(r.choice(("결제 금액", "금액", "거래금액")))
    s.pairs(slip_sums(s, t.bill))

  blocks = [payment, amounts, seller] if s.chance(.5) else [seller, payment, amounts]
  if s.chance(.6):
    blocks.append(company)
  for block in blocks:
    block()
    s.rule(.4)
  s.foot(2)


@form("several payments", ("restaurant", "cafe", "mart", "shop"), 1.5)
def several(s):
  """A bill, then a list of payments by their kinds, then the card."""
  r = s.r
  bill = s.bill("food")
  s.titles()
  s.heading()
  s.meta(3)
  items(s, bill)
  sums(s, bill)
  s.text(r.choice(("결제수단별 결제내역", "[결제내역]", "** 결제 내역 **", "결제 상세내역")))
  s.row((0, r.choice(("01. 신용카드 : ", "신용카드 ", "1) 카드 : "))), ("right", s.money(bill.total)))
  s.rule(.4)
  v, t = s.v, Terminal(s)
  s.truth["total"] = bill.total
  s.lines_of(["[", r.choice(("카드", "카드명")), "] ", t.card, r.choice(("", " 회선:" + v.digits(1), " IC"))])
  s.lines_of(["[", r.choice(("번호", "카드번호")), "] ", t.number])
  two(s, ["[", r.choice(("승인", "승인번호")), "] ", t.approval], ["[", r.choice(("가맹", "가맹점")), "] ", t.member])
  two(s, ["[금액] ", s.money(bill.total), r.choice(("", " 원"))], ["[부가세]", r.choice((":", " ")), s.money(bill.tax)])
  s.lines_of(["[", r.choice(("할부개월", "할부")), "] ", t.part, r.choice(("", f"({v.card()})"))])
  s.lines_of(["[", v.digits(8), "] ", t.van, r.choice(("로제출", " 제출", ""))])
  s.text(r.choice((f"** {s.moment:%Y%m%d}-01-{v.digits(6)} **", f"★주문번호 : {v.digits(3)}★", f"순번 : {v.digits(3)}")), "centre")
  s.foot(2)
