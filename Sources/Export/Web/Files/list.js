"use strict";
// The list of all pages in a file: what a server does for the queue.

// A row with what was put right on its page in this browser. Doubts that only understanding the page anew could settle stay.
HanScan.correctedRow = (row, drafts) => {
  // Another document may have the name of one that is gone: corrections are of that.
  const entries = drafts.filter(({ source, page }) => !row.missing && source === row.path && page === row.page);
  if (entries.length === 0) return row;
  const receipts = row.receipts.map((receipt, index) => ({ number: index + 1, ...receipt }));
  let [kind, isChecked] = [row.kind, false];
  const none = new Set();
  for (const { key, target, values } of entries) {
    const { change } = values[values.length - 1];
    if (key === "page") isChecked = true;
    else if (key === "kind") ({ kind } = change);
    else if (target.noReceipt) none.add(target.noReceipt);
    else if (target.field) {
      let receipt = receipts.find(({ number }) => number === target.receipt);
      if (!receipt) receipts.push(receipt = { number: target.receipt, conflicts: [] });
      receipt.conflicts = receipt.conflicts.filter((name) => name !== target.field);
      const before = receipt[target.field];
      const isSame = before && before.value === change.value;
      if (target.field === "currency") receipt.currency = change.value;
      else if (change.value === "") delete receipt[target.field];
      else receipt[target.field] = { value: change.value, proof: isSame ? before.proof : "read", corrected: true };
    }
  }
  const left = receipts.filter(({ number }) => !none.has(number));
  const isCorrected = (field) => Boolean(field && field.corrected);
  const isSettled = ({ total }) => isCorrected(total) || HanScan.Reading.isCertain(total);
  const holds = {
    conflict: Boolean(row.lost) || left.some((receipt) => receipt.conflicts.length > 0 || (receipt.fails && !isCorrected(receipt.total))),
    date: left.some(({ date }) => !isCorrected(date)), shop: left.some(({ merchant }) => !isCorrected(merchant)),
    unproven: left.some((receipt) => !isSettled(receipt)),
  };
  const doubts = isChecked ? [] : row.doubts.filter((name) => holds[name] !== false);
  return { ...row, receipts: left, kind, doubts };
};

