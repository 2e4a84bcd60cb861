"""Rows of items in many layouts, the sums below them, and how they were paid."""
import receiptlabels as L
from receiptbill import Item
from receiptpaper import Piece, width
from receiptvalues import VANS

# Orders of number, name, price, quantity, amount and discount, and where each column ends.
ORDERS = {"npqa": 10, "nqa": 8, "nqpa": 4, "na": 5, "qna": 2, "npa": 2, "qnpa": 1, "npqda": 2, "nq": 2, "nqpta": 1}
FOREIGN = {"na": 8, "qna": 10, "nqpa": 4, "npqa": 4, "nqa": 4, "qnpa": 4, "npa": 1, "nqpta": 1, "qn": 1}
SPOTS = {
    "npqa": (0, .52, .7, 1), "nqa": (0, .62, 1), "nqpa": (0, .5, .74, 1), "na": (0, 1), "qna": (.06, .08, 1), "npa": (0, .65, 1),
    "qnpa": (.06, .08, .75, 1), "npqda": (0, .42, .54, .76, 1), "nq": (0, 1), "qn": (.06, .08), "nqpta": (0, .42, .6, .78, 1)
}
NAMES = {"n": "name", "p": "price", "q": "quantity", "a": "amount", "d": "discount", "t": "tax"}


