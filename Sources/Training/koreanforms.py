"""The forms of Korean tills, card slips and journeys."""
import receiptlabels as L
import receiptsheet
from receiptbill import plain_bill
from receiptpaper import Piece
from receiptrows import card, items, pay, points, sums
from receiptvalues import VANS


def form(name, kind, weight=1, columns=None):
  return receiptsheet.form(name, ("KR",), kind, weight, columns)


def won(r, low=1000, high=200000, step=100):
  return round((low + (high - low) * r.random() ** 2.5) / step) * step


# Tills.


def till(s, kind, service=0, discount=.12, labelled=.45, **options):
  bill = s.bill(kind, service=service, discount=discount, **options)
  s.titles()
  if s.chance(.96):  # the others are cut
    s.heading(labelled)
  s.rule(.4)
  s.meta()
  items(s, bill)
  sums(s, bill)
  pay(s, bill)
  if s.chance(.15):
    s.rule()
    points(s)
  if s.chance(.25):
    s.rule()
    s.pairs([s.decoy() for _ in range(2)])
  s.foot()


@form("mart", "mart", 6)
def mart(s):
  till(s, "shop", discount=.2)


@form("convenience store", "store", 5)
def convenience(s):
  till(s, "shop", count=s.r.choice((1, 1, 2, 2, 3, 4, 5)))


@form("cafe", "cafe", 6)
def cafe(s):
  till(s, "drink", count=s.r.choice((1, 1, 2, 2, 3, 4, 5, 6)))


@form("restaurant", "restaurant", 8)
def restaurant(s):
  till(s, "food", service=.06, discount=.06)


@form("shop", ("shop", "online", "service"), 4)
def shop(s):
  till(s, "online" if s.chance(.5) else "service", count=s.r.choice((1, 1, 2, 3)))


@form("pharmacy till", "pharmacy", 1.5)
def pharmacy_till(s):
  till(s, "medicine", count=s.r.choice((1, 1, 2, 3)))


@form("fuel", "fuel", 4)
def fuel(s):
  r, v = s.r, s.v
  price = r.randint(900, 2100)
  litres = round(r.uniform(3, 70), r.choice((2, 3)))
  total = round(price * litres) if s.chance(.5) else won(r, 20000, 120000, 1000)
  litres = round(total / price, 3) if abs(price * litres - total) > 1 else litres
  bill = plain_bill(total)
  name = r.choice(("휘발유", "경유", "고급휘발유", "등유", "무연휘발유", "LPG", "부탄", "보통휘발유", "고속충전"))
  s.titles(L.TITLES + L.SLIP_TITLES)
  s.heading()
  s.meta(3)
  if s.chance(.5):
    rows = [(r.choice(("유종", "품명", "제품", "상품명")), Piece(name, "itemName")), (r.choice(("단가", "리터당", "단가(원/L)")), s.money(price, tag="itemPrice")),
            (r.choice(("주유량", "수량", "수량(L)", "충전량")), [Piece(f"{litres:g}", "itemQuantity"),
                                                       r.choice(("", "L", " L", "ℓ"))]),
            (r.choice(("금액", "주유금액", "판매금액")), s.money(total, tag="itemAmount"))]
    s.grid(rows) if s.chance(.4) else s.pairs(rows)
  else:
    s.row((0, Piece(name, "itemName")), (("end", round(s.columns * .5)), s.money(price, tag="itemPrice", bare=True)),
          (("end", round(s.columns * .72)), [Piece(f"{litres:g}", "itemQuantity"), r.choice(
              ("", "L"))]), ("right", s.money(total, tag="itemAmount", bare=True)))
  s.items_truth.append({"name": name, "unit_price": price, "quantity": litres, "amount": total})
  sums(s, bill)
  pay(s, bill)
  if s.chance(.4):
    s.pairs([(s.label("points"), f"{r.randint(1, 9999):,}"),
             (r.choice(("차량번호", "주유기", "주행거리")), f"{r.randint(10, 99)}{r.choice('가나다라마거너더러')}{v.digits(4)}")])
  s.foot()


# Card slips.


def slip_sums(s, bill):
  rows = [(s.label("supply"), s.money(bill.supply, "supply")), (s.label("tax"), s.money(bill.tax, "tax")),
          (s.label("total"), s.money(bill.total, "total"))]
  if s.chance(.3):
    rows.insert(2, (s.label("service"), s.money(0)))
  if s.chance(.2):
    rows = rows[-1:]
  return rows if s.chance(.8) else rows[::-1]


def slip(s, style):
  r = s.r
  bill = plain_bill(won(r, 1500, 300000), s.chance(.08))
  s.titles(L.SLIP_TITLES, .9)
  blocks = [lambda: s.heading(.85 if style != "bare" else .1), lambda: card(s, bill.total, style)]
  if s.chance(.5):
    blocks.reverse()
  if style == "grid":
    blocks.append(lambda: s.grid(slip_sums(s, bill)))
  else:
    blocks.append(lambda: s.pairs(slip_sums(s, bill)))
  blocks.insert(r.randint(0, 3), lambda: s.meta(3, .5))
  for block in blocks:
    block()
    s.rule(.4)
  if s.chance(.3):
    s.text(r.choice(VANS), r.choice((0, "centre", "right")))
  s.foot(3)


@form("card slip", ("restaurant", "shop", "cafe", "mart", "service", "clinic", "pharmacy", "hotel"), 8)
def labelled_slip(s):
  slip(s, "pairs")


@form("card slip in boxes", ("restaurant", "shop", "cafe", "service", "hotel", "company"), 4)
def boxed_slip(s):
  slip(s, "grid")


