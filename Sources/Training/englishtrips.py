"""Receipts in English of travellers and services: EFTPOS, Japan, hotels and trains of Europe, taxis, clinics, subscriptions, orders."""
from englishforms import EUROPE, cents, head, served, tip_lines
from receiptpaper import Piece
from receiptrows import Rows, card, cash, items, pay, sums, tax_summary
from receiptsheet import form

ANY = ("US", "US", "GB", "CA", "AU", "IE")


def right(s, label, value, height=1.0):
  s.pair(label, value, form="right", height=height)


def listed(s, name, amount):
  s.row((0, Piece(name, "itemName")), ("right", s.money(amount, tag="itemAmount")))
  s.items_truth.append({"name": name, "amount": amount / s.scale})


def paid_with(s, *words):
  """A sentence about the card that was charged."""
  v, r = s.v, s.r
  s.truth["payment"] = "card"
  s.lines_of([r.choice(words or ("Payment method: ", "Paid with ", "Charged to ", "Payment Method  ")), Piece(v.card(), "cardName", "card_name"),
              r.choice((" ending in ", " **** ", " - ", " \u2022\u2022\u2022\u2022 ", " ...")), Piece(v.digits(4), "cardNumber", "card_number")])


def head_or_end(s, draw, share=.75):
  """The shop above what `draw` prints, or below it."""
  if s.chance(share):
    head(s)
    draw()
  else:
    draw()
    s.rule(.5)
    head(s, .3)


# Counters.


@form("EFTPOS", ("AU", "AU", "AU", "GB", "CA", "SG"), ("cafe", "shop", "mart", "fast", "restaurant", "fuel", "drug"), 3)
def eftpos(s):
  """A slip of a terminal: its words stand around the card's name, number and amount."""
  v, r = s.v, s.r
  amount = cents(r, 300, 20000)
  d = v.digits
  receipt = s.chance(.4)
  if receipt:
    bill = s.bill("drink", count=r.choice((1, 2, 3)), discount=0)
    amount = bill.total
    head(s)
    items(s, bill)
    sums(s, bill)
    right(s, r.choice(("EFTPOS", "Eftpos", "Card", "EFTPOS Paid")), s.money(bill.total))
    s.rule(.9)
  s.row(("centre", r.choice(("*----EFTPOS----*", "EFTPOS", "EFTPOS FROM WESTBANK", "EFTPOS RECEIPT", "CUSTOMER COPY", "CARDHOLDER COPY", "TAX INVOICE EFTPOS"))))
  if not receipt or s.chance(.3):
    s.name(r.choice((0, "centre")), 1)
    if not receipt and s.chance(.8):
      for line in s.wrapped(s.fact("address"), s.columns):
        s.row((0, line))
  c = r.choice((" ", ": ", ":", "  "))
  rows = [(r.choice(("TERMINAL", "TERM ID", "TID")), d(8)), (r.choice(("MERCHANT ID", "MID", "MERCHANT")), d(r.choice((8, 15)))), (r.choice(("REFERENCE", "REF", "STAN", "INV")), d(6))]
  for label, value in rows:
    if s.chance(.7):
      s.row((0, [label, c, value])) if s.chance(.5) else right(s, label, value)
  s.row((0, s.when()))
  name, number = Piece(v.card(), "cardName", "card_name"), Piece(v.card_number(), "cardNumber", "card_number")
  s.truth["payment"] = "card"
  form_ = r.random()
  if form_ < .35:
    right(s, r.choice(("CARD TYPE", "CARD", "APP LABEL")), name)
    right(s, r.choice(("CARD NO", "PAN", "CARD")), [number, r.choice((" (C)", " C", " (T)", " CTLS", ""))])
  elif form_ < .7:
    s.row((0, [r.choice(("EFTPOS ", "CONTACTLESS ", "", "CREDIT ACCOUNT ")), name]))
    s.row((0, [number, r.choice((" (C)", " TAP", " SWIPED", " INSERTED", " I"))]))
  else:
    s.row((0, [name, " ", number]))
  for word, value in ((r.choice(("ACCOUNT", "ACCT TYPE", "A/C")), r.choice(("CREDIT", "SAVINGS", "CHEQUE"))), ("AID", "A000000" + d(7)), ("ATC", d(4)), ("TVR", d(10)),
                      (r.choice(("EXPIRY", "PSN")), r.choice(("**/**", "01")))):
    if s.chance(.45):
      s.row((0, [word, c, value])) if s.chance(.6) else right(s, word, value)
  right(s, r.choice(("PURCHASE", "PUR", "SALE", "AMOUNT")), s.money(amount))
  right(s, r.choice(("TOTAL", "TOTAL AUD" if s.v.country == "AU" else "TOTAL", "Total")), s.money(amount, "total"))
  approval = Piece(v.approval(), "approvalNumber", "approval_number")
  right(s, r.choice(("AUTH NO", "AUTH CODE", "APPROVAL CODE", "AUTH")), approval)
  s.text(r.choice(("APPROVED 00", "(00) APPROVED", "APPROVED", "00 APPROVED NO PIN OR SIG REQUIRED", "APPROVED 08 VERIFY SIGNATURE")), r.choice((0, "centre")))
  s.foot(3)


