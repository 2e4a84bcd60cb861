"""The forms of receipts in English and of Europe."""
import datetime

import vocabulary as V
from receiptbill import negative
from receiptpaper import Piece
from receiptrows import card, cash, items, pay, sums, tax_summary
from receiptsheet import form

EUROPE = ("DE", "FR", "ES", "IT", "NL", "IE")


def cents(r, low, high):
  return round(low + (high - low) * r.random() ** 2)


def head(s, share=.04):
  """The name and the address, as a rule in the middle and without labels."""
  r, v = s.r, s.v
  if s.chance(.05):
    s.text(r.choice((v.person().lower(), v.digits(7), f"{v.english().title()} {v.digits(2)}", "Welcome to", v.english().title())),
           r.choice((0, "centre")), r.choice((1, 1, 1.5)))
  if v.country in ("MY", "SG") and s.chance(.75):
    if s.chance(.2):
      s.text(r.choice((v.person().lower(), f"{v.english()} {v.english()[:3]} {v.english()}", v.digits(7))), r.choice((0, "centre")))
    place = r.choice(("centre", "centre", 0))
    brand = lambda: r.choice((v.english().title(), v.english_shop("restaurant"), f"{v.english().upper()}@{v.english().upper()[:3]}{r.randint(1, 9)}",
                              v.english().upper() + " " + v.english().upper()))
    if s.chance(.2):
      s.text(brand(), place, r.choice((1, 1.5, 2)))
    number = r.choice(
        (f"({v.digits(6)}-{r.choice('ADHKMTUVWX')})", f"({v.digits(7)}-{r.choice('ADHKMTUVWX')})", f"(Co. Reg No. {v.digits(6)}-{r.choice('AHKTX')})",
         f"{v.digits(6)}-{r.choice('AHKTX')}", f"Reg No: {v.digits(6)}-{r.choice('AHKTX')}", f"(CO. NO : {v.digits(6)}-{r.choice('AHKTX')})"))
    s.lines_of([s.fact("merchant"), " ", number], place, place) if s.chance(.5) else (s.text(s.fact("merchant"), place), s.text(number, place))
    if s.chance(.3):
      s.text(r.choice((brand(), f"{v.english().upper()} BRANCH", f"({brand()})")), place)
    for line in s.wrapped(s.fact("address"), s.columns - r.choice((0, 0, 6))):
      s.lines_of([r.choice(("HQ: ", "Add: ")), line] if s.chance(.02) else [line], place, place)
    if s.chance(.2):
      s.text(
          r.choice(
              (f"{v.digits(4)}-{r.choice(V.MALAY_NAMES)} {r.choice(V.MALAY_NAMES)}", f"{v.english().upper()} {r.choice(V.MALAY_NAMES)}", brand())),
          place)
    if s.chance(.8):
      s.lines_of([r.choice(("TEL: ", "Tel : ", "Tel No. ", "")), s.fact("phone")] + ([" FAX: ", v.phone()] if s.chance(.3) else []), place)
    if s.chance(.7):
      s.lines_of([s.number_name(), r.choice((": ", " : ", " ")), s.fact("businessNumber")], place)
    return
  s.heading(share, keys=("merchant", "address", "phone", "businessNumber") if s.v.country not in ("US",) else ("merchant", "address", "phone"))


def served(s):
  """Server, table, guests and check in one or several rows."""
  r, v = s.r, s.v
  parts = [(r.choice(("Server", "SERVER", "Srvr", "Your server", "Cashier", "Waiter", "Host")), v.person()),
           (r.choice(
               ("Table", "Tbl", "TABLE", "Tab")), r.choice((str(r.randint(1, 99)), f"{r.choice('ABP')}{r.randint(1, 20)}", f"{r.randint(1, 99)}/1"))),
           (r.choice(("Guests", "Gst", "Guest Count", "Covers", "Pax", "Party")), str(r.randint(1, 9))),
           (r.choice(("Check #", "Chk", "Check", "Order #", "Bill No", "Ticket #")), v.digits(r.choice((2, 4, 5, 6)), "123456789")),
           (r.choice(("Terminal", "Station", "Term", "Reg")), v.digits(r.choice((1, 2))))]
  parts = [part for part in parts if s.chance(.65)]
  colon = r.choice((": ", " ", ":", "# "))
  if s.chance(.15):  # a number and a name alone
    s.row((r.choice((0, "centre")), f"{r.randint(1, 999)} {v.person()}"))
  dated = s.chance(.6)
  if dated and s.chance(.5):
    s.row((0, s.when()), *([("right", r.choice(("Dine In", "To Go", "#" + v.digits(4))))] if s.chance(.4) else []))
    dated = False
  if s.chance(.6):
    for index in range(0, len(parts), 2):
      row = [(0 if k == 0 else "right", f"{label}{colon}{value}") for k, (label, value) in enumerate(parts[index:index + 2])]
      s.row(*row)
  else:
    s.row((0, "  ".join(f"{label}{colon}{value}" for label, value in parts) or "Dine In"))
  if dated:
    s.row((0, [r.choice(("", "", "Date: ", "Date ")), s.day()]), ("right", [r.choice(("", "Time: ", "")), s.hour()]))


