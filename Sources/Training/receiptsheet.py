"""A receipt on its paper: the blocks that the forms of `receiptpages.py` are made of, and the truth of what is printed."""
import datetime

import receiptlabels as L
import vocabulary as V
from receiptbill import bill
from receiptpaper import SEPARATORS, WESTERN, Paper, Piece, pieces_of, width
from receiptvalues import VANS, Values

SYMBOLS = {
    "USD": ("", "", "", "$", "$"), "CAD": ("", "", "$"), "GBP": ("£", "£", ""), "AUD": ("$", "$", ""), "INR": ("", "", "Rs.", "₹"),
    "MYR": ("", "", "RM", "RM "), "SGD": ("", "$", "S$"), "EUR": ("", "", "€", "EUR "), "JPY": ("¥", "¥", "", "JPY ", "￥"), "KRW": ("", "", "", "", "", "₩", "\\")
}
# Forms of a day: the time, the day of the week in Korean, the month in English.
DAYS = {
    "KR": ["{0:%Y-%m-%d}"] * 5 + ["{0:%Y/%m/%d}"] * 3 + ["{0:%Y.%m.%d}"] * 2 + [
        "{0:%y/%m/%d}", "{0:%y-%m-%d}", "{0:%Y년 %m월 %d일}", "{0:%Y년%m월%d일}", "{0.year}. {0.month}. {0.day}", "{0:%Y%m%d}", "{0:%y.%m.%d}",
        "{0:%Y-%m-%d}({1})"
    ], "US": [
        "{0:%m/%d/%Y}", "{0:%m/%d/%Y}", "{0.month}/{0.day}/{0.year}", "{0:%m/%d/%y}", "{0:%m-%d-%Y}", "{2} {0.day}, {0.year}", "{2}{0:%d} {0:%y}",
        "{0:%Y-%m-%d}", "{0:%d}-{2}-{0.year}"
    ], "other": [
        "{0:%d/%m/%Y}", "{0:%d/%m/%Y}", "{0:%d-%m-%Y}", "{0:%d/%m/%y}", "{0:%d.%m.%Y}", "{0:%d} {2} {0.year}", "{0:%d}-{2}-{0.year}", "{0:%d.%m.%y}",
        "{0:%d-%m-%y}"
    ], "JP": ["{0:%Y/%m/%d}", "{0:%Y/%m/%d}", "{0:%Y-%m-%d}", "{0:%Y.%m.%d}", "{2} {0.day}, {0.year}", "{0.year}/{0.month}/{0.day}"]
}
CLOCKS = {
    "JP": ["%H:%M", "%H:%M", "%H:%M:%S"],
    "KR": ["%H:%M:%S", "%H:%M:%S", "%H:%M", "%H:%M"], "other": ["%H:%M:%S", "%H:%M:%S", "%H:%M", "%H:%M"],
    "US": ["%I:%M %p", "%I:%M %p", "%I:%M:%S %p", "%I:%M%p", "%H:%M", "%H:%M:%S"]
}
COMPACT = [[part.split() for part in rows.split(",")] for rows in (
    "merchant phone,businessNumber representative,address", "merchant,businessNumber representative,address phone",
    "merchant,representative businessNumber,address,phone", "businessNumber merchant,address,representative phone",
    "merchant representative businessNumber,address,phone", "merchant phone,representative businessNumber,address",
    "merchant,address,phone,businessNumber representative", "merchant phone,address,businessNumber representative",
    "businessNumber representative,merchant phone,address", "merchant,businessNumber phone representative,address")]
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