@form("Japan in English", ("JP",), ("restaurant", "cafe", "shop", "mart", "drug", "bar"), 4)
def japan(s):
  """Whole yen, taxes of 8 and 10 per cent, the number of registration."""
  r, v = s.r, s.v
  bill = s.bill(r.choice(("food", "drink", "shop")), discount=.08, count=r.choice((1, 1, 2, 3, 4, 6)))

  def body():
    if s.chance(.6):
      s.text(r.choice(("RECEIPT", "Receipt", "[RECEIPT]", "Sales Receipt", "TAX FREE RECEIPT", "Receipt / Tax Invoice")), r.choice((0, "centre")), r.choice((1, 1.5)))
    s.meta(3)
    items(s, bill)
    sums(s, bill)
    if s.chance(.5):
      rate = bill.taxes[0][1] // 10
      s.row((0, [r.choice((f"({rate}% Taxable ", f"{rate}% Subject to Tax ", f"Taxable {rate}% ")), s.money(bill.total), r.choice((")", ""))]))
      s.row((0, [r.choice((f"(Tax {rate}% ", f"Consumption Tax {rate}% ", "incl. Tax ")), s.money(bill.tax, "tax"), r.choice((")", ""))]))
    pay(s, bill, (("cash", 4), ("card", 5)))
    if s.chance(.3):
      s.text(r.choice(("* Reduced tax rate 8%", "Tax free items must not be used in Japan", "Please keep this receipt for customs", f"No. of items {len(bill.items)}")), 0)

  head_or_end(s, body, .85)
  s.foot(3)


@form("Europe in English", EUROPE + ("GB",), ("restaurant", "cafe", "bar", "hotel", "shop"), 3)
def europe(s):
  """The bill of a traveller: covers, table, VAT by rates, thanks in another language."""
  r = s.r
  bill = s.bill(r.choice(("food", "drink", "shop")), service=.1, discount=.04, count=r.choice((1, 2, 3, 4, 6)))

  def body():
    if s.chance(.6):
      s.text(r.choice(("BILL", "Bill / Rechnung", "INVOICE", "RECEIPT", "Guest bill", "Tax invoice", "Simplified invoice", "Beleg / Receipt")), r.choice((0, "centre")), r.choice((1, 1.5, 2)))
    served(s)
    s.rule(.5)
    items(s, bill)
    sums(s, bill)
    if s.chance(.6):
      tax_summary(s, bill)
    pay(s, bill, (("card", 6), ("cash", 3), ("none", 1)))

  head_or_end(s, body, .8)
  if s.chance(.5):
    s.text(r.choice(("Danke / Thank you", "Merci et a bientot", "Gracias por su visita", "Grazie e arrivederci", "Service not included", "Bedankt, tot ziens", "Tax free shopping: ask us")), "centre")
  s.foot(2)