def tips(s, bill):
  """Suggested tips, which are no totals."""
  r = s.r
  s.text(
      r.choice(("Suggested Gratuity", "Tip Guide", "Suggested Tip:", "SUGGESTED GRATUITIES", "For your convenience", "Gratuity is not included",
                "Tip suggestions are based on subtotal")), r.choice((0, "centre")))
  shape = r.choice(("{p}% = {t}", "{p}%: (Tip {t} Total {a})", "[ ] {p}% {t}", "{p}% Tip: {t}", "{p}% Gratuity {t}", "Tip {p}%  {t}"))
  for percent in r.sample((15, 18, 20, 22, 25), r.choice((2, 3, 3, 4))):
    tip = round(bill.subtotal * percent / 100)
    s.text(shape.format(p=percent, t=s.money(tip).text, a=s.money(bill.total + tip).text), r.choice((0, "centre")))


def tip_lines(s, bill, chosen):
  """Lines for a tip by hand, or one that was chosen and paid."""
  r = s.r
  if chosen:
    tip = round(bill.subtotal * r.choice((.15, .18, .2, .25)))
    s.pair(s.label("tip"), s.money(tip)._replace(field="tip", value=tip / 100), form="right")
    s.pair(r.choice(("Total", "TOTAL", "Grand Total", "Total Paid", "Amount Charged")),
           s.money(bill.total + tip, "total"),
           form="right",
           height=r.choice((1, 1, 1.5)))
  else:
    line = "_" * r.randint(6, 14)
    for label in (r.choice(("Tip", "TIP:", "+ Tip", "Gratuity")), r.choice(("Total", "TOTAL:", "= Total"))):
      s.row((0, [label, " "]), (r.choice(("right", 12)), line))
    if s.chance(.6):
      s.text(r.choice(("x" + "_" * 22, "Signature", "Cardholder Signature", "Guest Signature: " + "_" * 10)))


def eat(s, kind, service=.05):
  r = s.r
  bill = s.bill(kind, service=service, discount=.05, count=r.choice((1, 2, 2, 3, 3, 4, 5, 6, 8, 11)))
  head(s)
  if s.chance(.15):
    s.text(r.choice(("** REPRINT **", "GUEST CHECK", "Dine In", "TAKE OUT", "YOUR ORDER NUMBER IS", "PAID", "Guest Receipt", "CUSTOMER RECEIPT")),
           "centre", r.choice((1, 1.5)))
  s.rule(.4)
  served(s)
  s.rule(.5)
  items(s, bill)
  tipped = s.chance(.18) and not bill.service
  sums(s, bill, None if tipped else "total")
  if tipped:
    tip_lines(s, bill, True)
    if s.chance(.6):
      card(s, round(s.truth["total"] * 100))
  elif s.chance(.7):
    pay(s, bill, (("card", 6), ("cash", 2), ("none", 2)))
    if s.truth.get("payment") == "card" and s.chance(.3):
      tip_lines(s, bill, False)
  if s.chance(.3):
    tips(s, bill)
  if s.v.country in ("MY", "SG", "GB") and s.chance(.5):
    tax_summary(s, bill)
  s.foot(4)


@form("American restaurant", ("US",), "restaurant", 10)
def american(s):
  eat(s, "food", .06)


@form("bar", ("US", "US", "GB", "IE", "AU", "CA"), "bar", 3)
def bar(s):
  eat(s, "drink", .06)


