"""The labels of `receiptpages.py`, Korean and English, and the texts that are no field: titles, notices, other numbers."""

# The labels of each field: Korean ones, English ones. The more usual ones stand first and are taken more often.
LABELS = {
  "merchant": ("상호|상호명|매장명|가맹점명|가맹점|매장|점포명|점포|점명|업체명|판매자|판매처|판매자명|이용가맹점|가맹점 상호|판매자 상호|공급자|회사명|업소명|지점명|사용처|이용처|결제처|상호(법인명)|가맹점정보|이용점포|영업점|발행점|구매처|판매점|주문매장|상점명|매장 상호|사업장명|사업자명|법인명|공급자 상호|가맹점(상호)|거래처명|발행처",
               "MERCHANT|MERCHANT NAME|NAME OF STORE|STORE|NAME OF MERCHANT|STORE NAME|SHOP|SHOP NAME|SELLER|Sold by|Company|Merchant|Vendor|Trading as"),
  "clinic": ("요양기관명|요양기관명칭|의료기관명|병원명|의료기관|요양기관 명칭|요양기관명(상호)|기관명칭", "CLINIC|HOSPITAL|Provider"),
  "pharmacy": ("약국명|요양기관명|약국 명칭|요양기관 명칭|조제약국|약국이름|요양기관", "PHARMACY"),
  "parking": ("주차장명|주차장|이용주차장|주차장 이름|주차장 명|정산소|상호", "PARKING|LOCATION|Garage|Lot"),
  "hotel": ("호텔명|숙소명|숙소|상호|업소명|시설명|숙박업소", "HOTEL|PROPERTY"),
  "transport": ("회사명|운수회사|운송사|택시회사|영업소|운수사|상호|운수업체|회사|소속회사|운송사업자|영업소명", "OPERATOR|COMPANY|Carrier"),
  "venue": ("주최|장소|공연장|관람장소|극장명|영화관|시설명|전시관|이용시설", "VENUE|THEATER|Cinema"),
  "public": ("수납기관|발행기관|접수국|취급국|납부기관|기관명|발급기관|수납처|접수우체국|징수기관|관서명", "OFFICE|AGENCY"),
  "biller": ("공급자|청구기관|상호|공급회사|판매회사|청구회사|요금청구기관|공급사|관리주체|발행처", "BILLER|Supplier|Service provider"),
  "representative": ("대표자|대표|대표자명|성명|대표자 성명|대표이사|점주|점주명|원장|대표자(성명)|사업주|대표약사|기관장|가맹점주", "OWNER|REPRESENTATIVE|CEO|Owner|Proprietor"),
  "address": ("주소|주소|소재지|사업장소재지|사업장|사업장 주소|가맹점주소|가맹점 주소|매장주소|매장 주소|점포주소|판매자주소|위치|도로명주소|사업장주소|소재지주소|점포 주소|판매자 주소", "ADDRESS|ADDR|Address|Add|Location|STORE ADDRESS|ADDRESS OF STORE"),
  "phone": ("전화|전화번호|TEL|TEL|연락처|대표전화|Tel|T|☎|매장전화|가맹점전화|전화 번호|점포전화|매장 연락처|대표번호|H.P|가맹점 전화번호|판매자 연락처|문의전화", "TEL|Tel|PHONE|Phone|Ph|Tel No|T|Telephone|TEL NO|Contact"),
  "businessNumber": ("사업자번호|사업자등록번호|사업자번호|사업자등록번호|등록번호|사업자 번호|사업자|사업자NO|사업자No.|가맹점사업자번호|사업자등록NO|판매자 사업자번호|사업자등록 번호|사업자 등록번호|업체사업자번호", "BIZ NO|BUSINESS NO|REG NO|BUSINESS REG. NO|Business No.|Business Registration No"),
  "cardName": ("카드종류|카드명|카드사|발급사|카드사명|발급사명|카드발급사|카드구분|발급기관|결제카드|카드|이용카드|신용카드|카드 종류|카드사 명|발급카드사|발급카드|결제수단|카드정보|사용카드|카드발급사명|카드회사|발행사", "CARD TYPE|CARD NAME|CARD|ISSUER|Card Type|Card|Type|Account Type"),
  "acquirer": ("매입사|매입사명|전표매입사|매입카드사|전표매입|매입기관|매입처|제출처|매입은행|전표매입처", "ACQUIRER|Acquirer"),
  "cardNumber": ("카드번호|카드번호|카드 번호|카드NO|카드No.|이용카드번호|신용카드번호|회원번호|결제카드번호|카드일련번호|카드번호(IC)", "CARD NO|CARD NUMBER|Card #|Card Number|Account|ACCT|Card No.|PAN|XXXX|Acct #"),
  "approvalNumber": ("승인번호|승인번호|승인번호|승인 번호|승인NO|승인No|카드승인번호|거래승인번호|승인|승인코드|신용승인번호|승인번호(카드)|승인NO.", "APPROVAL NO|APPROVAL|APPROVAL NO.|APPROVAL NUMBER|AUTH NO|APPR NO|APPROVAL CODE|Auth Code|AUTH|Approval|Auth #|APPR CODE|Authorization|AUTH CODE|Auth"),
  "installment": ("할부|할부개월|할부기간|할부 개월|결제방법|할부개월수|할부/일시불|할부구분|이용구분", "INSTALLMENT|Installment"),
  "date": ("거래일시|일시|판매일시|승인일시|승인일자|거래일|거래일자|매출일|결제일시|결제일|판매일|일자|날짜|승인시간|이용일시|주문일시|발행일|영업일자|거래시간|판매시간|결제 일시|매출일시|계산일시|등록일시", "DATE|Date|DATE/TIME|Date/Time|TRANS DATE|SALES DATE|Txn Date|Invoice Date|Transaction Date"),
  "supply": ("공급가액|공급가|과세물품가액|과세금액|공급가액|과세 물품가액|과세매출|부가세 과세물품가액|과세 금액|물품가액|과세대상금액|과세 매출|부가세과세물품가액|순매출|과세합계", "SUBTOTAL|AMOUNT|NET|Net Amount|Taxable|Subtotal|Net|AMOUNT EXCL. VAT"),
  "tax": ("부가세|부가세|부가가치세|세액|VAT|부가세액|부 가 세|세금|부가세(VAT)|부가세 합계", "TAX|VAT|Tax|Sales Tax"),
  "free": ("면세물품가액|면세금액|면세|부가세 면세물품가액|면세매출|비과세|면세합계|면세 금액|면세가액|부가세면세물품가액", "TAX FREE|Non-taxable|ZERO RATED"),
  "total": ("합계|합계금액|총액|총합계|결제금액|받을금액|청구금액|합 계|총금액|총 결제금액|판매합계|매출합계|총합계금액|합계 금액|결제 금액|결제대상금액|받을돈|총 합계|판매금액|실결제금액|총 액|최종결제금액", "TOTAL|Total|GRAND TOTAL|Total Due|AMOUNT DUE|Balance Due|Grand Total|TOTAL AMOUNT|Amount|Total Amount|Total to pay"),
  "approved": ("승인금액|거래금액|결제금액|카드금액|이용금액|매출금액|사용금액|총승인금액|합계|신용카드|카드결제|합계금액|청구금액|결제 금액|총금액", "TOTAL|AMOUNT|Total|Amount|Purchase|SALE|Charge"),
  "gross": ("소계|주문합계|총구매액|판매금액|상품합계|소 계|상품금액|총매출액|주문금액|합계(할인전)|총구매금액|정상금액|총 판매액|주문 금액|품목합계", "SUBTOTAL|Subtotal|SUB TOTAL|Sub Total|Sub-Total|Sub-total|Subtl|Items Total|Merchandise|Food Total|Net Sales"),
  "discount": ("할인|할인금액|총할인|쿠폰할인|할인합계|에누리|할인액|총할인금액|행사할인|카드할인|멤버십할인|즉시할인|할인 금액|제휴할인|총 할인", "DISCOUNT|Discount|Coupon|Promo|Less Discount|Disc|Savings|Member Discount|Employee Disc"),
  "service": ("봉사료|봉사료|서비스요금|서비스차지|S/C|봉 사 료", "Service Charge|SERVICE CHARGE|Svc Chg|Serv. Charge|Gratuity|Service Chg 10%"),
  "fee": ("배달팁|배달료|배송비|배달비|택배비|포장비", "Delivery Fee|Shipping|Delivery|Shipping & Handling|Postage"),
  "rounding": ("절사|단수조정|원단위절사|끝전", "ROUNDING|Rounding Adj|Rounding|ROUNDING ADJUSTMENT|Rounding Adj.|Round Off"),
  "cash": ("현금|현금결제|현 금|현금매출|받은금액|현금금액", "CASH|Cash|Cash Tendered|CASH TEND|Cash Payment"),
  "received": ("받은금액|받은돈|내신금액|현금받은금액|받은 금액|내신돈|예수금|투입금액|받 은 돈", "TENDERED|Cash|CASH|Amount Tendered|Paid|Cash Rec'd"),
  "change": ("거스름돈|거스름|잔돈|거스름금액|거스름 돈|반환금액|현금거스름", "CHANGE|Change|Change Due|CHANGE DUE|Balance|CG"),
  "paidByCard": ("신용카드|카드|카드결제|신용카드결제|카드금액|카 드|신용|카드매출|신용 카드|체크카드", "CREDIT CARD|Card|CREDIT|Credit|Card Payment|EFTPOS|Eftpos"),
  "point": ("포인트사용|포인트|포인트결제|적립금 사용|쿠폰결제|상품권|모바일상품권|예치금", "Gift Card|GIFT CARD|Points|Store Credit|Voucher"),
  "tip": ("봉사료", "Tip|TIP|Gratuity|Tip Amount|GRATUITY"),
  "person": ("담당|담당자|계산원|캐셔|고객명|수납자|예약자|주문자|기사명|직원|판매원|회원명|이름|결제자|고객|계산자|접수자|처리자|판매담당|근무자|점원|사용자|계산담당자", "CASHIER|Cashier|Server|SERVER|Clerk|Served by|Employee|Operator|Salesperson|Guest|Customer|Attendant|Staff|User|Associate|Your server"),
  "patient": ("환자명|환자성명|환자 성명|성명|수진자명|수진자", "Patient"),
  "number": ("영수증번호|거래번호|전표번호|일련번호|가맹점번호|가맹번호|단말기번호|단말기|TID|CATID|CAT ID|POS|POS번호|주문번호|대기번호|매출번호|거래고유번호|테이블|전문번호|영수증NO|BILL|단말번호|가맹점NO|거래 번호|교환번호|접수번호|관리번호|POS NO|포스|영수번호|순번|대기순번|포스번호|Ref|KEY|회선|회선번호|단말기ID|거래NO|전표NO|점포코드|VANKEY|승인기관|취급번호",
             "Receipt #|Receipt No|Trans #|Terminal|TERMINAL ID|TID|MID|Merchant ID|Ref #|Reference|Invoice #|Batch #|Trace|STORE #|REG|Register|Store|Lane|Trans ID|RRN|AID|Seq #|Order #|ORDER|Check #|Table|Tbl|Chk|Station|Ticket|Guests|Covers|Pax"),
  "fax": ("FAX|팩스|Fax|F", "FAX|Fax|F"),
  "help": ("고객센터|상담전화|콜센터|A/S문의|고객상담|본사전화|가맹문의|결제문의|고객상담실|불편신고|민원전화|창업문의|서비스문의|고객만족센터|ARS", "Customer Service|Helpline|Questions? Call|Support|Hotline|Lost card"),
  "elsewhere": ("배달주소|배송지|고객주소|본사|본사주소|받는 주소|수령지|배송주소|본점소재지|청구지주소|반품주소|배달 주소", "Deliver to|Ship to|Bill to|Delivery address|Head office|Registered Office|Billing address"),
  "van": ("결제대행사|PG사|VAN|VAN사|결제대행|승인대행|서비스제공|PG|결제대행업체|전표제출|조회기관", "Processor|Powered by|Gateway|POS by"),
  "kind": ("거래유형|거래구분|거래종류|상태|주문방법|구분|이용구분|수령방법|업태|업종|종목|매출구분|결제구분|거래형태|주문유형|매출종류", "Type|Entry|Mode|Trans Type|Entry Mode|Order Type|Method|Tran Type|CVM"),
  "points": ("적립포인트|가용포인트|누적포인트|잔여포인트|금회포인트|이번적립|총포인트|사용가능포인트|멤버십번호|포인트카드|금회적립|소멸예정|적립예정|스탬프", "Points Earned|Points Balance|Rewards|Member #|Member|Loyalty #|Stars earned|Club Card"),
  "buyer": ("공급받는자|상호(공급받는자)|거래처|수신|받는분|구매자|구매자명|이용자|고객성명|받는 사람|수령인|납부자|납세자|수취인|의뢰인|고객", "Bill to|Customer|Guest|Sold to|Attention|Recipient|Buyer|Passenger|Ship to"),
}
LABELS = {key: (korean.split("|"), english.split("|")) for key, (korean, english) in LABELS.items()}

