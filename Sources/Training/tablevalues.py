"""Values that fill in the forms of `tableforms.py`, and the look of their rules. All names are made up."""
import re

import vocabulary as V
from tablesheet import Cell, Rule, Sheet, Style, label

ROOTS = "예시 견본 가상 보기 도토리 솜사탕 종이배 별사탕 나뭇잎 조약돌 풍선 고슴도치 달팽이 민들레 호랑나비 무당벌레 구름빵 돌고래".split()
ENDS = "상사 산업 물산 전자 테크 유통 기계 식품 인쇄 시스템 상회 무역 포장 화학 설비 디자인 정보통신 엔지니어링".split()
NAMES = "홍길동 성춘향 이몽룡 임꺽정 심청 변학도 김견본 이예시 박보기 최가상 전우치 장화 홍련 흥부 놀부 콩쥐 팥쥐".split()
TRADES = "도매 소매 제조 서비스 건설 운수 음식 정보통신 임대".split()
KINDS = "사무기기 잡화 기계부품 소프트웨어 인쇄물 식자재 철물 전기재료 포장재 화훼 가구 통신장비".split()
SIZES = ["A4", "A3", "B5", "120*80", "1.5T", "500ml", "2호", "20kg", "Ø25", "3구", "10인치", "KS", "중형", "백색", "0.7mm", "65x45", "RJ-45", ""]
UNITS = "개 EA 박스 BOX 식 SET 권 매 롤 kg m 대 병 통 켤레".split()
PARTS = """서류 보관함|알루미늄 앵글|LAN 케이블|배관 보온재|스테이플러 침|회의용 탁자|제본 링|벽시계|고무 패킹|육각 볼트|절연 테이프|현수막 제작|명함 인쇄|
소화기 점검|에어컨 필터|도어락 교체|파티션 설치|우레탄 도장|종이컵|청소 용역|서버 유지보수|홍보물 디자인|PVC 파이프|방수 실리콘|안전모|작업용 장갑|
라벨 프린터|바코드 용지|택배 상자|완충재|영상 편집|번역료|화분 대여|정수기 임대료|토너 카트리지|전동 드릴|철제 선반|LED 투광등|목재 팔레트|실험대""".replace("\n", "").split("|")
NOTES = [
    "위와 같이 견적합니다.", "※ 부가가치세 별도이며 유효기간은 발행일로부터 30일입니다.", "납품 장소: 귀사 지정 장소", "결제 조건: 납품 후 익월 말 현금 지급", "문의 사항은 담당자에게 연락하여 주시기 바랍니다.",
    "본 서식은 전산으로 출력되어 서명이 생략될 수 있습니다.", "이 문서의 내용은 당사의 사정에 따라 사전 통보 없이 변경될 수 있으며, 자세한 내용은 누리집을 참고하시기 바랍니다."
]
ENGLISH = """Steel bracket|Gear housing|Cable harness|Cotton fabric, dyed|Ceramic mug|Rubber seal kit|Desk lamp|Packaging film|Bearing 6204|Pump motor|
Paper filter|Site survey|Design work|Hosting, annual|On-site support|Travel expenses|Consulting hours|Paint, matt white|Timber panel|Glass jar 500 ml""".replace(
    "\n", "").split("|")
COMPANIES = ["Example Trading Co., Ltd.", "Sample Parts Inc.", "Placeholder Tools GmbH", "Nowhere Supplies Ltd", "Acorn & Pebble Co.", "Paper Boat Imports"]
COLOURS = {
    "black": (0, 0, 0),
    "dark": (70, 70, 70),
    "grey": (130, 130, 130),
    "light": (185, 185, 185),
    "blue": (40, 70, 170),
    "navy": (25, 35, 95),
    "red": (200, 45, 50),
    "green": (30, 120, 70),
    "brown": (120, 80, 50)
}
FILLS = ((235, 235, 235), (222, 222, 222), (225, 235, 248), (250, 240, 222), (228, 242, 228), (248, 228, 228), (245, 245, 215))