@form("fast food", ("US", "US", "CA", "AU"), "fast", 4)
def fast_food(s):
  eat(s, "food", 0)


@form("English cafe", ("US", "GB", "AU", "CA", "IE", "SG"), "cafe", 3)
def english_cafe(s):
  eat(s, "drink", 0)


@form("restaurant elsewhere", ("CA", "GB", "AU", "IN", "SG"), "restaurant", 4)
def elsewhere(s):
  eat(s, "food", .3)


def store(s, kind, discount=.15, titles=()):
  bill = s.bill(kind, discount=discount, count=s.r.choice((1, 1, 2, 3, 4, 5, 6, 9, 14)))
  head(s)
  if titles and s.chance(.8):
    s.text(s.r.choice(titles), s.r.choice(("centre", "centre", 0)), s.r.choice((1, 1, 1.5)))
  s.rule(.3)
  s.meta(4)
  items(s, bill)
  sums(s, bill)
  pay(s, bill, (("card", 6), ("cash", 4), ("both", 1)))
  if s.v.country in ("MY", "SG", "GB", "DE", "FR", "IT", "ES", "NL", "IE") and s.chance(.55):
    tax_summary(s, bill)
  if s.chance(.2) and s.v.country == "US":
    s.pair(s.r.choice(("YOU SAVED", "Total Savings", "TODAY'S SAVINGS", "Your savings")), s.money(cents(s.r, 50, 2000)), form="right")
  if s.chance(.2):
    s.pairs([(s.label("points", again=False), str(s.r.randint(1, 9000)))])
  s.foot(5)


@form("supermarket", ("US", "US", "CA", "GB", "AU", "IE"), "mart", 5)
def supermarket(s):
  store(s, "shop")


@form("drug store", ("US", "CA", "GB"), "drug", 2)
def drug_store(s):
  store(s, "shop")


@form("shop in English", ("US", "CA", "GB", "AU", "IN"), "shop", 4)
def english_shop(s):
  store(s, "service" if s.chance(.4) else "shop", .1, ("SALES RECEIPT", "Receipt", "TAX INVOICE", "Sale", "INVOICE") if s.v.country != "US" else
        ("SALES RECEIPT", "Sale", "RECEIPT"))


@form("Malaysian tax invoice", ("MY", "MY", "MY", "SG"), ("mart", "shop", "restaurant", "cafe", "drug", "fuel"), 8)
def malaysian(s):
  store(s, "food" if s.chance(.4) else "shop", .1,
        ("TAX INVOICE", "INVOICE", "CASH BILL", "RECEIPT", "SIMPLIFIED TAX INVOICE", "OFFICIAL RECEIPT", "CASH SALES", "Tax Invoice", "CASH RECEIPT"))


@form("Australian", ("AU",), ("mart", "shop", "cafe", "fast"), 2)
def australian(s):
  store(s, "shop" if s.chance(.5) else "drink", .1, ("TAX INVOICE", "Tax Invoice", "TAX INVOICE/RECEIPT"))


@form("European", EUROPE, ("mart", "shop", "cafe", "restaurant", "drug"), 4)
def european(s):
  store(s, s.r.choice(("shop", "food", "drink")), .08,
        ("Rechnung", "KASSENBON", "Ticket de caisse", "FACTURA SIMPLIFICADA", "DOCUMENTO COMMERCIALE", "Kassabon", "Facture", "Quittung", "Receipt"))


@form("Indian bill", ("IN",), ("restaurant", "mart", "cafe"), 2)
def indian(s):
  store(s, "food", .06, ("TAX INVOICE", "Tax Invoice", "BILL", "CASH MEMO", "Retail Invoice"))