class Rows:
  """One layout of rows of items on a sheet."""
  def __init__(self, s, orders=None):
    self.s, r = s, s.r
    orders = orders or (ORDERS if s.korean else FOREIGN)
    self.order = r.choices(list(orders), list(orders.values()))[0]
    self.spots = [round(x * s.columns) for x in SPOTS[self.order]]
    self.two = s.chance(.28 if s.korean else .14) and self.order[0] == "n" and (len(self.order) > 2 or self.order == "na" and s.chance(.5))
    self.above = s.chance(.3)  # the amount beside the name, count and price below
    self.coded = self.two and s.chance(.5)
    self.numbered = s.chance(.35 if self.two else .1)
    self.digits = r.choice((1, 2, 2, 3))
    self.number = r.choice(("{}. ", "{}.", "{}) ", "({}) ") if self.digits == 1 else ("{} ", "{} ", "({}) ", "({}) ", "{}. ", "{}) ", "{}* "))
    self.letter = r.choice(("", "", "*", "*", "U", "P", "("))  # before a code
    self.tail = r.choice(("", "", "", "A", ")"))  # behind it
    self.full = s.chance(.4)  # options have the columns of items
    self.times = r.choice(("", "", "", "", "x", "X ", "개", "EA", " ea") if s.korean else ("", "", "", "", "x ", " x", "X"))
    self.mark = r.choice("*#") if s.chance(.15) else ""
    self.letters = None if s.korean or s.chance(.6) else r.choice(("T", "TX", "F", "A", "N", "S", "SR", "B"))
    self.bare = s.chance(.65)  # amounts without currency
    self.long = r.choice(("wrap", "wrap", "own", "own", "cut"))
    self.at = r.choice((" @ ", " x ", " X ", "x", " @", " * "))
    self.ones = s.chance(.7)  # one of an item is counted, too

  def head(self, share=.75):
    s = self.s
    if s.chance(share if s.korean else share * .5):
      s.rule(.5)
      heads = [s.word_of(L.HEADS, NAMES[c]) for c in self.order]
      if self.order[0] == "q":
        s.row((0, heads[0]), (width(heads[0]) + 1, heads[1]), *((("end", at), h) for at, h in zip(self.spots[2:], heads[2:])))
      else:
        s.row((0, heads[0]), *((("end", at), h) for at, h in zip(self.spots[1:], heads[1:])))
    s.rule(.6)

  def quantity(self, item):
    text = f"{item.quantity:g}" if isinstance(item.quantity, float) else str(item.quantity)
    piece = Piece(text, "itemQuantity")
    unit = item.weight or self.times
    if unit in ("x", "X ", "x "):
      return [unit, piece]
    return [piece, unit] if unit else [piece]

  def cell(self, key, item):
    money = lambda amount, tag: self.s.money(amount, tag=tag, bare=self.bare)
    if key == "q":
      return self.quantity(item)
    if key == "p":
      return [money(item.price, "itemPrice")]
    if key == "d":
      return [money(-item.discount if item.discount else 0, None)]
    if key == "t":
      return [money(0 if item.free else item.amount - round(item.amount / 1.1), None)]
    tail = f" {self.letters}" if self.letters and self.s.chance(.7) else ""
    return [money(item.amount, "itemAmount")] + ([tail] if tail else [])

  def numbers(self, item, keys):
    return [(("end", at), self.cell(key, item)) for key, at in zip(self.order, self.spots) if key in keys]

  def note(self, item, name, keys):
    scale = self.s.scale
    row = {"name": name}
    for key, field, value in (("p", "unit_price", item.price / scale), ("q", "quantity", item.quantity), ("a", "amount", item.amount / scale)):
      if key in keys:
        row[field] = int(value) if value == int(value) else value
    self.s.items_truth.append(row)

  def one(self, item, index):
    s, name, prefix = self.s, item.name, ""
    if self.numbered:
      prefix = self.number.format(f"{index + 1:0{self.digits}d}")
    if self.mark and (item.free or not s.korean and s.chance(.3)):
      prefix += self.mark
    keys = [k for k in self.order if k != "n"]
    if self.order[0] == "q":
      return self.counted(item, name, keys)
    if item.weight and len(self.order) < 4 or not s.korean and item.quantity != 1 and self.order == "na":
      return self.priced(item, prefix, name)
    numbers = self.numbers(item, keys)
    room = s.columns if self.two else min(place[1] - sum(map(width, value)) for place, value in numbers) - 1
    if not self.two and self.long == "cut":
      while width(prefix + name) > max(8, room):
        name = name[:-1].strip()
    piece = Piece(name, "itemName")
    self.note(item, name, keys)
    if self.two:
      beside = numbers[-1:] if self.above and "a" in keys else []
      s.row((0, [prefix, piece]), *beside)
      code = [(0, self.letter + s.v.digits(s.r.choice((13, 13, 9, 8, 6)), "123456789") + self.tail)] if self.coded else []
      below = numbers[:-1] if beside else numbers
      return s.row(*code, *below) if code or below else None
    if width(prefix + name) <= room:
      return s.row((0, [prefix, piece]), *numbers)
    if self.long == "own":
      s.lines_of([prefix, piece])
      return s.row(*numbers)
    first, *others = s.wrapped(piece, max(8, room), max(8, room - width(prefix)))
    s.row((0, [prefix, first]), *numbers)
    for part in others:
      s.row((len(prefix), part))

  def priced(self, item, prefix, name):
    """The name, then a row of `2 @ 3.50` below it or behind it."""
    s = self.s
    piece = Piece(name, "itemName")
    self.note(item, name, "pqa")
    detail = self.quantity(item) + [self.at, s.money(item.price, tag="itemPrice", bare=self.bare)
                                   ] + (["/" + item.weight] if item.weight and s.chance(.5) else [])
    form = s.r.random()
    if form < .3 and width(name) + sum(map(width, detail)) < s.columns * .7:
      return s.row((0, [prefix, piece, " ("] + detail + [")"]), ("right", self.cell("a", item)))
    if form < .65:
      s.row((0, [prefix, piece]))
      return s.row((s.r.choice((1, 2, 4)), detail), ("right", self.cell("a", item)))
    s.row((0, [prefix, piece]), ("right", self.cell("a", item)))
    s.row((s.r.choice((1, 2, 4)), detail))

  def counted(self, item, name, keys):
    """The quantity before the name."""
    s = self.s
    shown = [] if item.quantity == 1 and not self.ones else self.quantity(item)
    numbers = self.numbers(item, [k for k in keys if k != "q"])
    room = min([place[1] - sum(map(width, value)) for place, value in numbers], default=s.columns) - 5
    while width(name) > max(8, room):
      name = name[:-1].strip()
    self.note(item, name, keys if shown else [k for k in keys if k != "q"])
    s.row((0, shown + [" " * max(1, 3 - sum(map(width, shown))), Piece(name, "itemName")]), *numbers)

  def extras(self, item):
    """Options and the discount of an item, below it."""
    s, sign = self.s, self.s.r.choice(("+ ", "ㄴ", "-", "└ ", "> ", "->", "- ", "  ", "+") if self.s.korean else ("", "", "", "  ", "+ ", "* ", "- ",
                                                                                                                 ">>"))
    for text, price in item.options:
      if price is None:
        s.row((s.r.choice((1, 2, 3) if s.korean else (1, 2, 3, 4, 5, 6)), sign + text))
        continue
      name = (sign + text).strip()
      option, keys = Item(name, price, 1, price), [k for k in self.order if k != "n"]
      if not self.full or self.order[0] != "n" or self.two:
        self.note(option, name, "a")
        s.row((2, Piece(name, "itemName")), ("right", s.money(price, tag="itemAmount", bare=self.bare)))
        continue
      self.note(option, name, keys)
      s.row((s.r.choice((0, 1)), Piece(name, "itemName")), *self.numbers(option, keys))
    if item.discount:
      label = s.label("discount") if s.chance(.6) else s.r.choice(
          ("-행사할인가", "[행사할인]", "카드제휴할인", "-쿠폰", "└ 2+1 할인", "회원가할인", "[1+1]", "통신사 할인", "  에누리", "-행사:가격행사", "ㄴ 회원할인 10%") if s.korean else
          ("MEMBER SAVINGS", "Store Coupon", "2 FOR 5 PROMO", "SC " + s.v.digits(4), "Markdown 10%", "  Sale", "Mfr Coupon", "Price reduction"))
      count = [(("end", round(s.columns * .7)), "-1")] if s.korean and s.chance(.2) else []
      s.row((s.r.choice((0, 1, 2)), label), *count, ("right", s.money(-item.discount, bare=self.bare)))

  def print(self, items, head=.75):
    s = self.s
    self.head(head)
    groups, many = s.chance(.14) and len(items) > 1, s.r.choice((2, 3, 3, 4))
    for index, item in enumerate(items):
      if groups and index % many == 0:
        section = s.r.choice((s.v.word(), "포장", "홀", "추가 주문", "주류", "식품")) if s.korean else s.r.choice(
            (s.v.english().upper(), s.v.english().title(), f"Seat {index + 1}", "GROCERY", "Drinks", "TAKE OUT"))
        s.row((0, s.r.choice(("[{}]", "- {} -", "{}", "<{}>", "** {} **", "{}:", "■ {}")).format(section)))
      self.one(item, index)
      self.extras(item)
    if s.chance(.1):
      count = f"{sum(int(i.quantity) if not i.weight else 1 for i in items)}"
      s.pair(
          s.r.choice(("총수량", "품목 수량", "합계수량", "총 품목수", "수량합계") if s.korean else ("Items", "ITEM COUNT", "Total Qty", "# ITEMS SOLD", "No. of Items")),
          count)
    s.rule(.6)


