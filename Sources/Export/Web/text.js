"use strict";
// What the surface says, in English and in Korean, by the language of the browser.
const HanScan = (() => {
  const en = {
    title: "Review", allPages: "All pages", search: "Search", searchHint: "Words, a phrase in quotes, an amount", searchHintInFile: "Name, shop, total", nothingYet: "Nothing among the pages that were looked at; there are too many for one search.", impossible: "There is no letter and no digit to search for, or too much.", filter: "Filter", clear: "Clear", help: "Keys",
    close: "Close", queue: "Queue", doubt: "Doubt", document: "Document", page: "Page", of: "of", score: "Score",
    kind: "Kind", tag: "Pen mark", state: "State", date: "Date", shop: "Shop", total: "Total", from: "From", to: "To",
    least: "Total from", most: "Total to", any: "any", filters: "More filters", nothing: "Nothing here.", emptyStore: "No page has been read yet: hanscan run FOLDER --out OUT reads them.", notFound: "Nothing was found.", done: "Nothing is left to look at.",
    shown: "{from}–{to} of {count}", shownOfMore: "{from}–{to} of {count} and more", earlier: "Earlier", later: "Later", receipts: "{count} receipts", holding: "Checks that hold: {count}",
    before: "Page before", after: "Page after", next: "Next doubtful page", zoomIn: "Zoom in", zoomOut: "Zoom out",
    fit: "Whole page", picture: "Picture of the page", loading: "The picture is being made …",
    fields: "What the receipt says", receipt: "Receipt {number}", checks: "Checks", lines: "Lines",
    line: "Line {number}", noLines: "No text was read.", missing: "The scan is not where it was read.",
    original: "This page repeats another one:", confidence: "{share} % sure", quality: "Why it may be wrong",
    readAs: "read as {text}", mended: "mended by the checks", doubtful: "{count} to look at",
    holds: "holds", fails: "fails", name: "Name", quantity: "Quantity", amount: "Amount", unitPrice: "Price",
    addField: "Add a field", readOnly: "Read only", checked: "checked", download: "Download corrections ({count})", undone: "Taken back.", accept: "Accept", undo: "Take back",
    itemCount: "Items: {count}", addReceipt: "Add a receipt by hand", checkPage: "Everything is right", checkUnread: "Looked at",
    pageKind: "Kind of page", noReceipt: "No receipt", noReceiptHelp: "This is no receipt: it goes out of all tables", removedReceipt: "Receipt {number} was found to be none.",
    downloadAgain: "Download all again ({count})", downloadAgainHelp: "For a file of corrections that was lost; what was applied already is refused", draftOpen: "corrected here: {count}", draftSaved: "downloaded: {count}",
    draftsOpen: "Kept in this browser alone: corrections: {count}, on pages: {pages}, not downloaded yet: {open}. 'hanscan correct apply FILE' takes what was downloaded.",
    draftsSaved: "Corrected in this browser and downloaded: {count}, on pages: {pages}. Nothing of it is in the store before 'hanscan correct apply FILE' has taken the file.",
    draftsGo: "This browser keeps nothing for files: what is put right on a page is gone when the page is left, unless it is downloaded before.",
    checkPageHelp: "Nothing on this page has to be looked at any more; on to the next one", checkedPage: "Looked at",
    faults: {
      Day: "“{value}” is no day such as 2026-03-14.", Amount: "“{value}” is no amount such as 41000 or 12.50.",
      Choice: "There is no “{value}”.", Name: "There is no filter “{name}”.",
      Days: "The first day is after the last one.", Amounts: "The lowest total is above the highest one.",
    },
    doubts: {
      any: "To look at", conflict: "Contradictions", unproven: "Unproven totals", missing: "Text may be missing",
      low: "Low confidence", unread: "Not read", all: "All pages",
    },
    "doubt-names": {
      conflict: "contradiction", unproven: "unproven total", missing: "text may be missing", low: "low confidence",
      unread: "not read",
    },
    states: {
      recognised: "recognised", blank: "blank", failed: "failed", unsupported: "unsupported", duplicate: "duplicate",
    },
    kinds: {
      receipt: "receipt", "card-slip": "card slip", invoice: "invoice", "tax-invoice": "tax invoice",
      statement: "statement", quote: "quote", bill: "bill", registration: "registration",
      document: "document", photo: "photo", drawing: "drawing", blank: "blank", screenshot: "screenshot",
      unknown: "unknown",
    },
    proofs: {
      proven: "proven", document: "exact", read: "read", computed: "computed", conflict: "contradiction",
      corrected: "checked",
      none: "not found",
    },
    proofHelp: {
      document: "A structured file says so, such as an electronic tax invoice.",
      proven: "A check on the page that one misread digit would break holds.",
      read: "It stands there; no check proves it.", computed: "Not legible; derived from other values.",
      conflict: "A check fails.",
      corrected: "A person has looked at it.", none: "It was not found on the receipt.",
    },
    fieldNames: {
      merchant: "Shop", businessNumber: "Business number", representative: "Representative", phone: "Phone",
      address: "Address", date: "Date", time: "Time", currency: "Currency", total: "Total", tax: "Tax",
      supply: "Supply", taxFree: "Free of tax", discount: "Discount", payment: "Payment", cardName: "Card",
      cardNumber: "Card number", approvalNumber: "Approval number", installment: "Installment",
      serviceCharge: "Service charge", tip: "Tip", buyer: "Buyer", buyerNumber: "Buyer's number",
      buyerRepresentative: "Buyer's representative", buyerAddress: "Buyer's address", account: "Account", memo: "Memo",
    },
    checkNames: {
      "items-sum-to-total": "Items make the total", "supply-plus-tax-is-total": "Supply and tax make the total",
      "tax-is-a-tenth": "The tax is a tenth", "received-minus-change-is-total": "Received less change is the total",
      "sum-and-reductions-make-total": "Sum and reductions make the total",
      "total-printed-twice": "The total is printed twice",
      "price-times-quantity-is-amount": "Price times quantity is the amount",
      "article-number-check-digit": "Check digit of the article", "weekday-of-date": "Weekday of the date",
      "date-printed-twice": "The date is printed twice", "time-printed-twice": "The time is printed twice",
      "business-number-check-digit": "Check digit of the business number",
      "barcode-holds-date": "The date in a bar code", "barcode-holds-total": "The total in a code",
      "barcode-holds-approval-number": "The approval number in a bar code",
      "barcode-holds-business-number": "The business number in a bar code",
      "barcode-holds-receipt-number": "The receipt's number in a bar code",
      "barcode-holds-article-number": "The article number in a bar code",
      "words-agree-with-total": "The total in words",
      "read-value-was-proven": "Another value was proven",
    },
    problems: {
      empty: "Empty", notAPicture: "No picture", unsupportedFormat: "Not read", specialFile: "No file", outsideInput: "Outside",
      linkLoop: "Links in a circle", tooDeep: "Too deep", truncated: "Cut off", damaged: "Damaged", encrypted: "Protected",
      tooManyPixels: "Too large", tooManyPages: "Too many pages", tooLarge: "Too large", zeroSize: "Empty",
      unreadable: "Not readable", vanished: "Gone", changed: "Changed", crashed: "Crashed", exited: "Failed",
      timedOut: "Too slow", outOfMemory: "Out of memory", garbled: "Failed", flooded: "Too much", engine: "Failed",
    },
    reasons: {
      "no-text": "No text", "doubtful-lines": "Doubtful lines", blurry: "Blurred", dark: "Dark", faint: "Faint",
      "text-too-small": "Small print", "document-cutoff": "Cut off", glare: "Glare", skewed: "Askew",
      "text-may-be-missing": "Text may be missing", "script-not-read": "Another script",
    },
    keys: [
      ["Enter", "accept, and on to the next doubtful thing, then to the next doubtful page", true],
      ["↑ ↓", "field or line before, after"], ["Tab, Shift + Tab", "through the doubtful words of the lines, the most doubtful first"],
      ["Esc", "undo what was typed, then what was accepted here", true], ["Ctrl + Z", "undo what was put right last on this page", true],
      ["Page Up, Page Down", "page before, page after"], ["Alt + A", "everything on the page is right; on to the next doubtful one", true],
      ["Alt + K", "kind of the page", true], ["Ctrl + Enter, Alt + N", "next doubtful page"], ["Alt + Q", "back to the queue"],
      ["Alt + +, Alt + −, Alt + 0", "zoom in, zoom out, whole page"], ["F1", "this help"],
    ],
    queueKeys: [
      ["↑ ↓", "page before, page after"], ["Enter", "open the page"], ["1 … 7", "the lists on the left"],
      ["/", "to the search"], ["?", "this help"],
    ],
  };
  const ko = {
    title: "검토", allPages: "모든 페이지", search: "검색", searchHint: "낱말, 따옴표 안의 구, 금액", searchHintInFile: "이름, 상호, 합계", nothingYet: "살펴본 페이지에는 없습니다. 한 번에 찾기에 페이지가 너무 많습니다.", impossible: "찾을 글자나 숫자가 없거나 너무 많습니다.", filter: "거르기", clear: "지우기", help: "단축키",
    close: "닫기", queue: "목록", doubt: "의심", document: "문서", page: "페이지", of: "/", score: "점수",
    kind: "종류", tag: "펜 표시", state: "상태", date: "날짜", shop: "상호", total: "합계", from: "부터", to: "까지",
    least: "합계 최소", most: "합계 최대", any: "모두", filters: "다른 조건", nothing: "아무것도 없습니다.", emptyStore: "아직 읽은 페이지가 없습니다. hanscan run 폴더 --out 출력폴더", notFound: "찾은 것이 없습니다.", done: "확인할 것이 남지 않았습니다.",
    shown: "{count}개 중 {from}–{to}", shownOfMore: "{count}개 이상 중 {from}–{to}", earlier: "이전", later: "다음", receipts: "영수증 {count}장", holding: "맞는 검산 {count}개",
    before: "앞 페이지", after: "뒤 페이지", next: "다음 확인할 페이지", zoomIn: "확대", zoomOut: "축소",
    fit: "전체 보기", picture: "페이지 그림", loading: "그림을 만드는 중 …",
    fields: "영수증 내용", receipt: "영수증 {number}", checks: "검산", lines: "줄",
    line: "{number}번째 줄", noLines: "읽은 글자가 없습니다.", missing: "스캔 파일이 읽었던 자리에 없습니다.",
    original: "이 페이지는 다른 페이지와 같습니다:", confidence: "확실도 {share} %", quality: "틀렸을 수 있는 까닭",
    readAs: "읽은 글자: {text}", mended: "검산으로 고침", doubtful: "확인할 것 {count}개",
    holds: "맞음", fails: "틀림", name: "이름", quantity: "수량", amount: "금액", unitPrice: "단가",
    addField: "항목 추가", readOnly: "읽기 전용", checked: "확인함", download: "고친 것 내려받기 ({count})", undone: "되돌렸습니다.", accept: "받아들이기", undo: "되돌리기",
    itemCount: "품목 {count}개", addReceipt: "영수증 직접 추가", checkPage: "모두 맞음", checkUnread: "확인함",
    pageKind: "페이지 종류", noReceipt: "영수증 아님", noReceiptHelp: "영수증이 아니므로 모든 표에서 뺍니다", removedReceipt: "영수증 {number}: 영수증이 아니라고 표시했습니다.",
    downloadAgain: "모두 다시 내려받기 ({count})", downloadAgainHelp: "내려받은 파일을 잃었을 때; 이미 적용한 것은 거절됩니다", draftOpen: "여기서 고침 {count}", draftSaved: "내려받음 {count}",
    draftsOpen: "이 브라우저에만 있는 고친 것: {pages}쪽에 {count}개, 그중 {open}개는 아직 내려받지 않았습니다. 내려받은 파일은 hanscan correct apply 파일 명령으로 적용합니다.",
    draftsSaved: "이 브라우저에서 고치고 내려받은 것: {pages}쪽에 {count}개. hanscan correct apply 파일 명령으로 적용하기 전에는 저장소에 없습니다.",
    draftsGo: "이 브라우저는 파일에서 고친 것을 간직하지 않습니다. 페이지를 떠나기 전에 내려받으십시오.",
    checkPageHelp: "이 페이지는 더 확인하지 않고 다음으로 갑니다", checkedPage: "확인한 페이지",
    faults: {
      Day: "“{value}”: 2026-03-14 같은 날짜를 적으십시오.", Amount: "“{value}”: 41000이나 12.50 같은 금액을 적으십시오.",
      Choice: "“{value}”: 그런 것은 없습니다.", Name: "“{name}”: 그런 조건은 없습니다.",
      Days: "첫 날짜가 마지막 날짜보다 늦습니다.", Amounts: "가장 적은 합계가 가장 많은 합계보다 큽니다.",
    },
    doubts: {
      any: "확인할 것", conflict: "모순", unproven: "입증되지 않은 합계", missing: "빠졌을 수 있는 글자",
      low: "낮은 확실도", unread: "읽지 못함", all: "모든 페이지",
    },
    "doubt-names": {
      conflict: "모순", unproven: "입증되지 않은 합계", missing: "빠졌을 수 있는 글자", low: "낮은 확실도", unread: "읽지 못함",
    },
    states: { recognised: "읽음", blank: "빈 페이지", failed: "실패", unsupported: "지원 안 함", duplicate: "중복" },
    kinds: {
      receipt: "영수증", "card-slip": "카드 전표", invoice: "인보이스", "tax-invoice": "세금계산서",
      statement: "거래명세서", quote: "견적서", bill: "청구서", registration: "등록증", document: "문서",
      photo: "사진", drawing: "그림", blank: "빈 페이지", screenshot: "화면 사진", unknown: "알 수 없음",
    },
    proofs: {
      proven: "입증됨", document: "전자문서", read: "읽음", computed: "계산됨", conflict: "모순", corrected: "확인함", none: "찾지 못함",
    },
    proofHelp: {
      document: "전자세금계산서와 같은 전자문서에 적힌 값입니다.",
      proven: "한 글자만 잘못 읽어도 어긋날 검산이 맞습니다.", read: "적혀 있으나 입증하는 검산이 없습니다.",
      computed: "읽을 수 없어 다른 값에서 계산했습니다.", conflict: "검산이 맞지 않습니다.",
      corrected: "사람이 확인했습니다.", none: "영수증에서 찾지 못했습니다.",
    },
    fieldNames: {
      merchant: "상호", businessNumber: "사업자번호", representative: "대표자", phone: "전화", address: "주소",
      date: "날짜", time: "시각", currency: "통화", total: "합계", tax: "부가세", supply: "공급가액", taxFree: "면세",
      discount: "할인", payment: "결제 수단", cardName: "카드", cardNumber: "카드번호", approvalNumber: "승인번호",
      installment: "할부", serviceCharge: "봉사료", tip: "팁", buyer: "공급받는자",
      buyerNumber: "공급받는자 등록번호", buyerRepresentative: "공급받는자 성명", buyerAddress: "공급받는자 주소", account: "계정과목", memo: "적요",
    },
    checkNames: {
      "items-sum-to-total": "품목의 합이 합계", "supply-plus-tax-is-total": "공급가액과 부가세의 합이 합계",
      "tax-is-a-tenth": "부가세는 10분의 1", "received-minus-change-is-total": "받은 돈에서 거스름돈을 빼면 합계",
      "sum-and-reductions-make-total": "소계에서 할인을 빼면 합계", "total-printed-twice": "합계가 두 번 적힘",
      "price-times-quantity-is-amount": "단가와 수량의 곱이 금액", "article-number-check-digit": "상품 번호의 검사 숫자",
      "weekday-of-date": "날짜의 요일", "date-printed-twice": "날짜가 두 번 적힘",
      "time-printed-twice": "시각이 두 번 적힘", "business-number-check-digit": "사업자번호의 검사 숫자",
      "barcode-holds-date": "바코드 속의 날짜", "barcode-holds-total": "코드 속의 합계",
      "barcode-holds-approval-number": "바코드 속의 승인번호", "barcode-holds-business-number": "바코드 속의 사업자번호",
      "barcode-holds-receipt-number": "바코드 속의 영수증 번호", "barcode-holds-article-number": "바코드 속의 상품 번호",
      "words-agree-with-total": "한글로 적은 합계",
      "read-value-was-proven": "다른 값이 증명됨",
    },
    problems: {
      empty: "빈 파일", notAPicture: "그림이 아님", unsupportedFormat: "읽지 않는 형식", specialFile: "파일이 아님",
      outsideInput: "입력 폴더 밖", linkLoop: "맴도는 링크", tooDeep: "너무 깊음", truncated: "잘린 파일", damaged: "손상됨",
      encrypted: "암호로 잠김", tooManyPixels: "너무 큰 그림", tooManyPages: "너무 많은 페이지", tooLarge: "너무 큰 파일",
      zeroSize: "크기가 0", unreadable: "열 수 없음", vanished: "사라짐", changed: "바뀜", crashed: "읽다가 멈춤", exited: "실패",
      timedOut: "시간 초과", outOfMemory: "메모리 부족", garbled: "실패", flooded: "너무 많은 결과", engine: "실패",
    },
    reasons: {
      "no-text": "글자 없음", "doubtful-lines": "의심스러운 줄", blurry: "흐림", dark: "어두움", faint: "흐린 인쇄",
      "text-too-small": "작은 글자", "document-cutoff": "잘림", glare: "빛 반사", skewed: "기울어짐",
      "text-may-be-missing": "빠졌을 수 있는 글자", "script-not-read": "다른 문자",
    },
    keys: [
      ["Enter", "받아들이고 다음 의심스러운 곳으로, 그다음 확인할 페이지로", true], ["↑ ↓", "앞, 뒤의 항목이나 줄"],
      ["Tab, Shift + Tab", "줄의 의심스러운 낱말 차례로"], ["Esc", "입력한 것, 그다음 여기서 받아들인 것 되돌리기", true],
      ["Ctrl + Z", "이 페이지에서 마지막으로 고친 것 되돌리기", true],
      ["Page Up, Page Down", "앞 페이지, 뒤 페이지"], ["Alt + A", "이 페이지는 모두 맞음, 다음 확인할 페이지로", true],
      ["Alt + K", "페이지 종류", true], ["Ctrl + Enter, Alt + N", "다음 확인할 페이지"], ["Alt + Q", "목록으로"],
      ["Alt + +, Alt + −, Alt + 0", "확대, 축소, 전체 보기"], ["F1", "이 도움말"],
    ],
    queueKeys: [
      ["↑ ↓", "앞 페이지, 뒤 페이지"], ["Enter", "페이지 열기"], ["1 … 7", "왼쪽의 목록"], ["/", "검색으로"],
      ["?", "이 도움말"],
    ],
  };
  const texts = { en, ko };
  const wanted = (navigator.languages || [navigator.language]).map((name) => name.toLowerCase().split("-")[0]);
  const language = wanted.find((name) => name in texts) || "en";
  document.documentElement.lang = language;

  // A text by its name, or by the name of its group and its own; what has no text is shown as it is.
  const text = (name, values = {}) => {
    const found = name.split("/").reduce((place, part) => (place ? place[part] : undefined), texts[language]);
    if (typeof found !== "string") return found || name.split("/").pop();
    return found.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));
  };
  const number = (value) => {
    const digits = /^-?\d{4,15}(\.\d+)?$/.test(value);
    return digits ? Number(value).toLocaleString(language, { minimumFractionDigits: (value.split(".")[1] || "").length }) : value;
  };
  return { language, text, number };
})();