@form("petrol", ("US", "US", "GB", "AU", "CA", "MY"), "fuel", 3)
def petrol(s):
  r = s.r
  gallons = s.v.country == "US"
  price = r.randint(1899, 5999) if gallons else r.randint(980, 2300)  # in mills
  volume = round(r.uniform(2, 25 if gallons else 70), 3 if gallons else 2)
  total = round(price * volume / 10)
  head(s)
  s.meta(4)
  name = r.choice(("UNLEADED", "REGULAR", "Unleaded 87", "DIESEL", "PREMIUM", "Super Unleaded", "RON95", "ULP 91", "Plus"))
  unit = r.choice(("GAL", "Gallons", "GALLONS", "G")) if gallons else r.choice(("L", "Litres", "LTR"))
  shown = f"{price / 1000:.3f}"
  if s.chance(.6):
    s.pairs([(r.choice(("Pump", "PUMP#", "Pump No")), str(r.randint(1, 24))),
             (r.choice(("Product", "Fuel", "Grade", "PRODUCT")), Piece(name, "itemName")),
             (r.choice((unit, "Volume", "Quantity")), Piece(f"{volume:g}", "itemQuantity")),
             (r.choice((f"Price/{unit[:1]}", f"PRICE/{unit}", "Unit price")), [s.symbol, Piece(shown, "itemPrice")]),
             (r.choice(("Fuel Sale", "Fuel Total", "FUEL SALE", "Amount")), s.money(total, tag="itemAmount"))])
  else:
    s.row((0, [r.choice(("", f"Pump {r.randint(1, 20)} ")), Piece(name, "itemName")]))
    s.row((1, [
        Piece(f"{volume:g}", "itemQuantity"), " " + unit,
        r.choice((" @ ", " x ", " ")), s.symbol,
        Piece(shown, "itemPrice"),
        r.choice(("", "/" + unit[:1]))
    ]), ("right", s.money(total, tag="itemAmount")))
  s.items_truth.append({"name": name, "unit_price": price / 1000, "quantity": volume, "amount": total / 100})
  s.pair(s.label("total"), s.money(total, "total"), form="right")
  card(s, total)
  s.foot(4)


@form("folio in English", ("US", "GB", "CA", "AU", "SG"), "hotel", 3, (56, 64, 80))
def english_folio(s):
  r, v, nights = s.r, s.v, s.r.randint(1, 5)
  rate, tax = cents(r, 5900, 35000), r.choice((.06, .08, .1, .125))
  each = round(rate * tax)
  head(s, .1)
  if s.chance(.6):
    s.text(r.choice(("GUEST FOLIO", "Folio", "INVOICE", "Hotel Bill", "Guest Statement", "INFORMATION INVOICE")), r.choice((0, "centre")),
           r.choice((1, 1.5)))
  s.buyer()
  s.pairs([(r.choice(("Room", "Room No", "ROOM")), str(r.randint(101, 2400))),
           (r.choice(("Arrival", "Arrive", "Check In")), s.later(-1440 * nights)[0]), (r.choice(("Departure", "Depart", "Check Out")), s.day()),
           (r.choice(("Folio #", "Confirmation", "Conf. No.", "Folio No")), v.digits(r.choice((6, 8)))),
           (r.choice(("Guests", "Adults", "Persons")), str(r.randint(1, 4)))])
  s.rule(.9)
  name, tax_name = r.choice(("Room Charge", "ROOM", "Room and Tax", "Accommodation", "Guest Room", "Room Rate")), r.choice(
      ("Occupancy Tax", "State Tax", "City Tax", "Room Tax", "VAT", "GST"))
  spots = (0, 13, ("end", round(s.columns * .82)), ("end", s.columns))
  rows = []
  for night in range(nights):
    day = s.day(s.moment - datetime.timedelta(days=nights - night), None)
    rows += [[day, Piece(name, "itemName"), s.money(rate, tag="itemAmount", bare=True), ""],
             [day, Piece(tax_name, "itemName"), s.money(each, tag="itemAmount", bare=True), ""]]
    s.items_truth += [{"name": name, "amount": rate / 100}, {"name": tax_name, "amount": each / 100}]
  total = nights * (rate + each)
  paid = s.chance(.7)
  if paid:
    rows.append([s.day(None, None), Piece(v.card(), "cardName", "card_name"), "", s.money(-total, bare=True)])
    s.truth["payment"] = "card"
  s.table(spots, rows, [
      r.choice(("Date", "DATE")),
      r.choice(("Description", "Details", "DESCRIPTION")),
      r.choice(("Charges", "Amount", "Debit")),
      r.choice(("Credits", "Payments", "Credit"))
  ])
  s.rule(.9)
  s.row((0, r.choice(("Total", "Total Charges", "TOTAL"))), (spots[2], s.money(total, "total")))
  if paid:
    s.pair(r.choice(("Balance", "Balance Due", "BALANCE")), s.money(0), form="right")
  s.foot(3)