def items(s, bill, orders=None, head=.75):
  Rows(s, orders).print(bill.items, head)


# Sums.


def sums(s, bill, total="total"):
  """The rows between the items and the payment."""
  (korean_sums if s.korean else foreign_sums)(s, bill, total)
  s.rule(.5)


def print_sums(s, rows, total):
  form = s.r.choice(("right",) * 6 + (" : ", "column", ":", ": ", "column:"))
  big = s.r.choice((1, 1, 1, 1, 1.5, 2))
  if s.chance(.12):  # at the right, labels close to their amounts
    for label, value in rows:
      s.row(("right", [label, ": " if s.chance(.5) else "  ", value]))
    return
  bare = s.chance(.05)  # no label names the total
  for label, value in rows:
    if bare and value.field == total:
      s.rule(.7)
      s.row((s.r.choice(("right", "right", "centre")), value), height=s.r.choice((1, 1.5, 2)))
      continue
    s.pair(label, value, form=form, height=big if value.field == total and form == "right" else 1)


def korean_sums(s, bill, total):
  r, money = s.r, s.money
  split = []
  if s.chance(.75):
    split = [(s.label("supply"), money(bill.supply, "supply")), (s.label("tax"), money(bill.tax, "tax"))]
    if bill.free or s.chance(.15):
      split.insert(r.choice((0, 2)), (s.label("free"), money(bill.free, "tax_free")))
    if not bill.supply and bill.free and s.chance(.7):
      split = [row for row in split if row[1].field == "tax_free"]
    elif len(split) == 2 and s.chance(.12):
      split.pop(0)
  before = []
  if bill.discount or bill.fee or bill.service or s.chance(.25):
    before.append((s.label("gross"), money(bill.subtotal)))
  if bill.discount or s.chance(.06):
    shown = bill.discount if s.chance(.3) else -bill.discount
    before.append((s.label("discount"), money(shown)._replace(field="discount", value=bill.discount)))
  if bill.fee:
    before.append((s.label("fee"), money(bill.fee)))
  if bill.service or s.chance(.05):
    before.append((s.label("service"), money(bill.service)))
  final = [(s.label("total"), money(bill.total, total))]
  rows = before + (split + final if s.chance(.6) else final + split)
  print_sums(s, rows, total)