class Sheet(Paper):
  def __init__(self, r, country, kind, columns=None):
    super().__init__(r, columns or r.choice((28, 32, 32, 36, 38, 40, 42, 42, 44, 48, 48, 56)), SEPARATORS if country == "KR" else WESTERN)
    self.v = v = Values(r, country)
    self.korean = v.korean
    self.scale = 1 if v.currency in ("KRW", "JPY") else 100  # the smallest units of one of the currency
    self.language = "en" if not v.korean or r.random() < .05 else r.choice(("ko",) * 9 + ("both",))
    self.spaced = r.choice((0, 0, 0, 6, 8, 10))
    self.labels, self.items_truth = {}, []
    self.stacked, self.below = False, {}  # English labels below the Korean ones
    self.symbol = r.choice(SYMBOLS[v.currency])
    self.unit = "" if self.symbol else r.choice(("", "", "", "원", "원", " 원")) if v.korean else r.choice(
        ("", "", "", " €")) if v.currency == "EUR" else ""
    self.decimal = "," if v.currency == "EUR" and country != "IE" and r.random() < .8 else "."
    self.minus = r.choice(("-", "-", "-", "- ", "△", "▲") if v.korean else ("-", "-", "-", "behind", "()"))
    self.cancelled = False
    self.truth["currency"] = v.currency
    self.moment = datetime.datetime(2009, 1, 1) + datetime.timedelta(seconds=r.randrange(18 * 365 * 86400))
    region = country if country in ("KR", "JP") else "US" if country in ("US", "CA") else "other"
    self.day_form = r.choice(DAYS[region])
    self.clock = r.choice(CLOCKS["US" if country in ("MY", "AU") else region])
    self.become(kind)

  def become(self, kind):
    """The shop that the receipt is of."""
    v, r = self.v, self.r
    owner = v.person() if r.random() < .9 else r.choice((v.shop("company"), v.person(True) + "(" + v.word() + ")")) if v.korean else v.person()
    self.facts = {
        "merchant": v.shop(kind), "businessNumber": v.business_number(), "representative": owner, "phone": v.phone(), "address": v.address()
    }

  # Texts and values.

  def pick(self, choices):
    """One of several, the first ones more often."""
    return choices[min(int(self.r.random() ** 1.6 * len(choices)), len(choices) - 1)]

  def word_of(self, table, key):
    korean, english = table[key]
    if self.language == "both" and self.chance(.6):
      return self.r.choice(("{} {}", "{} {}", "{}/{}", "{}({})", "{} ({})", "{1} {0}", "{1}({0})")).format(self.pick(korean), self.pick(english))
    return self.pick(english if self.language == "en" or not self.korean else korean)

  def label(self, key, again=True):
    """A label; a receipt keeps to one word for one thing. Korean ones are at times spaced to one width."""
    if key not in L.LABELS:
      return key
    if again and key in self.labels:
      return self.labels[key]
    text = self.word_of(L.LABELS, key)
    if not self.korean and self.chance(.25):
      text = text.upper()
    if self.spaced and " " not in text and "가" <= text[0] <= "힣" and 2 <= len(text) and width(text) < self.spaced:
      gap = (self.spaced - width(text)) // (len(text) - 1)
      text = (" " * max(1, gap)).join(text)
    elif self.korean and len(text) in (2, 3) and self.chance(.08):
      text = " ".join(text)
    self.labels[key] = text
    if self.stacked:
      self.below[text] = self.pick(L.LABELS[key][1])
    return text

  def pair(self, label, value, form=None, height=1.0):
    super().pair(label, value, form, height)
    if label in self.below:
      self.row((0, self.below[label]))

  def fact(self, key):
    names = {"businessNumber": "business_number"}
    return Piece(self.facts[key], key, names.get(key, key))

  def money(self, amount, field=None, tag=None, bare=False):
    """An amount as this receipt prints it; a cancelled one has a negative total whatever is printed."""
    if self.scale == 1:
      text, value = f"{abs(amount):,}", amount
    else:
      text, value = f"{abs(amount) / 100:,.2f}", amount / 100
      if self.decimal == ",":
        text = text.translate(str.maketrans(",.", ".,"))
    if not bare:
      text = self.symbol + text + self.unit
    if amount < 0:
      text = {"behind": text + "-", "()": f"({text})"}.get(self.minus, self.minus + text)
    if field == "total" and self.cancelled:
      value = -abs(value)
    return Piece(text, tag, field, value)

  def day(self, moment=None, field="date"):
    moment = moment or self.moment
    return Piece(self.day_form.format(moment, "월화수목금토일"[moment.weekday()], MONTHS[moment.month - 1]), None, field, f"{moment:%Y-%m-%d}")

  def hour(self, moment=None, field="time"):
    moment = moment or self.moment
    text = moment.strftime(self.clock)
    if self.korean and self.chance(.04):
      text = ("오전 " if moment.hour < 12 else "오후 ") + moment.strftime("%I:%M")
    return Piece(text, None, field, f"{moment:%H:%M:%S}" if "%S" in self.clock else f"{moment:%H:%M}")

  def when(self, field=True):
    day = [self.day(None, "date" if field else None)]
    return day + [self.r.choice((" ", " ", "  ")), self.hour(None, "time" if field else None)] if self.chance(.85) else day

  def later(self, minutes):
    """Another time that is no date of the receipt."""
    moment = self.moment + datetime.timedelta(minutes=minutes)
    return [self.day(moment, None), " ", self.hour(moment, None)]

  def fill(self, text):
    if "{" not in text:
      return text
    d, v = self.v.digits, self.v
    return text.format(E=v.english().title(), e=v.english(), w=v.word(), n=d(4), c=d(3), p=d(2, "123456789"), t=v.phone(),
                       m=f"{self.r.randint(1, 90) * 100:,}", d=f"{self.moment:%Y-%m-%d}")

  def sentence(self):
    r = self.r
    if not self.korean:
      return self.fill(r.choice(r.choice((L.ENGLISH_LEGAL, V.ENGLISH_NOTICES, L.ENGLISH_MESSAGES))))
    return self.fill(r.choice(r.choice((L.LEGAL, V.NOTICES, V.NOTICES, L.SLOGANS, L.MESSAGES))).strip())

  def notice(self):
    """Sentences close together, with brackets and numbers, as shops print their terms below their name."""
    days = self.r.choice((7, 14, 30))
    text = self.r.choice(
        (f"* 교환과 환불은 영수증과 결제한 카드를 가지고 오셔야 하며 {days}일({self.moment.month}월{self.moment.day}일) 안에 됩니다",
         f"산 점포에서만 {days}일 안에 교환 가능 단,뜯지 않은 상품(행사 상품, 사은품 제외)", f"법({self.r.randint(10, 20)}년 7월 시행)에 따라 다시 결제하려면 영수증과 카드가 필요합니다. (현금은 영수증만)",
         f"세법 개정으로 영수증 없이는 환불 불가, {days}일까지(카드 지참)", f"본사: {self.v.shop('company')} {self.v.address()}"))
    self.text(text)

  def foot(self, most=5):
    if self.korean and self.chance(.12):
      self.notice()
    for _ in range(self.r.randint(0, most)):
      self.text(self.sentence(), self.r.choice((0, 0, "centre")))
    if self.chance(.12):
      self.text(self.v.digits(self.r.choice((12, 13, 16, 20, 24))), self.r.choice((0, "centre")))
    if self.chance(.07):
      self.text(self.fact("merchant"), self.r.choice((0, "centre")))

  def titles(self, choices=L.TITLES, share=.38):
    if self.chance(share):
      self.text(self.r.choice(choices), self.r.choice((0, "centre", "centre")), self.r.choice((1, 1, 1.5, 2)))
    if self.chance(.08):
      self.text(self.sentence(), self.r.choice((0, "centre")))

  # Blocks.

  def heading(self, labelled=.45, name="merchant", keys=("merchant", "businessNumber", "representative", "phone", "address")):
    """Prints the facts of the shop: with labels or plain, the name first as a rule."""
    lost = {"merchant": .02, "businessNumber": .08, "representative": .18, "phone": .15, "address": .1}
    order = [key for key in keys if self.facts[key] and not self.chance(lost[key])]
    rest = [key for key in order if key != "merchant"]
    if self.chance(.7):
      self.r.shuffle(rest)
    order = [key for key in order if key == "merchant"] + rest if self.chance(.85) else rest + [key for key in order if key == "merchant"]
    if self.chance(.12):  # a logo or a slogan
      self.text(self.r.choice((self.v.english().upper(), self.v.english().title(), " ".join(self.v.english().upper()), self.sentence())),
                self.r.choice((0, "centre")), self.r.choice((1, 1.5, 2, 2.5)))
    if self.korean and self.chance(.06):
      self.notice()
    if self.chance(.07):
      self.brand()
    if self.columns >= 36 and self.chance(.05):
      self.columns_heading(order)
    elif self.chance(labelled):
      self.labelled_heading(order, name)
    elif self.korean and self.chance(.3):
      self.compact_heading(order)
    else:
      self.plain_heading(order)

  def brand(self):
    """The brand of a chain, above the name of the shop that has it as its first word, or in other letters."""
    name = self.facts["merchant"]
    for company in ("(주)", "㈜", "주식회사", "유한회사", "의료법인"):
      name = name.replace(company, " ")
    first = name.replace("(", " ").replace("\n", " ").split()[:1]
    other = self.v.latin() if self.korean else self.v.english().title()
    text = first[0] if first and len(first[0]) < len(self.facts["merchant"]) and self.chance(.6) else other
    self.text(text, self.r.choice((0, "centre", "centre")), self.r.choice((1, 1.5, 2, 2.5)))
    if self.chance(.15):
      self.text(self.fill(self.r.choice(L.SLOGANS)) if self.korean else self.sentence(), self.r.choice((0, "centre")))

  def columns_heading(self, order):
    """The shop at the left, the date and numbers at the right; facts that are too long stand above and below."""
    r, half, left, below = self.r, round(self.columns * self.r.choice((.5, .55, .6))), [], []
    separator = r.choice((": ", ":", " "))
    for key in order:
      title = "" if key in ("merchant", "address") or self.chance(.3) else (
          self.number_name() if key == "businessNumber" and not self.korean else self.label(key)) + separator
      if width(title + self.facts[key]) < half and "\n" not in self.facts[key]:
        left.append([title, self.fact(key)])
      elif key == "merchant":
        self.name(r.choice((0, "centre")))
      else:
        below.append([title, self.fact(key)])
    right = [[self.label("date") + separator if self.chance(.5) else "", *self.when()]]
    for _ in range(r.randint(0, 3)):
      label, value = self.decoy()
      right.insert(r.randint(0, len(right)), [label, separator, value])
    if self.chance(.3):
      right.insert(0, [r.choice(L.TITLES[:9] if self.korean else ("RECEIPT", "Receipt", "INVOICE", "Sales Receipt", "TAX INVOICE"))])
    self.beside(left, right, half)
    for line in below:
      self.lines_of(line)

  def labelled_heading(self, order, name):
    r, rows = self.r, []
    if "merchant" in order and self.chance(.25):
      self.name(r.choice((0, "centre")))
      if self.chance(.7):
        order = [key for key in order if key != "merchant"]
        if self.korean and self.chance(.12):  # the name above, its branch behind a label
          rows.append((self.label(name), self.r.choice(("", "", f"{self.v.digits(3)}. ")) + self.v.branch()))
    behind = self.chance(.06) and {"businessNumber", "phone"} <= set(order)  # the telephone in brackets behind the number
    joined = not behind and self.chance(.04) and {"merchant", "businessNumber"} <= set(order)  # the number behind the name
    for key in order:
      value = self.fact(key)
      if key == "merchant" and self.chance(.05):
        value = [self.r.choice(("{}. ", "[{}] ", "{} ", "({})")).format(self.v.digits(self.r.choice((3, 4)))), value]
      if behind and key == "phone" or joined and key == "businessNumber":
        continue
      if joined and key == "merchant":
        value = [*pieces_of(value), r.choice(("/", " / ", " (")), self.fact("businessNumber")]
        value += [")"] if value[-2] == " (" else []
      if behind and key == "businessNumber":
        value = [value, self.r.choice(("(", " (")), self.r.choice(("Tel:", "TEL:", "T:", "전화:", "")), self.fact("phone"), ")"]
      rows.append((self.label(name if key == "merchant" else key), value))
      if self.chance(.06):
        rows.append((self.label("fax"), self.v.phone()))
      if self.chance(.05):
        rows.append(self.decoy())
    if self.chance(.06) and [label for label, _ in rows] == [self.label(name if key == "merchant" else key) for key in order
                                                            ] and {"merchant", "representative"} <= set(order):
      gap, end = r.choice((("/", ""), (" / ", ""), (" (", ")"), ("(", ")"), ("  ", "")))
      keep = [row for row, key in zip(rows, order) if key not in ("merchant", "representative")]
      rows = [(r.choice(("상호/대표", "상호(대표자)", "가맹점명/대표자", "상호 및 대표자")) if self.korean else "Merchant/Owner",
               [self.fact("merchant"), gap, self.fact("representative"), end])] + keep
    person = [row for row in rows if getattr(row[1], "tag", None) == "representative"]
    if person and self.korean and self.chance(.04):  # a person without a label
      rows.remove(person[0])
      self.row((0, [person[0][1], " ", self.r.choice(("가맹점No: ", "TID:", "NO:")), self.v.digits(10)]))
    self.grid(rows) if self.chance(.1) else self.pairs(rows)

  def name(self, place, big=None):
    text = self.facts["merchant"].replace("\n", " ")
    high = big or self.r.choice((1, 1, 1, 1.3, 1.6, 2, 2))
    piece = self.fact("merchant")
    if " " in text and text.split()[0].isascii() == text.isascii() and self.chance(.08):
      piece = piece._replace(text=text.replace(" ", "\n", 1), value=text)
    self.text(piece, place, high if width(text) * high < self.columns * 1.8 else 1)

  def compact_heading(self, order):
    """Several facts in each row, most of them without labels, as chains print them."""
    if self.chance(.08):  # the company and its head office come first
      self.text(f"{self.v.shop('company')} {self.r.choice(('본사', '', '본점'))}")
      self.text(self.v.address())
    for keys in self.r.choice(COMPACT):
      line = []
      for key in keys:
        if key in order:
          labelled = self.chance(.7 if key == "phone" else .25)
          title = self.r.choice(("TEL)", "TEL:", "☎", "T.", "전화:")) if key == "phone" else self.label(key) + self.r.choice((":", " "))
          line += [title if labelled and key != "merchant" else "", self.fact(key), self.r.choice((" ", "  "))]
      if line:
        self.lines_of(line[:-1])
    if self.chance(.25):
      self.notice()

  def plain_heading(self, order):
    r, place = self.r, self.r.choice((0, 0, 0, "centre", "centre"))
    line = []

    def flush():
      if line:
        self.lines_of([x for part in line for x in part + ["  " if self.chance(.3) else " "]][:-1], place)
        line.clear()

    for key in order:
      if key == "merchant":
        flush()
        if self.korean and self.chance(.12) and "phone" in order:  # name and telephone in one row
          self.lines_of([self.fact(key), " ", r.choice(("", "TEL:", "T.", "☎")), self.fact("phone")])
          order = [k for k in order if k != "phone"]
        else:
          beside = self.chance(.06)
          if beside and self.chance(.3):
            self.text(self.other_name(), place)
          self.name(place)
          if beside:
            self.text(self.other_name(), place)
          if self.korean and "phone" in order and not self.facts[key].endswith("점") and self.chance(.03):  # which shop of the chain
            self.lines_of([self.v.branch(), " ", r.choice(("TEL:", "T:", "☎", "")), self.fact("phone")], place)
            order = [k for k in order if k != "phone"]
          if self.korean and "businessNumber" in order and self.chance(.04):  # the company of the shop
            self.lines_of([self.v.shop("company"), " ", self.fact("businessNumber")], place)
            order = [k for k in order if k != "businessNumber"]
          elif not self.korean and self.chance(.03):
            self.text(f"{r.choice(('Operated by ', 'dba ', 'A division of ', 'Franchisee: '))}{self.v.english().title()} {r.choice(('LLC', 'Inc.', 'Ltd'))}",
                      place)
        if not self.korean and self.chance(.1):  # which of several shops it is
          self.text(
              self.r.choice(
                  (f"{self.v.town()}", f"{self.v.english().title()} {self.r.choice(('Mall', 'Field', 'Plaza', 'Center', 'Square', 'Airport'))}",
                   f"Store #{self.v.digits(4)}", f"{self.v.english().title()}, {self.v.town()}", f"Unit {self.v.digits(2)}")), place)
        if self.chance(.1):
          self.text(self.fill(r.choice(L.SLOGANS)) if self.korean else self.sentence(), place)
      elif key == "address":
        flush()
        if self.korean and self.chance(.06):
          self.notice()
        piece = self.fact(key)
        if not self.korean and self.chance(.12):
          piece = piece._replace(text=piece.text.replace(",\n", ", ").replace("\n", ", "))
        if not self.korean and "phone" in order[order.index(key):] and self.chance(.22):  # the telephone behind the town
          *lines, last = self.wrapped(piece, self.columns)
          for part in lines:
            self.row((place, part))
          self.lines_of([last, r.choice(("  ", " ", " - ", " | ")), r.choice(("", "", "Ph: ", "Tel ", "T: ")), self.fact("phone")], place)
          order = [k for k in order if k != "phone"]
          continue
        if self.korean and self.chance(.05):  # beside a slogan
          self.lines_of([self.fill(self.r.choice(L.SLOGANS)), "  ", piece])
          continue
        lines = self.wrapped(piece, self.columns - r.choice((0, 0, 2, 6)))
        for part in lines:
          self.row((place, part))
      elif key in order:
        bare = {"phone": .25, "representative": .4}.get(key, .35 if self.korean else .1)
        if not self.korean and key == "representative":
          continue
        title = self.label(key)
        if not self.korean and key == "businessNumber":
          title = self.number_name()
        line.append(["" if self.chance(bare) else title + r.choice((":", ": ", " ", " : ", ")")), self.fact(key)])
        if not self.korean or self.chance(.5):
          flush()
    flush()

  def other_name(self):
    """Text beside a shop's name that is no part of it: a slogan, its name in other letters, its line of business."""
    r, v = self.r, self.v
    if not self.korean:
      return r.choice((self.sentence(), f"{v.english().title()} {v.english()} since {r.randint(1890, 2020)}", f"{v.english().upper()} * {v.english().upper()}",
                       f"{v.english().title()}, {v.english()} & {v.english()}"))
    return r.choice((v.latin(), f"{v.english().title()} {v.english().title()}", " ".join(v.english().upper()), self.fill(r.choice(L.SLOGANS)),
                     f"{v.word()} & {v.word()}", f"{v.word()} 전문점", f"{v.word()}가 있는 {v.word()}", f"({v.latin()})", f"~ {v.word()} {v.word()} ~"))

  def number_name(self):
    names = {
        "GB": ("VAT No", "VAT Reg No", "VAT", "VAT Number"), "AU": ("ABN", "A.B.N."),
        "MY": ("GST Reg No", "GST ID", "CO. REG NO", "Reg No", "GST NO", "SST ID"), "SG": ("GST Reg No", "UEN", "Co. Reg. No"),
        "IN": ("GSTIN", "GST No", "GSTIN/UIN"), "CA": ("GST #", "HST #", "GST/HST No"), "JP": ("Registration No", "Reg. No.", "Registration Number", "Invoice Reg. No", "Reg")
    }
    return self.r.choice(names.get(self.v.country, ("VAT ID", "USt-IdNr.", "TVA", "P.IVA", "NIF") if self.v.currency == "EUR" else ("Tax ID",)))

  def decoy(self):
    """A label with a value that is no field."""
    r, v = self.r, self.v
    d = v.digits
    form = r.random()
    if form < .42:
      day = f"{self.moment:%Y%m%d}"
      return self.label("number", again=False), r.choice((d(r.choice(
          (2, 3, 4, 6, 8, 8, 9, 10, 12))), f"{d(4)}-{d(4)}", f"{d(2)}-{d(4)}", "T" + d(7), d(r.choice((14, 16, 20))), day + r.choice(
              ("", "-")) + d(r.choice((4, 6, 8))), f"{d(2)}", f"{d(2)}-{v.word() if self.korean else v.english()}"))
    if form < .64:
      person = v.person(True)
      return self.label("person", again=False), r.choice(
          (person, person, f"{d(2)}-{person}", f"{d(4)} {person}", f"{person}({d(5)})", r.choice(
              ("관리자", "MASTER", "포스1", "매니저", "POS")) if self.korean else r.choice(("Admin", "Self", "Kiosk 2", "Manager1"))))
    if form < .74:
      return self.label("kind", again=False), r.choice(L.STATES if self.korean else L.ENGLISH_STATES)
    if form < .8:
      return self.label("help", again=False), v.phone()
    if form < .86:
      return self.label("points", again=False), r.choice((f"{r.randint(0, 99999):,}", f"{d(4)}-****-****-{d(3)}*", f"{r.randint(0, 999)}P",
                                                          f"{r.randint(1, 5000)}점" if self.korean else str(r.randint(1, 900))))
    if form < .9:
      return self.label("elsewhere", again=False), v.address()
    if form < .95:
      return self.label("van", again=False), r.choice(VANS) if self.korean else v.shop("online")
    return self.label("fax", again=False), v.phone()

  def meta(self, most=4, dated=.85):
    """The date among numbers, persons and states."""
    rows = [self.decoy() for _ in range(self.r.randint(0, most))]
    if self.chance(dated):
      form = self.r.random()
      if form < .55:
        rows.insert(self.r.randint(0, len(rows)), (self.label("date"), self.when()))
      elif form < .65:
        rows[:0] = [(self.r.choice(("날짜", "일자", "판매일") if self.korean else ("Date", "DATE")), self.day()),
                    (self.r.choice(("시간", "시각") if self.korean else ("Time", "TIME")), self.hour())]
      else:
        self.row((0, self.when()),
                 *([("right",
                     self.r.choice(
                         (f"POS:{self.v.digits(2)}", f"No.{self.v.digits(4)}", f"#{self.v.digits(4)}", f"{self.v.digits(4)}-{self.v.digits(4)}",
                          self.v.person(True))))] if self.chance(.5) else []))
    self.pairs(rows)

  def buyer(self):
    """Whom the bill is for: a name, a number and an address that are not the shop's."""
    r, v = self.r, self.v
    name = r.choice((v.person(True), v.shop("company") if v.korean else v.shop("shop")))
    if v.korean and self.chance(.4):
      return self.text(f"{name} {r.choice(('귀하', '귀중', '님', '고객님'))}", r.choice((0, "centre")))
    rows = [(self.label("buyer"), name)]
    if v.korean and self.chance(.3):
      rows.append((r.choice(("등록번호(공급받는자)", "구매자 사업자번호", "거래처번호")), v.business_number()))
    if self.chance(.5):
      rows.append((self.label("elsewhere"), v.address().replace("\n", ", ")))
    self.pairs(rows)

  def bill(self, kind, **options):
    return bill(self.v, kind, **options)

  def page_and_truth(self):
    if self.items_truth:
      self.truth["items"] = self.items_truth
    return self.page(), self.truth


# The forms by which receipts are drawn: name, weight, function from random numbers to a sheet.
KOREAN, FOREIGN = [], []


def form(name, countries, kind, weight=1, columns=None):
  """Adds a form: a function that fills the sheet of a shop. Of several countries, kinds or widths each sheet has one."""

  def add(fill):

    def draw(r):
      country = r.choice(countries)
      s = Sheet(r, country, r.choice(kind) if isinstance(kind, tuple) else kind, r.choice(columns) if columns else None)
      fill(s)
      return s

    (KOREAN if countries == ("KR",) else FOREIGN).append((name, weight, draw))
    return fill

  return add
