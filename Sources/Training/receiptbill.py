"""Draws bills with sums that are right: items, options, discounts, taxes, service, tips, rounding, payments.

Amounts are whole numbers of the smallest unit: won, cents.
"""
from dataclasses import dataclass, field

import vocabulary as V

# Names of items and usual prices in won for each kind of shop.
KOREAN = {
    "food": (V.FOOD, (4000, 38000, 500)), "drink": (V.FOOD[:24], (2000, 7500, 100)), "shop": (V.ITEMS, (500, 25000, 10)),
    "medicine": ("타이레놀정500mg 게보린정 판콜에스 훼스탈플러스 마데카솔연고 아로나민골드 후시딘연고 파스 밴드 인공눈물 비타민C 유산균 종합감기약 소화제 진통제 마스크 체온계 가글 콘택트렌즈세정액 임산부영양제 혈압계".split(),
                 (1000, 45000, 500)),
    "service":
        ("커트 펌 염색 클리닉 드라이 샴푸 와이셔츠 정장상의 코트 이불 운동화 1개월이용권 PT10회 수강료 교재비 등록비 자유이용권 락커 수건대여 라운드 그린피 카트료 레인이용 게임비 입장료 강습료 월회비 렌탈료 사진촬영 인화 명함 현수막 복사 제본".
         split(), (3000, 180000, 1000)),
    "business": (
        "복사용지 토너 프린터 모니터 노트북 키보드 마우스 책상 의자 파티션 화이트보드 종이컵 커피믹스 생수 볼펜 파일 봉투 박스테이프 포장박스 에어캡 LED전구 케이블 멀티탭 공구세트 장갑 안전화 청소용역 유지보수 설치비 운반비 임대료 철판 각파이프 볼트 시멘트 합판 페인트 실리콘 밸브 호스 모터 센서 회로기판 원단 지퍼 단추 배추 양파 감자 쌀20kg 고춧가루 식용유 간장말통 돼지전지 닭정육 냉동새우"
        .split(), (1000, 350000, 100)), "room": ("객실료 조식 미니바 룸서비스 세탁 봉사료 주차료 엑스트라베드 레이트체크아웃 사우나".split(), (5000, 280000, 1000)), "ticket":
            ("성인 청소년 어린이 경로 단체 특별전 통합권 야간권 1일권 오후권 리프트 장비대여".split(), (3000, 60000, 500)),
    "mail": ("등기통상 일반등기 익일특급 소포 국제특급 우표 선납봉투 소포상자2호 소포상자4호 내용증명 빠른등기 EMS".split(), (400, 35000, 10)), "online": (
        "무선이어폰 스마트워치 케이스 충전기 보조배터리 운동화 티셔츠 청바지 원피스 니트 패딩 백팩 텀블러 프라이팬 냄비 이불세트 베개 러그 조명 선풍기 가습기 청소기 캣타워 강아지사료 고양이모래 기저귀 물티슈 영양제 도서 퍼즐 캠핑의자 텐트 랜턴 자전거헬멧 요가매트 아령 화분 비료 드라이버세트"
        .split(), (3900, 189000, 100)),
    "treatment": (
        "진찰료 초진진찰료 재진진찰료 입원료 식대 투약및조제료 주사료 마취료 처치및수술료 검사료 영상진단 방사선치료료 치료재료대 재활및물리치료료 전혈및혈액성분 CT진단료 MRI진단료 초음파진단료 제증명료 선택진료료 정액수가 심층열치료 표층열치료 경피적전기신경자극치료 일반혈액검사 요검사 흉부촬영 약품비 도수치료 체외충격파"
        .split(), (500, 120000, 10)),
}
ENGLISH = {
    "food":
        "Burger|Cheeseburger|Fish Tacos|Caesar Salad|Cobb Salad|Clam Chowder|Buffalo Wings|Nachos|Quesadilla|Ribeye 12oz|NY Strip|Chicken Parm|Spaghetti|Fettuccine Alfredo|Margherita Pizza|Lg Pepperoni|Garlic Knots|Pad Thai|Spring Rolls|Miso Soup|California Roll|Spicy Tuna|Teriyaki Chkn|Fried Rice|Orange Chicken|Carnitas|Enchiladas|Chips & Salsa|Guacamole|Mac & Cheese|BLT|Club Sandwich|French Dip|Eggs Benedict|Pancakes|French Toast|Omelette|Hash Browns|Side Bacon|Fries|Sweet Pot Fries|Onion Rings|Cheesecake|Tiramisu|Creme Brulee|Brownie Sundae|Kids Tenders|Lunch Special|Soup of Day|Oysters 1/2 dz|Grilled Salmon|Lobster Roll|Fish & Chips|Sunday Roast|Bangers & Mash|Lamb Curry|Butter Chicken|Garlic Naan|Samosa|Masala Dosa|Paneer Tikka|Biryani|Schnitzel|Currywurst|Croque Monsieur|Steak Frites|Paella|Risotto"
        .split("|"),
    "drink":
        "Coffee|Iced Tea|Diet Coke|Coke|Sprite|Lemonade|Latte|Cappuccino|Cold Brew|Mocha Grande|Hot Tea|Orange Juice|Sparkling Water|IPA Pint|Lager|Draft Beer|Bud Light|Margarita|Mojito|Old Fashioned|Gin & Tonic|Gls Cabernet|Gls Chardonnay|Btl Merlot|Prosecco|Espresso|Dbl Espresso|Chai|Hot Choc|Croissant|Blueb Muffin|Bagel w/ CC|Scone|Root Beer|Guinness|Half Pint Cider|Flat White|Long Black|Smoothie"
        .split("|"),
    "shop":
        V.ENGLISH_ITEMS +
        "ORG BANANAS|GALA APPLES|WHOLE MILK GAL|LRG EGGS DZ|WHT BREAD|GRND BEEF 80/20|CHKN BREAST|BABY SPINACH|GRK YOGURT|CHEDDAR BLK|TORTILLA CHIPS|PAPER TOWELS|DISH SOAP|AA BATTERIES|BABY WIPES|DOG FOOD 30LB|SPAG SAUCE|OLIVE OIL|PASTA 1LB|CEREAL|PNUT BUTTER|ICE CRM 48OZ|FRZN PIZZA|BTL WATER 24PK|LIGHT BULBS|TAPE MEASURE|WOOD SCREWS|2X4X8 STUD|PAINT GAL|GARDEN HOSE|USB CABLE|HDMI 6FT|NOTEBOOK|GEL PENS|IBUPROFEN|COUGH SYRUP|VITAMIN D|SHAMPOO"
        .split("|"),
    "online":
        "USB-C Cable 2m|Wireless Mouse|Phone Case|Water Bottle|Desk Lamp|Running Shoes|Cotton T-Shirt|Backpack|Cookbook|Board Game|Yoga Mat|Headphones|Monthly Plan|Annual Subscription|Cloud Storage 200 GB|Domain renewal|Photo Print|Gift Card|E-book|Coffee Beans 1 kg|Ceramic Mug|Standard Shipping|Pro License|Support Plan"
        .split("|"),
    "room":
        "Room Charge|Room Tax|Occupancy Tax|Parking|Breakfast|Minibar|Room Service|Laundry|Resort Fee|Internet|Late Checkout|Restaurant".split("|"),
    "ticket":
        "Adult|Child|Senior|Student|Family Ticket|Audio Guide|Locker|Day Pass".split("|"),
    "service":
        "Haircut|Color|Oil Change|Tire Rotation|Brake Inspection|Labor 1.5 hr|Dry Clean Shirt|Alteration|Consultation|Massage 60|Repair|Delivery|Installation|Dog Groom|Cleaning"
        .split("|"),
}
ENGLISH["medicine"] = ENGLISH["shop"]
ENGLISH["business"] = ENGLISH["service"] + ENGLISH["shop"]
# Tax rates in per mille and how a country adds them: included in the prices or added to them.
TAXES = {
    "KR": (("부가세", 100, True),), "US": (("Tax", 0, False),), "CA": (("GST", 50, False), ("PST", 70, False)), "GB": (("VAT", 200, True),
                                                                                                                   ), "AU": (("GST", 100, True),),
    "MY": (("GST", 60, True),), "SG": (("GST", 70, False),), "IN": (("CGST", 25, False), ("SGST", 25, False)), "DE": (("MwSt", 190, True),), "FR": (
        ("TVA", 200, True),), "ES": (("IVA", 100, True),), "IT": (("IVA", 220, True),), "NL": (("BTW", 210, True),), "JP": (("Consumption Tax", 100, True),), "IE": (("VAT", 230, True),)
}