@form("order number", ("US", "US", "CA", "AU", "GB"), ("fast", "cafe", "restaurant"), 2.5)
def order_number(s):
  """A kiosk's ticket: a large number, items with their quantity first, modifiers without prices."""
  r, v = s.r, s.v
  first = s.chance(.6)
  if first:
    head(s)
  s.row(("centre", r.choice(("ORDER", "Your Order Number", "Order #", "PICKUP NUMBER", "Ticket"))))
  s.row(("centre", r.choice((v.digits(r.choice((2, 3, 4))), f"{r.choice('ABK')}{v.digits(2)}", v.person().split()[0].upper()))), height=r.choice((2, 2.5, 3)))
  s.row((r.choice((0, "centre")), r.choice(("EAT IN", "TAKE OUT", "Here", "TO GO", "Dine In", "Drive Thru", "Mobile Order"))))
  s.row((0, s.when()), *([("right", r.choice((f"Kiosk {v.digits(2)}", f"Reg {v.digits(1)}", "Term " + v.digits(2))))] if s.chance(.5) else []))
  bill = s.bill("food" if s.chance(.6) else "drink", discount=.05, count=r.choice((1, 2, 3, 4)))
  for i in bill.items:
    if s.chance(.5) and not i.options:
      i.options = [(r.choice(("NO PICKLE", "No Onion", "Add Ice", "Lt Ice", "EXTRA SAUCE", "Oat Milk", "Med", "Whole Wheat", "1 Ranch", "SUB FRIES", "2 Napkins", "Well Done", "+ Cheese", "Half Sweet")),
                    None) for _ in range(r.randint(1, 3))]
  items(s, bill, {"qna": 6, "na": 1, "qn": 1, "qnpa": 1}, .3)
  sums(s, bill)
  pay(s, bill, (("card", 7), ("cash", 2)))
  if not first:
    head(s, .2)
  s.foot(3)


@form("list without prices", ("US", "GB", "CA", "AU"), ("restaurant", "shop", "fast", "cafe"), 1)
def packing(s):
  """A kitchen's or packer's list: quantities and names, the customer's name and address, perhaps a sum."""
  r, v = s.r, s.v
  bill = s.bill("food" if s.chance(.5) else "online", discount=0)
  if s.chance(.7):
    head(s)
  s.text(r.choice(("PACKING SLIP", "Kitchen Order", "DELIVERY", "Order slip", "PICK LIST")), r.choice((0, "centre")), r.choice((1, 1.5, 2)))
  s.pairs([(r.choice(("Order", "Order #", "Slip no.")), v.digits(5)), (r.choice(("Date", "Ordered", "Printed")), s.when())])
  customer(s)
  Rows(s, {"qn": 3, "nq": 2}).print(bill.items, .5)
  if s.chance(.5):
    right(s, r.choice(("Total", "PAID", "Order total")), s.money(bill.total, "total"))
  s.foot(2)


def customer(s, share=.9):
  """Whom an order goes to: the name, the address and the telephone are not the shop's."""
  if not s.chance(share):
    return
  r, v = s.r, s.v
  title = r.choice(("Deliver to", "Ship to", "Customer", "Delivery address", "SHIP TO:", "Deliver To:", "Shipping address", "Recipient"))
  lines = [v.person(), *v.address().split("\n"), v.phone()]
  lines = lines[:r.choice((2, 3, 4))]
  if s.chance(.3):
    s.lines_of([title.rstrip(":") + ": ", ", ".join(lines)])
    return
  s.text(title)
  for line in lines:
    s.text(line)


# Orders and payments on screens and in mails.


@form("delivery in English", ("US", "US", "GB", "CA", "AU", "SG"), ("restaurant", "fast", "cafe", "mart"), 2.5, (40, 48, 56))
def delivery(s):
  r, v = s.r, s.v
  bill = s.bill("food", fee=r.choice((0, 199, 299, 399, 499)), count=r.choice((1, 2, 3, 4)), discount=.15)
  site = v.english().title() + r.choice(("", " Eats", "Dash", " Delivery"))
  if s.chance(.6):
    s.text(r.choice((site, f"Thanks for ordering, {v.person().split()[0].title()}", f"Your {site} order", "Order details")), 0, r.choice((1, 1.5)))
  if s.chance(.4):
    right(s, "Total", s.money(bill.total, "total"), r.choice((1, 1.5)))
  s.lines_of([r.choice(("You ordered from ", "Here's your receipt for ", "Order from ", "", "Restaurant: ")), s.fact("merchant")])
  s.row((0, s.when()))
  if s.chance(.5):
    s.lines_of([r.choice(("Picked up from ", "From: ", "")), s.fact("address")._replace(text=s.facts["address"].replace("\n", ", "))])
  items(s, bill, {"qna": 5, "na": 3}, .1)
  sums(s, bill)
  if s.chance(.4):
    s.text(r.choice(("Tip for your driver is separate", "Service fee helps us run the platform")))
  paid_with(s)
  customer(s, .8)
  if s.chance(.4):
    s.lines_of([r.choice(("Delivered by ", "Your courier: ")), v.person()])
  s.foot(2)


