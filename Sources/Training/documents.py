"""The text of lines of printed documents: running text, transcripts, citations, tables, forms, certificates.

They differ from receipts by curved quotes and dashes, words divided at the end of a line, points after single
letters and abbreviations, long lines of running text.
"""
import re

ABBREVIATIONS = ("Inc. Corp. Co. Ltd. LLC. L.P. No. Nos. Cir. U.S. U.S.C. D.C. N.Y. Fed. Sec. Dept. Dr. Mr. Mrs. Ms. Prof. Jr. Sr. St. Ave. "
                 "e.g., i.e., et al. etc. vs. v. cf. Id. Vol. ed. eds. Ch. Art. Fig. Figs. Eq. p. pp. para. approx. est. avg. max. min. incl. "
                 "a.m. p.m. A.M. P.M. Ph.D. M.D. Esq. Gov. Gen. Rev. Jan. Feb. Mar. Apr. Aug. Sept. Oct. Nov. Dec.").split()
REPORTERS = "F.2d F.3d F.4th U.S. S. Ct. L. Ed. A.2d P.2d P.3d N.E.2d N.W.2d S.E.2d So. 2d Fed. Reg. Cal. App. F. Supp.".split(". ")
CONTRACTIONS = ("don't can't won't isn't aren't wasn't weren't doesn't didn't hasn't haven't couldn't wouldn't shouldn't I'm I've I'd I'll "
                "you're you've you'll he's she's it's that's what's who's there's let's we're we've we'll they're they've they'll o'clock").split()
UNITS = "% bp bps x mm km kg lbs y/y q/q m/m bn mn K M B pts. hrs. sq.ft. USD EUR".split()
COLUMNS = ("Total Average Median Range Price Volume Revenue EPS Rating Target Yield Margin Growth Change Assets Debt Cash Net Gross Tax "
           "Operating Capital Dividend Shares Book Value Sales Cost Share Date Name Type Amount Number Description Rate Weight Height Address "
           "Agency Charge Status Comments Source Note Sample Mean Std. Min Max Year Period Income Expense").split()
CERTIFICATE = ("사업자등록증 등록번호 상호 법인명 단체명 대표자 성명 생년월일 개업연월일 사업장소재지 본점소재지 사업의종류 업태 종목 교부사유 발급사유 공동사업자 "
               "법인등록번호 주류판매신고번호 사업자단위과세적용사업자여부 전자세금계산서전용전자우편주소 주민등록번호 자동차등록번호 차종 용도 차명 형식 연식 차대번호 "
               "원동기형식 사용본거지 소유자 최초등록일 검사유효기간 제원 길이 너비 높이 총중량 배기량 정격출력 승차정원 최대적재량 기통수 연료의종류 발급번호 "
               "통신판매업신고증 영업신고증 소재지 대표자의성명 영업장면적 허가번호 유효기간 확인 담당자 접수번호 처리기간 수수료 신고인 신청인 첨부서류 비고 구분 "
               "세무서장 시장 군수 구청장 국세청 서울특별시 경기도 귀하 여부 부 여 인").split()