@dataclass
class Item:
  name: str
  price: int
  quantity: float
  amount: int
  free: bool = False
  discount: int = 0
  options: list = field(default_factory=list)
  weight: str = ""


@dataclass
class Bill:
  items: list
  discount: int = 0
  service: int = 0
  fee: int = 0
  rounding: int = 0
  tip: int = 0
  taxes: list = field(default_factory=list)  # (name, rate in per mille, amount)
  included: bool = True
  supply: int = 0
  free: int = 0
  subtotal: int = 0
  total: int = 0

  @property
  def tax(self):
    return sum(amount for _, _, amount in self.taxes)


def item_name(v, kind):
  r = v.r
  if not v.korean:
    name = r.choice(ENGLISH.get(kind, ENGLISH["shop"]))
    if v.chance(.06):
      name = r.choice(
          (f"#{r.randint(1, 12)} {name}", f"{name} ({r.randint(2, 12)})", f"DEPT {r.randint(1, 20):02d}", "GROCERY", "MISC", "OPEN FOOD", "TAXABLE",
           f"{v.english().upper()[:4]} {v.english().upper()[:5]}", f"{name} & {v.english().title()}", f"{r.randint(6, 20)}oz {name}"))
    if v.chance(.15):
      name = f"{name} {r.choice((v.english().title(), 'Lg', 'Sm', 'Reg', 'w/ ' + v.english(), r.choice(('500g', '1kg', '12oz', '2L', '6pk'))))}"
    return name.upper() if v.country in ("MY", "SG") and v.chance(.8) or v.chance(.2) else name
  name = r.choice(KOREAN[kind][0])
  if kind in ("treatment", "ticket", "room", "mail"):
    return name
  form = r.random()
  if form < .12:
    name = f"{v.word()} {name}"
  elif form < .2:
    name = r.choice(V.OPTIONS) + r.choice(("", " ")) + name
  elif form < .3:
    name += r.choice((" ", "")) + r.choice(V.OPTIONS)
  elif form < .4:
    name += r.choice((f"{r.randint(1, 99) * 10}{r.choice(('g', 'ml', 'G', 'ML', 'M'))}", f" {r.randint(1, 20)}입", f"*{r.randint(2, 24)}",
                      f"({r.randint(1, 30)}개입)", f"{r.choice((1, 1.5, 2, 5, 10))}{r.choice(('L', 'kg', 'KG'))}"))
  elif form < .48:
    name = r.choice((f"{r.choice(v.word())}){name}", f"[{v.word()}]{name}", f"{v.word()}){name}", f"<{v.word()}>{name}", f"({v.word()}){name}",
                     f"P{name}", f"{v.english().title()} {name}"))
  elif form < .56:
    name += r.choice(
        (f"{r.randint(1, 30) * 100}", f" {r.randint(1, 60) * 5}", f" {r.randint(1, 20)}", f"{r.randint(1, 9)}",
         f"*{r.randint(5, 95) * 5}g*{v.word()}", f"{r.randint(3, 40) * 10}g*{r.randint(2, 6)}", f" {r.randint(1, 40) * 5}g*{r.randint(10, 200)}개"))
  elif form < .64:
    name = r.choice(("(Hot) {}", "(Ice) {}", "(HOT){}", "{}(ICED)", "I){}", "H-{}", "[중고] {}", "{}(포장)", "ICE {}", "{} L", "{}(R)", "({}) 세트",
                     "{}/{w}", "[2+1] {}", "T){}", "*{}")).format(name, w=v.word())
  elif form < .68:  # titles of several words, models
    name = r.choice((f"{v.word()}의 {v.word()} {name}", f"{v.word()} {v.word()} {name}({v.word()} {v.word()}",
                     f"{v.english().upper()} {v.english().title()} {r.randint(1, 99) * 10}{v.english()[:2].upper()}",
                     f"{v.word()}하는 {name} {r.randint(1, 12)}", f"{v.latin()} {name}({v.english()[0].upper()})"))
  elif form < .73:
    name = r.choice((v.english().title() + " " + v.english().title(), f"{name}&{r.choice(KOREAN[kind][0])}", f"{name}+{r.choice(KOREAN[kind][0])}",
                     f"{name}/{v.word()}"))
  return name


