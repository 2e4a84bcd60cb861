"""The texts of the samples. Shops, numbers and addresses are made up; the business numbers are plain sample numbers."""

from dataclasses import replace

from .layout import barcode, cells, centred, gap, line, pair, rule

SAMPLE_NUMBERS = ("000-00-00000", "111-11-11119", "123-45-67891", "222-22-22227")


def valid_business_number(number):
    """The check digit of a Korean business number: weights 1 3 7 1 3 7 1 3 5, and the tens of the last product."""
    digits = [int(character) for character in number if character.isdigit()]
    total = sum(a * b for a, b in zip(digits, (1, 3, 7, 1, 3, 7, 1, 3, 5))) + digits[8] * 5 // 10
    return len(digits) == 10 and (10 - total % 10) % 10 == digits[9]


assert all(valid_business_number(number) for number in SAMPLE_NUMBERS)


def in_one_size(rows):
    """The same receipt from a printer that doubles no line."""
    return [replace(row, wide=1, high=1) for row in rows]


def won(amount):
    return f"{amount:,}"


def dollars(cents):
    return f"{cents / 100:.2f}"


def item_rows(items):
    return [
        cells((name, 0), (won(price), -16), (str(count), -11), (won(price * count), -1)) for name, price, count in items
    ]


def total(items):
    return sum(price * count for _, price, count in items)


def taxed(amount):
    """The parts of a price that holds 10 % of tax: the net amount and the tax."""
    tax = round(amount / 11)
    return amount - tax, tax


MART = [
    ("우유 1L", 2980, 1),
    ("두부", 1500, 2),
    ("계란 30구", 7900, 1),
    ("사과 5kg", 24800, 1),
    ("고등어", 4500, 2),
    ("감자 2kg", 5980, 1),
    ("종량제봉투 20L", 490, 3),
]


def mart():
    net, tax = taxed(total(MART))
    return [
        centred("견본마트", wide=2, high=2, bold=True),
        gap(),
        line("서울시 견본구 보기로 12"),
        line("사업자번호 123-45-67891"),
        line("전화 02-000-1234"),
        line("거래일시 2025-03-14 18:42:07"),
        rule("="),
        cells(("상품명", 0), ("단가", -16), ("수량", -10), ("금액", -1)),
        rule(),
        *item_rows(MART),
        rule(),
        pair("과세물품가액", won(net)),
        pair("부가세", won(tax)),
        pair("합계", won(total(MART)), bold=True),
        rule("="),
        pair("신용카드", won(total(MART))),
        pair("카드번호", "0000-00XX-XXXX-0000"),
        pair("승인번호", "00314207"),
        rule(),
        centred("교환 및 환불은 7일 이내에 가능합니다"),
        centred("이용해 주셔서 감사합니다"),
        gap(),
        barcode("2025031400031842"),
    ]


def cafe():
    items = [("Flat white", 480, 2), ("Cinnamon roll", 375, 1), ("Orange juice", 420, 1), ("Extra shot", 60, 2)]
    amount = total(items)
    tax = round(amount * 0.08)
    return [
        centred("SAMPLE STREET CAFE", wide=1, high=2, bold=True),
        centred("100 Sample Street"),
        centred("Tel 555-0100"),
        gap(),
        pair("Order 0042", "03/14/2025 09:15"),
        rule(),
        *[
            cells((str(count), 0), (name, 4), (dollars(price), -10), (dollars(price * count), -1))
            for name, price, count in items
        ],
        rule(),
        pair("Subtotal", dollars(amount)),
        pair("Tax 8.00%", dollars(tax)),
        pair("TOTAL", dollars(amount + tax), bold=True),
        rule("="),
        pair("Card", "XXXX XXXX XXXX 0000"),
        pair("Approval code", "004217"),
        gap(),
        centred("Thank you and come again"),
        centred("Please keep this receipt"),
    ]


DINER = [
    ("김치찌개", 9000, 2),
    ("된장찌개", 8500, 1),
    ("Grilled chicken", 16500, 1),
    ("공기밥", 1000, 3),
    ("Cola 500ml", 2500, 2),
]


def diner():
    net, tax = taxed(total(DINER))
    return [
        centred("보기식당 SAMPLE DINER", high=2, bold=True),
        line("사업자번호: 111-11-11119"),
        line("TEL: 051-000-5678"),
        pair("Table 07", "2025-03-15 12:31"),
        rule(),
        cells(("Menu", 0), ("Price", -16), ("Qty", -11), ("금액", -1)),
        rule(),
        *item_rows(DINER),
        rule(),
        pair("Subtotal", won(net)),
        pair("부가세 VAT 10%", won(tax)),
        pair("합계 TOTAL", won(total(DINER)) + "원", bold=True),
        rule(),
        pair("Cash 현금", won(60000)),
        pair("Change 거스름돈", won(60000 - total(DINER))),
        gap(),
        line("WiFi: sample-guest"),
        centred("감사합니다 Thank you"),
    ]


