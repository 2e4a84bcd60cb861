"use strict";
// Other values that a field may have: of the checks, of the tagger and of the reader, the likeliest first.
(() => {
  const { Reading } = HanScan;
  const total = /합\s*계|총\s*액|결제|받을|청구|승인\s*금액|판매\s*금액|total|amount|balance|due/i;

  // Decimal numbers as whole numbers of their smallest part, so that sums are exact.
  const cents = (text) => Math.round(Number(text) * 10000);
  const sum = (values) => String(values.reduce((all, value) => all + cents(value), 0) / 10000);

  // Amounts that the other fields and the items make.
  const ofChecks = (name, { fields, items }) => {
    const value = (one) => (fields[one] && fields[one].value) || "0";
    const found = [];
    if (name === "total") {
      if (fields.supply && fields.tax) found.push({ value: sum([value("supply"), value("tax"), value("taxFree"), value("serviceCharge")]), formula: ["supply", "tax", "taxFree", "serviceCharge"] });
      const amounts = items.map(({ amount }) => amount);
      if (amounts.length > 0 && amounts.every(Boolean)) found.push({ value: sum([...amounts, `-${value("discount")}`.replace("--", "")]), formula: ["items"] });
    }
    const isTrusted = fields.total && fields.total.proof !== "conflict";
    if (isTrusted && fields.supply && name === "tax") found.push({ value: sum([value("total"), `-${value("supply")}`]), formula: ["total", "supply"] });
    if (isTrusted && fields.tax && name === "supply") found.push({ value: sum([value("total"), `-${value("tax")}`]), formula: ["total", "tax"] });
    return found;
  };
  HanScan.sumsOf = (receipt) => ofChecks("total", receipt);

  // The day of a text in ISO, with its year first; nothing if it holds none.
  HanScan.dayIn = (text) => {
    const found = /(?:^|\D)((?:20)?\d{2})\s*[-./년]\s*(\d{1,2})\s*[-./월]\s*(\d{1,2})(?!\d)/.exec(text);
    if (!found) return null;
    const [year, month, day] = [found[1].length === 2 ? `20${found[1]}` : found[1], ...found.slice(2).map((part) => part.padStart(2, "0"))];
    const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
    return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`) ? `${year}-${month}-${day}` : null;
  };
  // The last amount of a text, as a decimal number; nothing if it holds none.
  HanScan.amountIn = (text) => {
    const found = [...text.matchAll(/-?\d[\d,]*(?:\.\d{1,2})?(?![\d:/-])/g)].pop();
    return found ? found[0].replaceAll(",", "").replace(/^(-?)0+(?=\d)/, "$1") : null;
  };
  // A text of the page as a value of a field.
  HanScan.valueIn = (name, text) => {
    const bare = text.trim();
    if (Reading.amounts.includes(name)) return HanScan.amountIn(bare);
    if (name === "date") return HanScan.dayIn(bare) || bare;
    if (name === "businessNumber") return bare.replace(/[^\d-]/g, "");
    return bare;
  };

  // Values that lines of the receipt hold, those in lines with a label of the total first.
  const ofLines = (name, receipt, reading) => {
    const lines = (receipt.lines || []).map((index) => reading.lines[index]).filter((line) => line && line.kind === "text" && line.text);
    const texts = lines.flatMap((line) => [line.text, ...(line.readings || []).map((one) => one.text)]);
    if (name === "date") return texts.map(HanScan.dayIn).filter(Boolean);
    if (name === "merchant") return lines.slice(0, 6).map(({ text }) => text).filter((text) => /\p{L}{2}/u.test(text) && !/\d{3}/.test(text));
    if (name !== "total") return [];
    const labelled = texts.filter((text) => total.test(text));
    const counts = new Map();
    for (const value of lines.map(({ text }) => HanScan.amountIn(text))) if (value && cents(value) !== 0) counts.set(value, (counts.get(value) || 0) + 1);
    const repeated = [...counts].filter(([value, count]) => count > 1 && value.length > 2).sort((one, two) => two[1] - one[1]);
    return [...labelled.map(HanScan.amountIn).filter((value) => value && cents(value) !== 0), ...repeated.map(([value]) => value)];
  };

  // At most three values besides the present one.
  HanScan.candidates = (name, receipt, reading) => {
    const field = receipt.fields[name];
    const known = field && field.known ? [field.known] : [];
    const words = field && field.lines.length === 1 && !Reading.amounts.includes(name)
      ? (reading.lines[field.lines[0]].readings || []).map(({ text }) => HanScan.valueIn(name, text)).filter((text) => name !== "merchant" || !field.label) : [];
    const { proposal, candidates = {} } = reading.bookOf(receipt.place);
    const given = name === "account" && proposal ? [proposal.account] : [];
    const all = [...given, ...known, ...ofChecks(name, receipt).map(({ value }) => value), ...(candidates[name] || []), ...words, ...ofLines(name, receipt, reading)];
    const isNew = (value) => value && value !== "0" && !(Reading.amounts.includes(name) && cents(value) <= 0) && !(field && field.value === value);
    return [...new Set(all)].filter(isNew).slice(0, 3);
  };
})();