def foreign_sums(s, bill, total):
  r, money = s.r, s.money
  rows = []
  if bill.discount or bill.service or not bill.included or s.chance(.4):
    field = "supply" if not bill.discount and not bill.service and not bill.included else None
    rows.append((s.label("gross"), money(bill.subtotal, field)))
  if bill.discount:
    rows.append((s.label("discount"), money(-bill.discount)._replace(field="discount", value=bill.discount / s.scale)))
  if bill.service:
    rows.append((s.label("service"), money(bill.service)._replace(field="tip", value=bill.service / s.scale)))
  for name, rate, amount in bill.taxes if not bill.included else []:
    alone = len(bill.taxes) == 1
    name = name if s.chance(.5) else r.choice(
        (f"{name} {rate / 10:g}%", f"{name} ({rate / 10:g}%)", f"{name} @ {rate / 10:g}%", f"{rate / 10:g}% {name}"))
    rows.append((name, money(amount, "tax" if alone else None)))
  if len(bill.taxes) > 1 and not bill.included:
    if s.chance(.3):
      rows.append((r.choice(("Total Tax", "Tax Total")), money(bill.tax, "tax")))
    else:
      s.truth["tax"] = bill.tax / s.scale
  if bill.fee:
    rows.append((s.label("fee"), money(bill.fee)))
  if bill.rounding:
    rows.append((s.label("rounding"), money(bill.rounding)))
  rows.append((s.label("total"), money(bill.total, total)))
  if bill.included and s.chance(.75) and bill.taxes:
    name, rate, _ = bill.taxes[0]
    label = r.choice((f"{name} {rate / 10:g}%", f"{name} included", f"incl. {name} {rate / 10:g}%", f"Total includes {name}", name, f"{name} Amount",
                      f"{name} @{rate / 10:g}%"))
    tail = [(label, money(bill.tax, "tax"))]
    if s.chance(.4):
      tail.insert(0, (r.choice((f"Total Excl. {name}", "Net", f"Excl. {name}", f"Amount Excl. {name}", "Net Amount")), money(bill.supply, "supply")))
    rows = rows + tail if s.chance(.7) else rows[:-1] + tail + rows[-1:]
  print_sums(s, rows, total)


