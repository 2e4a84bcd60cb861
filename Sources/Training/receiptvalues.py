"""Names, addresses, numbers, cards and dates of `receiptpages.py`, Korean and of other countries. All of them are made up."""
import functools

from faker import Faker
from wordfreq import top_n_list

import vocabulary as V

VERBS = set("었았였겠했됐쳤졌켰셨섰갔왔봤줬랐났썼컸뒀놨떴꼈렸뤘냈웠녔넓싶없있같춰줘둬봐켜껴뜨넘붙닿앉깎섞묶맞늦높낮깊짧굵겪꺼쩔찮좋싫놓늘벗떠뛰뱉뻗쌓씹")
UNFIT = "섹스|성병|성폭|성매|성추|강간|살인|자살|사망|시체|강도|마약|야동|포르|변태|창녀|매춘|고문|학살|테러|폭행|시신|유방|성기|죽음|새끼|병신|지랄|자위|성관|음란|범죄|납치|나치|썅|씨발".split("|")
ENGLISH_UNFIT = "sex|hitler|porn|fuck|shit|rape|nude|naked|nazi|kill|murder|dead|death|suicide|terror|bitch|whore|penis|vagin|breast|slave|racis|incest|corpse|genoc|drug".split(
    "|")
ENDINGS = "다은는을를할한로여지의에된될고며면게히서러려던아어해와과도만야라니네까나요죠든"
ROOTS = """한빛 푸른 다온 미소 가온 새봄 우리 으뜸 참좋은 정다운 별빛 달빛 은하 햇살 단비 산들 바다 하늘 구름 소담 온누리 나래 마루 도담 초록 황금 행운 제일 대성
동방 서광 명성 태양 신흥 삼광 대림 유진 세화 금강 백두 한강 남산 청솔 송림 무지개 오아시스 옛날 시골 원조 할매 이모 큰집 진주 장수 왕 소문난 맛나 엄마손 고향 정성 참""".split()
TYPES = {
    "mart":
        "마트 슈퍼 할인마트 식자재마트 하나로마트 슈퍼마켓 청과 정육점 수산 생협 농산물직판장 유통 플러스마트 푸드마켓".split(), "store":
            "편의점 스토어 24 마트 25시 365 플러스".split(), "cafe":
                "카페 커피 베이커리 로스터스 제과 과자점 디저트 찻집 브레드 도넛 젤라또 다방 커피하우스 빵집".split(),
    "restaurant":
        "식당 국밥 갈비 횟집 치킨 피자 포차 반점 김밥 초밥 냉면 막국수 칼국수 곱창 족발 보쌈 떡볶이 뷔페 주점 호프 다이닝 키친 가든 회관 분식 삼겹살 해장국 감자탕 면옥 돈까스 순대국 이자카야 숯불구이 쭈꾸미 닭갈비 레스토랑".split(),
    "fuel":
        "주유소 셀프주유소 충전소 에너지 석유 제일주유소 수소충전소 LPG충전소".split(), "parking":
            "주차장 공영주차장 타워주차장 노상주차장 빌딩주차장 환승주차장 시설관리공단 파킹 주차타워".split(), "pharmacy":
                "약국 온누리약국 종로약국 메디칼약국 큰약국 대학약국".split(), "clinic":
                    "의원 치과의원 치과 한의원 병원 안과의원 내과의원 정형외과 소아청소년과의원 피부과의원 이비인후과의원 대학교병원 의료원 동물병원 요양병원 가정의학과의원 연합의원".split(), "hotel":
                        "호텔 모텔 리조트 펜션 게스트하우스 관광호텔 스테이 콘도 비즈니스호텔 여관 한옥스테이 레지던스".split(), "shop":
                            "문구 서점 안경 화장품 꽃집 철물 전자 가구 컴퓨터 인쇄 신발 스포츠 악기 완구 자전거 옷가게 주얼리 약초 건강원 침구 공구 타이어 카센타 모터스 통신 조명 사진관 뷰티".split(), "service":
                                "미용실 헤어샵 네일 세탁소 학원 독서실 헬스장 PC방 노래방 사우나 골프연습장 볼링장 세차장 스튜디오 공방 스크린골프 필라테스 당구장 수영장 태권도 렌터카 부동산중개 법무사사무소".split(),
    "company":
        "상사 산업 물산 전자 건설 테크 유통 기계 식품 인쇄 시스템 상회 무역 목재 포장 화학 설비 디자인 정보통신 소프트 엔지니어링 농장 목장 종합상사".split(), "public":
            "우체국 세무서 도서관 구청 주민센터 체육센터 시설관리공단 대학교 문화회관 교육원 등기소 법원 도시공사 상수도사업본부".split(), "venue":
                "박물관 미술관 시네마 극장 아트센터 놀이공원 수목원 아쿠아리움 전시관 식물원 랜드 천문대 수영장 스키장 동물원 국립공원".split(), "transport":
                    "운수 교통 택시 고속 여객 관광 상운 콜택시 모빌리티 고속도로영업소 톨게이트 도로 해운 공항버스 시외버스터미널".split(), "online":
                        "몰 스토어 샵 닷컴 마켓 컴퍼니 코리아 상점 플랫폼 랩 트레이딩 커머스 직구 공식몰".split(), "utility":
                            "전력 도시가스 수도사업소 통신 케이블방송 지역난방 에너지 텔레콤 아파트관리사무소 상수도사업본부 오피스텔관리단 브로드밴드".split()
}
BRANCHES = "점 점 점 점 점 본점 역점 직영점 중앙점 사거리점 시장점 대점 터미널점 타운점 1호점 2호점 센터점 공항점 휴게소점 DT점 R점 지점".split()
CITIES = {
    "서울|서울시|서울특별시": "강남 서초 송파 마포 종로 용산 성동 광진 동대문 은평 서대문 양천 강서 구로 관악 동작 노원 도봉 강북 중".split(), "부산|부산시|부산광역시": "해운대 수영 연제 사하 금정 사상 남 동래".split(),
    "대구|대구시|대구광역시": "수성 달서 중 동 북".split(), "인천|인천광역시": "남동 부평 계양 연수 미추홀".split(), "광주|광주광역시": "광산 북 서".split(), "대전|대전시|대전광역시": "유성 서 대덕".split(),
    "울산|울산광역시": "남 울주".split()
}
PROVINCES = {
    "경기|경기도": "수원 성남 용인 안양 부천 고양 파주 의정부 남양주 하남 안산 시흥 광명 김포 평택 화성 이천 여주".split(), "강원|강원도|강원특별자치도": "춘천 원주 강릉 속초 동해".split(),
    "충북|충청북도": "청주 충주 제천".split(), "충남|충청남도": "천안 아산 공주 서산".split(), "전북|전라북도|전북특별자치도": "전주 익산 군산 남원".split(), "전남|전라남도": "목포 여수 순천 나주".split(),
    "경북|경상북도": "포항 경주 구미 안동 김천".split(), "경남|경상남도": "창원 진주 김해 양산 통영 거제".split(), "제주|제주도|제주특별자치도": "제주 서귀포".split()
}
ISSUERS = "신한 KB국민 국민 삼성 현대 롯데 하나 우리 비씨 BC NH농협 농협 IBK 기업 씨티 카카오뱅크 토스뱅크 케이뱅크 외환 광주 전북 제주 수협 새마을 우체국 신협 SC제일 부산 대구 경남 산업 하나SK KB NH 현대비자 SSG 하나(외환) KDB 저축은행 MG새마을 신한BC 우리BC 하나BC 농협BC".split(
)
CARD_ENDS = "카드 카드 카드 카드 체크 체크카드 체크카드 신용카드 개인 법인 개인신용 개인체크 비씨 비씨카드 마스터 비자 VISA MASTER AMEX 아멕스 선불 법인카드 플래티늄 페이 카드사 은행".split()
PAYS = "카카오페이 네이버페이 페이코 토스페이 삼성페이 제로페이 스마일페이 쿠페이 엘페이 티머니 캐시비 하이패스 온누리상품권 지역사랑상품권 해외VISA 해외MASTER 해외비자 은련카드 JCB카드".split()
VANS = "나이스정보통신 한국정보통신 스마트로 다우데이터 금융결제원 코밴 섹타나인 한국신용카드결제 KICC KSNET KIS JTNET NICE KOVAN SMARTRO 케이에스넷 퍼스트데이터코리아 KG이니시스 NHN한국사이버결제 토스페이먼츠 페이게이트".split(
)
ENGLISH_TYPES = {
    "restaurant":
        "Grill|Diner|Kitchen|Bistro|Cafe|Restaurant|Pizzeria|Tavern|Steakhouse|Noodle Bar|Cantina|Taqueria|Sushi|BBQ|Burgers|Buffet|Brasserie|Trattoria|Seafood|Oyster Bar|Thai Cuisine|Ramen|Brunch Co.|Eatery"
        .split("|"), "cafe":
            "Coffee|Cafe|Bakery|Espresso Bar|Coffee Roasters|Tea|Donuts|Bagels|Creamery|Juice Bar|Patisserie|Coffee Co.".split("|"), "bar":
                "Bar|Pub|Brewing Co.|Tavern|Lounge|Saloon|Taproom|Bar & Grill|Sports Bar|Ale|Wine Bar|Arms|Inn".split("|"), "fast":
                    "Burger|Burgers|Chicken|Pizza|Subs|Tacos|Wings|Hot Dogs|Wraps|Drive-In|Gyros|Poke|Express|Teriyaki".split("|"),
    "mart":
        "Market|Supermarket|Foods|Grocery|Mart|Farmers Market|Super Store|Wholesale|Fresh|Co-op|Express|Mini Market|Hypermarket".split("|"), "fuel":
            "Gas|Fuel|Petroleum|Service Station|Travel Plaza|Oil|Truck Stop|Gas & Go|Energy".split("|"), "drug":
                "Pharmacy|Drugs|Drug Store|Chemist|Health|Apothecary|Wellness".split("|"), "hotel":
                    "Hotel|Inn|Suites|Lodge|Resort|Motel|Inn & Suites|Hostel|Grand Hotel|Plaza Hotel".split("|"), "parking":
                        "Parking|Garage|Park & Ride|Parking Services|Car Park|Parking LLC|Airport Parking".split("|"),
    "shop":
        "Hardware|Books|Shoes|Electronics|Office Supply|Boutique|Toys|Florist|Jewelers|Furniture|Home Center|Sports|Stationery|Outfitters|Pet Supply|Art Supply|Salon|Auto Parts|Tools|Trading|Optical|Records|Cleaners|Print Shop|Bicycles|Garden Centre"
        .split("|"), "online":
            "Online|Shop|Direct|Digital|Cloud|Software|Media|.com|Hosting|Supply Co.|Store|Apps|Labs".split("|")
}
COUNTRIES = {
    "KR": ("KRW", "ko_KR"), "US": ("USD", "en_US"), "CA": ("CAD", "en_CA"), "GB": ("GBP", "en_GB"), "AU": ("AUD", "en_AU"), "IN": ("INR", "en_IN"),
    "MY": ("MYR", "en_GB"), "SG": ("SGD", "en_GB"), "DE": ("EUR", "de_DE"), "FR": ("EUR", "fr_FR"), "ES": ("EUR", "es_ES"), "IT": ("EUR", "it_IT"),
    "NL": ("EUR", "nl_NL"), "JP": ("JPY", "en_US"), "IE": ("EUR", "en_IE")
}