@form("subscription in English", ("US", "US", "GB", "CA", "AU", "IE", "SG", "DE"), "online", 3, (48, 56, 64, 72))
def subscription(s):
  r, v = s.r, s.v
  plan = r.choice(("Pro", "Premium", "Basic", "Team", "Plus", "Starter", "Family", "Business")) + r.choice((" plan", " Subscription", " Monthly", " (annual)", " membership", " seat"))
  count = r.choice((1, 1, 1, 2, 5))
  price = cents(r, 299, 9900)
  net = price * count
  tax = round(net * r.choice((0, 0, .07, .1, .2)))
  total = net + tax
  if s.chance(.2):
    s.lines_of([r.choice(("Receipt from ", "Your receipt from ")), s.fact("merchant")])
  elif s.chance(.4):
    s.text(r.choice((f"Your {v.english().title()} receipt", "Payment receipt", "Your subscription was renewed")))
  big = s.chance(.5)
  if big:
    s.text(s.money(total, "total"), r.choice((0, "centre")), r.choice((1.5, 2)))
    s.lines_of([r.choice(("Paid ", "Date paid ", "")), s.day()])
  s.text(s.fact("merchant"), r.choice((0, "centre")), r.choice((1, 1, 1.5)))
  ours = s.wrapped(s.fact("address"), s.columns // 2 - 2)
  theirs = [r.choice(("Bill to", "Billed to", "Customer")), v.person(), *v.address().split("\n"), f"{v.english()}@{v.english()}.com"]
  if s.chance(.2):
    s.beside([[line] for line in ours], [[line] for line in theirs], s.columns // 2)
  else:
    for line in ours + theirs:
      s.row((0, line))
  s.pairs([(r.choice(("Invoice number", "Receipt number", "Receipt #")), f"{v.digits(4)}-{v.digits(4)}"), (r.choice(("Date paid", "Date", "Date of issue")), s.day()),
           (r.choice(("Next billing date", "Renews on", "Next payment")), s.later(43200)[0]), (r.choice(("Account", "Email", "Username")), f"{v.english()}@{v.english()}.net")])
  s.rule()
  ends = [("end", round(s.columns * x)) for x in (.62, .8, 1)]
  s.table([0] + ends, [[Piece(plan, "itemName"), Piece(str(count), "itemQuantity"), s.money(price, tag="itemPrice"), s.money(net, tag="itemAmount")]],
          ["Description", "Qty", "Unit price", "Amount"] if s.chance(.8) else None)
  s.row((0, [s.day(None, None), " - ", s.later(43200)[0]]))
  s.items_truth.append({"name": plan, "unit_price": price / 100, "quantity": count, "amount": net / 100})
  s.rule(.5)
  right(s, "Subtotal", s.money(net, "supply" if tax else None))
  if tax:
    right(s, r.choice(("Tax", "VAT", "Sales tax", "GST")), s.money(tax, "tax"))
  right(s, r.choice(("Total", "Amount paid", "Amount charged", "Total paid")), s.money(total, "total"))
  paid_with(s)
  if s.facts["businessNumber"] and s.chance(.5):
    s.lines_of([s.number_name(), " ", s.fact("businessNumber")])
  s.foot(2)


@form("marketplace in English", ANY, "online", 3, (48, 56, 64, 72))
def marketplace(s):
  """An order at a site: who sold it, whom it goes to, the site's own address at the foot."""
  r, v = s.r, s.v
  bill = s.bill("online", fee=r.choice((0, 0, 499, 599)), discount=.15, count=r.choice((1, 1, 2, 3)))
  site = v.english().title() + r.choice((".com", "", "Market", " Marketplace"))
  s.text(r.choice((site, f"{site} order summary", "Order details", f"Final details for order #{v.digits(3)}-{v.digits(7)}")), 0, r.choice((1, 1.5)))
  s.pairs([(r.choice(("Order placed", "Ordered on", "Date")), s.day()), (r.choice(("Order #", "Order number")), f"{v.digits(3)}-{v.digits(7)}-{v.digits(7)}")])
  sold = lambda: s.lines_of([r.choice(("Sold by: ", "Seller: ", "Sold by ", "Merchant: ", "Shop: ")), s.fact("merchant")])

  def products():
    items(s, bill, {"na": 3, "nqa": 2, "qna": 2}, .2)

  def payment():
    sums(s, bill)
    paid_with(s)

  blocks = [sold, products, payment, lambda: customer(s, .85)]
  if s.chance(.4):
    r.shuffle(blocks)
  for block in blocks:
    block()
    s.rule(.3)
  if s.chance(.5):
    s.text(f"{site} {r.choice(('Inc.', 'LLC', 'Ltd'))}, {v.address()}".replace("\n", ", "))
  s.foot(2)


# Services.


@form("salon and gym", ANY, "shop", 2)
def salon(s):
  r, v = s.r, s.v
  s.facts["merchant"] = f"{v.english().title()} {r.choice(('Hair', 'Salon', 'Barbers', 'Nails', 'Spa', 'Fitness', 'Yoga', 'Gym', 'Day Spa', 'Hair Studio'))}"
  bill = s.bill("service", discount=.1, count=r.choice((1, 1, 2, 3)))

  def body():
    s.pairs([row for row in ((r.choice(("Stylist", "Technician", "Trainer", "Provider", "With")), v.person()), (r.choice(("Client", "Guest", "Member")), v.person()),
                             (r.choice(("Appointment", "Next appointment", "Next visit")), s.later(r.randint(-90, 60000))), (s.label("date"), s.when()),
                             (r.choice(("Member #", "Visit", "Ticket")), v.digits(5))) if s.chance(.8)])
    items(s, bill)
    tipped = s.chance(.4) and v.country in ("US", "CA")
    sums(s, bill, None if tipped else "total")
    if tipped:
      tip_lines(s, bill, True)
      card(s, round(s.truth["total"] * 100))
    else:
      pay(s, bill)

  head_or_end(s, body)
  s.foot(3)


@form("dry cleaner", ("US", "US", "GB", "CA", "AU"), "shop", 1.5)
def cleaner(s):
  r, v = s.r, s.v
  s.facts["merchant"] = f"{r.choice((v.english().title(), v.faked('last_name', 'en_US')))} {r.choice(('Cleaners', 'Dry Cleaning', 'Laundry', 'Garment Care', 'Wash & Fold'))}"
  total = 0

  def body():
    nonlocal total
    s.pairs([(r.choice(("Customer", "Name")), v.person()), (r.choice(("Phone", "Cell")), v.phone()), (r.choice(("In", "Dropped off", "Received")), s.when()),
             (r.choice(("Ready", "Ready by", "Pick up")), s.later(4320)), (r.choice(("Ticket", "Tag", "Invoice #")), v.digits(6))])
    s.rule()
    for _ in range(r.randint(1, 6)):
      name, price, count = r.choice(("Shirt laundered", "Pants", "Suit 2pc", "Dress", "Coat", "Comforter", "Blouse", "Tie", "Sweater", "Wash & Fold lb", "Hem pants")), cents(r, 249, 2500), r.choice((1, 1, 2, 3, 5))
      s.row((0, [Piece(str(count), "itemQuantity"), " ", Piece(name, "itemName")]), ("right", s.money(price * count, tag="itemAmount")))
      s.items_truth.append({"name": name, "quantity": count, "amount": price * count / 100})
      total += price * count
      if s.chance(.25):
        s.row((4, r.choice(("No starch", "Blue", "Stain on cuff", "Light starch", "Rush"))))
    s.rule()
    right(s, r.choice(("Pieces", "Total pieces")), str(sum(row["quantity"] for row in s.items_truth)))
    right(s, r.choice(("TOTAL", "Total", "Amount due")), s.money(total, "total"))
    if s.chance(.5):
      right(s, r.choice(("Prepaid", "Paid")), s.money(total))
      right(s, r.choice(("Balance", "Balance due")), s.money(0))
    elif s.chance(.6):
      card(s, total)

  head_or_end(s, body, .9)
  s.foot(3)


@form("prescription", ("US", "US", "CA", "GB", "AU"), "drug", 1.5)
def prescription(s):
  """The slip of a pharmacy: the patient, numbers of prescriptions, what the insurance pays, the copay."""
  r, v = s.r, s.v

  def body():
    total = 0
    s.pairs([(r.choice(("Patient", "Name", "For")), v.person().upper()), (r.choice(("Patient address", "Address")), v.address().replace("\n", ", ")),
             (r.choice(("Date filled", "Date", "Filled")), s.day()), (r.choice(("Prescriber", "Dr.", "Doctor")), v.person())])
    for _ in range(r.choice((1, 1, 2, 3))):
      name = r.choice((v.english().title() + r.choice(("in", "ol", "ate", "ine")), v.english().upper())) + f" {r.choice((5, 10, 20, 50, 250, 500))}{r.choice(('mg', ' MG TAB', 'MG CAP'))}"
      full, own = cents(r, 900, 30000), cents(r, 0, 6000)
      s.row((0, [r.choice(("Rx# ", "RX ", "Rx: ")), v.digits(7), "  ", Piece(name, "itemName")]))
      s.row((2, r.choice(("Qty ", "QTY: ")) + str(r.choice((30, 60, 90))) + r.choice(("", "  Refills 2", "  Days 30"))))
      s.row((2, [r.choice(("Retail price ", "Usual price ")), s.money(full)]))
      s.row((2, [r.choice(("Copay ", "Your cost ", "Patient pays ")), s.money(own, tag="itemAmount")]))
      s.items_truth.append({"name": name, "amount": own / 100})
      total += own
    s.rule()
    right(s, r.choice(("Total", "TOTAL DUE", "Amount paid", "Patient total")), s.money(total, "total"))
    if s.chance(.7) and total:
      card(s, total)

  head_or_end(s, body, .85)
  s.foot(3)


@form("visit to a clinic", ("US", "US", "CA", "AU", "IE"), "drug", 1.5, (44, 48, 56, 64))
def clinic(s):
  r, v = s.r, s.v
  s.facts["merchant"] = f"{r.choice((v.english().title(), v.faked('last_name', 'en_US')))} {r.choice(('Family Medicine', 'Dental', 'Clinic', 'Medical Group', 'Animal Hospital', 'Eye Care', 'Physical Therapy', 'Orthodontics'))}"
  names = r.sample(("Office visit", "X-ray", "Exam", "Cleaning", "Vaccination", "Blood test", "Consultation", "Filling", "Contact lens fitting", "Follow-up", "Urgent visit fee"), r.randint(1, 4))
  amounts = [cents(r, 1500, 30000) for _ in names]

  def body():
    s.pairs([(r.choice(("Patient", "Patient name", "Pet / Owner")), v.person()), (r.choice(("Provider", "Doctor", "Seen by")), "Dr. " + v.person()), (r.choice(("Date of service", "Visit date", "Date")), s.day()),
             (r.choice(("Account #", "Chart no", "Statement #")), v.digits(6)), (r.choice(("Insurance", "Plan")), f"{v.english().title()} Health")])
    for name, amount in zip(names, amounts):
      listed(s, name, amount)
    s.rule(.5)
    charges = sum(amounts)
    covered = round(charges * r.choice((0, .5, .8))) if s.chance(.6) else 0
    right(s, r.choice(("Total charges", "Charges")), s.money(charges, None if covered else "total"))
    if covered:
      right(s, r.choice(("Insurance paid", "Plan adjustment", "Benefit")), s.money(-covered))
    right(s, r.choice(("Patient paid", "Payment received", "Amount paid today", "You paid")), s.money(charges - covered, "total"))
    if s.chance(.6):
      card(s, charges - covered)

  head_or_end(s, body)
  s.foot(2)


# Journeys and stages.


@form("metered taxi", ("US", "US", "GB", "AU", "CA", "SG", "IE"), "parking", 2, (24, 28, 32))
def taxi(s):
  r, v = s.r, s.v
  s.facts["merchant"] = f"{v.english().title()} {r.choice(('Cab', 'Taxi', 'Cabs', 'Yellow Cab', 'Taxi Co.', 'Radio Cars', 'Silver Taxis'))}"
  fare, extras, tolls = cents(r, 400, 7000), r.choice((0, 50, 100, 250)), r.choice((0, 0, 550, 650))
  tip = round(fare * .2) if s.chance(.3) else 0
  total = fare + extras + tolls + tip
  rows = [(r.choice(("CAB NO", "MEDALLION", "Vehicle", "TAXI NO.")), f"{r.randint(1, 9)}{r.choice('ABKLMY')}{v.digits(2)}"), (r.choice(("DRIVER", "Driver ID", "HACK #")), v.digits(6)),
          (r.choice(("TRIP", "TRIP NO", "Job")), v.digits(5)), (r.choice(("START", "Pick up", "FROM")), s.hour(None, None)), (r.choice(("END", "Drop off")), s.later(r.randint(5, 60))[2]),
          (r.choice(("DIST", "Miles", "KM", "Distance")), f"{r.uniform(.5, 25):.1f}")]
  s.text(r.choice(("TAXI RECEIPT", "RECEIPT", "Passenger Receipt", "FARE RECEIPT")), "centre")
  first = s.chance(.6)
  if first:
    s.name(r.choice((0, "centre")))
    if s.chance(.5):
      s.lines_of([r.choice(("Tel ", "", "Call ")), s.fact("phone")])
  s.row((0, s.when()))
  s.pairs([row for row in rows if s.chance(.7)])
  right(s, r.choice(("FARE", "Meter", "FARE R1")), s.money(fare))
  for label, amount in (("EXTRAS", extras), (r.choice(("TOLLS", "Tolls")), tolls)):
    if amount:
      right(s, label, s.money(amount))
  if tip:
    right(s, r.choice(("TIP", "Gratuity")), s.money(tip)._replace(field="tip", value=tip / 100))
  right(s, r.choice(("TOTAL", "Total", "TOTAL FARE", "AMOUNT")), s.money(total, "total"), r.choice((1, 1, 1.5)))
  if s.chance(.6):
    card(s, total)
  if not first:
    s.name("centre", 1)
  s.text(r.choice(("Comments? Call 311", "THANK YOU", "Lost property 1-800-555-0100", "CONTACT TLC DIAL 311", f"ABN {v.digits(11)}" if v.country == "AU" else "Have a nice day")), r.choice((0, "centre")))


@form("toll and transit", ("US", "US", "IE", "AU", "CA", "IT"), "parking", 1.5, (28, 32, 40))
def toll(s):
  r, v = s.r, s.v
  s.facts["merchant"] = f"{v.english().title()} {r.choice(('Turnpike', 'Toll Road', 'Transit', 'Metro', 'Bridge Authority', 'Tollway', 'Tunnel', 'Expressway', 'Bus'))}"
  total = cents(r, 50, 4000)
  s.text(s.fact("merchant"), "centre")
  s.text(r.choice(("TOLL RECEIPT", "RECEIPT", "FARE CARD RECEIPT", "Ticket machine receipt")), "centre")
  s.row((0, s.when()))
  s.pairs([row for row in ((r.choice(("Plaza", "Entry", "Station")), f"{v.english().title()} {v.digits(2)}"), (r.choice(("Lane", "Machine", "TVM")), v.digits(3)), (r.choice(("Class", "Axles", "Zone")), str(r.randint(1, 6))),
                           (r.choice(("Collector", "Trans", "Serial")), v.digits(5))) if s.chance(.8)])
  right(s, r.choice(("TOLL", "Toll paid", "AMOUNT", "Fare", "Amount paid", "Total")), s.money(total, "total"))
  if s.chance(.4):
    card(s, total) if s.chance(.6) else cash(s, total)
  s.foot(1)


@form("cinema and museum", ANY, "shop", 1.5)
def stage(s):
  r, v = s.r, s.v
  s.facts["merchant"] = f"{v.english().title()} {r.choice(('Cinema', 'Cinemas 12', 'Theatre', 'Museum', 'Gallery', 'Aquarium', 'Zoo', 'Playhouse', 'Arena'))}"
  first = s.chance(.65)
  if first:
    head(s)
  s.text(r.choice(("ADMIT ONE", "Your tickets", "TICKET RECEIPT", "Box Office", "Order confirmation")), r.choice((0, "centre")), r.choice((1, 1.5)))
  s.text(f"The {v.english().title()} {v.english().title()}", r.choice((0, "centre")), r.choice((1, 1.5, 2)))
  start = s.later(r.randint(10, 20000))
  s.lines_of([r.choice(("Showtime ", "", "Entry ")), start[0], " ", start[2]])
  if s.chance(.6):
    s.text(f"Screen {r.randint(1, 16)}  Row {r.choice('ABCDEFGH')}  Seat {r.randint(1, 30)}")
  bill = s.bill("ticket", count=r.choice((1, 1, 2)), fee=r.choice((0, 150, 200)), discount=.05)
  items(s, bill)
  sums(s, bill)
  s.pair(r.choice(("Purchased", "Sold", "Order date", "Printed")), s.when())
  pay(s, bill, (("card", 7), ("cash", 2)))
  if not first:
    head(s, .2)
  s.foot(2)


@form("train in Europe", EUROPE + ("GB", "GB"), "online", 2, (40, 48, 56))
def train(s):
  r, v = s.r, s.v
  s.facts["merchant"] = r.choice((f"{v.english().title()} {r.choice(('Rail', 'Trains', 'Railway', 'Express', 'Bahn', 'Ferries'))}", v.english().title() + r.choice(("bahn", "rail", "line"))))
  count, fare = r.choice((1, 1, 2)), cents(r, 400, 15000)
  total = fare * count

  def body():
    s.text(r.choice(("Ticket receipt", "RECEIPT", "Online ticket", "Booking confirmation", "Sales voucher")), r.choice((0, "centre")), r.choice((1, 1.5)))
    start = s.later(r.randint(30, 60000))
    s.row((0, f"{v.town()} -> {v.town()}"))
    s.lines_of([r.choice(("Outward ", "Departs ", "Valid ")), *start])
    s.pairs([row for row in ((r.choice(("Class", "Cl.")), r.choice(("2nd", "Standard", "1"))), (r.choice(("Coach / Seat", "Seat")), f"{r.randint(1, 14)} / {r.randint(1, 90)}"),
                             (r.choice(("Booking reference", "Order number", "PNR")), "".join(r.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=6))), (r.choice(("Passenger", "Traveller")), v.person())) if s.chance(.8)])
    name = r.choice(("Single", "Return", "Adult", "Off-Peak Day Return", "Saver fare", "Flexi ticket"))
    s.row((0, [Piece(str(count), "itemQuantity"), " x ", Piece(name, "itemName")]), ("right", s.money(total, tag="itemAmount")))
    s.items_truth.append({"name": name, "quantity": count, "amount": total / 100})
    right(s, r.choice(("Total", "Total price", "TOTAL", "Amount paid")), s.money(total, "total"))
    if s.chance(.4):
      tax = total - round(total / 1.1)
      right(s, r.choice(("incl. 10% VAT", "VAT included", "of which VAT")), s.money(tax, "tax"))
    s.pair(r.choice(("Date of purchase", "Issued", "Booked on")), s.when())
    card(s, total) if s.chance(.6) else paid_with(s)

  head_or_end(s, body, .7)
  s.foot(2)


@form("hotel bill in Europe", EUROPE + ("GB", "JP"), "hotel", 2, (48, 56, 64))
def hotel(s):
  """A stay with city tax and VAT by rates; the guest's address beside the hotel's."""
  r, v, nights = s.r, s.v, s.r.randint(1, 4)
  unit = 1 if s.scale == 100 else 1.2
  rate, city = round(cents(r, 5900, 25000) * unit), r.choice((0, 150, 250, 350))
  head(s, .15)
  guest = [v.person(), *(v.address().split("\n") if s.chance(.6) else [])]
  rows = [[r.choice(("Room ", "Room No. ")) + str(r.randint(101, 900))], [r.choice(("Arrival ", "Check-in ")), s.later(-1440 * nights)[0]], [r.choice(("Departure ", "Check-out ")), s.day(None, None)],
          [r.choice(("Invoice ", "Folio ", "Bill no. ")) + v.digits(6)], [r.choice(("Date ", "Invoice date ")), s.day()]]
  if s.chance(.6):
    s.beside([[line] for line in guest], rows, s.columns // 2)
  else:
    for row in [[line] for line in guest] + rows:
      s.row((0, row))
  s.rule(.9)
  ends = [("end", round(s.columns * .8)), ("end", s.columns)]
  name = r.choice(("Accommodation", "Room", "Lodging", "Overnight stay", "Double room"))
  table, total = [], 0
  for label, each, count in [(name, rate, nights)] + ([(r.choice(("City tax", "Tourist tax", "Taxe de sejour", "Kurtaxe")), city, nights)] if city else []) + ([("Breakfast", round(cents(r, 900, 2500) * unit), nights)]
                                                                                                                                                         if s.chance(.5) else []):
    table.append([Piece(label, "itemName"), [Piece(str(count), "itemQuantity"), " x ", s.money(each, tag="itemPrice", bare=True)], s.money(each * count, tag="itemAmount", bare=True)])
    s.items_truth.append({"name": label, "unit_price": each / s.scale, "quantity": count, "amount": each * count / s.scale})
    total += each * count
  s.table([0] + ends, table, [r.choice(("Description", "Service")), r.choice(("Qty x Price", "Nights")), r.choice(("Amount", "Total"))])
  s.rule(.9)
  right(s, r.choice(("Total", "Total incl. VAT", "Grand total", "TOTAL")), s.money(total, "total"))
  if s.chance(.6):
    tax = total - round(total / 1.1)
    right(s, r.choice(("Net", "Net amount", "Excl. VAT")), s.money(total - tax, "supply"))
    right(s, r.choice(("VAT 10%", "incl. VAT", "Tax")), s.money(tax, "tax"))
  if s.chance(.7):
    card(s, total)
    right(s, r.choice(("Balance", "Balance due", "Outstanding")), s.money(0))
  s.foot(2)