def tax_summary(s, bill):
  """A table of tax by rate, as VAT and GST receipts have it."""
  if not bill.taxes:
    return
  name, rate, _ = bill.taxes[0]
  code = s.r.choice(("SR", "S", "A", "T1", "1", "V"))
  spots = (0, ("end", round(s.columns * .66)), ("end", s.columns))
  heads = [
      s.r.choice((f"{name} Summary", f"{name} RATE", f"{name} Analysis", "Rate", f"{name} Code")),
      s.r.choice(("Amount", "Net", "NET AMT", "Amount(RM)")),
      s.r.choice(("Tax", name, "Tax(RM)", f"{name} Amt"))
  ]
  s.table(spots, [[
      s.r.choice((f"{code} @ {rate / 10:g}%", f"{code} = {rate / 10:g}%", f"{code} {rate / 10:.2f}%")),
      s.money(bill.supply, "supply", bare=True),
      s.money(sum(a for _, _, a in bill.taxes[:1]), "tax", bare=True)
  ]], heads)


# Payments.


def card_rows(s, amount):
  """Gives the labels and values that a card terminal prints."""
  v, r = s.v, s.r
  part = r.choice(("일시불", "일시불", "일시불", "00", "00개월", "03개월", "0개월", "3개월", "[00]일시불", "0", "2개월") if s.korean else ("0",))
  rows = [("cardName", Piece(v.card(), "cardName", "card_name")), ("cardNumber", Piece(v.card_number(), "cardNumber", "card_number")),
          ("approvalNumber", Piece(v.approval(), "approvalNumber", "approval_number"))]
  if s.korean:
    rows.append(("installment", Piece(part, None, "installment")))
  lost = {"cardName": .12, "cardNumber": .1, "approvalNumber": .05, "installment": .3}
  rows = [(s.label(key), value) for key, value in rows if not s.chance(lost[key])]

  if s.korean and s.chance(.06):
    rows = [
        (label, [r.choice(("체크카드(", "신용카드(", "카드(", "IC카드(")), value, ")"]) if value.tag == "cardName" else (label, value) for label, value in rows
    ]
  elif s.korean and s.chance(.05):
    rows = [(label, [v.digits(2), " ", value]) if value.tag == "approvalNumber" else (label, value) for label, value in rows]
  elif s.korean and s.chance(.1):  # what stands behind a card's number: expiry, way of reading
    rows = [(label, [value, r.choice((" **/**", " 1", " (C)", "(IC)", " IC", "/S"))]) if value.tag == "cardNumber" else (label, value)
            for label, value in rows]

  elif s.chance(.12):  # words of the terminal beside the card's name
    before, behind = ("", r.choice((" IC", " (IC칩)", " MS", " 회선:1", " 무서명", " KEYIN", " C", f" [{v.digits(3)}]", " 신용", f"({v.digits(2)})", " 해외겸용"))
                     ) if s.korean else r.choice((("EFTPOS ", ""), ("", " CHIP READ"), ("", " Contactless"), ("", " SWIPED"), ("", " Tap"),
                                                  ("", " (C)"), ("Chip ", ""), ("", f" AID A000000{v.digits(4)}"), ("CREDIT ", "")))
    rows = [(label, [before, value, behind]) if value.tag == "cardName" else (label, value) for label, value in rows]

  def insert(share, label, value):
    if s.chance(share):
      rows.insert(r.randint(0, len(rows)), (label, value))

  if s.korean and s.chance(.06):  # issuer and acquirer behind one label
    rows = [row for row in rows if row[0] != s.labels.get("cardName")]
    rows.insert(0, (r.choice(
        ("발급/매입", "발급사/매입사", "카드사/매입사", "카드/매입")), [r.choice(
            ("", "*")), Piece(v.card(), "cardName",
                              "card_name"), r.choice(
                                  ("/", " / ")), v.card()]))
  elif s.korean:
    insert(.45, s.label("acquirer"), v.card())
  insert(.4, s.label("date"), s.when())
  insert(.4,
         r.choice(("가맹점번호", "가맹번호", "가맹점 번호", "단말기번호", "가맹점NO", "전표번호")) if s.korean else s.label("number", again=False),
         v.digits(r.choice((8, 9, 10))))
  insert(.45, s.label("approved"), s.money(amount, "total"))
  insert(.2, *s.decoy())
  if s.chance(.35):
    r.shuffle(rows)
  return rows