@form("card slip without labels", ("restaurant", "shop", "cafe", "service"), 2)
def bare_slip(s):
  slip(s, "bare")


@form("bilingual slip", ("restaurant", "shop", "hotel", "cafe"), 3)
def bilingual_slip(s):
  s.stacked = s.chance(.3)
  s.language = "ko" if s.stacked else "both"
  slip(s, "pairs" if s.chance(.7) else "grid")


@form("receipt above a slip", ("restaurant", "mart", "cafe"), 4)
def receipt_and_slip(s):
  bill = s.bill("food")
  s.titles()
  s.heading()
  s.meta()
  items(s, bill)
  sums(s, bill)
  s.pair(s.label("paidByCard"), s.money(bill.total))
  s.rule(.9)
  s.text(s.r.choice(L.SLIP_TITLES), "centre")
  s.heading(.85)
  card(s, bill.total, "pairs")
  if s.chance(.6):
    s.pairs(slip_sums(s, bill))
  s.foot(3)


# Journeys.


def plate(s):
  return f"{s.v.digits(s.r.choice((2, 3)))}{s.r.choice('가나다라마바사아자하허호')}{s.r.choice(('', ' '))}{s.v.digits(4)}"


@form("parking", "parking", 4)
def parking(s):
  r = s.r
  minutes = r.randint(10, 900)
  bill = plain_bill(won(r, 500, 40000), s.chance(.15))
  s.titles(["주차영수증", "주차요금 영수증", "영 수 증", "주차 정산 영수증", "[영수증]", "주차료 영수증", "정산영수증"], .9)
  s.heading(.6, "parking")
  s.rule()
  rows = [(r.choice(("차량번호", "차번호", "차량 번호")), plate(s)), (r.choice(("입차시간", "입차일시", "입차", "입차시각")), s.later(-minutes)),
          (r.choice(("출차시간", "출차일시", "출차", "정산시간", "정산일시")), s.when()),
          (r.choice(("주차시간", "주차 시간", "이용시간", "경과시간")),
           r.choice((f"{minutes // 60}시간 {minutes % 60}분", f"{minutes}분", f"{minutes // 60:02d}:{minutes % 60:02d}")))]
  if s.chance(.5):
    rows.append((r.choice(("주차요금", "총 주차요금", "주차 금액")), s.money(bill.total)))
    rows.append((r.choice(("할인금액", "할인요금", "할인")), s.money(0)._replace(field="discount")))
  s.pairs(rows)
  s.rule()
  sums(s, bill)
  pay(s, bill)
  s.foot(3)


@form("toll", "transport", 1.5)
def toll(s):
  r, total = s.r, won(s.r, 800, 30000)
  s.titles(["통행료 영수증", "영수증", "고속도로 통행료 영수증", "통행요금 영수증", "하이패스 영수증"], .95)
  s.heading(.5, "transport")
  places = [f"{s.v.word()}{r.choice(('', 'TG', '영업소', ' IC'))}" for _ in range(2)]
  s.pairs([(r.choice(("입구", "입구영업소", "진입")), places[0]), (r.choice(("출구", "출구영업소", "진출")), places[1]),
           (r.choice(("차종", "차종구분")), f"{r.randint(1, 6)}종"), (s.label("date"), s.when()),
           (r.choice(("통행료", "통행요금", "수납금액", "요금")), s.money(total, "total"))])
  pay(s, plain_bill(total))
  s.foot(3)


@form("taxi", "transport", 2.5)
def taxi(s):
  r, total = s.r, won(s.r, 3300, 60000)
  s.titles(["영수증", "택시 영수증", "TAXI RECEIPT", "택시요금 영수증", "신용카드 영수증", "이용 영수증"], .9)
  s.heading(.7, "transport")
  rows = [(r.choice(("차량번호", "차량")), plate(s)), (s.label("person"), s.v.person(True)), (r.choice(("승차시간", "승차", "탑승시각")), s.when()),
          (r.choice(("하차시간", "하차", "하차시각")), s.later(r.randint(5, 90))), (r.choice(("거리", "주행거리", "이동거리")), f"{r.uniform(1, 40):.2f}km"),
          (r.choice(("요금", "택시요금", "승차요금", "미터요금", "운임")), s.money(total, "total"))]
  s.pairs([row for row in rows if s.chance(.75) or row[1] == rows[-1][1]])
  if s.chance(.7):
    card(s, total)
  s.foot(2)


@form("bus and train", "transport", 2)
def bus(s):
  r, count = s.r, s.r.choice((1, 1, 1, 2, 3))
  fare = won(r, 1500, 60000)
  s.titles(["승차권", "버스 승차권", "시외버스 승차권", "영수증", "고속버스 승차권", "승차권(영수증)", "열차 승차권 영수증", "여객선 승선권"], .95)
  s.row((0, f"{r.choice(('서울', '부산', '대전', '광주', '강릉', '춘천'))} → {s.v.word()}"), height=r.choice((1, 1.5, 2)))
  s.pairs([(r.choice(("출발일시", "출발", "승차일")), s.when()),
           (r.choice(("좌석", "좌석번호")), r.choice((f"{r.randint(1, 45)}번", f"{r.randint(1, 18)}호차 {r.randint(1, 15)}{r.choice('ABCD')}"))),
           (r.choice(("등급", "차종")), r.choice(("일반", "우등", "프리미엄", "고속", "KTX", "무궁화")))])
  s.pair(r.choice(("운임", "요금", "승차요금")), s.money(fare))
  s.pair(r.choice(("매수", "인원")), f"{count}{r.choice(('매', '명', ''))}")
  s.pair(s.label("total"), s.money(fare * count, "total"))
  pay(s, plain_bill(fare * count))
  s.heading(.8, "transport")
  s.foot(3)
