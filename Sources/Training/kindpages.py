"""The pages of `kinds.py` that a browser draws: invoices, certificates, documents, drawings and screens, as HTML.

Every method of `Web` gives HTML with a width and height in pixels. All names and numbers are made up.
"""
import math

import vocabulary as V

FONTS = ("NanumGothic", "NanumMyeongjo", "NanumBarunGothic", "Baekmuk Batang", "Baekmuk Dotum", "DejaVu Sans", "DejaVu Serif", "sans-serif", "serif")
WORDS = {
    "ko": "우리는 오늘 아침 강가에서 새로운 이야기를 들었다 그러나 마을 사람들은 모두 조용히 겨울을 기다리고 있었다 연구 결과에 따르면 이 방법은 "
          "기존보다 빠르고 정확하다 학생들이 도서관에서 책을 읽으며 시간을 보냈다 다음 장에서는 그 원인과 해결 방안을 살펴본다 바람이 불고 나뭇잎이 떨어졌다".split(),
    "en": "the river was quiet in morning light and people of village waited for winter while research shows that this method works better than "
          "older ones which were used before students read many books about history science language nature however results differ between groups".split(),
    "de": "der Fluss war am Morgen still und die Menschen im Dorf warteten auf den Winter während Forschung zeigt dass diese Methode besser arbeitet "
          "als ältere Verfahren welche früher benutzt wurden Bücher Geschichte Wissenschaft Sprache jedoch unterscheiden sich Ergebnisse".split(),
    "fr": "la rivière était calme au matin et les gens du village attendaient hiver tandis que recherche montre cette méthode marche mieux que les "
          "anciennes utilisées avant les élèves lisent beaucoup de livres sur histoire science langue nature cependant résultats".split(),
    "he": "הנהר היה שקט באור הבוקר ואנשי הכפר חיכו לחורף בזמן שהמחקר מראה כי שיטה זו עובדת טוב יותר מאחרות תלמידים קראו ספרים על היסטוריה ומדע".split(),
    "el": "το ποτάμι ήταν ήσυχο στο φως του πρωινού και οι άνθρωποι του χωριού περίμεναν τον χειμώνα ενώ η έρευνα δείχνει ότι αυτή η μέθοδος".split(),
}
INVOICES = {
    "en": ("Invoice", ("Tax Invoice", "INVOICE", "Invoice", "Commercial Invoice", "Proforma Invoice", "Credit Note"), "Invoice No.", "Invoice Date", "Due Date", "Bill To",
           "Ship To", ("Description", "Qty", "Unit Price", "Amount"), "Subtotal", "VAT", "Total Due", "Payment Terms: 30 days. Bank transfer, IBAN"),
    "de": ("Rechnung", ("Rechnung", "RECHNUNG"), "Rechnungsnummer", "Rechnungsdatum", "Fällig am", "Rechnungsadresse", "Lieferadresse",
           ("Bezeichnung", "Menge", "Einzelpreis", "Betrag"), "Zwischensumme", "MwSt.", "Gesamtbetrag", "Zahlbar innerhalb von 14 Tagen, IBAN"),
    "fr": ("Facture", ("Facture", "FACTURE", "Devis"), "Facture n°", "Date de facture", "Échéance", "Facturé à", "Adresse de livraison",
           ("Désignation", "Quantité", "Prix unitaire", "Montant"), "Total HT", "TVA 20%", "Total TTC", "Conditions de paiement : 30 jours, IBAN"),
    "es": ("Factura", ("Factura", "FACTURA"), "Factura nº", "Fecha de factura", "Vencimiento", "Facturar a", "Enviar a",
           ("Descripción", "Cantidad", "Precio unitario", "Importe"), "Base imponible", "IVA 21%", "Total factura", "Forma de pago: transferencia, IBAN"),
    "tr": ("Fatura", ("e-FATURA", "e-Arşiv Fatura", "FATURA"), "Fatura No", "Fatura Tarihi", "Vade Tarihi", "SAYIN", "Teslimat Adresi",
           ("Mal Hizmet", "Miktar", "Birim Fiyat", "Tutar"), "Mal Hizmet Toplam Tutarı", "Hesaplanan KDV", "Ödenecek Tutar", "Banka hesabı IBAN"),
    "ko": ("거래명세서", ("거 래 명 세 서", "견 적 서", "청 구 서", "전자세금계산서", "납 품 서", "발 주 서"), "등록번호", "작성일자", "납기일", "공급받는자", "공급자",
           ("품목", "수량", "단가", "공급가액"), "공급가액 합계", "세액", "합계금액", "위 금액을 청구합니다. 입금계좌"),
}
MENUS = ("File", "Edit", "View", "Insert", "Format", "Tools", "Window", "Help"), ("파일", "편집", "보기", "삽입", "서식", "도구", "창", "도움말"), \
    ("File", "Edit", "Selection", "View", "Go", "Run", "Terminal", "Help"), ("Datei", "Bearbeiten", "Ansicht", "Extras", "Hilfe")
APPS = ("Settings", "Messages", "Documents", "Untitled - Editor", "설정", "메시지", "카카오톡", "Inbox (3)", "Dashboard", "내 파일", "Terminal", "Explorer")