def card(s, amount, form=None):
  """A block of a card payment: labelled, in a grid, or without labels."""
  v, r = s.v, s.r
  s.truth.setdefault("payment", "card")
  form = form or r.choices(("pairs", "grid", "bare", "sentence"), (.7, .12, .12, .06))[0]
  if s.korean and s.chance(.4):
    s.text(r.choice(L.SLIP_TITLES), r.choice((0, "centre")))
  name, number, approval = Piece(v.card(), "cardName", "card_name"), Piece(v.card_number(), "cardNumber",
                                                                           "card_number"), Piece(v.approval(), "approvalNumber", "approval_number")
  if form == "pairs":
    s.pairs(card_rows(s, amount))
  elif form == "grid":
    s.grid(card_rows(s, amount))
  elif form == "bare" and s.korean and s.chance(.3):  # the card in the title of the block
    left, right = r.choice((("<< ", " 승인 >>"), ("[", " 승인]"), ("*** ", " ***"), ("-- ", " 결제 --"), ("▣ ", "")))
    s.lines_of([left, name, right], r.choice((0, "centre")))
    s.pairs([(s.label("cardNumber"), number), (s.label("approved"), s.money(amount, "total")),
             (s.label("approvalNumber"), [approval, r.choice(("", " [0 개월]", " 일시불"))])])
  elif form == "bare" and s.chance(.15):  # card and approval in one word
    s.lines_of([name, " "] if s.chance(.6) else [name, "("] + [r.choice(("", "IC", "개인", "S")), ") "])
    s.lines_of([number, "/", approval, r.choice(("", "/00", "/일시불", " 일시불") if s.korean else ("", "/S"))])
  elif form == "bare":
    left, right = r.choice((("", ""), ("[", "]"), ("<", ">"), ("*", ""), ("(", ")")))
    s.lines_of([left, name, right, r.choice((" ", "  ", " : ")), number])
    word = r.choice(("승인:", "승인번호 ", "(승인)", "[", "승인No.", "승인 ")) if s.korean else r.choice(("AUTH ", "Auth: ", "APPR# ", "Approved "))
    s.lines_of(
        [word, approval, "]" if word == "[" else "", " ",
         Piece(r.choice(("일시불", "0개월", "03")), None, "installment") if s.korean else v.digits(4)] +
        ([f" {r.choice(VANS)}{r.choice((' 제출', '로제출', ''))}"] if s.korean and s.chance(.5) else []))
  else:
    last = number._replace(text=v.digits(4))
    s.lines_of([r.choice(("결제수단 ", "", "카드 ")) if s.korean else r.choice(("Paid with ", "")), name,
                r.choice(("(", " (", " ")), last, ")"] + (["  ", s.money(amount, "total")] if s.chance(.5) else []))
    s.pair(s.label("approvalNumber"), approval)
  if s.korean and s.chance(.12):
    s.text(r.choice(VANS), r.choice((0, "right", "centre")))