@form("parking in English", ("US", "US", "GB", "AU", "CA"), "parking", 2)
def english_parking(s):
  r = s.r
  total = cents(r, 100, 5500)
  head(s)
  s.text(r.choice(("PARKING RECEIPT", "RECEIPT", "Parking Ticket Receipt", "Thank you for parking", "PAY STATION")), "centre")
  s.pairs([(r.choice(("Entry", "Time In", "IN", "Arrived")), s.later(-r.randint(20, 900))),
           (r.choice(("Exit", "Time Out", "OUT", "Paid at", "Date")), s.when()),
           (r.choice(("Ticket", "Ticket #", "Space", "Plate", "Zone")), s.v.digits(r.choice((3, 6)))),
           (r.choice(("Duration", "Parked")), f"{r.randint(0, 12)}h {r.randint(1, 59)}m")])
  s.pair(r.choice(("Fee", "Parking Fee", "Total", "Amount Paid", "Rate", "TOTAL DUE")), s.money(total, "total"), form=r.choice(("right", ": ")))
  card(s, total) if s.chance(.7) else cash(s, total)
  s.foot(3)


@form("ride", ("US", "US", "GB", "SG", "MY"), ("online", "parking"), 2.5)
def ride(s):
  r, v = s.r, s.v
  parts = [(r.choice(
      ("Trip fare", "Base fare", "Fare")), cents(r, 300, 5000)), (r.choice(
          ("Booking fee", "Service fee", "Airport surcharge")), cents(r, 50, 500))] + ([("Promotion", -cents(r, 50, 250))] if s.chance(.3) else [])
  tip = cents(r, 100, 900) if s.chance(.4) else 0
  total = sum(a for _, a in parts) + tip
  s.facts["merchant"] = r.choice((v.english().title(), f"{v.english().title()} {r.choice(('Cab', 'Taxi', 'Rides', 'Cars', 'Yellow Cab Co.'))}"))
  s.text(s.fact("merchant"), 0, r.choice((1, 1.5, 2)))
  s.lines_of([r.choice(("Thanks for riding, ", "Here's your receipt, ", "Receipt for ")), v.person()])
  s.row((0, s.when()))
  s.pair(r.choice(("Total", "TOTAL", "Total fare")), s.money(total, "total"), form="right", height=r.choice((1, 1.5)))
  for label, amount in parts:
    s.pair(label, s.money(amount), form="right")
  if tip:
    s.pair("Tip", s.money(tip)._replace(field="tip", value=tip / 100), form="right")
  s.pair(r.choice(("Subtotal", "Sub total")), s.money(total - tip), form="right")
  s.truth["payment"] = "card"
  s.lines_of([
      Piece(v.card(), "cardName", "card_name"),
      r.choice((" ending in ", " ****", " \u2022\u2022\u2022\u2022")),
      Piece(v.digits(4), "cardNumber", "card_number")
  ])
  s.pairs([("Driver", v.person()), (r.choice(("Pickup", "From")), v.address().replace("\n", ", ")),
           (r.choice(("Dropoff", "To")), v.address().replace("\n", ", ")), ("Distance", f"{r.uniform(1, 30):.2f} {r.choice(('mi', 'km', 'miles'))}")])


@form("online order in English", ("US", "US", "GB", "CA", "AU", "IE"), "online", 4, (48, 56, 64, 72))
def english_order(s):
  r, v = s.r, s.v
  bill = s.bill("online", fee=r.choice((0, 0, 499, 599, 1000)), discount=.2, count=r.choice((1, 1, 2, 3)))
  screen = s.chance(.3)
  s.text(s.fact("merchant"), 0 if screen else r.choice((0, "centre")), r.choice((1, 1.5, 2)))
  if s.chance(.15):
    s.lines_of(["Your receipt from ", s.fact("merchant")])
  else:
    s.text(r.choice(("Order Confirmation", "Thanks for your order!", "Receipt", "INVOICE", "Payment receipt", "Order Details")))
  s.pairs([(r.choice(("Order #", "Order number", "Invoice #", "Order ID")),
            r.choice((v.digits(9), f"{v.digits(3)}-{v.digits(7)}-{v.digits(7)}", "INV-" + v.digits(5)))),
           (r.choice(("Order placed", "Date", "Order date", "Date paid")), s.day())])
  s.buyer()
  s.rule()
  items(s, bill)
  sums(s, bill)
  s.truth["payment"] = "card"
  s.lines_of([
      r.choice(("Payment method ", "Paid with ", "Charged to ", "Payment: ")),
      Piece(v.card(), "cardName", "card_name"),
      r.choice((" ending in ", " **** ", " - ")),
      Piece(v.digits(4), "cardNumber", "card_number")
  ])
  if s.chance(.6):
    s.lines_of([s.fact("merchant"), r.choice((", ", " | ", "  ")), s.fact("address")] if s.chance(.5) else [s.fact("address")])
    s.pairs([(s.label("phone"), s.fact("phone"))])
  s.foot(3)