class Web:
  def __init__(self, r):
    self.r = r

  # The parts of pages.

  def digits(self, count):
    return "".join(self.r.choices("0123456789", k=count))

  def sentence(self, language, least=5, most=18):
    words = self.r.choices(WORDS[language], k=self.r.randint(least, most))
    return " ".join(words).capitalize() + "."

  def prose(self, language, sentences):
    return " ".join(self.sentence(language) for _ in range(sentences))

  def name(self, language="en"):
    r = self.r
    if language == "ko":
      return r.choice(V.PLACES) + r.choice(("상사", "산업", "전자", "건설", "물산", "테크", "유통"))
    return f"{r.choice(V.COMPANY_WORDS).title()} {r.choice(V.COMPANY_WORDS).title()} {r.choice(('Ltd.', 'GmbH', 'SARL', 'Inc.', 'A.Ş.', 'S.L.', 'Co.'))}"

  def person(self):
    return self.r.choice("김이박최정강조윤장임") + self.r.choice("가나다라마바사아자하민서지도현") + self.r.choice("준우진희영수연아람")

  def address(self, language="en"):
    r = self.r
    if language == "ko":
      return f"{r.choice(('서울특별시', '부산광역시', '경기도', '충청남도'))} {r.choice(V.PLACES)}구 {r.choice(V.PLACES)}로 {r.randint(1, 400)}"
    return f"{r.randint(1, 300)} {r.choice(V.COMPANY_WORDS).title()} Street, {self.digits(5)} {r.choice(V.COMPANY_WORDS).title()}"

  def date(self):
    r = self.r
    return r.choice(("{0}-{1:02d}-{2:02d}", "{2:02d}/{1:02d}/{0}", "{0}. {1}. {2}.", "{2:02d}.{1:02d}.{0}")).format(r.randint(2005, 2027), r.randint(1, 12), r.randint(1, 28))

  def colour(self, low=0, high=255):
    return "rgb({},{},{})".format(*(self.r.randint(low, high) for _ in range(3)))

  def page(self, body, width, height, size, style="", font=None):
    font = font or self.r.choice(FONTS)
    return (f"<html><head><meta charset=utf8><style>*{{box-sizing:border-box}}body{{margin:0;width:{width}px;height:{height}px;overflow:hidden;"
            f"font:{size}px '{font}';background:white;color:black}}table{{border-collapse:collapse}}{style}</style></head><body>{body}</body></html>", width, height)

  def sheet(self):
    """Width and height of a sheet, and the size of its print."""
    r = self.r
    width = r.choice((620, 800, 1000, 1240, 1240, 1650))
    return width, round(width * r.choice((1.414, 1.414, 1.294))), width / 60 * r.uniform(.7, 1.15)

  def amount(self, language):
    value = self.r.uniform(1, 3000)
    if language == "ko":
      return f"{round(value) * 1000:,}"
    text = f"{value:,.2f}"
    return text if language == "en" else text.replace(",", " ").replace(".", ",")

  # Invoices.

  def invoice(self):
    r = self.r
    language = r.choice(("en", "en", "en", "de", "fr", "es", "tr", "ko", "ko"))
    _, titles, no, dated, due, to, ship, columns, sub, vat, total, terms = INVOICES[language]
    width, height, size = self.sheet()
    if r.random() < .2:
      height = round(height * r.uniform(.55, .75))
    accent, lines = self.colour(20, 170), r.choice(("solid #999", "solid black", "none", "none"))
    rows = "".join(
        f"<tr><td>{r.choice(V.ITEMS if language == 'ko' else V.ENGLISH_ITEMS)}<td>{r.randint(1, 40)}<td>{self.amount(language)}<td>{self.amount(language)}"
        for _ in range(r.randint(1, 14)))
    head = "".join(f"<th>{c}" for c in columns)
    party = lambda label: f"<div><b>{label}</b><br>{self.name(language)}<br>{self.address(language)}<br>{r.choice(('Tel ', 'T ', ''))}{self.digits(3)}-{self.digits(4)}</div>"
    sums = "".join(f"<tr><td>{label}<td>{self.amount(language)}" for label in (sub, vat, total))
    numbers = f"<div>{no}: {self.digits(r.randint(3, 9))}<br>{dated}: {self.date()}<br>{due if r.random() < .7 else 'Page 1'}: {self.date()}</div>"
    title = f"<h1 style='color:{accent if r.random() < .6 else 'black'};text-align:{r.choice(('left', 'right', 'center'))}'>{r.choice(titles)}</h1>"
    parts = [party(self.name(language) if r.random() < .5 else ""), numbers, party(to)] + ([party(ship)] if r.random() < .5 else [])
    r.shuffle(parts)
    body = (f"<div style='padding:{width // 16}px'>{title}<div style='display:flex;gap:8%;margin:2em 0'>{''.join(parts)}</div>"
            f"<table width=100% class=l><tr>{head}</tr>{rows}</table><table style='margin:2em 0 2em {r.choice((0, 50, 60))}%'>{sums}</table>"
            f"<p>{terms} {r.choice(('DE', 'FR', 'TR', ''))}{self.digits(16)}</p>{self.prose('ko' if language == 'ko' else 'en', r.randint(0, 3))}</div>")
    return self.page(body, width, height, size, f".l td,.l th{{border:1px {lines};padding:.3em .6em;text-align:left}}.l th{{background:{accent if r.random() < .5 else '#eee'}}}"
                     "td{padding:.2em 1em}")

  # Certificates and forms of offices.

  def registration(self):
    r = self.r
    width, height, size = self.sheet()
    kind = r.choice(("business", "business", "business", "car", "car", "report", "family", "english"))
    gap = r.uniform(1.3, 2.4)
    if kind == "english":
      title = r.choice(("Certificate of Registration", "Certificate of Incorporation", "Vehicle Registration Certificate", "Business Registration Certificate"))
      rows = (("Registration No.", self.digits(9)), ("Name", self.name()), ("Date of registration", self.date()), ("Place of business", self.address()),
              ("Type of business", "Wholesale"), ("Owner", self.name()))
      end = f"This is to certify that the above is registered under the Act.<br><br>{self.date()}<br>Registrar"
    elif kind == "business":
      title = "사 업 자 등 록 증"
      company = r.random() < .5
      title += f"<div style='font-size:60%'>( {'법인사업자' if company else r.choice(('일반과세자', '간이과세자', '면세사업자'))} )</div>"
      rows = (("등록번호", f"{self.digits(3)}-{self.digits(2)}-{self.digits(5)}"), ("법인명(단체명)" if company else "상호", self.name("ko")), ("대 표 자" if company else "성 명", self.person()),
              ("개업연월일" if r.random() < .7 else "개업년월일", self.date()), ("법인등록번호" if company else "생년월일", self.digits(6)), ("사업장 소재지", self.address("ko")),
              ("본점 소재지" if company else "사업장 주소", self.address("ko")), ("사업의 종류", "업태 도소매 종목 전자상거래"), ("발급사유" if r.random() < .6 else "교부사유", "신규"))
      end = f"사업자 단위 과세 적용사업자 여부 : 여( ) 부(v)<br>전자세금계산서 전용 전자우편주소 :<br><br>{self.date()}<br><br><b>{r.choice(V.PLACES)}세무서장</b>"
    elif kind == "car":
      title = "자 동 차 등 록 증"
      rows = (("자동차등록번호", f"{r.randint(10, 99)}가{self.digits(4)}"), ("차종", "중형승용"), ("용도", "자가용"), ("차명", "바람 2.0"), ("형식 및 연식", self.digits(4)),
              ("차대번호", "KM" + self.digits(14)), ("원동기형식", "G4" + self.digits(2)), ("사용본거지", self.address("ko")), ("소유자 성명(명칭)", self.person()), ("주민(법인)등록번호", self.digits(6)),
              ("최초등록일", self.date()), ("제원", f"길이 {self.digits(4)} mm 너비 {self.digits(4)} mm"), ("배기량", f"{self.digits(4)} cc"), ("검사유효기간", self.date()))
      end = f"자동차관리법 제8조에 따라 위와 같이 등록하였음을 증명합니다.<br><br>{self.date()}<br><b>{r.choice(V.PLACES)}시장</b>"
    else:
      title = r.choice(("통신판매업 신고증", "영업신고증", "사실증명", "납세증명서", "공장등록증명서", "건축물대장")) if kind == "report" else r.choice(("가족관계증명서", "주민등록표(초본)", "재직증명서", "졸업증명서"))
      rows = (("등록번호" if kind == "report" else "등록기준지", f"제 {self.digits(4)}-{self.digits(5)} 호"), ("상호" if kind == "report" else "성명", self.name("ko")), ("대표자 성명", self.person()),
              ("생년월일", self.date()), ("소재지", self.address("ko")), ("신고일자", self.date()), ("용도", "제출용"))
      end = f"위와 같이 {r.choice(('신고', '등록'))}하였음을 증명합니다.<br><br>{self.date()}<br><b>{r.choice(V.PLACES)}구청장</b>"
    ruled = kind in ("car", "family") or r.random() < .3
    if ruled:
      pairs = list(rows)
      cells, place = "", 0
      while place < len(pairs):
        count = r.choice((1, 2))
        cells += "<tr>" + "".join(f"<td>{label}<td colspan={3 if len(pairs[place:place + count]) == 1 else 1}>{value}" for label, value in pairs[place:place + count])
        place += count
      middle = f"<table class=r width=100%>{cells}</table>"
    else:
      middle = "".join(f"<p style='margin:{gap / 2}em 0'>{label} : {value}</p>" for label, value in rows)
    seal = f"<div style='position:absolute;right:20%;bottom:9%;width:9%;height:{width * .09:.0f}px;border:3px solid #b33'></div>" if r.random() < .7 else ""
    frame = f"border:{r.randint(2, 8)}px {r.choice(('double', 'solid'))} #555" if r.random() < .4 else ""
    body = (f"<div style='margin:{width // 22}px;padding:{width // 20}px;height:92%;{frame}'><h1 style='text-align:center'>{title}</h1>{middle}"
            f"<div style='text-align:center;margin-top:{gap}em'>{end}</div></div>{seal}")
    ground = r.choice(("white", "white", "#fdf6d8", "#f2f7ea"))
    return self.page(body, width, height, size * 1.1, f"body{{background:{ground}}}.r td{{border:1px solid #444;padding:.35em .5em}}")

  # Slips of cards.

  def slip_fields(self):
    r = self.r
    won = lambda: f"{r.randint(10, 900) * 100:,}"
    card = f"{self.digits(4)}-{self.digits(2)}**-****-{self.digits(3)}*"
    if r.random() < .25:
      return r.choice(("CREDIT SALE", "SALE", "CARD RECEIPT", "MERCHANT COPY")), [
          ("Merchant ID", self.digits(10)), ("Terminal ID", self.digits(8)), ("Card No", card.replace("-", "")), ("Entry Method", r.choice(("CHIP", "SWIPED", "CONTACTLESS"))),
          ("Card Type", r.choice(("VISA", "MASTERCARD", "AMEX"))), ("Invoice", self.digits(6)), ("Approval Code", self.digits(6)), ("Date", self.date()),
          ("Amount", f"{r.uniform(2, 300):.2f}"), ("Tip", "________"), ("Total", "________")], ("APPROVED", "CUSTOMER COPY", "Signature")
    labels = [
        (r.choice(("상호", "가맹점명", "가맹점")), r.choice(V.PLACES) + r.choice(V.SHOPS)), (r.choice(("사업자번호", "사업자등록번호")), f"{self.digits(3)}-{self.digits(2)}-{self.digits(5)}"),
        (r.choice(("대표자", "대표자명")), self.person()), ("TEL", f"02-{self.digits(3)}-{self.digits(4)}"), ("주소", self.address("ko")),
        (r.choice(("카드종류", "카드명", "카드사")), r.choice(V.CARDS)), ("카드번호", card), (r.choice(("거래일시", "승인일시", "거래일자")), f"{self.date()} 12:{self.digits(2)}"),
        (r.choice(("할부", "할부개월")), "일시불"), (r.choice(("금액", "공급가액", "판매금액", "과세금액")), won()), (r.choice(("부가세", "세금")), won()), ("봉사료", "0"),
        (r.choice(("합계", "총금액", "승인금액", "결제금액")), won()), ("승인번호", self.digits(8)), (r.choice(("가맹점번호", "가맹번호")), self.digits(9)),
        (r.choice(("매입사", "매입사명")), r.choice(V.CARDS)), (r.choice(("단말기번호", "전표번호")), self.digits(8))]
    kept = [row for row in labels if r.random() < .85]
    return r.choice(("신용카드매출전표", "매 출 전 표", "신용승인", "IC신용승인", "신용카드 전표", "카드매출전표", "신용카드매출전표(고객용)", "[신용승인] 고객용")), kept, \
        (r.choice(("고객용", "회원용", "가맹점용", "")), r.choice(("감사합니다", "서명", "이용해 주셔서 감사합니다", "")))

  def slip_rows(self):
    r = self.r
    title, fields, ends = self.slip_fields()
    mark = r.choice((": ", " : ", " ", "pair"))
    rows = [title] + (["-"] if r.random() < .6 else [])
    for place, (label, value) in enumerate(fields):
      label = f"[{label}]" if mark == " " and r.random() < .4 else label
      rows.append((label, value) if mark == "pair" and len(value) < 16 else f"{label}{': ' if mark == 'pair' else mark}{value}")
      if r.random() < .08:
        rows.append("-")
    return rows + [end for end in ends if end]

  def slip(self):
    """As sites of payment show it, in a table."""
    r = self.r
    title, fields, ends = self.slip_fields()
    width = r.choice((420, 520, 760, 900))
    size = width / r.uniform(26, 36)
    cells = "".join(f"<tr>{''.join(f'<td><small>{label}</small><br>{value}' if r.random() < .5 else f'<td>{label}<td>{value}' for label, value in fields[place:place + 2])}"
                    for place in range(0, len(fields), 2))
    body = f"<div style='padding:4%'><h2 style='text-align:center'>{title}</h2><table class=r width=100%>{cells}</table><p align=center>{' '.join(ends)}</p></div>"
    return self.page(body, width, round(width * r.uniform(1, 1.5)), size, ".r td{border:1px solid #aaa;padding:.5em}")

  # Running text.

  def document(self):
    r = self.r
    width, height, size = self.sheet()
    size *= r.choice((.8, .95, 1.05, 1.3))
    language = r.choice(("ko", "ko", "ko", "en", "en", "en", "en", "de", "fr", "he", "el"))
    kind = r.choice(("page", "page", "columns", "letter", "exam", "report", "poem", "few", "quote", "cover", "book", "statement", "resume", "form",
                     "newspaper", "slide", "notice", "contents", "minutes"))
    heading = f"<h2 style='text-align:{r.choice(('left', 'center'))}'>{self.sentence(language, 2, 6)[:-1]}</h2>"
    paragraphs = lambda n: "".join(f"<p>{self.prose(language, r.randint(2, 7))}</p>" for _ in range(n))
    if kind == "columns":
      body = f"{heading}<div style='columns:{r.choice((2, 2, 3))};column-gap:4%;text-align:justify'>{paragraphs(16)}</div>"
    elif kind == "letter":
      body = (f"<p>{self.name()}<br>{self.address()}</p><p align=right>{self.date()}</p><p>Dear {r.choice(V.COMPANY_WORDS).title()},</p>{paragraphs(r.randint(2, 5))}"
              f"<p>{r.choice(('Yours sincerely', 'With kind regards', '감사합니다.'))}</p>")
    elif kind == "exam":
      marks = "①②③④⑤" if language == "ko" else "abcde"
      body = "<div style='columns:2'>" + "".join(
          f"<p>{n}. {self.sentence(language)}<br>{'<br>'.join(f'{m} {self.sentence(language, 2, 5)}' for m in marks[:4])}</p>" for n in range(1, 14)) + "</div>"
    elif kind == "report":
      table = "".join("<tr>" + "".join(f"<td>{self.sentence(language, 1, 3)[:-1]}" for _ in range(3)) for _ in range(r.randint(3, 7)))
      body = f"{heading}{paragraphs(2)}<h3>1. {self.sentence(language, 2, 4)}</h3>{paragraphs(1)}<table class=r>{table}</table>{paragraphs(2)}<ul>" + \
          "".join(f"<li>{self.sentence(language)}" for _ in range(5)) + "</ul>"
    elif kind in self.LESS_USUAL:
      body, width, height, size = getattr(self, kind)(language, width, height, size, heading, paragraphs)
    elif kind == "poem":
      body = f"{heading}" + "<br>".join(self.sentence(language, 3, 6)[:-1] for _ in range(r.randint(5, 16)))
      size *= r.uniform(1.2, 2.4)
    elif kind == "quote":
      size, height = size * r.uniform(1.4, 2.2), round(width * r.choice((1, 1, 1.25, .8)))
      body = "<br>".join(f"{self.sentence(language, 2, 6)[:-1]}{'<br>' if r.random() < .3 else ''}" for _ in range(r.randint(3, 9)))
    elif kind == "few":
      size *= r.uniform(1.5, 2.6)
      height = round(width * r.choice((.75, .8, 1)))
      body = self.prose(language, r.randint(3, 6))
    elif kind == "cover":
      body = (f"<div style='text-align:center;padding-top:20%'><h1>{self.sentence(language, 3, 8)[:-1]}</h1><p>{self.name()}</p><p>{self.date()}</p></div>"
              f"<div style='padding:10%'><b>Abstract</b> {self.prose(language, 6)}</div>")
    else:
      body = f"{heading if r.random() < .6 else ''}{paragraphs(18)}" + (f"<div style='position:absolute;bottom:2%;left:50%'>{r.randint(1, 400)}</div>" if kind == "book" else "")
    ground = r.choice(("white", "white", "white", "#f6f1e4", "#eef3fb"))
    if kind == "quote":
      ground = r.choice((f"linear-gradient({r.randint(0, 180)}deg,{self.colour(150, 240)},{self.colour(180, 250)})", self.colour(190, 245), "#f3efe6"))
    return self.page(f"<div style='padding:{r.uniform(5, 12):.0f}%;line-height:{r.uniform(1.2, 1.9):.2f}'>{body}</div>", width, height, size,
                     f"body{{background:{ground}}}.r td{{border:1px solid #999;padding:.3em}}")

  # Documents that are no plain text: tables, forms and headlines that invoices and screens have, too.

  LESS_USUAL = "statement", "resume", "form", "newspaper", "slide", "notice", "contents", "minutes"

  def statement(self, language, width, height, size, heading, paragraphs):
    r = self.r
    korean = language == "ko"
    head = ("거래일자", "적요", "출금", "입금", "잔액") if korean else ("Date", "Details", "Withdrawn", "Paid in", "Balance")
    number = lambda: f"{r.randint(1, 900) * 1000:,}" if korean else f"{r.uniform(1, 5000):,.2f}"
    rows = "".join(f"<tr><td>{self.date()}<td>{self.sentence(language, 1, 2)[:-1]}<td>{number() if r.random() < .5 else ''}<td>{number() if r.random() < .5 else ''}<td>{number()}"
                   for _ in range(r.randint(10, 30)))
    title = r.choice(("예금거래내역서", "거래내역 조회", "급여명세서")) if korean else r.choice(("Account statement", "Statement of account", "Pay slip"))
    body = f"<h2>{title}</h2><p>{self.person() if korean else self.name()}<br>{self.digits(3)}-{self.digits(6)}</p><table class=r width=100%><tr>{''.join(f'<th>{h}' for h in head)}</tr>{rows}</table>"
    return body, width, height, size * .85

  def resume(self, language, width, height, size, heading, paragraphs):
    r = self.r
    korean = language == "ko"
    parts = ("학력", "경력", "자격증", "기타") if korean else ("Education", "Experience", "Skills", "Languages", "Interests")
    lists = "".join(f"<h3>{part}</h3><ul>{''.join(f'<li>{r.randint(1995, 2026)} - {r.randint(1995, 2026)} &nbsp; {self.sentence(language, 2, 7)}' for _ in range(r.randint(2, 5)))}</ul>" for part in parts)
    return f"<h1>{self.person() if korean else self.name()}</h1><p>{self.address(language)}<br>0{self.digits(2)}-{self.digits(4)}-{self.digits(4)}</p>{lists}", width, height, size

  def form(self, language, width, height, size, heading, paragraphs):
    r = self.r
    korean = language == "ko"
    labels = ("성명", "생년월일", "주소", "연락처", "신청사유", "희망일자", "첨부서류", "학번", "소속", "비고") if korean else \
        ("Name", "Date of birth", "Address", "Phone", "Reason", "Date", "Enclosures", "Department", "Position", "Notes")
    title = r.choice(("신청서", "지원서", "동의서", "설문지", "회원가입 신청서", "휴가원")) if korean else r.choice(("Application form", "Questionnaire", "Consent", "Request for leave"))
    rows = "".join(f"<tr><td width=22%>{label}<td>{self.sentence(language, 1, 4)[:-1] if r.random() < .4 else '&nbsp;'}" for label in r.sample(labels, r.randint(5, 10)))
    boxes = "".join(f"<p>{r.choice('□☐')} {self.sentence(language)}</p>" for _ in range(r.randint(0, 6)))
    return f"<h1 align=center>{title}</h1><table class=r width=100%>{rows}</table>{boxes}{paragraphs(1)}<p align=center>{self.date()}</p>", width, height, size

  def newspaper(self, language, width, height, size, heading, paragraphs):
    r = self.r
    picture = f"<div style='background:{self.colour(90, 190)};height:{height // 6}px;margin:.5em 0'></div>" if r.random() < .7 else ""
    parts = "".join(f"<h3>{self.sentence(language, 3, 7)[:-1]}</h3>{paragraphs(r.randint(2, 4))}" for _ in range(5))
    return f"<h1 style='border-bottom:3px double'>{self.sentence(language, 1, 3)[:-1]}</h1>{picture}<div style='columns:{r.choice((2, 3, 4))};text-align:justify'>{parts}</div>", width, height, size * .75

  def slide(self, language, width, height, size, heading, paragraphs):
    r = self.r
    points = "".join(f"<li style='margin:.5em'>{self.sentence(language, 2, 8)[:-1]}" for _ in range(r.randint(2, 7)))
    return f"<h1 style='color:{self.colour(10, 150)}'>{self.sentence(language, 2, 5)[:-1]}</h1><ul>{points}</ul><small>{r.randint(2, 60)}</small>", width, round(width * r.choice((.5625, .75))), size * r.uniform(1.4, 2)

  def notice(self, language, width, height, size, heading, paragraphs):
    r = self.r
    title = r.choice(("안내문", "공 고", "알림", "모집", "주의사항")) if language == "ko" else r.choice(("NOTICE", "Announcement", "Welcome", "Opening hours"))
    rows = "".join(f"<p>{r.choice(('- ', '● ', f'{n + 1}. '))}{self.sentence(language, 2, 8)[:-1]}</p>" for n in range(r.randint(3, 8)))
    return f"<h1 style='text-align:center;background:{self.colour(150, 240)}'>{title}</h1>{rows}<p align=center><b>{self.date()}</b></p>", width, height, size * r.uniform(1.2, 2)

  def contents(self, language, width, height, size, heading, paragraphs):
    r = self.r
    rows = "".join(f"<tr><td>{n // 4 + 1}.{n % 4 + 1}<td>{self.sentence(language, 2, 6)[:-1]} {'.' * r.randint(10, 40)}<td>{n * r.randint(2, 5) + 1}" for n in range(r.randint(10, 28)))
    return f"<h2>{r.choice(('목 차', '차례')) if language == 'ko' else 'Contents'}</h2><table width=100%>{rows}</table>", width, height, size

  def minutes(self, language, width, height, size, heading, paragraphs):
    r = self.r
    korean = language == "ko"
    head = (("일시", self.date()), ("장소", self.address("ko")), ("참석자", ", ".join(self.person() for _ in range(4)))) if korean else \
        (("Date", self.date()), ("Place", self.address()), ("Present", self.name()))
    rows = "".join(f"<tr><td>{a}<td>{b}" for a, b in head)
    points = "".join(f"<h3>{n}. {self.sentence(language, 2, 5)[:-1]}</h3>{paragraphs(1)}" for n in range(1, r.randint(3, 6)))
    return f"<h1 align=center>{'회 의 록' if korean else 'Minutes'}</h1><table class=r width=100%>{rows}</table>{points}", width, height, size

  # Drawings, charts, maps.

  def label(self):
    r = self.r
    return r.choice((lambda: r.choice(V.COMPANY_WORDS).title(), lambda: r.choice(V.PLACES), lambda: r.choice(WORDS["en"]), lambda: f"{r.randint(1, 99)}%", lambda: r.choice("ABCDEFxyzt"),
                     lambda: f"{r.choice(WORDS['en'])} {r.choice(WORDS['en'])}", lambda: r.choice(("START", "OPEN", "CLOSED", "Wait", "Yes", "No", "시작", "끝", "입력", "처리"))))()

  def drawing(self):
    r = self.r
    width = r.choice((480, 560, 640, 800, 1200, 1600))
    height = round(width * r.choice((.6, .75, .8, 1, 1.2)))
    size = width / r.uniform(28, 60)
    text = lambda x, y, t, s=1.0, turn=0: f"<text x={x:.0f} y={y:.0f} font-size={size * s:.1f} text-anchor=middle transform='rotate({turn} {x:.0f} {y:.0f})'>{t}</text>"
    line = lambda a, b, c, d, w=1.5, colour="black": f"<line x1={a:.0f} y1={b:.0f} x2={c:.0f} y2={d:.0f} stroke='{colour}' stroke-width={w} />"
    parts, kind = [], r.choice(("plot", "bars", "bars", "pie", "flow", "flow", "map", "technical", "plan", "tree", "lines", "figure", "circuit"))
    left, top, right, bottom = .12 * width, .1 * height, .94 * width, .86 * height
    if kind in ("plot", "bars"):
      parts += [line(left, bottom, right, bottom), line(left, top, left, bottom)]
      ticks = r.randint(4, 8)
      for k in range(ticks + 1):
        y, x = bottom + (top - bottom) * k / ticks, left + (right - left) * k / ticks
        parts += [text(left - 1.6 * size, y + size / 3, k * r.choice((10, 20)), .9), line(left, y, right if r.random() < .5 else left + 6, y, .6, "#888")]
        parts.append(text(x, bottom + 1.4 * size, k * 5 if kind == "plot" else self.label(), .9))
      for series in range(r.randint(1, 3)):
        colour, level, points = self.colour(0, 200), r.uniform(.2, .8), []
        for k in range(r.randint(6, 40)):
          level = min(.98, max(.02, level + r.gauss(0, .08)))
          points.append(level)
        for k, value in enumerate(points):
          x, y = left + (right - left) * (k + .5) / len(points), bottom + (top - bottom) * value
          if kind == "bars":
            w = (right - left) / len(points) / 4
            parts.append(f"<rect x={x + series * w:.0f} y={y:.0f} width={w:.0f} height={bottom - y:.0f} fill='{colour}' />")
          elif k:
            before = points[k - 1]
            parts.append(line(left + (right - left) * (k - .5) / len(points), bottom + (top - bottom) * before, x, y, 2, colour))
        if r.random() < .6:
          parts.append(text(right - 5 * size, top + 1.4 * size * series, self.label()))
      if r.random() < .7:
        parts.append(text(width / 2, top - size * .6, f"{self.label()} {self.label()} {self.label()}", 1.3))
    elif kind == "pie":
      cx, cy, radius, start = width / 2, height / 2, .33 * min(width, height), 0
      for k in range(r.randint(3, 7)):
        sweep = 2 * math.pi * r.uniform(.08, .3)
        x1, y1, x2, y2 = (cx + radius * math.cos(start), cy + radius * math.sin(start), cx + radius * math.cos(start + sweep), cy + radius * math.sin(start + sweep))
        parts.append(f"<path d='M{cx:.0f} {cy:.0f} L{x1:.0f} {y1:.0f} A{radius:.0f} {radius:.0f} 0 0 1 {x2:.0f} {y2:.0f} Z' fill='{self.colour(60, 240)}' stroke=white />")
        parts.append(text(cx + 1.25 * radius * math.cos(start + sweep / 2), cy + 1.2 * radius * math.sin(start + sweep / 2), self.label()))
        start += sweep
    elif kind in ("flow", "tree"):
      boxes = [(width * r.uniform(.15, .85), height * (k + .6) / 6.5) for k in range(6)] if kind == "flow" else \
          [(width * (j + .5) / (2 ** k), height * (k + .6) / 4) for k in range(4) for j in range(2 ** k)]
      w, h = width * r.uniform(.1, .2) * (1 if kind == "flow" else .6), height * .07
      for k, (x, y) in enumerate(boxes):
        target = boxes[k + 1 if kind == "flow" and k + 1 < len(boxes) else (k - 1) // 2 if kind == "tree" and k else 0]
        parts.insert(0, line(x, y, *target))
      for x, y in boxes:
        parts.append(f"<rect x={x - w / 2:.0f} y={y - h / 2:.0f} width={w:.0f} height={h:.0f} rx={r.choice((0, 0, 12))} fill='{self.colour(200, 255)}' stroke=black />")
        parts.append(text(x, y + size / 3, self.label()))
        if kind == "flow" and r.random() < .6:
          parts.append(text(x + w, y + h, self.label(), .9))
    elif kind == "map":
      for _ in range(r.randint(8, 24)):
        x, y, way = width * r.random(), height * r.random(), ""
        for _ in range(r.randint(4, 12)):
          x, y = x + r.gauss(0, width / 9), y + r.gauss(0, height / 9)
          way += f" L{x:.0f} {y:.0f}"
        parts.append(f"<path d='M{way[2:]}' fill='{'none' if r.random() < .7 else self.colour(170, 250)}' stroke='{self.colour(0, 180)}' stroke-width={r.choice((1, 2, 3, 6, 14))} />")
      parts += [text(width * r.uniform(.1, .9), height * r.uniform(.1, .9), r.choice(V.COMPANY_WORDS).title() if r.random() < .5 else r.choice(V.PLACES), r.uniform(.7, 1.8), r.choice((0, 0, 0, -40, 60)))
                for _ in range(r.randint(3, 18))]
    elif kind in ("technical", "plan", "circuit"):
      for _ in range(r.randint(6, 20)):
        x, y, w, h = width * r.uniform(.05, .8), height * r.uniform(.05, .8), width * r.uniform(.04, .3), height * r.uniform(.04, .3)
        if kind == "technical" and r.random() < .5:
          parts += [f"<circle cx={x:.0f} cy={y:.0f} r={w / k:.0f} fill=none stroke=black stroke-width={r.choice((1, 2))} />" for k in (2, 3, 5)]
        else:
          parts.append(f"<rect x={x:.0f} y={y:.0f} width={w:.0f} height={h:.0f} fill=none stroke=black stroke-width={r.choice((1, 2, 4))} />")
        if r.random() < .7:
          parts += [line(x, y - 8, x + w, y - 8, .7), text(x + w / 2, y - 11, r.choice((str(r.randint(2, 900)), f"Ø{r.randint(3, 80)}", f"R{r.randint(1, 40)}", self.label())), .8)]
    else:
      for _ in range(r.randint(2, 9)):
        x, y, way = width * r.random(), height * r.random(), ""
        for _ in range(r.randint(3, 14)):
          a = [r.gauss(0, width / 7) for _ in range(6)]
          way += f" c{a[0]:.0f} {a[1]:.0f} {a[2]:.0f} {a[3]:.0f} {a[4]:.0f} {a[5]:.0f}"
        parts.append(f"<path d='M{x:.0f} {y:.0f}{way}' fill='{self.colour(80, 255) if kind == 'figure' and r.random() < .6 else 'none'}' stroke=black stroke-width={r.choice((1, 2, 4))} />")
    ground = r.choice(("white", "white", "white", "#fafafa", self.colour(215, 255)))
    if kind in ("plot", "bars", "pie") and r.random() < .4:  # with a headline and sentences, as magazines have it
      parts = [f"<g transform='translate(0 {height * .28:.0f}) scale(1 .62)'>{''.join(parts)}</g>", f"<rect width={width} height={height * .12:.0f} fill='{self.colour(30, 220)}' />"]
      language = r.choice(("ko", "en", "en"))
      parts += [text(width / 2, height * .08, self.sentence(language, 3, 6)[:-1], 1.5), text(width / 2, height * .17, self.sentence(language, 5, 8), .9),
                text(width / 2, height * .21, self.sentence(language, 5, 8), .9), text(width / 2, height * .97, self.sentence(language, 2, 5), .7)]
    return self.page(f"<svg width={width} height={height}>{''.join(parts)}</svg>", width, height, size, f"body{{background:{ground}}}")

  # Screens.

  def screenshot(self):
    r = self.r
    kind = r.choice(("window", "window", "terminal", "code", "chat", "chat", "bubble", "sheet", "site", "site", "settings", "dialog", "shop", "mail"))
    dark = r.random() < (.8 if kind in ("terminal", "code") else .3)
    ground, ink = (self.colour(10, 48), self.colour(190, 250)) if dark else (r.choice(("white", "white", "#f3f3f5", "#e9eef5")), r.choice(("black", "#333", "#222")))
    phone = kind in ("chat", "settings", "shop") and r.random() < .7
    width, height = r.choice(((360, 640), (390, 844), (720, 1280), (300, 420), (1080, 1920))) if phone else r.choice(((1280, 800), (1366, 768), (1920, 1080), (800, 600), (1024, 640)))
    size = width / r.uniform(22, 30) if phone else r.uniform(12, 18)
    language = r.choice(("ko", "ko", "en", "en", "de"))
    menu = r.choice(MENUS)
    bar = (f"<div style='background:{self.colour(190, 235) if not dark else self.colour(40, 70)};padding:.4em 1em;color:{'black' if not dark else 'white'}'>● ● ● &nbsp; {r.choice(APPS)}</div>")
    menus = f"<div style='padding:.3em 1em;border-bottom:1px solid #888'>{' &nbsp; '.join(menu)}</div>"
    status = f"<div style='display:flex;justify-content:space-between;padding:.2em .8em;font-size:85%'><span>{r.randint(1, 12)}:{self.digits(2)}</span><span>{r.choice(('LTE', '5G', 'WiFi'))} {r.randint(10, 100)}%</span></div>"
    if kind == "terminal":
      rows = "".join(f"<div>{r.choice(('user@host:~$ ', '$ ', '[INFO] ', '', '', '> '))}{r.choice(('ls -la /usr/', 'make build', 'git status', 'error: ', 'drwxr-xr-x 2 root '))} {self.sentence('en', 1, 7)}</div>" for _ in range(r.randint(6, 40)))
      body, font = f"{bar}{menus if r.random() < .5 else ''}<div style='padding:.5em'>{rows}</div>", "DejaVu Sans Mono"
    elif kind == "code":
      rows = "".join(f"<div style='padding-left:{2 * r.randint(0, 4)}em'><span style='color:{self.colour(90, 230)}'>{r.choice(('let', 'if', 'func', 'return', 'import', 'for'))}</span> {'_'.join(r.choices(WORDS['en'], k=2))} = {r.choice(WORDS['en'])}({r.randint(0, 99)})</div>" for _ in range(40))
      body, font = f"{bar}{menus}<div style='display:flex'><div style='width:18%;padding:1em'>{'<br>'.join(r.choice(WORDS['en']) + r.choice(('.py', '.swift', '.txt')) for _ in range(14))}</div><div>{rows}</div></div>", "DejaVu Sans Mono"
    elif kind == "chat":
      bubbles = "".join(f"<div style='margin:.7em;margin-left:{r.choice((.7, 7))}em;padding:.6em 1em;border-radius:1em;max-width:70%;background:{self.colour(150, 245) if not dark else self.colour(40, 90)}'>{r.choice(('', '[Web발신] ', ''))}{self.prose(language, r.randint(1, 2))}</div>" for _ in range(r.randint(2, 10)))
      body, font = f"{status if phone else bar}<b style='padding:1em'>{self.person()}</b>{bubbles}<div style='position:absolute;bottom:1%;padding:.5em'>{r.choice(('메시지 입력', 'Message', 'Type a message'))}</div>", None
    elif kind == "bubble":
      width, height = r.choice(((200, 280), (250, 140), (320, 220), (420, 300), (520, 420)))
      size = r.uniform(14, 22)
      body = (f"<div style='margin:4%;padding:5%;border-radius:1em;background:{self.colour(215, 245)}'>{r.choice(('[Web발신]<br>', '', ''))}{self.prose(language, 1)}<br>"
              f"<u style='color:#26c'>www.{r.choice(WORDS['en'])}.co.kr</u> {self.digits(4)}-{self.digits(4)}</div>")
      font = None
    elif kind == "sheet":
      cells = "".join("<tr>" + f"<td>{n}" + "".join(f"<td>{r.choice((self.digits(3), '', r.choice(WORDS['en']), f'{r.uniform(0, 900):.2f}'))}" for _ in range(8)) for n in range(1, 26))
      body, font = f"{bar}{menus}<table class=s width=100%><tr><th>" + "".join(f"<th>{c}" for c in "ABCDEFGH") + f"</tr>{cells}</table>", None
    elif kind in ("site", "shop", "mail"):
      links = " &nbsp; ".join(r.choices(("Home", "Search", "Login", "Sign in", "Help", "홈", "검색", "로그인", "장바구니", "마이페이지", "Share", "Download"), k=5))
      cards = "".join(f"<div style='border:1px solid #aaa;padding:1em;margin:.5em;width:{r.choice((30, 45, 90))}%'><b>{self.sentence(language, 2, 5)}</b><br>{self.sentence(language)}<br><button>{r.choice(('OK', '확인', 'Buy', '더보기', 'Open'))}</button></div>" for _ in range(r.randint(3, 9)))
      body, font = f"{status if phone else bar}<div style='padding:.5em;background:{self.colour(30, 140)};color:white'>https://www.{r.choice(WORDS['en'])}.com</div><div style='padding:.6em'>{links}</div><div style='display:flex;flex-wrap:wrap'>{cards}</div>", None
    elif kind == "settings":
      rows = "".join(f"<div style='padding:.8em;border-bottom:1px solid #999;display:flex;justify-content:space-between'><span>{r.choice(('Wi-Fi', 'Bluetooth', '알림', '디스플레이', 'Battery', '배터리', '소리', 'Storage', '계정', 'Privacy', '일반', 'Language'))}</span><span>{r.choice(('On', 'Off', '>', '켬', '끔'))}</span></div>" for _ in range(10))
      body, font = f"{status if phone else bar}<h2 style='padding:0 .5em'>{r.choice(('Settings', '설정'))}</h2>{rows}", None
    elif kind == "dialog":
      width, height = r.choice(((420, 240), (520, 300), (640, 400)))
      body, font = f"{bar}<div style='padding:1.5em'>{self.prose(language, 2)}<p align=right><button>{r.choice(('OK', '확인'))}</button> <button>{r.choice(('Cancel', '취소'))}</button></p></div>", None
    else:
      side = "<br>".join(r.choices(("New", "Open", "Recent", "Save", "Print", "문서", "다운로드", "사진", "Music", "Desktop"), k=8))
      body, font = f"{bar}{menus}<div style='display:flex'><div style='width:15%;padding:1em;background:{self.colour(200, 235) if not dark else self.colour(30, 60)}'>{side}</div><div style='padding:2em;width:70%'>{self.prose(language, r.randint(4, 14))}</div></div>", None
    return self.page(body, width, height, size, f"body{{background:{ground};color:{ink}}}.s td,.s th{{border:1px solid #ccc;padding:.15em .5em;background:{'none' if dark else 'white'}}}"
                     "button{font-size:90%}", font=font or r.choice(("NanumGothic", "NanumBarunGothic", "DejaVu Sans", "sans-serif")))