def points(s):
  """A loyalty card: its number is masked and labelled as the card's that paid."""
  r, v = s.r, s.v
  s.text(
      r.choice(("포인트 적립", "- {e} POINT 적립내역 -", "********** 포인트 적립 **********", "[멤버십 적립내역]", "멤버십 카드", "[ 포인트 ]")).format(e=v.english().upper()),
      r.choice((0, "centre")))
  number = r.choice((v.card_number(), v.card_number(), f"010-****-{v.digits(4)}", f"010*****-{v.digits(2)}**",
                     f"{v.digits(3)}***********{v.english()[:3].upper()}{v.digits(1)}"))
  s.pairs([(r.choice(("카드번호", "카드 번호", "카드번호", "회원번호", "멤버십번호", "바코드")), number)] +
          [(s.label("points", again=False), f"{r.randint(1, 9999):,}{r.choice(('', 'P', '점'))}") for _ in range(r.randint(1, 3))])
  if s.chance(.3):
    s.pair(r.choice(("승인번호", "포인트 승인번호", "적립승인번호")), v.digits(r.choice((8, 9, 10))))


def cash(s, total):
  """Cash that covers the total, and the change."""
  r = s.r
  steps = (1000, 5000, 10000, 50000) if s.scale == 1 else (100, 500, 1000, 2000, 5000)
  step = r.choice(steps)
  given = total if s.chance(.3) else -(-total // step) * step
  s.truth.setdefault("payment", "cash")
  form = r.choice(("right", "right", "right", " : ", "column"))
  s.pair(s.label("received" if s.chance(.6) else "cash"), s.money(given), form=form)
  if given > total or s.chance(.5):
    s.pair(s.label("change"), s.money(given - total), form=form)
  if s.korean and s.chance(.3):
    cash_receipt(s, total)


def cash_receipt(s, total):
  r, v = s.r, s.v
  s.text(r.choice(("현금영수증(소득공제)", "[현금영수증]", "현금(소득공제)", "현금영수증 지출증빙", "** 현금영수증 **", "현금영수증 자진발급", "현금영수증(지출증빙용)")), r.choice((0, "centre")))
  rows = [(r.choice(("식별번호", "신분확인", "확인번호", "식별정보", "고객번호")),
           r.choice((f"010-****-{v.digits(4)}", f"010****{v.digits(4)}", f"{v.digits(3)}-{v.digits(2)}-*****", "0100001234"))),
          (r.choice(("승인번호", "현금승인번호", "현금영수증 승인번호", "현금영수증승인번호")),
           Piece(r.choice(("", "", "A", "G", "T")) + v.digits(r.choice((8, 9, 9))), "approvalNumber", "approval_number")),
          (r.choice(("거래금액", "승인금액", "총금액", "현금금액")), s.money(total, "total")),
          (r.choice(("거래구분", "거래자구분", "용도")), r.choice(("소득공제", "지출증빙", "소비자소득공제")))]
  s.pairs([row for row in rows if s.chance(.75)])


def pay(s, bill, methods=(("card", 7), ("cash", 2), ("both", 1), ("none", 1))):
  """Prints how a bill was paid."""
  r = s.r
  method = r.choices([m for m, _ in methods], [w for _, w in methods])[0]
  if bill.total <= 0 and method != "card":
    method = "none"
  if method == "cash":
    return cash(s, bill.total)
  if method == "both":
    part = max(1, bill.total // r.choice((2, 3, 4)))
    part = part // 100 * 100 or part
    other = r.choice(("cash", "other"))
    larger = other if part > bill.total - part else "card"
    s.truth["payment"] = larger
    s.pair(s.label("cash" if other == "cash" else "point"), s.money(part), form="right")
    s.pair(s.label("paidByCard"), s.money(bill.total - part), form="right")
    return card(s, bill.total - part)
  if method == "card":
    if s.chance(.5):
      s.truth.setdefault("payment", "card")
      s.pair(s.label("paidByCard"), s.money(bill.total), form=r.choice(("right", "right", " : ")))
      s.rule(.3)
    if s.chance(.85):
      card(s, bill.total)