HEADS = {"number": ("NO|No.|번호|순번", "#|No"), "name": ("상품명|품명|메뉴|메뉴명|상 품 명|품목|제품명|상품|내역|항목|품 명|메 뉴|상품(코드)|품목명|품명/규격|주문내역|상품정보|ITEM", "DESCRIPTION|Item|ITEM|Description|Desc|Product|CODE/DESC|Article"),
         "price": ("단가|단 가|가격|판매가|UNIT|단가(원)|정가", "PRICE|Price|U.Price|Unit Price|U/P|Rate|Each|PRICE"), "quantity": ("수량|수 량|QTY|개수|수량", "QTY|Qty|Qty.|Quantity|Qty|Pcs"),
         "amount": ("금액|금 액|금액(원)|가격|합계|판매금액|금액|AMOUNT|합계금액", "AMOUNT|Amount|Total|TOTAL|Amt|Price|AMT"), "discount": ("할인|할인액|에누리|D/C|할인금액", "Disc|DISC|Disc."),
         "code": ("코드|상품코드|EDI코드|바코드", "Code|SKU|PLU|HSN"), "unit": ("규격|단위", "UOM|Unit"), "tax": ("세액|부가세|과세", "Tax|TX|GST|VAT")}
HEADS = {key: (korean.split("|"), english.split("|")) for key, (korean, english) in HEADS.items()}