class Form(Sheet):
  """A sheet that knows what to fill in. `truth` are its fields and items, by the names of the page's JSON."""
  def __init__(self, *args, **options):
    super().__init__(*args, **options)
    self.truth = {}

  def often(self, share):
    return self.r.random() < share

  def digits(self, count):
    return "".join(self.r.choices("0123456789", k=count))

  def number(self, most=300):
    return self.r.choice((1, 1, 2, 3, 5, 10, 20, self.r.randint(1, most)))

  def price(self):
    r = self.r
    return r.choice((r.randint(5, 99) * 100, r.randint(1, 300) * 500, r.randint(100, 99999) * 10))

  def won(self):
    return f"{self.price() * self.r.choice((1, 1, 3, 12)):,}"

  def date(self):
    r = self.r
    year, month, day = r.randint(2015, 2026), r.randint(1, 12), r.randint(1, 28)
    return r.choice((f"{year}-{month:02d}-{day:02d}", f"{year}.{month:02d}.{day:02d}", f"{year}. {month}. {day}.", f"{year}년 {month}월 {day}일",
                     f"{year}/{month:02d}/{day:02d}"))

  @staticmethod
  def iso(date):
    """A date as drawn, by ISO 8601."""
    return "-".join(part.rjust(2, "0") for part in re.findall(r"\d+", date))

  def beside(self, **labels):
    """Takes fields of one label each from the cells right of it."""
    for table in self.tables:
      for cell in table["cells"]:
        for name, text in labels.items():
          if cell["text"].replace(" ", "").startswith(text):
            value = next((c["text"] for c in table["cells"] if c["r"] == cell["r"] and c["c"] == cell["c"] + cell["cs"]), "")
            if value:
              self.truth.setdefault(name, value.replace(" (인)", "").replace(",", "") if name != "address" else value)

  def registration(self):
    return f"{self.digits(3)}-{self.digits(2)}-{self.digits(5)}"

  def telephone(self):
    return f"{self.r.choice(('02', '031', '051', '070', '010'))}-{self.r.choice(('000', '0000'))}-{self.digits(4)}"

  def person(self):
    return self.r.choice(NAMES)

  def company(self):
    name = self.r.choice(ROOTS) + self.r.choice(ENDS)
    return self.r.choice((name, name, "(주)" + name, name + "(주)", "주식회사 " + name))

  def address(self):
    r = self.r
    return (
        f"{r.choice(('가상시', '보기도 예시시', '견본특별시'))} {r.choice(('견본구', '예시구', '동쪽구', '강변구'))} "
        f"{r.choice(ROOTS)}로{r.choice(('', '2길', ' 12번길'))} {r.randint(1, 399)}{r.choice(('', '', f', {r.randint(1, 20)}층', f', {r.randint(101, 1504)}호'))}")

  def part(self):
    r = self.r
    return r.choice((r.choice(PARTS), r.choice(PARTS), r.choice(V.ITEMS), r.choice(PARTS) + r.choice((" 외", f" {r.randint(1, 9)}호", "(소)", " 세트", " 추가분"))))

  def colour(self, *names):
    return COLOURS[self.r.choice(names or ("black", "black", "black", "dark", "dark", "grey", "light", "blue", "red", "green", "navy", "brown"))]

  def style(self, colour=None, **more):
    """Rules of any look. Arguments of the caller stay."""
    r, colour = self.r, colour or self.colour()
    kind = r.choices(("solid", "dotted", "dashed"), (84, 9, 7))[0]
    inner = Rule(r.choice((1, 1, 1, 2, 2, 3)), colour, kind)
    outer = r.choices((Rule(inner.width, colour), Rule(r.choice((2, 3, 4)), colour), Rule(2, colour, "double")), (50, 40, 10))[0]
    head = r.choices((None, Rule(r.choice((2, 3)), colour), Rule(2, colour, "double")), (75, 17, 8))[0]
    fill = r.choice(FILLS) if r.random() < .4 else None
    style = Style(inner,
                  outer,
                  head,
                  head_fill=fill,
                  label_fill=fill if r.random() < .5 else None,
                  row=r.uniform(1.5, 2.5),
                  padding=r.uniform(.25, .6),
                  slips=r.choice((0, 0, 0, .03)))
    for name, value in more.items():
      setattr(style, name, value)
    return style

  def items(self, keys, count, blanks=0, heads=None):
    """Rows of items below their heading, the letters of the columns' sides, and the sum."""
    r, heads = self.r, heads or {}
    names = {
        "no": ("No", "번호", "순번", "NO."),
        "month": ("월",),
        "day": ("일",),
        "date": ("월/일", "일자"),
        "name": ("품목", "품명", "품  명", "내역", "품목 및 규격"),
        "size": ("규격", "규 격", "사양"),
        "unit": ("단위",),
        "count": ("수량", "수 량", "Q'ty"),
        "price": ("단가", "단 가"),
        "amount": ("금액", "공급가액", "공급대가"),
        "tax": ("세액", "부가세", "VAT"),
        "note": ("비고", "비 고", "적요")
    }
    sides = {
        "no": "c",
        "month": "c",
        "day": "c",
        "date": "c",
        "name": r.choice("lllc"),
        "size": r.choice("lc"),
        "unit": "c",
        "count": r.choice("rrc"),
        "price": "r",
        "amount": "r",
        "tax": "r",
        "note": r.choice("lc")
    }
    rows, total = [[label(heads.get(k) or r.choice(names[k])) for k in keys]], 0
    month = r.randint(1, 12)
    for i in range(count):
      number, price = self.number(), self.price()
      total += number * price
      value = {
          "no": str(i + 1),
          "month": str(month),
          "day": str(r.randint(1, 28)),
          "date": f"{month:02d}/{r.randint(1, 28):02d}",
          "name": self.part(),
          "size": r.choice(SIZES),
          "unit": r.choice(UNITS),
          "count": f"{number:,}",
          "price": f"{price:,}",
          "amount": f"{number * price:,}",
          "tax": f"{number * price // 10:,}",
          "note": r.choice(("", "", "", "", "재고", "별도", "할인", "무상"))
      }
      if "size" not in keys and r.random() < .06:
        value["name"] += "\n(" + r.choice(SIZES[:-1]) + ")"
      rows.append([value[k] for k in keys])
      self.truth.setdefault("items", []).append({"name": value["name"].replace("\n", " "), "amount": str(number * price), "quantity": str(number)})
    if blanks and count and r.random() < .3:
      rows.append(["이하 여백" if k == "name" else "" for k in keys])
    rows += [[""] * len(keys) for _ in range(blanks)]
    return rows, "".join(sides[k] for k in keys), total

  def party(self, supplier=True, fields=4, name=None):
    """Rows of a label and one or two values with labels, for a supplier or a receiver: four columns."""
    r = self.r
    one = lambda text, value, **k: [label(text), Cell(value, cs=3, align=r.choice("lc"), **k)]
    two = lambda a, b, c, d: [label(a), Cell(b), label(c), Cell(d)]
    rows = [
        one(r.choice(("등록번호", "사업자번호", "등록 번호")), registration := self.registration(), bold=r.random() < .4),
        two(r.choice(("상호", "상  호", "상호(법인명)", "회사명")), company := name or self.company(), r.choice(("성명", "대표자", "성 명")),
            (person := self.person()) + (r.choice(("", "", " (인)")) if supplier else "")),
        one(r.choice(("주소", "사업장", "사업장 주소", "소재지")), address := self.address())
    ]
    names = ("businessNumber", "merchant", "representative", "address") if supplier else ("buyerNumber", "buyer", "buyerRepresentative", "buyerAddress")
    self.truth |= zip(names, (registration, company, person, address))
    more = [
        two("업태", r.choice(TRADES), r.choice(("종목", "업종")), r.choice(KINDS)),
        two("전화", self.telephone(), r.choice(("팩스", "FAX")), self.telephone()),
        two("담당자", self.person(), "연락처", self.telephone()),
        one(r.choice(("이메일", "E-mail")), f"sample{self.digits(2)}@example.com")
    ]
    if fields < 3:
      return rows[:fields]
    return rows + r.sample(more, min(fields - 3, len(more)))

  def korean(self, amount):
    """An amount in Korean words."""
    text, units = "", ("", "만", "억")
    for k, unit in reversed(list(enumerate(units))):
      part = amount // 10**(4 * k) % 10000
      for place, name in ((1000, "천"), (100, "백"), (10, "십"), (1, "")):
        text += "일이삼사오육칠팔구"[part // place % 10 - 1] + name if part // place % 10 else ""
      text += unit if part else ""
    return text