def price_of(v, kind):
  if not v.korean:
    low, high = {"drink": (150, 1200), "food": (395, 3499), "shop": (49, 2999), "room": (900, 28900)}.get(kind, (300, 9900))
    price = v.r.randint(low, high)
    return price // 5 * 5 if v.country in ("MY", "AU") or v.chance(.4) else price
  low, high, step = KOREAN[kind][1]
  low, high = low // step, high // step
  return round(low + (high - low) * v.r.random() ** 2) * step


def item(v, kind):
  r, price = v.r, price_of(v, kind)
  quantity = r.choice((1,) * 7 + (2, 2, 3, 4, 5, 10)) if kind != "business" else r.randint(1, 40)
  if kind == "shop" and v.chance(.07):  # by weight
    quantity = round(r.uniform(.1, 3), 3 if v.korean else 2)
    amount = round(price * quantity)
    made = Item(item_name(v, kind), price, quantity, amount // 10 * 10 if v.korean else amount, weight="kg" if v.country != "US" else "lb")
  else:
    made = Item(item_name(v, kind), price, quantity, price * quantity)
  if kind in ("food", "drink") and v.chance(.2):
    for _ in range(r.randint(1, 3)):
      extra = r.choice((None, None, 0, 500, 1000) if v.korean else (None, None, None, None, 75, 150))
      text = r.choice(V.OPTIONS) + v.word() if v.korean else r.choice(
          (f"{r.choice(('add', 'no', 'extra', 'w/', 'side', 'sub'))} {v.english()}", f"{v.english()} {r.choice(ENGLISH['food']).split()[0]}".upper(),
           f"{v.english()} {v.english()}".title(), r.choice(ENGLISH["drink"]),
           r.choice(("Med Rare", "Over Easy", "TO GO", "Ranch", "On the side", "NO ICE"))))
      made.options.append((text, extra))
  if kind in ("shop", "online", "drink") and v.chance(.11) and made.amount > 1000:
    made.discount = made.amount // 10 // (100 if v.korean else 1) * (100 if v.korean else 1)
  if kind in ("food", "drink") and v.chance(.04):  # part of a set, or a price for all
    made.price = made.amount = 0
  made.free = v.korean and kind == "shop" and v.chance(.25)
  return made


def bill(v, kind, count=None, service=.0, fee=0, discount=.12):
  """A bill of a country; `service` and `discount` are how often there is one, `fee` is one of delivery."""
  r = v.r
  items = [item(v, kind) for _ in range(count or min(28, 1 + int(r.expovariate(.28))))]
  made = Bill(items, fee=fee)
  gross = sum(i.amount - i.discount + sum(p or 0 for _, p in i.options) for i in items)
  made.subtotal = gross
  unit = 100 if v.korean else 1
  if v.chance(discount) and gross > 20 * unit:
    made.discount = max(1, int(gross * r.choice((.05, .1, .1, .2, .3))) // unit) * unit
  net = gross - made.discount
  if v.chance(service):
    made.service = round(net * r.choice((.05, .1, .1, .125, .15, .18, .2)))
  rates = TAXES[v.country]
  if v.country == "US":
    rates = r.choice((((r.choice(("Tax", "Sales Tax", "Tax 1", "TAX", "State Tax")), r.randint(40, 104), False),), ((r.choice(
        ("Tax", "Local Tax")), r.randint(40, 90), False),), (("State Tax", r.randint(40, 70), False), (r.choice(
            ("City Tax", "Local Tax", "Liquor Tax")), r.randint(5, 40), False)), ()))
  elif v.country in ("MY", "SG"):
    rates = r.choice(((("GST", 60, r.random() < .6),), (("SST", 60, False),), ()) if v.country == "MY" else ((("GST", r.choice((70, 80, 90)),
                                                                                                               r.random() < .4),), ()))
  elif v.country == "JP":
    rates = ((r.choice(("Tax", "Consumption Tax", "Tax(10%)", "Inclusive Tax")), r.choice((100, 100, 80)), r.random() < .8),)
  elif v.country == "IN":
    half = r.choice((25, 25, 60, 90))
    rates = (("CGST", half, False), ("SGST", half, False))
  elif v.country == "CA":
    rates = r.choice(((("HST", 130, False),), (("GST", 50, False), ("PST", 70, False)), (("GST", 50, False),)))
  made.included = bool(rates) and rates[0][2]
  made.free = min(net, sum(i.amount - i.discount for i in items if i.free) if v.korean else 0)
  if made.discount and made.free:
    made.free = net * made.free // max(1, gross)
  base = net + made.service + (made.fee if made.included else 0)
  if made.included:
    taxed = base - made.free
    made.taxes = [(name, rate, taxed - round(taxed * 1000 / (1000 + rate))) for name, rate, _ in rates]
    made.supply, made.total = taxed - made.tax, base
  else:
    made.taxes = [(name, rate, round(base * rate / 1000)) for name, rate, _ in rates]
    made.supply, made.total = base, base + made.tax + made.fee
  if v.country in ("MY", "SG", "AU") and v.chance(.6):
    made.rounding = (made.total + 2) // 5 * 5 - made.total
    made.total += made.rounding
  return made


def plain_bill(total, free=False):
  """A bill of one amount, without items; one that is free of tax has a tax of nothing."""
  tax = 0 if free else total - round(total / 1.1)
  return Bill([], taxes=[("부가세", 100, tax)], supply=total - tax, subtotal=total, total=total)


def negative(bill):
  """The bill of what is given back."""
  for i in bill.items:
    i.amount, i.quantity, i.discount = -i.amount, -i.quantity, -i.discount
    i.options = [(text, price and -price) for text, price in i.options]
  bill.taxes = [(name, rate, -amount) for name, rate, amount in bill.taxes]
  for key in ("discount", "service", "fee", "rounding", "supply", "free", "subtotal", "total"):
    setattr(bill, key, -getattr(bill, key))
  return bill