TITLES = "영수증|영 수 증|[영수증]|[영 수 증]|영수증(고객용)|<영수증>|거래 영수증|매출전표|판매 영수증|* 영 수 증 *|RECEIPT|[매장용]|[고객용]|(고객용)|고객용|전자영수증|결제 영수증|영 수 증 (고객보관용)|[재발행]|재발행|계 산 서|주문서|영수증 [고객용]".split("|")
SLIP_TITLES = "신용카드 매출전표|신용카드매출전표|신용카드전표|매출전표|카드매출전표|신용승인|신용승인정보|IC신용승인|IC카드 승인|신용카드 승인|카드결제 내역|카드사용 내역|카드승인|승인내역|신용카드 매출전표(고객용)|[신용카드 승인정보]|*** 신용승인정보 ***|---- 결제정보 ----|신용매출|[ 신용카드 ]|카드결제 영수증|신용카드 매출전표 [고객용]|CREDIT CARD SALES SLIP|전자서명전표|IC 승인|신용승인[IC]|▣ 신용승인|** 카드승인정보(고객용) **|< 신용카드 승인 >|매 출 전 표".split("|")
SLOGANS = "오늘도 맛있는 하루|내 집 같은 편안함|정직한 가격 바른 먹거리|늘 곁에 있는 가게|맛과 정성을 담았습니다|Since 1994|EST. 2011|좋은 재료로 만듭니다|반갑습니다|WELCOME|www.{e}.co.kr|{e}.com|http://www.{e}.kr|동네에서 가장 가까운 가게|{w} 전문점|손으로 빚은 {w}|{w}의 모든 것|{w}보다 {w}|Life is {e}|{w}{w}를 담다|매일매일 새로운 {w}|우리 가족 건강 지킴이|전국 어디서나 {w}|WIFI: {e}{n}|와이파이 비밀번호 {n}{n}|Better {e} every day|인스타그램 @{e}_{e}".split("|")
LEGAL = "가맹점 상호나 주소가 사실과 다르면 신고해 주세요|여신금융협회 신고센터 02-2000-0000|가맹점 신고 시 포상금 지급|여신전문금융업법에 따른 매출전표입니다|문의 사항은 대표전화로 연락 바랍니다|방문 시 이 영수증을 보여 주세요|승인번호는 취소할 때 필요합니다|현금영수증 상담은 국세청 126번|카드 명세서의 상호와 다를 수 있습니다|상호와 주소를 꼭 확인해 주십시오|전화번호와 주소는 매장에 물어보세요|포장 주문은 매장에서 확인해 주세요|신용카드 매출전표로 세금계산서를 대신합니다|판매자가 직접 올린 상품 정보입니다|앱 이용 문의 1588-0000|통신판매중개자는 거래 당사자가 아닙니다|거래에 대한 책임은 판매자에게 있습니다|대표자와 사업자번호가 바뀌었습니다|결제방식과 할부는 카드사에 문의|카드번호 일부는 보호를 위해 가립니다|교환과 환불은 산 매장에서만 됩니다|*는 면세 상품입니다|반품은 포장을 뜯지 않은 상품만 됩니다|개인정보 보호를 위해 일부만 표시합니다|의료비 세액공제 자료로 쓸 수 있습니다|연말정산용으로 보관하세요|주소지 관할 세무서에 문의|가맹점 대표자 확인 필요".split("|")
ENGLISH_LEGAL = "CUSTOMER COPY|Customer Copy|MERCHANT COPY|*** CUSTOMER COPY ***|Thank you for dining with us|Follow us @{e}|www.{e}.com|{e}.com/survey|Tell us how we did|Join our rewards club|I agree to pay the above total amount|according to card issuer agreement|Signature ______________|Returns within 30 days with receipt|All sales final|Have a great day!|Come back soon!|Ask about catering|Like us on Facebook|Please leave a review|Prices include tax|Survey code {n}-{n}|Visit us online|Free dessert on your next visit|Hiring! Apply today|Happy Hour 3-6pm daily|Gift cards available|NO REFUNDS ON OPEN ITEMS|VAT receipt - please retain|Tax invoice|Registered in England No {n}{n}|GUEST COPY|** REPRINT **|PIN VERIFIED|NO SIGNATURE REQUIRED|CHIP READ|CONTACTLESS|Wifi: {e}{n}|Thanks for shopping at {E}|Download our app|Order ahead at {e}.com|Help line 1-800-555-{n}".split("|")
STATES = "승인|신용승인|IC|정상|매장식사|포장|배달|방문포장|카드결제|일반|신용카드|간편결제|정상거래|소매|음식점업|도소매|서비스업|일반과세|신용매출|홀|IC신용구매|삼성페이|오프라인|온라인|결제완료|매출|무서명거래|EDC매출표|DDC전표|자동이체|전자서명|IC칩".split("|")
ENGLISH_STATES = "Sale|SALE|Chip|Swiped|Contactless|Dine In|To Go|Take Out|Delivery|Approved|Purchase|Credit|Insert|Issuer|TAP|Here|Walk-in|Pickup|Retail|Chip Read|Drive Thru|Online".split("|")
# Messages with numbers: networks, points, rules for refunds, surveys.
MESSAGES = "와이파이 {e}_5G / 비번 {n}{n}|WIFI : {e}{p} PW : {n}{c}|화장실 비밀번호 {n}*|적립 {m}P 누적 {m}P|이번 달 소멸 예정 {m}점|{p}일 이내 영수증 지참 시 교환 환불|{d} 까지 쓸 수 있습니다|설문 코드 {n}-{n}-{n}|설문에 답하면 {m}원 할인|다음에 오시면 {m}원 할인|가입하면 {m}원 쿠폰|{m}원 이상 사면 주차 {p}분|무료 주차 {p}분|주차 등록은 {n}번으로|창업 문의 {t}|불편 신고 {t}|{w} 앱에서 {p}% 할인|영업시간 10:00~22:00|라스트오더 21:{p}|50,000원 이하 무서명 거래|{m}원 이하는 서명이 없습니다|★ 스탬프 {p}개 모으면 한 잔 무료|{d} 출력 {n}|V{p}.{c}-{n}|{n}-{n}-{c}|행사 {d}부터|응모번호 {n}-{n}|{w} 이벤트 {m}명 추첨|배달 주문 {t}|단체 예약 {t}|소비기한 {d}|현금영수증 문의 ☎ 126|www.{e}.kr/r/{n}".split("|")
ENGLISH_MESSAGES = "WiFi: {e}-guest  Password: {e}{c}|WIFI CODE {n}{n}|Restroom code {n}#|You earned {p} points today|Points balance {n}|Points expire {d}|Survey code: {n}-{n}-{n}-{c}|Take our survey at {e}.com within {p} days|Save ${p} on your next visit|Returns accepted within {p} days|No refunds after {p} days|Refunds until {d} with this receipt|Call {t} with questions|Catering {t}|Text {e} to {n}{p}|Open 7 days 10am-10pm|Validation code {n}{c}|Use code {E}{p} for {p}% off|Free parking {p} min|Ref {n}-{n}|Item return code {n} {n} {n}|v{p}.{c}|Order online or call {t}|Enter to win $1,000 ID {n}{n}|Like us: @{e}_{e}|18% gratuity is added to parties of 6|A 3% kitchen fee supports our staff|Store {n} Reg {p}|Bottle deposit {p}c each".split("|")