def statement(number):
    """A page of a statement in three pages."""
    days = {
        1: [("03-01", "식료품", 18400), ("03-03", "교통비", 12500), ("03-04", "통신비", 33000), ("03-06", "외식", 27500)],
        2: [("03-11", "식료품", 24150), ("03-12", "도서", 15300), ("03-15", "외식", 41000), ("03-18", "교통비", 9800)],
        3: [("03-21", "의료비", 6700), ("03-24", "식료품", 31260), ("03-27", "수리비", 55000), ("03-30", "교통비", 14200)],
    }
    spent = sum(amount for _, _, amount in days[number])
    before = sum(amount for page in range(1, number) for _, _, amount in days[page])
    rows = [
        centred("이용 명세서", wide=2, high=2, bold=True),
        pair("2025년 3월", f"{number} / 3 페이지"),
        rule("="),
        cells(("일자", 0), ("내용", 12), ("금액", -1)),
        rule(),
        *[cells((day, 0), (what, 12), (won(amount), -1)) for day, what, amount in days[number]],
        rule(),
        pair("이번 페이지 합계", won(spent)),
        pair("누계", won(before + spent), bold=True),
    ]
    if number == 3:
        rows += [rule("="), line("문의 전화 02-000-0000"), line("다음 결제일은 2025년 4월 14일입니다")]
    return rows


def pharmacy():
    items = [("감기약", 3000, 1), ("소화제", 2500, 2), ("비타민 C 1000", 12000, 1), ("마스크 10매", 5000, 1)]
    net, tax = taxed(total(items))
    return [
        centred("본보기약국", wide=2, high=2, bold=True),
        gap(),
        line("부산시 보기구 예시로 34"),
        line("사업자번호 222-22-22227"),
        line("2025-03-17 16:05"),
        rule(),
        *item_rows(items),
        rule(),
        pair("공급가액", won(net)),
        pair("부가세", won(tax)),
        pair("합계금액", won(total(items)), bold=True),
        rule(),
        pair("결제수단", "체크카드"),
        centred("건강하세요"),
    ]


def parking():
    return [
        centred("주차 영수증", wide=2, high=2, bold=True),
        line("견본 공영주차장"),
        rule("="),
        pair("차량번호", "00가 0000"),
        pair("입차", "2025-03-18 09:02"),
        pair("출차", "2025-03-18 11:47"),
        pair("주차시간", "2시간 45분"),
        rule(),
        pair("주차요금", won(8000)),
        pair("할인", "-" + won(2000)),
        pair("결제금액", won(6000) + "원", bold=True),
        rule(),
        pair("승인번호", "00990011"),
        centred("안전운전 하세요"),
    ]


def hardware():
    items = [("Wood screws 40mm", 350, 2), ("LED lamp 9W", 1290, 1), ("Paint brush", 575, 3), ("Masking tape", 499, 1)]
    return [
        centred("EXAMPLE HARDWARE", high=2, bold=True),
        centred("7 Sample Road"),
        rule("="),
        line("Receipt No. 000-118"),
        line("Date: 2025-03-19 17:20"),
        rule(),
        *[cells((name, 0), (str(count), -14), (dollars(price * count), -1)) for name, price, count in items],
        rule(),
        pair("NET TOTAL", dollars(total(items)), bold=True),
        pair("CASH", dollars(6000)),
        pair("CHANGE", dollars(6000 - total(items))),
        rule(),
        centred("Goods once sold are not returnable"),
    ]


def menu():
    """Sixteen lines full of syllables that are rare on paper and common on a menu."""
    dishes = [
        ("삼선짬뽕", 11000), ("해물짬뽕밥", 10500), ("깻잎전", 9000), ("쭈꾸미볶음", 14000),
        ("꿔바로우", 18000), ("앱 주문 할인", 1000), ("펭귄 모양 빵", 3500), ("뷁뷁 볶음면", 7500),
        ("껌 한 통", 1200), ("찜닭 반마리", 17000), ("떡볶이 튀김", 8000), ("꽈배기 세 개", 3000),
        ("뚝배기 불고기", 12000), ("깐풍기", 19000), ("쌈밥 정식", 13000), ("낙곱새 전골", 16000),
    ]  # fmt: skip
    return [pair(dish, won(price)) for dish, price in dishes]


def sale():
    """A receipt with a white-on-black line and sizes that change from line to line."""
    items = [("볼펜 0.5mm", 1200, 5), ("공책 100매", 2500, 2), ("풀 25g", 900, 1)]
    return [
        centred("견본문구", wide=2, high=2, bold=True),
        centred(" 봄맞이 할인 행사 ", inverse=True),
        gap(),
        line("2025-03-20 14:11"),
        rule(),
        *item_rows(items),
        rule(),
        pair("합 계", won(total(items)), wide=1, high=2, bold=True),
        pair("받은 돈", won(20000)),
        pair("거스름돈", won(20000 - total(items))),
        rule(),
        centred("또 오세요"),
    ]