// The value of an amount in any notation; nothing for what is none. A file has no server that could tell it.
HanScan.amount = (text) => {
  const bare = text.trim().replace(/^(?:us\$|[₩￦$€£¥\\]|krw|usd|eur|jpy|rm|w(?=[ \d.,']{3}))\s*/i, "")
    .replace(/\s*(?:[₩￦$€£¥]|krw|usd|eur|jpy|won|원)$/i, "");
  const found = /^([1-9]\d{0,2}(?:([.,' ])\d{3}(?:\2\d{3})*)|\d+)(?:([.,])(\d{1,2}))?$/.exec(bare);
  if (!found || (found[2] && found[2] === found[3])) return null;
  return Number(`${found[1].replace(/\D/g, "")}.${found[4] || "0"}`);
};

// The pages that the address asks for, out of all.
HanScan.selected = (all) => {
  const filter = Object.fromEntries([...new URLSearchParams(location.search)].filter(([, value]) => value));
  const doubts = HanScan.lists;
  const asked = filter.q ? HanScan.amount(filter.q) : null;
  const holds = (text, part) => (text || "").toLowerCase().includes(part.toLowerCase());
  const takesReceipt = ({ date, merchant, total }) => {
    if (filter.month && !(date && date.value.startsWith(`${filter.month}-`))) return false;
    if ((filter.from && !(date && date.value >= filter.from)) || (filter.to && !(date && date.value <= filter.to))) return false;
    if (filter.merchant && !(merchant && holds(merchant.value, filter.merchant))) return false;
    if (filter.least && !(total && Number(total.value) >= HanScan.amount(filter.least))) return false;
    return !filter.most || Boolean(total && Number(total.value) <= HanScan.amount(filter.most));
  };
  // As the server judges them; nothing is listed by what is no value.
  const isDay = (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
  const isAmount = (value) => HanScan.amount(value) !== null;
  const isMonth = (value) => /^\d{4}-(0[1-9]|1[0-2])$/.test(value);
  const tests = { from: isDay, to: isDay, least: isAmount, most: isAmount, month: isMonth };
  const faults = Object.keys(tests).filter((name) => filter[name] && !tests[name](filter[name])).map((name) => ({ name, value: filter[name] }));
  const asksReceipts = ["month", "from", "to", "merchant", "least", "most"].some((name) => filter[name]);
  const takes = (entry) => {
    if ((filter.state && entry.state !== filter.state) || (filter.kind && entry.kind !== filter.kind)) return false;
    if (filter.tag && !(entry.tags || []).includes(filter.tag)) return false;
    const texts = [entry.path, ...entry.receipts.flatMap(({ merchant, total }) => [merchant, total].map((field) => field && field.value))];
    const isTotal = asked !== null && entry.receipts.some(({ total }) => total && Number(total.value) === asked);
    if (filter.q && !isTotal && !texts.some((text) => holds(text, filter.q) || holds(text, filter.q.replaceAll(",", "")))) return false;
    return !asksReceipts || entry.receipts.some(takesReceipt);
  };
  const digests = new Map(all.filter((row) => !row.missing).map((row) => [`${row.page} ${row.path}`, row.digest]));
  const entries = HanScan.drafts.all(digests);
  const taken = all.map((row) => HanScan.correctedRow(row, entries)).filter(takes);
  const isOpen = (entry) => entry.doubts.some((name) => name !== "accepted");
  const counts = { any: taken.filter(isOpen).length, all: taken.length };
  for (const doubt of doubts) counts[doubt] = taken.filter((entry) => entry.doubts.includes(doubt)).length;
  const list = filter.doubt || (filter.q ? "all" : "any");
  const listed = taken.filter((entry) => list === "all" || (list === "any" ? isOpen(entry) : entry.doubts.includes(list)));
  listed.sort((one, two) => two.expectedWrong - one.expectedWrong);
  const months = [...new Set(all.flatMap(({ receipts }) => receipts.map(({ date }) => date && date.value.slice(0, 7))).filter(Boolean))].sort().reverse();
  const [step, offset] = [200, Math.min(Math.max(Number(filter.offset) || 0, 0), listed.length)];
  delete filter.offset;
  if (faults.length > 0) return { rows: [], offset: 0, step, count: 0, counts: {}, filter, faults, store: "", drafts: new HanScan.FileDrafts(digests) };
  return { rows: listed.slice(offset, offset + step), offset, step, count: listed.length, counts, months, filter, store: "", drafts: new HanScan.FileDrafts(digests) };
};

// The corrections in the files of all documents: in words, with a button that removes them from the browser, and beside each row.
HanScan.FileDrafts = class {
  // `digests`: of what the pages of the list say.
  constructor(digests) {
    this.digests = digests;
    this.chips = new Map();
    this.element = HanScan.element("div", { class: "drafts", role: "status" });
    this.downloads = new HanScan.Downloads("hanscan.corrections.json", () => HanScan.drafts.all(digests), () => {
      HanScan.drafts.noteSaved(digests);
      this.fill();
    });
    this.fill();
  }

  // The text beside a row.
  beside(row) {
    const chip = HanScan.element("span", {});
    this.chips.set(chip, row);
    this.fillChip(chip, row, HanScan.drafts.all(this.digests));
    return chip;
  }

  fillChip(chip, row, all) {
    const { element, text } = HanScan;
    const entries = all.filter(({ source, page }) => !row.missing && source === row.path && page === row.page);
    const open = entries.filter(({ isSaved }) => !isSaved).length;
    const counts = { draftOpen: open, draftSaved: entries.length - open };
    chip.replaceChildren(...Object.entries(counts).filter(([, count]) => count > 0)
      .map(([name, count]) => element("span", { class: "proof corrected" }, text(name, { count }))));
  }

  fill() {
    const { element, text, drafts } = HanScan;
    const entries = drafts.all(this.digests);
    const open = entries.filter(({ isSaved }) => !isSaved).length;
    const pages = new Set(entries.map(({ source, page }) => `${page} ${source}`)).size;
    this.element.replaceChildren(...[
      entries.length > 0 && element("p", {}, text(open > 0 ? "draftsOpen" : "draftsSaved", { count: entries.length, pages, open })),
      !drafts.stay && element("p", { class: "problem" }, text("draftsGo")), this.downloads.element,
    ].filter(Boolean));
    this.element.hidden = entries.length === 0 && drafts.stay;
    for (const [chip, row] of this.chips) this.fillChip(chip, row, entries);
  }
};
