"""The text of drawn lines: grammars of receipts in Korean and English, plain sentences, and noise.

A line may hold runs of several spaces, which are drawn as wide gaps and read as one.
"""
import os
import random
import re

import documents
import vocabulary as V

WEEKDAYS = "월화수목금토일"
KS = [chr(c) for c in range(0xAC00, 0xD7A4) if len(chr(c).encode("euc_kr", "ignore")) == 2]
SYMBOLS = "₩☆★○●◎□■△▲▽▼▷▶◁◀◇◆♡♥♣♠·•※~→←↑↓⇒±÷×°√№☎☏☞♪✓▣㎖㎏℃㎝㎜㎡㎎ℓ㏄㈜①②③④⑤⑥⑦⑧⑨⑩"
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def read_list(folder, name):
  return [line for line in open(os.path.join(folder, name), encoding="utf8").read().split("\n") if line]


class Writer:
  """Writes one line after the other; `lists` is the folder that lists.py filled."""

  def __init__(self, seed, lists, documents_share=14):
    self.r = random.Random(seed)
    self.documents, self.of_document = documents.Documents(self), False
    self.ko, self.en = read_list(lists, "ko_words.txt"), read_list(lists, "en_words.txt")
    self.ko_sentences, self.en_sentences = read_list(lists, "ko_sentences.txt"), read_list(lists, "en_sentences.txt")
    self.names, self.companies = read_list(lists, "ko_names.txt"), read_list(lists, "ko_companies.txt")
    self.addresses = read_list(lists, "ko_addresses.txt")
    self.en_names, self.en_companies = read_list(lists, "en_names.txt"), read_list(lists, "en_companies.txt")
    self.en_addresses = read_list(lists, "en_addresses.txt")
    # how often each kind of line, beside the others
    self.kinds = [(13, self.item_row), (9, self.label_amount), (5, self.label_date), (4, self.label_business),
                  (4, self.label_phone), (3, self.korean_address), (5, self.label_card), (5, self.label_number),
                  (4, self.bracketed), (3, self.labels), (5, self.notice), (7, self.ko_sentence), (4, self.shop),
                  (4, self.item), (4, self.numbers), (3, self.code), (4, self.rare), (2, self.symbols),
                  (3, self.bare), (3, self.masked),
                  (1, self.net), (2, self.document_table), (1, self.rule),
                  (6, self.en_row), (5, self.en_label), (3, self.en_company), (3, self.en_address),
                  (3, self.en_notice), (7, self.en_sentence), (3, self.en_words), (2, self.en_date), (documents_share, self.document)]
    self.weights = [w for w, _ in self.kinds]

  # ---------------------------------------------------------------- small parts
  def one(self, *options):
    return self.r.choice(options)

  def chance(self, p):
    return self.r.random() < p

  def digits(self, n):
    return "".join(self.r.choices("0123456789", k=n))

  def gap(self):
    """The blanks between columns."""
    return " " * self.one(1, 1, 1, 2, 3, 5, 8, 12)

  def colon(self):
    return self.one(" : ", ": ", ":", " :", " ", "  ", ")", " = ") if self.chance(.9) else self.one(" .. ", ".....: ", "-", "  :  ")

  def won(self):
    r = self.r
    v = self.one(r.randint(1, 99) * 100, r.randint(1, 999) * 10, r.randint(1, 200) * 1000, r.randint(1, 99) * 500,
                 r.randint(0, 999999), r.randint(0, 99), r.randint(10**6, 10**8), 0)
    t = f"{v:,}" if self.chance(.9) else str(v)
    k = r.random()
    if k < .7:
      return t
    return self.one("-" + t, "-" + t, "₩" + t, "₩ " + t, "\\" + t, t + "원", t + "원", t + " 원", "(" + t + ")",
                    "₩-" + t, "+" + t, t + "-", "*" + t, "▲" + t, "-₩" + t, "W" + t, "△" + t, "금" + t + "원", t + ".-", "(-)" + t)

  def money(self):
    v = self.one(f"{self.r.uniform(0, 30):.2f}", f"{self.r.uniform(0, 400):.2f}", f"{self.r.uniform(0, 9000):,.2f}",
                 f"{self.r.randint(0, 99)}.{self.one('00', '50', '90', '20', '95', '99')}", "0.00")
    return self.one(v, v, v, v, "RM" + v, "RM " + v, "$" + v, "-" + v, "(" + v + ")", v + " SR", v + " S", v + "*", v + "-",
                    "RM-" + v, v + " T", v + " Z", "$ " + v, "€" + v, "£" + v, v + " ZRL", "USD " + v)

  def clock(self):
    r = self.r
    t = f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}" + self.one("", f":{r.randint(0, 59):02d}")
    k = r.random()
    if k < .75:
      return t
    if k < .88:
      return self.one("오전 ", "오후 ", "AM ", "PM ") + f"{r.randint(1, 12)}:{r.randint(0, 59):02d}"
    return self.one(f"{r.randint(0, 23)}시 {r.randint(0, 59)}분", f"{r.randint(0, 23):02d}시{r.randint(0, 59):02d}분{r.randint(0, 59):02d}초")

  def date(self):
    r = self.r
    y, m, d, c = r.randint(1998, 2032), r.randint(1, 12), r.randint(1, 31), self.one("-", "/", ".", "-")
    w = self.one("", "", "", f"({r.choice(WEEKDAYS)})", f" ({r.choice(WEEKDAYS)})", f" {r.choice(WEEKDAYS)}요일")
    return self.one(f"{y}{c}{m:02d}{c}{d:02d}", f"{y}{c}{m:02d}{c}{d:02d}", f"{y}{c}{m:02d}{c}{d:02d}", f"{y % 100:02d}{c}{m:02d}{c}{d:02d}",
                    f"{y}년 {m}월 {d}일", f"{y}년{m:02d}월{d:02d}일", f"{y}{m:02d}{d:02d}", f"{m:02d}{c}{d:02d}", f"{y}. {m}. {d}.", f"{m}월 {d}일") + w

  def when(self):
    return self.one(self.date() + " " + self.clock(), self.date() + " " + self.clock(), self.date(), self.clock(), self.date() + self.gap() + self.clock())

  def business(self):
    return self.one(f"{self.digits(3)}-{self.digits(2)}-{self.digits(5)}", f"{self.digits(3)}-{self.digits(2)}-{self.digits(5)}", self.digits(10), f"{self.digits(3)} - {self.digits(2)} - {self.digits(5)}")

  def phone(self):
    area = self.one("02", "031", "032", "033", "041", "042", "043", "044", "051", "052", "053", "054", "055", "061", "062", "063", "064", "070", "0507", "080")
    n = f"{self.digits(self.one(3, 4))}-{self.digits(4)}"
    return self.one(f"{area}-{n}", f"{area}-{n}", f"{area}){n}", f"({area}){n}", f"({area}) {n}", f"010-{self.digits(4)}-{self.digits(4)}", f"1{self.one(5, 6, 8)}{self.digits(2)}-{self.digits(4)}",
                    f"010-****-{self.digits(4)}", f"{area}.{n.replace('-', '.')}", f"{area}-{n}~{self.r.randint(2, 9)}", f"010{self.digits(4)}****", f"+82-{area[1:]}-{n}")

  def card(self):
    d, star = self.digits, self.one("*", "*", "*", "x", "X")
    return self.one(f"{d(4)}-{d(2)}{star * 2}-{star * 4}-{d(4)}", f"{d(4)}-{d(2)}{star * 2}-{star * 4}-{star * 4}", f"{d(6)}{star * 10}", f"{d(4)}-{star * 4}-{star * 4}-{d(3)}{star}",
                    f"{d(6)}{star * 6}{d(4)}", f"{d(8)}{star * 4}{d(3)}{star}", f"{d(4)} {d(2)}{star * 2} {star * 4} {d(4)}", f"{star * 12}{d(4)}", f"{d(4)}{star * 8}{d(4)}", f"{d(4)}-{d(4)}-{d(4)}-{d(4)}", f"{d(6)}-{star * 6}-{d(4)}", f"XXXX XXXX XXXX {d(4)}", f"{d(4)}-{d(2)}##-####-{d(4)}", f"({star * 4}-{d(4)})")

  def code(self):
    k, letters = self.r.random(), self.r.choices(CAPITALS + "0123456789", k=self.r.randint(3, 12))
    if k < .3:
      return "".join(letters)
    if k < .5:
      return self.one("", "NO. ", "No.", "#", "S/N ") + self.one(f"{self.digits(3)}-{self.digits(4)}", f"{self.r.choice(CAPITALS)}{self.digits(6)}", f"{self.digits(2)}-{self.digits(2)}-{self.digits(6)}", "-".join(self.digits(self.r.randint(2, 5)) for _ in range(self.r.randint(2, 5))))
    if k < .75:
      return self.digits(self.one(8, 12, 13, 13, 13, 14, 16, 18, 20, 24)) + self.one("", "", f" {self.won()}", f" {self.r.randint(1, 30)}")
    return f"{self.one('POS', 'TID', 'VAN', 'NO', 'AID', 'SEQ', '단말기', 'No')}{self.one(':', ' : ', ' ', '-')}{''.join(letters)}" + self.one("", f" {self.digits(4)}", f" ({self.digits(3)})")

  def label(self):
    """A label, sometimes with spaces between its syllables."""
    t = self.r.choice(V.LABELS) if self.chance(.85) else self.r.choice(self.ko)
    k = self.r.random()
    if len(t) <= 6 and k < .16:
      return (" " * self.one(1, 1, 1, 2, 3, 4)).join(t)
    if 3 <= len(t) and k < .22:
      at = self.r.randint(1, len(t) - 1)
      return t[:at] + " " + t[at:]
    return t

  def syllables(self, n=None):
    n = n or self.r.randint(2, 7)
    if self.chance(.5):
      return "".join(self.r.choices(KS, k=n))
    return "".join(chr(self.r.randint(0xAC00, 0xD7A3)) for _ in range(n))

  def words(self, low=1, high=3):
    w = self.r.choices(self.ko, k=self.r.randint(low, high))
    return self.one(" ", " ", "", "_", "/", "-", "&").join(w) if self.chance(.4) else self.one(" ", "").join(w)

  def size(self):
    r = self.r
    n = self.one(r.randint(1, 9), r.randint(1, 99) * 10, r.randint(1, 20) * 50, r.randint(10, 999), round(r.uniform(.1, 9), 1))
    unit = self.one("g", "kg", "ml", "L", "ML", "KG", "G", "l", "mg", "cm", "mm", "㎖", "㎏", "ℓ", "㎝", "T", "t", "인치", "개", "입", "매", "봉", "팩", "장", "병", "캔", "구", "P", "인분", "호", "%", "℃", "mAh", "W", "V", "GB", "m", "EA", "ea", "㎡", "정", "포", "권", "롤", "겹", "미리")
    return self.one(f"{n}{unit}", f"{n}{unit}", f" {n}{unit}", f"({n}{unit})", f"{n}{unit}*{r.randint(2, 30)}", f"{n}{unit}x{r.randint(2, 12)}", f"{n}{unit}×{r.randint(2, 12)}{self.one('', '입', '개')}", f"/{n}{unit}", f"[{n}{unit}]")

  # ---------------------------------------------------------------- Korean lines
  def item(self):
    r = self.r
    k = r.random()
    if k < .38:
      t = r.choice(V.FOOD) if self.chance(.5) else r.choice(V.ITEMS)
    elif k < .55:
      t = r.choice(self.ko) + self.one("", " ") + r.choice(V.FOOD + V.ITEMS)
    elif k < .9:
      t = self.words()
    elif k < .95:
      t = r.choice(self.en).upper() + self.one("", " ") + r.choice(self.ko)
    else:
      t = self.syllables()
    k = r.random()
    if k < .28:
      t += self.size()
    elif k < .42:
      t += self.one("", " ") + r.choice(V.OPTIONS)
    elif k < .47:
      t += self.one("_", "-", "/", "+") + r.choice(self.ko)
    elif k < .52:
      t += "(" + r.choice(self.ko) + self.one(")", ")", ")", "")
    k = r.random()
    if k < .16:
      t = self.one("*", "*", "★", "※", "#", "-", "└", "->", "+", "@", "P ", "▶", "·", "ㄴ", "☆", "●", "◆", "◎", "(면)", "[행사]", "(할인)", "**", ">", "○", "□", "⇒") .replace("└", "ㄴ") + self.one("", " ") + t
    elif k < .28:
      t = self.one(f"{r.randint(1, 20):02d} ", f"{r.randint(1, 20):03d} ", f"{r.randint(1, 20)}. ", f"{r.randint(1, 9)}) ", f"({r.randint(1, 9)}) ", f"[{r.randint(1, 20)}]", f"{r.choice('①②③④⑤⑥⑦⑧⑨⑩')}", f"{r.randint(1, 20)} ") + t
    elif k < .34:
      t = r.choice("[(<{「") + r.choice(self.ko) + self.one("]", ")", ">", "") + t
    return t

  def item_row(self):
    g, n = self.gap(), self.one(self.r.randint(1, 9), 1, 1, 2, self.r.randint(1, 120))
    k = self.r.random()
    if k < .45:
      return f"{self.item()}{self.gap()}{self.won()}{g}{n}{g}{self.won()}"
    if k < .6:
      return f"{self.item()}{self.gap()}{n}{self.one('', '개', ' 개', 'EA')}{g}{self.won()}"
    if k < .75:
      return f"{self.item()}{self.gap()}{self.won()}"
    if k < .87:
      return f"{self.digits(self.one(3, 6, 8, 13))}{self.gap()}{self.won()}{g}{n}{g}{self.won()}"
    if k < .95:
      return f"{self.won()}{g}{n}{g}{self.won()}" + self.one("", "", " 면세", "*", " #", " F")
    return f"{self.won()} {self.one('x', 'X', '×', '*', '@')} {n} {self.one('=', '')} {self.won()}"

  def label_amount(self):
    t = self.label() + self.one(self.colon(), self.gap(), self.gap()) + self.won()
    return self.one("", "", "", "", "* ", "- ", "▶", "■ ", "**", "[", "(") + t if self.chance(.2) else t

  def label_date(self):
    return self.one(self.label() + self.colon(), self.label() + self.colon(), "", "[" + self.label() + "] ", "[" + self.label() + "]") + self.when() + self.one("", "", "", f" POS:{self.digits(2)}", f" {self.digits(4)}", " " + self.r.choice(self.names))

  def label_business(self):
    n = self.r.choice(self.names)
    return self.one(self.label() + self.colon(), "", "사업자번호 : ", "사업자등록번호:", "[사업자] ", "등록번호 ", "사업자 No. ") + self.business() + self.one("", "", " " + n, " 대표:" + n, " (" + n + ")", "  TEL:" + self.phone(), " 대표자 : " + " ".join(n))

  def label_phone(self):
    return self.one("TEL:", "TEL)", "TEL : ", "Tel. ", "T.", "T)", "전화:", "전화 : ", "☎ ", "☎", "연락처: ", "FAX:", "H.P ", "", "[TEL] ", "전화번호 : ", "고객센터 ", "문의 ") + self.phone() + self.one("", "", "", "", " " + self.r.choice(self.names), f" FAX:{self.phone()}")

  def korean_address(self):
    t = self.r.choice(self.addresses)
    if self.chance(.5):
      w = t.split(" ")
      at = self.r.randint(0, max(0, len(w) - 2))
      t = " ".join(w[at:])
    return self.one("", "", "주소:", "주소 : ", "주 소: ", "[주소] ", "(") + t + self.one("", "", "", f" {self.r.randint(1, 30)}층", f", {self.r.randint(101, 2999)}호", f" 지하{self.r.randint(1, 5)}층", f" {self.r.choice(self.ko)}빌딩 {self.r.randint(1, 9)}F", f" {self.r.randint(1, 999)}-{self.r.randint(1, 99)}번지")

  def label_card(self):
    l = self.one(self.label(), "카드번호", "카드번호", "카 드 번 호", "[카드번호]", "CARD", "카드번호(IC)")
    return self.one(l + self.colon(), l + self.colon(), "") + self.one(self.card(), self.card(), self.r.choice(V.CARDS), self.card() + "(" + self.one("S", "C", "IC", "A", "K", "일시불") + ")", self.r.choice(V.CARDS) + " " + self.card(), self.r.choice(V.CARDS) + self.gap() + self.won(), self.r.choice(V.BANKS) + " " + self.digits(3) + "-" + self.one("*****", self.digits(6)) + self.digits(4))

  def label_number(self):
    return self.one(self.label(), "승인번호", "가맹점번호", "영수증번호", "[승인번호]") + self.colon() + self.one(self.digits(self.r.randint(4, 12)), self.digits(8), f"{self.digits(8)}({self.one('일시불', 'KIS', 'NICE', 'KICC', 'KOVAN', 'KSNET', '신용', 'SPC')})", f"{self.date().replace(' ', '')}-{self.digits(2)}-{self.digits(4)}", f"{self.digits(4)}-{self.digits(4)}", self.code(), f"{self.r.randint(0, 12)}{self.one('개월', ' 개월', '', '명', '건', '매', '점', 'P', '개')}", f"{self.r.randint(0, 100)}%", self.r.choice(V.CARDS))

  def bracketed(self):
    t = self.one(self.label(), self.label(), self.words(1, 2), self.r.choice(V.CARDS) + " 승인")
    a, b = self.one("[]", "[]", "[]", "<>", "()", "**", "{}", "《》", "「」", "〈〉", "==", "--", "★★", "##", "【】", "■■", "◆◆", "~~", "※※", "++")
    n, s = self.one(1, 1, 1, 1, 2, 3), self.one("", "", " ")
    return a * n + s + t + s + b * n + self.one("", "", "", " " + self.won(), self.one(" ", "") + self.when(), " " + self.words(), self.gap() + "[" + self.label() + "]" + self.one("", " " + self.phone()), "-" + self.r.choice(self.ko))

  def bare(self):
    """A label, a number or a word alone on its line."""
    r = self.r
    t = self.one(self.label(), self.won(), self.won(), self.money(), str(r.randint(0, 99)), self.clock(), self.date(), self.business(), r.choice(V.FOOD), r.choice(self.names),
                 " ".join(r.choice(V.LABELS)[:5]), r.choice(V.ENGLISH_LABELS).upper(), r.choice(self.ko) + r.choice(V.BRANCH), r.choice(V.CARDS), self.digits(r.randint(1, 14)))
    return t + self.one("", "", "", "", " :", ":", "*", " 원", "원")

  def masked(self):
    """Fields with nothing, a mask or spaces between brackets and stars."""
    r = self.r
    n = lambda: self.one("**", "**", "****", "*", "***", "__", "  ", " ", "XX", self.digits(2), str(r.randint(0, 12)), "*****")
    field = self.one(f"{n()}/{n()}", f"{n()} / {n()}", f"**{self.one('/', '-', ' / ')}**", f"[ {n()} ]", f"[ {r.randint(0, 24)} {self.one('개월', '명', '건', '매')} ]", f"( {n()} )",
                     f"({n()}/{n()})", f"[{n()}]", "[ ]", "( )", "[  ] [  ]", f"{self.digits(r.randint(3, 8))}{'*' * r.randint(2, 12)}", f"{r.choice(self.names)[:1]}{self.one('*', '**', 'OO')}{self.one('', r.choice(self.ko)[:1])}",
                     f"{'*' * r.randint(1, 4)} {self.label()} {'*' * r.randint(1, 4)}", f"{self.card()} {n()}/{n()}", f"{self.won()} [{self.one('*', '**', 'V', ' ')}]")
    before = self.one(self.label() + self.colon(), "[" + self.label() + "]" + self.gap(), "[" + " ".join(r.choice(V.LABELS)[:5]) + "] ", self.label() + self.gap(), "* " + self.label() + " ", "** ", "")
    return before + field + self.one("", "", "", " " + field, self.gap() + self.label(), self.gap() + self.won(), " **", " *")

  def labels(self):
    g = self.gap()
    return g.join(self.label() for _ in range(self.r.randint(2, 5)))

  def notice(self):
    t = self.r.choice(V.NOTICES)
    w = t.split(" ")
    if self.chance(.5):  # other words in the same frame, so that the sentence is not memorised
      w[self.r.randrange(len(w))] = self.r.choice(self.ko)
    if self.chance(.25):
      at = self.r.randint(0, len(w) - 1)
      w = w[at:] or w
    return self.one("", "", "", "", "*", "* ", "※", "※ ", "- ", "-", "★", "▶ ", "◆ ", "● ", "1. ", "2) ", "(", "· ", "☆ ", "→ ", "■ ") + " ".join(w) + self.one("", "", "", "", ".", "!", "!!", "~", "^^", "*", " ★", ")", "..")

  def ko_sentence(self):
    t = self.r.choice(self.ko_sentences)
    if self.chance(.3):
      t = " ".join(self.r.choices(self.ko, k=self.r.randint(2, 7)))
    return t

  def shop(self):
    r = self.r
    t = self.one(r.choice(self.ko), r.choice(self.ko) + r.choice(self.ko), r.choice(self.companies), r.choice(self.en).upper(), r.choice(self.names)[1:]) + self.one("", " ") + r.choice(V.SHOPS)
    t += self.one("", " ", "_", " - ") + self.one("", r.choice(V.PLACES) + r.choice(V.BRANCH), r.choice(V.PLACES) + r.choice(V.BRANCH), r.choice(self.ko) + r.choice(V.BRANCH))
    k = r.random()
    if k < .15:
      t = self.one("(주)", "㈜", "(주) ", "주식회사 ", "(유)", "㈜ ") + t
    elif k < .5:
      t = self.one("상호", "상호명", "매장명", "[매장명]", "점포명", "가맹점명", "가 맹 점 명", "상 호") + self.colon() + t
    if k > .85:
      t = " ".join(t.replace(" ", "")[:10])
    return t + self.one("", "", "", " 대표 " + r.choice(self.names), " (" + r.choice(self.names) + ")")

  def numbers(self):
    g = self.gap()
    return g.join(self.one(self.won(), self.won(), str(self.r.randint(0, 99)), self.money(), f"{self.r.uniform(0, 100):.1f}%", self.digits(self.r.randint(2, 8)), f"{self.r.uniform(0, 60):.3f}") for _ in range(self.r.randint(1, 5)))

  def rare(self):
    t = self.one(self.syllables(), self.syllables(3) + " " + self.syllables(3), self.syllables(1) + self.r.choice(self.ko) + self.syllables(1), self.syllables(2) + self.r.choice(V.FOOD))
    return t + self.one("", "", self.gap() + self.won(), self.gap() + self.digits(3), self.size())

  def symbols(self):
    r, k = self.r, self.r.random()
    if k < .35:
      return "".join(r.choices(SYMBOLS + PUNCTUATION, k=r.randint(2, 10)))
    if k < .7:
      pieces = [self.one(r.choice(self.ko), self.digits(2), r.choice(self.en), r.choice(CAPITALS)) for _ in range(r.randint(2, 6))]
      return "".join(self.one(" ", "") + p + self.one(r.choice(SYMBOLS + PUNCTUATION), " ", r.choice(PUNCTUATION)) for p in pieces)
    s = self.one("*", "=", "-", "★", "☆", "~", "#", ".", "※", "+", "─", "■", "♥", "^", "○", "●", "_")
    n, m = r.randint(1, 5), self.one("", " ")
    return m.join(s * n) + self.one(" ", "") + self.words(1, 3) + self.one(" ", "") + m.join(s * n)

  def net(self):
    r = self.r
    host = r.choice(self.en) + self.one("", r.choice(self.en), "-" + r.choice(self.en)) + self.one(".com", ".co.kr", ".kr", ".net", ".com.my", ".or.kr", ".go.kr", ".org", ".my", ".co")
    return self.one("", "", "홈페이지 : ", "Email: ", "E-MAIL ", "Website: ") + self.one("www." + host, "http://www." + host, "https://" + host + "/" + r.choice(self.en), r.choice(self.en) + self.one("", "_" + r.choice(self.en), self.digits(2)) + "@" + host, "@" + r.choice(self.en) + "_" + r.choice(self.en), "WWW." + host.upper(), "FACEBOOK.COM/" + r.choice(self.en).upper())

  def document_table(self):
    g = self.gap()
    return g.join(self.one(self.words(1, 2), self.r.choice(self.en).capitalize(), self.won(), self.digits(3), self.date(), f"{self.r.uniform(0, 99):.1f}", self.r.choice(self.names), "-", self.r.choice(V.PLACES)) for _ in range(self.r.randint(2, 6)))

  def rule(self):
    s = self.one("-", "=", "-", "- ", "*", "─", "~", "_", ".", "=-", "* ", "#", "+", "━").replace("━", "─")
    n = self.r.randint(4, 30)
    return s * n if self.chance(.6) else s * (n // 3) + " " + self.label() + " " + s * (n // 3)

  # ---------------------------------------------------------------- English lines
  def cased(self, t):
    k = self.r.random()
    return t.upper() if k < .55 else t.title() if k < .75 else t

  def en_item(self):
    r = self.r
    t = self.one(r.choice(V.ENGLISH_ITEMS), r.choice(V.ENGLISH_ITEMS), " ".join(r.choices(self.en, k=r.randint(1, 4))).upper(), r.choice(self.en).upper() + " " + r.choice(V.ENGLISH_ITEMS))
    return self.one(t, t, t, t + " " + self.size().strip(), self.digits(4) + " " + t, self.code() + " " + t, "*" + t, "- " + t, t + " (" + self.one("L", "S", "HOT", "ICE", "R", "BIG", "NEW") + ")", f"{r.randint(1, 9)} {t}", f"{r.randint(1, 9)}x {t}", t + f"-{r.randint(1, 99)}", self.one("SR ", "ZR ", "OS ") + t, t.title())

  def en_row(self):
    g, n, k = self.gap(), self.one(1, 1, 2, self.r.randint(1, 24), "1.00", "2.00"), self.r.random()
    if k < .35:
      return f"{self.en_item()}{self.gap()}{self.money()}"
    if k < .6:
      return f"{self.en_item()}{self.gap()}{n}{g}{self.money()}{g}{self.money()}"
    if k < .75:
      return f"{n} {self.one('x', 'X', '@', '*', 'PCS @', 'UNIT x', 'EA')} {self.money()}{self.gap()}{self.money()}"
    if k < .88:
      return f"{self.digits(self.one(5, 8, 13))}{self.gap()}{n}{g}{self.money()}{g}{self.one(self.money(), '0.00')}{g}{self.money()}"
    return f"{self.one('SR', 'ZR', 'S', 'T', 'SR = GST @6%', 'Z (0%)', 'S=6%', 'ZRL(0%)', 'GST(6%)')}{self.gap()}{self.money()}{g}{self.money()}"

  def en_label(self):
    l = self.r.choice(V.ENGLISH_LABELS)
    l = self.cased(l)
    value = self.one(self.money(), self.money(), self.money(), self.code(), self.digits(self.r.randint(2, 12)), self.en_when(), f"{self.digits(7)}-{self.r.choice(CAPITALS)}", self.card(), self.r.choice(self.en_names), f"0{self.r.randint(3, 9)}-{self.digits(4)} {self.digits(4)}", f"{self.digits(12)}", f"({self.digits(6)}-{self.r.choice(CAPITALS)})", self.r.choice(self.en).upper(), "")
    return l + self.one(":", ": ", " : ", " ", self.gap(), self.gap() + ":" + self.gap(), "# ", " (RM)" + self.gap()) + value + self.one("", "", "", self.gap() + self.r.choice(V.ENGLISH_LABELS) + ":" + self.digits(3), self.gap() + self.r.choice(V.ENGLISH_LABELS))

  def en_company(self):
    r, k = self.r, self.r.random()
    if k < .3:
      return self.cased(r.choice(self.en_companies))
    t = " ".join(self.one(r.choice(V.COMPANY_WORDS), r.choice(V.COMPANY_WORDS), r.choice(self.en).upper(), r.choice(self.en_names).split(" ")[-1].upper()) for _ in range(r.randint(1, 4)))
    return t + " " + r.choice(V.COMPANY_ENDS) + self.one("", "", f" ({self.digits(6)}-{r.choice(CAPITALS)})", f" (CO.REG : {self.digits(6)}-{r.choice(CAPITALS)})", f" - {r.choice(V.MALAY_NAMES)}")

  def en_address(self):
    r, k = self.r, self.r.random()
    if k < .3:
      return self.cased(r.choice(self.en_addresses))
    if k < .45:
      return self.one(f"{self.digits(5)} {r.choice(V.MALAY_CITIES)}", f"{self.digits(5)} {r.choice(V.MALAY_NAMES)}, {r.choice(V.MALAY_CITIES)}.", f"{self.digits(5)}, {r.choice(V.MALAY_CITIES)}, MALAYSIA")
    m = lambda: self.one(r.choice(V.MALAY_NAMES), r.choice(V.MALAY_NAMES), r.choice(self.en).upper())
    return self.one(f"NO.{r.randint(1, 99)}, ", f"NO {r.randint(1, 99)}-{r.randint(1, 9)}, ", f"LOT {self.digits(4)}, ", f"{r.randint(1, 99)}, ", f"NO. {r.randint(1, 99)}G&{r.randint(1, 99)}, ", f"GROUND FLOOR, ", "") + self.one("JALAN ", "JLN ", "LORONG ", "JALAN ") + m() + " " + self.one("", m() + " ", f"{r.randint(1, 30)}/{r.randint(1, 99)}{self.one('', 'A', 'B')}", str(r.randint(1, 30))) + self.one("", ",", ", ") + self.one("", r.choice(V.MALAY) + " " + m(), r.choice(V.MALAY) + " " + m() + ",", f"{self.digits(5)} {r.choice(V.MALAY_CITIES)}")

  def en_notice(self):
    t = self.r.choice(V.ENGLISH_NOTICES)
    if self.chance(.4):
      w = t.split(" ")
      w[self.r.randrange(len(w))] = self.r.choice(self.en).upper()
      t = " ".join(w)
    return self.one("", "", "", "*", "** ", "-- ", "== ") + self.one(t, t, t.title(), t.capitalize()) + self.one("", "", "", "!", ".", "***", " **", "...", "!!!")

  def en_sentence(self):
    t = self.r.choice(self.en_sentences)
    return t.upper() if self.chance(.2) else t

  def en_words(self):
    t = " ".join(self.r.choices(self.en, k=self.r.randint(1, 6)))
    return self.one(t, t.upper(), t.upper(), t.title(), t.capitalize() + self.one(".", ",", "?", "!", ":"), "(" + t + ")", '"' + t + '"', t + " - " + self.digits(2))

  def en_when(self):
    r = self.r
    y, m, d, c = r.randint(1999, 2032), r.randint(1, 12), r.randint(1, 31), self.one("/", "-", "/", ".")
    month = self.one("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    day = self.one(f"{d:02d}{c}{m:02d}{c}{y}", f"{d:02d}{c}{m:02d}{c}{y % 100:02d}", f"{m}{c}{d}{c}{y}", f"{d:02d} {month.upper()} {y}", f"{d:02d}-{month}-{y}", f"{month} {d}, {y}", f"{y}-{m:02d}-{d:02d}", f"{d} {month} {y % 100:02d}")
    t = self.one(f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}", f"{r.randint(0, 23):02d}:{r.randint(0, 59):02d}:{r.randint(0, 59):02d}", f"{r.randint(1, 12)}:{r.randint(0, 59):02d}{self.one(' ', '')}{self.one('AM', 'PM', 'am', 'pm')}", f"{r.randint(1, 12):02d}:{r.randint(0, 59):02d}:{r.randint(0, 59):02d} {self.one('AM', 'PM')}")
    return self.one(day, day + " " + t, day + " " + t, t, day + self.gap() + t)

  def en_date(self):
    return self.one("", "", "DATE: ", "Date : ", "DATE/TIME ", "Printed: ", "TIME: ") + self.en_when() + self.one("", "", self.gap() + self.digits(4), self.gap() + "CASHIER: " + self.r.choice(self.en).upper(), self.gap() + "#" + self.digits(5))

  def document(self):
    self.of_document = True
    return self.documents.line()

  def line(self):
    """One line; spaces inside keep their number, none at the ends. `of_document` then says if a document prints it."""
    self.of_document = False
    return re.sub(r"[\t\n\r]", " ", self.r.choices(self.kinds, self.weights)[0][1]()).strip()