LETTER = [
    [
        ("작은도서관 이용 안내", "title"),
        ("2025년 3월 14일", "right"),
        ("회원 여러분께", "body"),
        (
            "우리 도서관을 이용해 주셔서 감사합니다. 오는 4월 1일부터 이용 시간과 대출 규정이 바뀌어 알려 드립니다. "
            "평일에는 오전 9시부터 오후 8시까지, 토요일에는 오전 10시부터 오후 5시까지 문을 엽니다. 일요일과 공휴일에는 쉽니다.",
            "body",
        ),
        (
            "한 번에 빌릴 수 있는 책은 다섯 권에서 일곱 권으로 늘어나며 대출 기간은 14일입니다. 다른 사람이 예약하지 않은 책은 "
            "한 차례 7일 동안 더 빌릴 수 있습니다. 기한을 넘긴 책은 하루에 한 권마다 100원의 연체료를 받습니다.",
            "body",
        ),
        (
            "어린이 열람실은 이번 여름에 새로 꾸밀 예정입니다. 공사 기간에는 2층 회의실을 임시 열람실로 사용합니다. "
            "불편을 드려 죄송하며 더 좋은 공간으로 보답하겠습니다.",
            "body",
        ),
        ("작은도서관 운영팀 드림", "right"),
    ],
    [
        ("Notice to our readers", "title"),
        ("14 March 2025", "right"),
        ("Dear readers,", "body"),
        (
            "Thank you for using our library. From the first of April our opening hours and lending rules will change. "
            "We are open from nine in the morning until eight in the evening on weekdays, and from ten until five on "
            "Saturdays. The library is closed on Sundays and on public holidays.",
            "body",
        ),
        (
            "You may now borrow seven books at a time instead of five, for a period of 14 days. A book that nobody has "
            "reserved can be kept for another seven days. Books that come back late cost 100 won for each book and day.",
            "body",
        ),
        (
            "The children's reading room will be rebuilt this summer. During the work the meeting room on the second "
            "floor takes its place. We are sorry for the trouble and hope that you will like the new room.",
            "body",
        ),
        ("The library team", "right"),
    ],
]

COLUMNS = [
    ("마을 소식", "title"),
    (
        "올해 봄 시장은 4월 12일 토요일에 마을 광장에서 열립니다. 농부들이 직접 기른 채소와 과일을 가져오며 오전 10시부터 "
        "오후 4시까지 누구나 둘러볼 수 있습니다. 비가 오면 다음 주 토요일로 미룹니다.",
        "body",
    ),
    (
        "자전거 도로 공사가 3월 말에 끝납니다. 강변을 따라 이어지는 길은 모두 6.5km이며 다리 두 곳을 지나갑니다. 밤에는 "
        "조명이 켜지므로 늦은 시간에도 안전하게 이용할 수 있습니다.",
        "body",
    ),
    (
        "음악 교실은 매주 수요일 저녁 7시에 열립니다. 처음 배우는 사람도 참여할 수 있으며 악기는 무료로 빌려 줍니다. "
        "신청은 주민 센터 1층에서 받습니다. 정원은 20명입니다.",
        "body",
    ),
    (
        "The spring market takes place on Saturday the 12th of April on the village square. Farmers bring vegetables "
        "and fruit of their own. Everybody is welcome from ten in the morning until four in the afternoon.",
        "body",
    ),
    (
        "The new path along the river will be finished at the end of March. It is 6.5 km long and crosses two bridges. "
        "Lamps are lit at night, so that the path is safe at any hour.",
        "body",
    ),
    (
        "마을 도서관에서는 헌책을 모읍니다. 깨끗한 책이면 무엇이든 좋습니다. 모인 책은 5월에 여는 나눔 장터에서 팔고 "
        "수익금은 새 책을 사는 데 씁니다. 문의 전화는 02-000-0000입니다.",
        "body",
    ),
]


HEBREW = [
    "בית קפה לדוגמה", "רחוב הדוגמה עשר", "חשבונית מס קבלה", "לחם לבן", "חלב טרי", "גבינה צהובה", "עגבניות", "מלפפונים",
    "תפוחים", "תה עם נענע", "עוגת שוקולד", "סך הכול לתשלום", "שולם במזומן", "עודף", "תודה רבה ולהתראות", "החזרות עד שבועיים",
]


def hebrew():
    """A receipt in a script that no model knows, with prices that all know."""
    rows = [centred(text, bold=False) for text in HEBREW[:3]] + [rule()]
    rows += [pair(dollars(450 + 130 * number), text) for number, text in enumerate(HEBREW[3:12])]
    return rows + [rule()] + [centred(text) for text in HEBREW[12:]]