@form("card slip in English", ("US", "US", "CA", "GB", "AU", "MY", "SG", "IE"), ("restaurant", "shop", "bar", "cafe", "mart", "fuel"), 4)
def english_slip(s):
  r, v = s.r, s.v
  amount = cents(r, 300, 20000)
  head(s, .15)
  s.text(
      r.choice(("SALE", "Sale", "PURCHASE", "CREDIT CARD SALE", "Customer Copy", "EFTPOS FROM BANK", "TRANSACTION RECORD", "CARDHOLDER COPY",
                "Card Payment")), r.choice((0, "centre")), r.choice((1, 1.5)))
  s.meta(4)
  tipped = s.chance(.3) and v.country in ("US", "CA")
  s.pair(r.choice(("Amount", "AMOUNT:", "Base", "SALE", "Subtotal")),
         s.money(amount, None if tipped else "total"),
         form=r.choice(("right", ": ", " ")))
  if tipped:
    tip = round(amount * r.choice((.15, .18, .2)))
    s.pair(s.label("tip"), s.money(tip)._replace(field="tip", value=tip / 100), form="right")
    amount += tip
    s.pair(s.label("total"), s.money(amount, "total"), form="right")
  card(s, amount)
  if not tipped and v.country == "US" and s.chance(.5):
    tip_lines(s, None, False)
  s.text(r.choice(("APPROVED", "APPROVED - THANK YOU", "APPROVED 00", "Transaction approved", "THANK YOU")), r.choice((0, "centre")))
  s.foot(3)


@form("refund in English", ("US", "GB", "CA", "AU", "MY"), ("mart", "shop"), 1.5)
def english_refund(s):
  bill = negative(s.bill("shop", discount=0, count=s.r.choice((1, 1, 2, 3))))
  head(s)
  s.text(s.r.choice(("REFUND", "RETURN", "Merchandise Return", "*** REFUND ***", "CREDIT NOTE", "Return Receipt")), "centre", s.r.choice((1, 1.5)))
  s.meta(3)
  items(s, bill)
  sums(s, bill)
  card(s, bill.total)
  s.foot(3)


@form("tickets and services", ("US", "GB", "AU", "CA", "IN"), ("shop", "hotel", "parking"), 2)
def services(s):
  bill = s.bill("ticket" if s.chance(.5) else "service", count=s.r.choice((1, 1, 2, 3)))
  head(s, .2)
  s.meta(3)
  if s.chance(.3):
    s.buyer()
  items(s, bill)
  sums(s, bill)
  pay(s, bill)
  s.foot(3)


@form("invoice with two parties", ("US", "GB", "CA", "AU", "IE", "SG", "IN"), ("shop", "online", "hotel"), 3, (64, 72, 80))
def two_parties(s):
  r, v = s.r, s.v
  bill = s.bill("business", discount=.05, count=r.choice((1, 2, 3, 4, 6)))
  half = s.columns // 2
  first = s.chance(.6)
  if first:
    s.row((0, s.fact("merchant")), ("right", r.choice(("INVOICE", "Invoice", "TAX INVOICE", "STATEMENT"))), height=r.choice((1, 1.5)))
  ours, theirs = s.wrapped(s.fact("address"), half - 2), [v.shop("shop")] + v.address().split("\n")
  if not first:
    ours = [s.fact("merchant")] + ours
  ours.append(["Tel ", s.fact("phone")])
  left, right = [r.choice(("From", "From:", "Seller", "Supplier")), *ours], [r.choice(("Bill To", "To:", "BILL TO:", "Customer", "Sold to"))] + theirs
  if s.chance(.4):
    left, right = right, left
  s.beside(left, right, half)
  if s.facts["businessNumber"] and s.chance(.8):
    s.lines_of([s.number_name(), " ", s.fact("businessNumber")])
  rows = [(r.choice(("Invoice #", "Invoice No.", "Invoice number")), v.digits(r.choice((4, 6)))),
          (r.choice(("Date", "Invoice Date", "Date of issue")), s.day()), (r.choice(("Due Date", "Date due", "Payment due")), s.later(43200)[0])]
  s.grid(rows) if s.chance(.4) else s.pairs(rows)
  items(s, bill, {"nqpa": 6, "npqa": 2, "qnpa": 2, "na": 1}, 1.5)
  sums(s, bill)
  if s.chance(.3):
    card(s, bill.total)
  s.foot(3)


