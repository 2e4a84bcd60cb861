"use strict";
// The sentences that a page's data has, in Korean: its checks, the reasons of its quality, and why something failed.
// The data has them in English, as JSON files and the command line do; one that is not known here stays so.
HanScan.explained = (() => {
  const ko = {
    "The {count} items make {sum}, which the receipt sums up.": "품목 {count}개를 더하면 {sum}: 영수증의 합과 같습니다.",
    "The {count} items make {sum}, but the receipt says {value}.": "품목 {count}개를 더하면 {sum}: 영수증에는 {value}(으)로 적혀 있습니다.",
    "The only item makes {sum}, which the receipt sums up.": "품목 하나가 {sum}: 영수증의 합과 같습니다.",
    "The only item makes {sum}, but the receipt says {value}.": "품목 하나가 {sum}: 영수증에는 {value}(으)로 적혀 있습니다.",
    "{list}: together the sum of {value}.": "{list}의 합이 합계 {value}와(과) 같습니다.",
    "{list}: together not the total of {value}.": "{list}의 합이 합계 {value}와(과) 다릅니다.",
    "{words} is written in words, too.": "{words}: 한글로도 적혀 있습니다.",
    "{words} is written in words, but {digits} in digits.": "한글로는 {words}, 숫자로는 {digits}이(가) 적혀 있습니다.",
    "A tenth of {supply} is {tenth}; the tax is {tax}.": "{supply}의 10분의 1은 {tenth}, 적힌 부가세는 {tax}입니다.",
    "{received} received less {change} change is {rest}; the total is {value}.":
      "받은 돈 {received}에서 거스름돈 {change}을(를) 빼면 {rest}, 합계는 {value}입니다.",
    "{sum} with {steps} is the total of {value}.": "{sum}에 {steps}을(를) 반영하면 합계 {value}입니다.",
    "{paid} less {change} change are the total of {value}.":
      "{paid}을(를) 더하고 거스름돈 {change}을(를) 빼면 합계 {value}입니다.",
    "{paid} are the total of {value}.": "{paid}을(를) 더하면 합계 {value}입니다.",
    "{value} stands behind more than one label of what was paid.": "{value}이(가) 결제 금액을 뜻하는 여러 이름 뒤에 적혀 있습니다.",
    "Price times quantity is the amount of all {count} items that print them.": "단가와 수량이 적힌 품목 {count}개 모두 곱이 금액과 같습니다.",
    "Price times quantity is the amount of the item that prints them.": "단가와 수량이 적힌 품목은 곱이 금액과 같습니다.",
    "Price times quantity is not the amount of {names}.": "단가와 수량의 곱이 금액과 다른 품목: {names}.",
    "The check digit of {code} is {verdict}.": "{code}의 검사 숫자가 {verdict}.",
    "{date} is a {day}; the receipt says {printed}.": "{date}은(는) {day}, 영수증에 적힌 요일은 {printed}입니다.",
    "{text} is printed {count} times.": "{text}이(가) {count}번 적혀 있습니다.",
    "The bar code {code} holds the approval number {number}.": "바코드 {code}에 승인번호 {number}이(가) 들어 있습니다.",
    "The bar code {code} holds the business number {number}.": "바코드 {code}에 사업자번호 {number}이(가) 들어 있습니다.",
    "The bar code {code} holds the number {number} of the receipt.": "바코드 {code}에 영수증 번호 {number}이(가) 들어 있습니다.",
    "A bar code holds the article number {number}.": "바코드에 상품 번호 {number}이(가) 들어 있습니다.",
    "The code {code} holds the total of {value}.": "코드 {code}에 합계 {value}이(가) 들어 있습니다.",
    "The bar code {code} holds {value}.": "바코드 {code}에 {value}이(가) 들어 있습니다.",
    "{before} was read, and checks of the receipt proved it; they do not prove {value}.":
      "판독값 {before}은(는) 영수증의 검산과 일치했으나 {value}은(는) 일치하지 않습니다.",
    "The receipt ({outline}) is found no more since line {number} was put right.":
      "{number}번째 줄을 고친 뒤로 영수증({outline})을 찾지 못합니다.",
    "The receipt ({outline}) is found no more since lines of the page were put right.":
      "이 페이지의 줄을 고친 뒤로 영수증({outline})을 찾지 못합니다.",
    "A receipt is found no more since line {number} was put right.": "{number}번째 줄을 고친 뒤로 영수증을 찾지 못합니다.",
    "A receipt is found no more since lines of the page were put right.": "이 페이지의 줄을 고친 뒤로 영수증을 찾지 못합니다.",

    "the print is sharp, but it reads as none of the languages; reading was given up": "인쇄는 또렷하나 알고 있는 언어로 읽히지 않아 읽기를 그만두었습니다.",
    "there is ink on the page, but no text was read": "페이지에 잉크가 있으나 글자를 읽지 못했습니다.",
    "the print is blurred; hold the camera still, or scan again": "글자가 흐립니다. 카메라를 흔들리지 않게 잡거나 다시 스캔하십시오.",
    "the paper is nearly as dark as ink; more light is needed": "종이가 잉크만큼 어둡습니다. 더 밝아야 합니다.",
    "the print is faint: its ink is {share} darker than the paper": "인쇄가 흐립니다. 잉크가 종이보다 {share}만 어둡습니다.",
    "{share} of the printed area is blown out by light; turn the paper or the lamp": "인쇄된 곳의 {share}가 빛에 하얗게 날아갔습니다. 종이나 조명의 방향을 바꾸십시오.",
    "print runs out of the picture at its {sides}": "인쇄가 그림 밖으로 잘려 있습니다: {sides}.",
    "the print is {height} pixels high; a higher resolution, or a photo from nearer, reads better": "글자 높이가 {height}픽셀입니다. 해상도를 높이거나 더 가까이서 찍으면 잘 읽힙니다.",
    "the page lies askew by {angle} degrees {side}": "페이지가 {side}으로 {angle}도 기울어 있습니다.",
    "{count} of {all} lines read with a confidence of less than {share}": "{all}줄 가운데 {count}줄의 확실도가 {share}보다 낮습니다.",
    "nothing on the page reads as text; what was seen is left out": "글자로 읽히는 것이 없어 보인 것을 빼 두었습니다.",
    "{share} of the print that can be seen is covered by no line of text": "보이는 인쇄의 {share}에 읽은 줄이 없습니다.",
    "parts of the print can't be read": "읽을 수 없는 부분이 있습니다.",

    "it reads '{now}' by now, and not '{old}'": "이제 '{old}'이(가) 아니라 '{now}'(으)로 되어 있습니다. 페이지를 새로 고치십시오.",
    "{field} takes {form}": "{field}: {form}",
    "another run holds {store}: {name}; try again when it has exited": "다른 실행이 이 저장소를 쓰고 있습니다({name}). 끝난 뒤에 다시 하십시오.",
    "the scan has changed since it was read; run again": "읽은 뒤에 스캔이 바뀌었습니다. 다시 읽히십시오.",
    "there is no file {path}; check its path": "스캔 파일이 없습니다: {path}",
    "receipt {number} was found to be none; taking that back ('correct undo') brings it back": "영수증 {number}: 영수증이 아니라고 되어 있습니다. 그것을 되돌리면 다시 나타납니다.",
    "the page was not read, so that its kind is not known": "읽지 않은 페이지라 종류를 알 수 없습니다.",
    "no receipt was found on the page": "이 페이지에서 영수증을 찾지 못했습니다.",
    "the page has 1 receipt": "이 페이지에는 영수증이 하나 있습니다. 페이지를 새로 고치십시오.",
    "the page has {count} receipts": "이 페이지에는 영수증이 {count}장 있습니다. 페이지를 새로 고치십시오.",
    "the page was read by an earlier version; the next run finds its receipts anew, without its picture":
      "이전 판으로 읽은 페이지입니다. 다음 실행이 그림 없이 영수증을 다시 찾습니다.",
    "the page repeats {path}; what is put right there holds for both": "이 페이지는 {path}의 반복입니다. 그곳에서 고치면 여기에도 적용됩니다.",
    "the page has no text that was read": "이 페이지에는 읽은 글이 없습니다.",
    "a line has at most {count} bytes": "한 줄은 {count}바이트까지 적을 수 있습니다.",
    "there is no such line": "그런 줄은 없습니다. 페이지를 새로 고치십시오.",
    "the scan has no such page": "스캔에 그런 페이지가 없습니다.",
    "supply {amount}": "공급가액 {amount}", "tax {amount}": "부가세 {amount}", "free of tax {amount}": "면세 {amount}",
    "service {amount}": "봉사료 {amount}", "tip {amount}": "팁 {amount}", "discount {amount}": "할인 {amount}",
    "a discount of {amount}": "할인 {amount}", "a rounding of {amount}": "절사 {amount}", "a fee of {amount}": "요금 {amount}",
    "a tax of {amount}": "세금 {amount}", "a payment of {amount}": "다른 결제 {amount}",
    "a share paid otherwise of {amount}": "따로 낸 몫 {amount}",
  };
  const words = {
    Sunday: "일요일", Monday: "월요일", Tuesday: "화요일", Wednesday: "수요일", Thursday: "목요일", Friday: "금요일",
    Saturday: "토요일", right: "맞습니다", wrong: "틀립니다", clockwise: "시계 방향", anticlockwise: "시계 반대 방향",
    "an amount such as 41000 or 12.50": "41000이나 12.50 같은 금액을 적으십시오.",
    "a day such as 2026-03-14": "2026-03-14 같은 날짜를 적으십시오.", "a time such as 18:05": "18:05 같은 시각을 적으십시오.",
    "a business number of ten digits with the right check digit, such as 123-45-67891":
      "123-45-67891처럼 검사 숫자가 맞는 열 자리 사업자번호를 적으십시오.",
    "three letters such as KRW": "KRW 같은 세 글자를 적으십시오.", "card, cash or other": "card, cash, other 가운데 하나를 적으십시오.",
    "a text of one line": "한 줄의 글을 적으십시오.",
  };
  const amounts = ["sum", "value", "supply", "tenth", "tax", "received", "change", "rest", "amount"];
  const sides = { top: "위", bottom: "아래", left: "왼쪽", right: "오른쪽" };
  const lists = {
    list: (value) => value.split(", ").map((part) => said(part) || part).join(", "),
    steps: (value) => value.split(" and ").map((step) => said(step) || step).join(", "),
    paid: (value) => value.split(" and ").map((amount) => HanScan.number(amount)).join(", "),
    sides: (value) => value.split(" and ").map((side) => sides[side] || side).join(", "),
    field: (value) => HanScan.text(`fieldNames/${value}`),
  };
  const patterns = Object.entries(ko).map(([english, korean]) => {
    const quoted = english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
    return [new RegExp(`^${quoted}$`, "s"), korean];
  });
  const said = (sentence) => {
    for (const [pattern, korean] of patterns) {
      const found = pattern.exec(sentence);
      if (!found) continue;
      const { groups = {} } = found;
      return korean.replace(/\{(\w+)\}/g, (whole, name) =>
        lists[name] ? lists[name](groups[name])
          : amounts.includes(name) ? HanScan.number(groups[name]) : words[groups[name]] || groups[name]);
    }
    return null;
  };
  // As a text of a scan, since parts of it may be one.
  return (sentence) => {
    const korean = HanScan.language === "ko" ? said(sentence) : null;
    return HanScan.scanned(korean || sentence, korean || HanScan.language === "en" ? {} : { lang: "en" });
  };
})();