class Documents:
  """Writes lines of documents; shares random numbers and lists with a text.Writer."""

  def __init__(self, writer):
    self.w, self.r = writer, writer.r

  def chance(self, p):
    return self.r.random() < p

  def one(self, *options):
    return self.r.choice(options)

  def citation(self):
    w, r = self.w, self.r
    first, second = w.r.choice(w.en_names).split(" ")[-1], self.one(r.choice(w.en_names).split(" ")[-1], r.choice(w.en).capitalize() + " " + self.one("Inc.", "Co.", "Corp.", "Ltd."))
    page = f"{r.randint(1, 1900)}" + self.one("", "", f", {r.randint(1, 1900)}", f"-{r.randint(1, 99):02d}")
    return self.one(f"{first} v. {second},", f"{first} v. {second}, {r.randint(1, 999)} {r.choice(REPORTERS)} {page}", f"{r.randint(1, 999)} {r.choice(REPORTERS)} {page} ({r.randint(1, 11)}th Cir. {r.randint(1950, 2025)}).",
                    f"§ {r.randint(1, 999)}({self.one('a', 'b', 'c', '1', '2')})", f"[{r.randint(1, 60)}]", f"({first} et al., {r.randint(1950, 2025)})", f"{first}, {r.choice('ABCDEFGHJKLMNPRSTW')}. {r.choice('ABCDEFGHJKLMNPRSTW')}.",
                    f"{r.choice('ABCDEFGHJKLMNPRSTW')}. {first}", f"Id. at {page}.", f"({r.randint(1, 20)})", f"{r.randint(1, 99)}.{r.randint(1, 9)}", f"p. {page}", f"pp. {page}", f"${r.randint(1, 999)}.{r.randint(0, 99):02d}",
                    f"${r.randint(1, 999)} {self.one('million', 'billion')}", f"{r.randint(1, 99)}.{r.randint(0, 9)}%", f"{r.randint(1, 999):,},{r.randint(0, 999):03d}", f"(\"{first}\")", f"FY{r.randint(10, 29)}", f"'{r.randint(60, 99)}")

  def running(self, low=24, high=84):
    """A line out of a paragraph: words of sentences, some of them replaced, perhaps divided at its end."""
    r = self.r
    words = []
    wanted = r.randint(low, high)
    while sum(map(len, words)) + len(words) < wanted:
      words += (r.choice(self.w.en_sentences) if self.chance(.7) else " ".join(r.choices(self.w.en, k=6))).split(" ")
    at = r.randrange(max(1, len(words) // 3))
    words = words[at:]
    out = []
    for word in words:
      k = r.random()
      if k < .05:
        word = r.choice(CONTRACTIONS)
      elif k < .07 and word.isalpha() and len(word) > 2:
        word += self.one("'s", "'s", "s'")
      elif k < .10:
        word = r.choice(ABBREVIATIONS)
      elif k < .12:
        word = self.citation()
      elif k < .15 and word.isalpha():
        word = self.one(f"\"{word}\"", f"\"{word},\"", f"\"{word}.\"", f"\"{word}", f"{word}\"", f"({word})", f"({word}", f"{word})", f"'{word}'", f"[{word[0]}]{word[1:]}", f"\"{word}\";")
      elif k < .17 and word.isalpha():
        word += self.one(".", ",", ";", ":", "?", "-" + r.choice(self.w.en), "--" + r.choice(self.w.en), "—" + r.choice(self.w.en), " —", " -", " --", "/" + r.choice(self.w.en), "*", "...")
      elif k < .19 and word.isalpha():
        word = word.capitalize() if self.chance(.6) else word.upper()
      elif k < .20:
        word = self.one("I", "I", "a", "A", str(r.randint(0, 2030)), f"{r.randint(1, 12)}/{r.randint(1, 31)}/{r.randint(1990, 2029)}")
      out.append(word)
      if sum(map(len, out)) + len(out) >= wanted:
        break
    if self.chance(.2):
      last = next((x for x in (out[-1], r.choice(self.w.en)) if x.isalpha() and len(x) >= 5), None)
      if last:
        out[-1] = last[:r.randint(2, len(last) - 2)] + "-"
    return " ".join(out)

  def transcript(self):
    r = self.r
    number = self.one("", "", f"{r.randint(1, 28)} ", f"{r.randint(1, 28)}   ")
    speaker = self.one("Q.", "A.", "Q", "A", "Q:", "A:", f"MR. {r.choice(self.w.en_names).split(' ')[-1].upper()}:", "THE WITNESS:", "THE COURT:")
    answer = self.one("Yes.", "No.", "Yes, sir.", "No, I don't.", "I don't recall.", "Okay.", "That's correct.", "Uh-huh.", "Right.", "Um, -- I think so.", self.running(12, 50), self.running(12, 50), self.running(12, 50))
    return number + speaker + self.one(" ", "  ", "   ") + answer

  def heading(self):
    r = self.r
    t = " ".join(r.choices(self.w.en, k=r.randint(1, 5)))
    t = self.one(t.upper(), t.upper(), t.title(), t.title(), t.capitalize() + ":", r.choice(COLUMNS) + " " + t.title())
    return self.one("", "", "", "", f"{r.randint(1, 20)}. ", f"{self.one('I', 'II', 'III', 'IV', 'V', 'VI', 'VII')}. ", f"({self.one('a', 'b', 'i', 'ii', '1')}) ", "Exhibit ", "Page: ", "•", "• ", "- ", "— ") + t + self.one("", "", "", f" {r.randint(1, 400)}", "*", " (" + r.choice(self.w.en).upper() + ")", f" {'.' * r.randint(3, 20)} {r.randint(1, 400)}")

  def figure(self):
    r = self.r
    n = self.one(f"{r.randint(0, 99)}.{r.randint(0, 9)}", f"{r.randint(0, 9999):,}", f"{r.uniform(0, 999):.2f}", f"{r.randint(0, 99)}", f"{r.uniform(0, 99999):,.1f}")
    return self.one(n, n, n, f"({n})", f"-{n}", f"{n}%", f"-{n}%", f"({n}%)", f"${n}", f"US${n}", f"{n}{r.choice(UNITS)}", f"{n} {r.choice(UNITS)}", "-", "—", "NA", "n.a.", "NM", f"{n}x", f"{r.randint(1, 4)}Q{r.randint(10, 29)}", f"FY{r.randint(10, 29)}E",
                    f"{r.randint(1, 12):02d}/{r.randint(1, 31):02d}/{r.randint(1990, 2029)}", f"{n}*", f"+{n}")

  def table(self):
    r, g = self.r, self.w.gap()
    label = self.one(" ".join(r.choices(COLUMNS, k=r.randint(1, 3))), " ".join(r.choices(self.w.en, k=r.randint(1, 4))).title(), r.choice(self.w.en_companies), r.choice(self.w.en_names), f"{r.choice(self.w.en).title()} {self.one('Inc', 'Corp', 'Co', 'plc')} ({''.join(r.choices('ABCDEFGIKLMNOPRSTX', k=r.randint(2, 4)))}.{r.choice('ONLK')})")
    return self.one("", "", "", "", "* ", "- ") + g.join([label] + [self.figure() for _ in range(r.randint(1, 7))]) if self.chance(.7) else g.join(self.figure() for _ in range(r.randint(2, 8)))

  def form(self):
    r = self.r
    name = lambda: " ".join(r.choices(COLUMNS, k=self.one(1, 1, 2))) + self.one("", "", ":", " #", "#", " of " + r.choice(COLUMNS), "/" + r.choice(COLUMNS))
    value = lambda: self.one(r.choice(self.w.en_names).upper(), self.figure(), self.w.digits(r.randint(2, 10)), f"{r.choice('ABCDEFGHM')}{self.w.digits(6)}", self.w.en_when(), r.choice(self.w.en).upper(), "[ ]", "[X]", "N/A", r.choice(self.w.en_addresses))
    return self.w.gap().join(self.one(name() + self.one(" ", ": ", "  ") + value(), name(), name(), value()) for _ in range(r.randint(1, 4)))

  def address(self):
    r = self.r
    who = r.choice(self.w.en_names)
    host = r.choice(self.w.en) + self.one("", r.choice(self.w.en)) + self.one("llc", "", "", "tt", "ll") + self.one(".com", ".org", ".net", ".gov", ".edu", ".co.uk")
    mail = self.one(who[0].lower() + who.split(" ")[-1].lower(), who.replace(" ", "."), r.choice(self.w.en) + self.w.digits(2)) + "@" + host
    return self.one(mail, mail, f"{who} {mail}", f"https://www.{host}/{r.choice(self.w.en)}/{r.choice(self.w.en)}{self.w.digits(4)}", f"{who}, {self.one('CFA', 'Ph.D.', 'Esq.', 'Analyst', 'Associate')} ({self.w.digits(3)}) {self.w.digits(3)}-{self.w.digits(4)}", f"+1 {self.w.digits(3)} {self.w.digits(3)}-{self.w.digits(4)}")

  def certificate(self):
    r, w = self.r, self.w
    word = lambda: r.choice(CERTIFICATE)
    spread = lambda t: (" " * self.one(1, 1, 2, 3, 5)).join(t)
    label = self.one(word(), word(), spread(word()[:6]), spread(word()[:6]), f"{word()}({word()})", f"({word()})", f"{self.one('①②③④⑤⑥⑦⑧⑨⑩')[r.randrange(10)]} {word()}", f"[{word()}]")
    value = self.one("", r.choice(w.names), r.choice(w.addresses), r.choice(w.companies), w.business(), f"{w.digits(6)}-{w.digits(7)}", w.date(), f"{r.randint(1950, 2029)} 년  {r.randint(1, 12):02d} 월  {r.randint(1, 31):02d} 일", f"제 {w.digits(4)}-{w.digits(5)} 호", r.choice(w.ko),
                     "여(  ) 부(V)", "여 ( ) 부 ( )", f"{w.digits(4)} mm", f"{w.digits(3)} cc", f"{r.choice(w.ko)}, {r.choice(w.ko)}", f"{word()}", f"{word()} {r.choice(w.names)}", "(인)", "(서명 또는 인)")
    return label + self.one(" : ", ": ", "  ", " ", w.gap()) + value + self.one("", "", "", w.gap() + word(), w.gap() + spread(word()[:4]) + self.one("", " : " + r.choice(w.ko)))

  def typeset(self, t):
    """Curved quotes for straight ones, as a typesetter has them."""
    t = re.sub(r"(^|[\s(\[—-])\"", r"\1“", t).replace('"', "”")
    t = re.sub(r"(^|[\s(\[“—-])'(?![\d])", r"\1‘", t).replace("'", "’")
    return t.replace("--", "—") if self.chance(.4) else t

  def line(self):
    k = self.r.random()
    t = (self.running() if k < .5 else self.running(60, 110) if k < .58 else self.transcript() if k < .66 else self.heading() if k < .73 else self.table() if k < .82 else self.form() if k < .88
         else self.address() if k < .92 else self.certificate())
    return self.typeset(t) if self.chance(.65) else t