@form("bill of a utility", ("US", "GB", "AU", "CA"), "online", 2, (56, 64, 72))
def utility(s):
  r, v = s.r, s.v
  names = r.sample([
      "Energy charge", "Delivery charge", "Basic service", "Monthly plan", "Data add-on", "Equipment", "Water usage", "Sewer", "Trash service",
      "Line access", "Internet 300 Mbps", "Customer charge", "Fuel adjustment", "Surcharges"
  ], r.randint(2, 6))
  amounts = [cents(r, 150, 9000) for _ in names]
  tax = cents(r, 0, 900)
  s.facts[
      "merchant"] = f"{v.english().title()} {r.choice(('Power & Light', 'Electric', 'Gas Company', 'Water District', 'Wireless', 'Energy', 'Telecom', 'Broadband', 'City Utilities'))}"
  head(s, .1)
  s.text(r.choice(("Account summary", "Your bill", "Monthly Statement", "Billing Summary")))
  s.pairs([(r.choice(("Account number", "Account no", "Acct #")), v.digits(10)), (r.choice(
      ("Customer", "Account holder", "Prepared for")), v.person()), (r.choice(("Service address", "Service for")), v.address().replace("\n", ", ")),
           (r.choice(("Bill date", "Statement date", "Date")), s.day()), (r.choice(("Due date", "Payment due")), s.later(30000)[0])])
  s.rule()
  for name, amount in zip(names, amounts):
    s.row((0, Piece(name, "itemName")), ("right", s.money(amount, tag="itemAmount")))
    s.items_truth.append({"name": name, "amount": amount / 100})
  s.pair(r.choice(("Taxes", "Tax", "Taxes and fees")), s.money(tax, "tax"), form="right")
  s.pair(r.choice(("Total amount due", "Amount due", "Total due", "Current charges")),
         s.money(sum(amounts) + tax, "total"),
         form="right",
         height=r.choice((1, 1.5)))
  s.foot(3)


@form("journey in English", ("US", "GB", "CA", "AU", "IE"), "online", 2, (48, 56, 64))
def journey(s):
  r, v = s.r, s.v
  fare, fees = cents(r, 900, 60000), cents(r, 100, 9000)
  s.facts["merchant"] = f"{v.english().title()} {r.choice(('Air', 'Airlines', 'Railways', 'Rail', 'Bus Lines', 'Ferries', 'Coaches', 'Airways'))}"
  head(s, .1)
  s.text(r.choice(("E-Ticket Receipt", "Itinerary and receipt", "Ticket receipt", "Booking confirmation", "Travel receipt")))
  s.pairs([(r.choice(("Passenger", "Name", "Traveler")), v.person().upper()),
           (r.choice(
               ("Confirmation", "Booking ref", "Ticket number")), r.choice((v.digits(13), "".join(r.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789",
                                                                                                            k=6))))),
           (r.choice(("Issue date", "Date of purchase", "Purchased")), s.day()), (r.choice(("From", "Depart")), v.town()),
           (r.choice(("To", "Arrive")), v.town())])
  s.pair(r.choice(("Fare", "Base fare")), s.money(fare), form="right")
  s.pair(r.choice(("Taxes and fees", "Taxes, fees & charges", "Taxes")), s.money(fees, "tax"), form="right")
  s.pair(r.choice(("Total", "Total paid", "TOTAL")), s.money(fare + fees, "total"), form="right")
  s.truth["payment"] = "card"
  s.lines_of([
      r.choice(("Payment: ", "Paid by ", "Form of payment ")),
      Piece(v.card(), "cardName", "card_name"), " ",
      Piece(v.card_number(), "cardNumber", "card_number")
  ])
  s.foot(3)