@functools.cache
def korean_words():
  return [
      w for w in top_n_list("ko", 20000)[200:]
      if 2 <= len(w) <= 3 and all("가" <= c <= "힣" for c in w) and w[-1] not in ENDINGS and not VERBS & set(w) and not any(u in w for u in UNFIT)
  ]


@functools.cache
def english_words():
  return [
      w for w in top_n_list("en", 9000)[400:]
      if 4 <= len(w) <= 8 and w.isascii() and w.isalpha() and not w.endswith(("ing", "ed", "ly", "es")) and not any(u in w for u in ENGLISH_UNFIT)
  ]


@functools.cache
def drawn_by_faker(locale, kind, count=400):
  """Values of Faker, drawn once: names, family names, companies, streets, towns."""
  fake = Faker(locale)
  fake.seed_instance(f"{locale} {kind}")
  return [getattr(fake, kind)() for _ in range(count)]


class Values:
  def __init__(self, r, country):
    self.r, self.country = r, country
    self.currency, self.locale = COUNTRIES[country]
    self.korean = country == "KR"

  def chance(self, share):
    return self.r.random() < share

  def digits(self, count, first="0123456789"):
    return self.r.choice(first) + "".join(self.r.choices("0123456789", k=count - 1))

  def word(self):
    return self.r.choice(korean_words())

  def english(self):
    return self.r.choice(english_words())

  def faked(self, kind, locale=None):
    return self.r.choice(drawn_by_faker(locale or self.locale, kind))

  # Names.

  def shop(self, kind):
    return (self.korean_shop if self.korean else self.english_shop)(kind)

  def branch(self):
    return self.r.choice((self.r.choice(V.PLACES), self.r.choice(V.PLACES), self.word())) + self.r.choice(BRANCHES)

  def stem(self):
    r = self.r
    return r.choice(
        (lambda: r.choice(ROOTS), lambda: r.choice(ROOTS), self.word, lambda: self.word() + self.word(), lambda: r.choice(ROOTS) + self.word(),
         lambda: r.choice(V.PLACES), lambda: self.faked("name"), lambda: self.faked("name")[1:], lambda: f"{self.word()} {self.word()}"))()

  def latin(self):
    r = self.r
    return r.choice(
        (lambda: self.english().upper(), lambda: self.english().title(), lambda: f"{self.english()} {self.english()}".title(),
         lambda: "".join(r.choices("ABCDEGHKLMNOPRST", k=r.randint(2, 3))) + r.choice(("", "", "24", "25", "365", "&CO", "1")),
         lambda: f"{self.english()} {r.choice(('COFFEE', 'CAFE', 'BAKERY', 'KITCHEN', 'HOTEL', 'MART', 'BAR', 'STORE', 'LAB'))}".upper()))()

  def korean_shop(self, kind):
    r, end, stem = self.r, self.r.choice(TYPES[kind]), self.stem
    company = lambda: r.choice(
        (f"(주){stem()}{end}", f"주식회사 {stem()}{end}", f"{stem()}{end}(주)", f"㈜{stem()}", f"(주) {stem()}", f"유한회사 {stem()}{end}", f"주식회사{stem()}"))
    patterns = [
        lambda: stem() + end, lambda: stem() + end, lambda: f"{stem()} {end}", lambda: f"{stem()}{end} {self.branch()}",
        lambda: f"{stem()} {self.branch()}", lambda: f"{stem()}{end}({self.branch()})", lambda: f"{stem()}{end}-{self.branch()}",
        lambda: stem() + self.branch(), company, lambda: f"{company()} {self.branch()}"
    ]
    if kind in ("clinic", "pharmacy", "public", "utility"):
      patterns = [lambda: stem() + end] * 6 + [
          lambda: f"{stem()} {end}", lambda: f"의료법인 {stem()}의료재단 {stem()}{end}"
          if kind == "clinic" else r.choice(V.PLACES) + end, lambda: f"{r.choice(V.PLACES)} {stem()}{end}"
      ]
    elif kind == "company":
      patterns = [company] * 5 + [lambda: stem() + end] * 4 + [lambda: f"{stem()}{end} {r.choice(V.PLACES)}지점"]
    elif kind in ("cafe", "store", "shop", "online", "restaurant", "hotel", "service"):
      patterns += [
          self.latin, lambda: f"{self.latin()} {self.branch()}", lambda: self.latin() + self.branch(), lambda: f"{stem()}({self.latin()})",
          lambda: stem(), stem, lambda: f"{self.latin()} {r.choice(V.PLACES)}", lambda: f"{company()} {stem()}{end}"
      ]
    elif kind in ("parking", "transport", "venue"):
      patterns += [
          lambda: f"{r.choice(V.PLACES)}{end}", lambda: f"{r.choice(V.PLACES)}시 {end}", lambda: f"{r.choice(V.PLACES)}역 {stem()}{end}",
          lambda: f"{stem()} {r.choice(('빌딩', '타워', '백화점', '병원', '시장'))} {end}"
      ]
    return r.choice(patterns)()

  def english_shop(self, kind):
    r, end, word = self.r, self.r.choice(ENGLISH_TYPES[kind]), lambda: self.english().title()
    surname = lambda: self.faked("last_romanized_name", "ja_JP") if self.country == "JP" else self.faked("last_name", "en_US")
    first = lambda: self.faked("first_name", "en_US")
    if self.country in ("MY", "SG"):
      return self.malay_shop(end)
    name = r.choice(
        (lambda: f"{surname()}'s {end}", lambda: f"{first()}'s {end}", lambda: f"The {word()} {end}", lambda: f"{word()} {end}",
         lambda: f"{word()} {word()} {end}", lambda: f"{word()} & {word()}", lambda: f"{word()} {end} #{r.randint(2, 3999)}",
         lambda: f"{surname()} & Sons {end}", lambda: f"{surname()} {end}", lambda: word() + word().lower(),
         lambda: f"{word()} {end} of {self.town()}", lambda: f"{word()} {end}\nof {self.town()}",
         lambda: f"{r.choice(('El', 'La', 'Le', 'Casa', 'Cafe', 'Golden', 'Royal', 'New', 'Old'))} {word()}", lambda: f"{word()}'s",
         lambda: f"{first()}'s", lambda: f"{word()} {r.choice(('on', 'at'))} {self.town()}",
         lambda: f"{word()} {end} {r.choice(('Inc.', 'LLC', 'Ltd', 'Co.', 'Corp', 'Limited'))}" if self.country not in
         ("DE", "FR", "IT", "ES", "NL") else f"{surname()} {r.choice(('GmbH', 'SARL', 'S.L.', 'S.r.l.', 'B.V.'))}", lambda: f"{end} {word()}"))()
    return name.upper() if self.chance(.45) else name

  def malay_shop(self, end):
    r = self.r
    words = " ".join(r.sample(V.COMPANY_WORDS, r.randint(1, 3)))
    initials = ".".join(r.choices("ABCDGHJKLMSTW", k=r.randint(2, 3))) + "."
    place = r.choice(V.MALAY_NAMES)
    ends = [
        "SDN BHD", "SDN BHD", "SDN. BHD.", "SDN.BHD", "SDN BHD.", "(M) SDN BHD", "(M) SDN. BHD.", f"({place}) SDN BHD", f"({place}) SDN. BHD.", "S/B",
        "SB", "CO. (M) BHD", "BHD", "& CO", "GROUP SDN BHD", "RETAIL SDN BHD", "ENTERPRISE", "TRADING", "CASH & CARRY", ""
    ] if self.country == "MY" else ["PTE LTD", "PTE. LTD.", "(S) PTE LTD", "(S) PTE. LTD.", ""]
    name = r.choice((words, words, f"{self.english().upper()} {end.upper()}", f"{self.faked('last_name').upper()} {words}", f"{initials} {words}",
                     f"{self.english().upper()} {self.english().upper()}", f"RESTORAN {self.english().upper()} {place}", f"{words} ({place})",
                     f"{r.choice(V.COMPANY_WORDS)} {initials}", f"{end.upper()} {place}", f"{r.randint(2, 99)} {words}",
                     f"KEDAI {r.choice(('MAKAN', 'RUNCIT', 'KOPI', 'BUKU'))} {self.english().upper()}"))
    name = f"{name} {r.choice(ends)}".strip()
    return name if self.chance(.85) else name.title()

  def town(self):
    if self.country == "JP":
      return self.r.choice(("Tokyo", "Osaka", "Kyoto", "Ginza", "Shinjuku", "Namba", "Sapporo", "Naha", "Narita", "Hakata"))
    return self.faked("city", self.locale)

  def person(self, plain=False):
    r = self.r
    if self.country == "JP":
      return r.choice((self.faked("last_romanized_name", "ja_JP"), self.faked("romanized_name", "ja_JP")))
    if not self.korean:
      name = r.choice(
          (self.faked("first_name"), self.faked("name"), self.faked("first_name") + " " + r.choice("ABCDEFGHJKLMRSTW"), self.faked("last_name")))
      return name.upper() if self.chance(.3) else name
    n = self.faked("name")
    if self.chance(.05):
      n = r.choice("김이박최정강조윤장임남궁선우황보")[0] + self.word()[:2]
    return n if plain else r.choice((n,) * 12 + (" ".join(n), n + " 외 1명", n + " 외1명", n + "외1", n + "외 1명", n[0] + "*" + n[-1], n[0] + "○" + n[-1],
                                                 n + ", " + self.faked("name"), n[:2] + "*", n + "(인)"))

  # Addresses and numbers.

  def address(self):
    return {"KR": self.korean_address, "MY": self.malay_address, "SG": self.singapore_address, "JP": self.japanese_address}.get(self.country, self.western_address)()

  def korean_address(self):
    r = self.r
    if self.chance(.55):
      city = r.choice(list(CITIES))
      a = f"{r.choice(city.split('|'))} {r.choice(CITIES[city])}구"
    else:
      province = r.choice(list(PROVINCES))
      a = f"{r.choice(province.split('|'))} {r.choice(PROVINCES[province])}{r.choice(('시', '시', '시', '군'))}"
      a += r.choice(("", "", f" {self.word()[:2]}구", f" {self.word()[:2]}읍", f" {self.word()[:2]}면"))
      if self.chance(.12):
        a = a.split(" ", 1)[1]
    road = self.word() + r.choice(("로", "로", "길", "대로", f"로{r.randint(1, 99)}길", f"대로{r.randint(1, 300)}번길", f"로 {r.randint(1, 60)}번길", "동로", "북길"))
    dong = self.word()[:2] + r.choice(("동", "동", "동", f"동{r.randint(1, 7)}가", "리", f"{r.randint(1, 4)}동"))
    number = f"{r.randint(1, 990)}" + r.choice(("", "", "", f"-{r.randint(1, 60)}", "번지"))
    a += f" {road}{r.choice((' ', ' ', ' ', ''))}{number}" if self.chance(.75) else f" {dong} {number}"
    floor = r.choice((f"{r.randint(1, 12)}층", f"지하{r.randint(1, 3)}층", f"B{r.randint(1, 2)}층", f"{r.randint(101, 1230)}호",
                      f"{r.randint(1, 9)}층 {r.randint(101, 950)}호", f"B{r.randint(1, 2)}F", f"{r.randint(101, 120)}동 {r.randint(101, 140)}호"))
    building = self.word() + r.choice(("빌딩", "타워", "프라자", "상가", "아파트", "센터", "백화점", "몰", "터미널", "역사", "오피스텔", "대학교"))
    a += r.choice(("", "", "", "", f" {floor}", f", {floor}", f" ({dong})", f"({dong})", f" ({dong}, {building})", f" {building} {floor}",
                   f", {building} {floor}({dong})", f", {floor} ({dong})", f" {building}", f" ({dong}) {floor}", f" {building} 내",
                   f", {building}({dong} {r.randint(1, 900)})"))
    if self.chance(.08):
      a += r.choice((f" ({self.word()}옆)", f" {self.word()}관 ({self.word()}옆)",
                     f", {building} {r.choice('ABCD')}{r.choice('ABCD')} 1{r.randint(10, 20)},1{r.randint(21, 40)}호", " 내", f" 외 {r.randint(1, 3)}필지",
                     " 번지 일원", f" {building}"))
    elif self.chance(.05):
      a = a.split(" ", 2)[-1]
    return f"({self.digits(5, '0123456')}) {a}" if self.chance(.05) else a

  def malay_address(self):
    r, name, n = self.r, lambda: self.r.choice(V.MALAY_NAMES), self.r.randint
    number = r.choice((f"NO. {n(1, 199)}", f"NO {n(1, 99)}-{n(1, 99)}", f"NO.{n(1, 99)}", f"LOT {n(1, 9999)}", f"{n(1, 200)}",
                       f"NO. {n(1, 60)}G&{n(61, 90)}G", f"NO {n(1, 20)}, {n(21, 40)} & {n(41, 60)}", f"{n(1, 90)}-G",
                       f"G-{n(1, 40)}, BLOCK {r.choice('ABCDE')}", f"PT {n(100, 9999)}", f"LOT {n(1, 90)}, LEVEL {r.choice(('1', 'G', 'UG1', 'LG'))}",
                       f"LEVEL {n(1, 4)}, {name()} MALL", f"MENARA {name()} #{n(1, 20):02d}-{n(1, 9):02d}", f"UNIT {n(1, 60)}, PLAZA {name()}"))
    road = f"{r.choice(('JALAN', 'JALAN', 'JALAN', 'JLN', 'LORONG', 'PERSIARAN', 'LEBUH', 'LEBUHRAYA', 'JALAN PERINDUSTRIAN', 'OFF JALAN'))} {r.choice((name(), name(), f'{name()} {name()}', f'SS{n(2, 30)}', f'PJU {n(1, 10)}'))}{r.choice(('', f' {n(1, 40)}', f' {n(1, 30)}/{n(1, 60)}', f'/{n(1, 40)}', f' {n(1, 9)}/{n(100, 200)}B', f' U{n(3, 20)}/{n(2, 40)}'))}"
    area = f"{r.choice(('TAMAN', 'TAMAN', 'TMN', 'BANDAR', 'BANDAR BARU', 'KAMPUNG', 'PUSAT PERDAGANGAN', 'PUSAT PERNIAGAAN', 'PUSAT BANDAR', 'DESA', 'KOTA', 'SEKSYEN', 'MUKIM', 'KAWASAN PERINDUSTRIAN', 'KOMPLEKS PERNIAGAAN'))} {r.choice((name(), f'{name()} {name()}'))}"
    city = r.choice(V.MALAY_CITIES[:-1] + ["KL", "PJ", "JB", "KUALA LUMPUR, MALAYSIA", "JOHOR BAHRU"])
    town = f"{self.digits(5, '123456789')} {city}{r.choice(('', '', '.', ', ' + name()))}"
    parts = [number, road, area, town]
    parts = parts if self.chance(.7) else r.choice((parts[:3], [number, area, town], [road, area, town], [area, number, road, town]))
    breaks = r.choice((", ", ",\n", ", ", ",")), r.choice((",\n", ", ", "\n"))
    a = parts[0] + r.choice((", ", " ", breaks[0])) + breaks[0].join(parts[1:-1]) + breaks[1] + parts[-1]
    return a if self.chance(.75) else a.title()

  def singapore_address(self):
    r = self.r
    return f"{r.randint(1, 900)} {self.english().upper()} {r.choice(('ROAD', 'STREET', 'AVENUE', 'DRIVE', 'WAY', 'LINK'))} {r.choice((f'#{r.randint(1, 9):02d}-{r.randint(1, 90):02d}', f'#B{r.randint(1, 2)}-{r.randint(1, 60)}', ''))} SINGAPORE {self.digits(6, '01234567')}".replace(
        "  ", " ")

  def japanese_address(self):
    """In English: the numbers, the quarter, the town."""
    r, n = self.r, self.r.randint
    quarter = self.faked("last_romanized_name", "ja_JP") + r.choice(("", "-cho", "machi", "-dori", "dai", "zaka"))
    number = r.choice((f"{n(1, 9)}-{n(1, 40)}-{n(1, 30)}", f"{n(1, 9)}-{n(1, 40)}", f"{n(100, 900)}"))
    town = r.choice(("Shinjuku-ku, Tokyo", "Minato-ku, Tokyo", "Taito-ku, Tokyo", "Kita-ku, Osaka", "Chuo-ku, Osaka", "Nakagyo-ku, Kyoto", "Hakata-ku, Fukuoka",
                     "Chuo-ku, Sapporo, Hokkaido", "Naha, Okinawa", "Sakae, Nagoya", "Narita, Chiba", "Yokohama, Kanagawa"))
    floor = r.choice(("", "", "", f" {n(1, 9)}F", f", {self.english().title()} Bldg. {n(1, 9)}F", f" B{n(1, 2)}F"))
    a = f"{number} {quarter}{floor}{r.choice((', ', ',' + chr(10), chr(10)))}{town}{r.choice(('', '', ', Japan', ' JAPAN'))}"
    return a + f" {self.digits(3)}-{self.digits(4)}" if self.chance(.4) else a

  def western_address(self):
    """The street and the town, in two lines."""
    r, street = self.r, self.faked("street_address").replace("\n", ", ")
    if self.country == "US":
      street = f"{r.randint(1, 19999)} {r.choice(('', '', 'N ', 'S. ', 'West ', 'E '))}{r.choice((self.english().title(), self.faked('last_name'), r.choice(('1st', '2nd', '3rd', '5th', '42nd'))))} {r.choice(('St', 'St.', 'Street', 'Ave', 'Ave.', 'Avenue', 'Blvd', 'Blvd.', 'Rd', 'Road', 'Dr', 'Hwy', 'Pkwy', 'Lane', 'Way', 'Broadway'))}{r.choice(('', '', '', ' Suite ' + self.digits(3, '12345'), ' #' + self.digits(2, '123'), ', Unit ' + r.choice('ABCD')))}"
      street = r.choice((street, street, street.upper()))
      a = f"{street}\n{self.town()}{r.choice((', ', ', ', ' '))}{self.faked('state_abbr')}{r.choice((' ', ' ', ', ', '. '))}{self.digits(5, '123456789')}{r.choice(('', '', '', '-' + self.digits(4)))}"
      return a[:a.rindex(" ")].rstrip(",.") if self.chance(.12) else a
    code = self.faked("postcode")
    if self.country in ("DE", "FR", "ES", "IT", "NL"):
      return f"{street}\n{code} {self.town()}"
    state = f" {self.faked('state_abbr')}" if self.country == "AU" else f", {self.faked('province_abbr')}" if self.country == "CA" else ""
    return f"{street}{r.choice((chr(10), ', '))}{self.town()}{state}{r.choice((' ', ', ')) if self.country == 'IN' else ' '}{code}"

  def phone(self):
    r, d = self.r, self.digits
    if self.korean:
      area = r.choice(("02", "02", "02", "031", "032", "033", "041", "042", "043", "051", "052", "053", "054", "055", "061", "062", "063", "064",
                       "070", "010", "0507", ""))
      if not area:
        return r.choice(("1588", "1544", "1577", "1600", "1522", "1899", "1661")) + "-" + d(4)
      form = r.choice(("{}-{}-{}",) * 8 + ("{}){}-{}", "{}){}-{}", "({}){}-{}", "({}) {}-{}", "{}) {}-{}", "{} {} {}", "{}.{}.{}", "{}{}{}",
                                           "{} - {} - {}", "+82-{}-{}-{}"))
      return form.format(area, d(4 if area in ("010", "0507") else r.choice((3, 3, 4)), "23456789"), d(4))
    if self.country == "JP":
      return r.choice(("03-{}-{}", "03({}){}", "06-{}-{}", "+81-3-{}-{}", "075-{}-{}", "0120-{}-{}")).format(d(4, "345678"), d(4))
    if self.country in ("US", "CA"):
      return r.choice(("({}) {}-{}", "({}) {}-{}", "({}){}-{}", "{}-{}-{}", "{}-{}-{}", "{}.{}.{}", "{} {} {}", "1-{}-{}-{}",
                       "+1 {}-{}-{}")).format(d(3, "2345679"), d(3, "2345679"), d(4))
    if self.country in ("MY", "SG"):
      return r.choice((f"0{r.randint(3, 9)}-{d(8, '23456789')}", f"0{r.randint(3, 9)}-{d(4, '2345678')} {d(4)}", f"01{r.randint(0, 9)}-{d(7)}",
                       f"+60{r.randint(3, 9)}-{d(8)}",
                       f"0{r.randint(3, 9)} {d(7)}") if self.country == "MY" else (f"{d(4, '689')} {d(4)}", f"+65 {d(4, '689')} {d(4)}", d(8, "6")))
    forms = {
        "GB": ("020 {a} {b}", "0{c} {d}", "01{c} {e}", "+44 20 {a} {b}", "0{c} {g} {b}"), "IE": ("01 {g} {b}", "(0{h}1) {g} {b}", "+353 1 {g} {b}"),
        "AU": ("({h}) {a} {b}", "0{h} {a} {b}", "04{i} {g} {k}", "1300 {g} {k}", "(02) 9{g} {b}"),
        "IN": ("+91 9{j} {e}", "080-{a}{b}", "9{a}{l}", "0{j}-{d}", "+91-{j}-{a}{b}"), "FR":
            ("01 {i} {h}2 {i} 1{h}", "+33 1 {i} {i} 4{h} {i}", "04.{i}.{i}.{i}.{i}")
    }.get(self.country, ("+{h}9 {g} {d}", "0{c}/{d}", "0{g} {e}", "9{h} {g} {k}", "0{h}0 {d}"))
    return r.choice(forms).format(a=d(4, "2345678"),
                                  b=d(4),
                                  c=d(3, "123"),
                                  d=d(6, "234567"),
                                  e=d(5),
                                  g=d(3, "23456789"),
                                  h=r.choice("2345"),
                                  i=d(2, "23456"),
                                  j=d(3, "789"),
                                  k=d(3),
                                  l=d(5))

  def business_number(self):
    r, d = self.r, self.digits
    if self.korean:
      n = [int(c) for c in d(9, "123456")]
      total = sum(a * b for a, b in zip(n, (1, 3, 7, 1, 3, 7, 1, 3, 5))) + n[8] * 5 // 10
      n = "".join(map(str, n)) + str((10 - total % 10) % 10)
      return r.choice((f"{n[:3]}-{n[3:5]}-{n[5:]}",) * 14 +
                      (n, f"{n[:3]} - {n[3:5]} - {n[5:]}", f"{n[:3]} {n[3:5]} {n[5:]}", f"{n[:3]}.{n[3:5]}.{n[5:]}"))
    return {
        "GB": r.choice((f"GB{d(9)}", f"{d(3)} {d(4)} {d(2)}", f"GB {d(3)} {d(4)} {d(2)}")), "AU": r.choice(
            (f"{d(2)} {d(3)} {d(3)} {d(3)}", d(11))), "MY": r.choice(
                (f"00{d(10)}", f"{d(6)}-{r.choice('ABDHKMPTUVWX')}", f"{d(7)}-{r.choice('ABDHKMPTUVWX')}", f"20{d(10)}")),
        "SG": f"20{d(7)}{r.choice('DEGHKMNRWZ')}",
        "JP": "T" + d(13, "123456789"), "IN": f"{d(2, '0123')}{''.join(r.choices('ABCDEFGHJKLMNPQRST', k=5))}{d(4)}{r.choice('ABCDEF')}1Z{r.choice('0123456789AKMPX')}",
        "CA": f"{d(9)} RT0001", "DE": f"DE{d(9)}", "FR": f"FR{d(11)}", "ES": f"B{d(8)}", "IT": f"IT{d(11)}", "NL": f"NL{d(9)}B01",
        "IE": f"IE{d(7)}{r.choice('ABEHKLT')}"
    }.get(self.country)

  # Cards and dates.

  def card(self):
    r = self.r
    if not self.korean:
      return r.choice(("VISA", "Visa", "MASTERCARD", "MasterCard", "Mastercard", "AMEX", "American Express", "DISCOVER", "Visa Debit", "VISA CREDIT",
                       "MC", "Debit Mastercard", "DEBIT", "Visa Contactless", "Visa Credit", "Maestro"))
    if self.chance(.12):
      return r.choice(PAYS)
    name = r.choice(ISSUERS) + r.choice(("", "", " ")) + r.choice(CARD_ENDS)
    return name + r.choice(("", "", "", "", "", "(개인)", "(신용)", "(체크)", " 법인", "_IC", "(간편결제)"))

  def card_number(self):
    r, d = self.r, self.digits
    f = "3459"
    if not self.korean and self.chance(.7):
      return r.choice(("{m}" * 12 + "{d}", "{m}{m}{m}{m}-{m}{m}{m}{m}-{m}{m}{m}{m}-{d}", "{m}{m}{m}{m} {m}{m}{m}{m} {m}{m}{m}{m} {d}",
                       "{m}{m}{m}{m}{d}", "{m}{m}{d}")).format(m=r.choice("X*xX*#"), d=d(4))
    return r.choice(
        (f"{d(4, f)}-{d(2)}**-****-{d(4)}", f"{d(4, f)}-{d(4)}-****-{d(3)}*", f"{d(6, f)}******{d(4)}", f"{d(4, f)}-****-****-{d(4)}",
         f"{d(6, f)}**********", f"{d(4, f)}-{d(4)}-****-****", f"{d(8, f)}****{d(3)}*", f"****-****-****-{d(4)}", f"{d(4, f)}********{d(4)}",
         f"{d(6, f)}XXXXXX{d(4)}", f"{d(6, f)}-******-{d(4)}", f"{d(4, f)} {d(2)}** **** {d(4)}", f"{d(4, f)}-{d(2)}XX-XXXX-{d(4)}",
         f"{d(4, f)}-****-****-{d(3)}*", f"{d(4, f)}-{d(2)}**-*****-{d(3)}", f"{d(6, f)}******{d(3)}*", f"{d(8, f)}********"))

  def approval(self):
    r, d = self.r, self.digits
    if not self.korean:
      return r.choice((d(6), d(6), "0" + d(5), d(5) + r.choice("ABCDHKTZ"), r.choice("ABT") + d(5), "".join(r.choices("0123456789ABCDEFGHJKTZ",
                                                                                                                      k=6))))
    if self.chance(.04):
      return f"20{r.randint(10, 27)}{r.randint(1, 12):02d}{r.randint(10, 28)}{d(9)}"
    return d(r.choice((8,) * 14 + (6, 7, 9, 9, 10, 12)))
