"use strict";
// Keeps what is put right on a page in a file until it is downloaded: one entry for each thing, however often it was changed.
HanScan.Collector = class {
  // `digests`: of what the pages of the document say.
  constructor(first, { digest, digests, doubts, book = [] }) {
    this.collects = true;
    this.first = first;
    this.doubts = doubts || [];
    this.book = book;
    this.digest = digest;
    this.digests = digests;
    this.source = first.source.path;
    this.entries = HanScan.drafts.all(digests).filter((entry) => entry.page === first.page);
    this.last = 1 + Math.max(-1, ...this.entries.flatMap(({ values }) => values.map(({ id }) => id)));
    const downloads = new HanScan.Downloads(`${this.source.split("/").pop()}.corrections.json`, () => [...this.others(), ...this.entries], () => {
      for (const entry of this.entries) entry.isSaved = true;
      HanScan.drafts.noteSaved(digests);
    });
    this.downloads = downloads;
    this.tool = downloads.element;
    this.start = this.answer();
    window.addEventListener("beforeunload", (event) => {
      if (!HanScan.drafts.stay && this.entries.some(({ isSaved }) => !isSaved)) event.preventDefault();
    });
  }

  // The corrections of the other pages of the document.
  others() { return HanScan.drafts.all(this.digests).filter((entry) => entry.page !== this.first.page); }

  answer(id) {
    // A downloaded correction belongs to another program: it is changed again, and not taken back.
    const corrections = this.entries.filter(({ isSaved }) => !isSaved)
      .flatMap(({ key, values }) => values.map((value) => ({ id: value.id, key }))).sort((one, two) => one.id - two.id);
    const isChecked = this.entries.some(({ key }) => key === "page");
    const sumsOf = (number) => (this.book.find(({ receipt }) => receipt === number) || { sums: [] }).sums;
    const page = HanScan.corrected(this.first, this.entries, sumsOf);
    return { page, id, corrections, doubts: isChecked ? [] : this.doubts, book: this.book };
  }

  async trial(change) {
    const [entries, said] = [structuredClone(this.entries), this.said(change)];
    this.entry(change).values.push({ id: this.last, change: said });
    const answer = this.answer();
    this.entries = entries;
    return answer;
  }

  async send(change) {
    let id;
    if (change.undo !== undefined) {
      for (const entry of this.entries) entry.values = entry.values.filter((value) => value.id !== change.undo);
      this.entries = this.entries.filter(({ values }) => values.length > 0);
    } else {
      const said = this.said(change);
      id = this.last++;
      this.entry(change).values.push({ id, change: said });
    }
    HanScan.drafts.replace(this.source, this.digests, [...this.others(), ...this.entries]);
    this.downloads.label();
    return this.answer(id);
  }

  // The content of a change, without its target; a value in its form, or an error for one that has none.
  said({ field, receipt, text, value, old, kind, checked }) {
    if (!field || value === old) return { text, value, kind, checked };
    const { fields = {} } = (this.answer().page.receipts || []).find(({ number }) => number === receipt) || {};
    const formed = HanScan.formed(field, value, fields);
    if (formed === null) throw new Error(`${field} takes ${HanScan.forms[HanScan.formOf(field)]}`);
    return { value: formed };
  }

  entry(change) {
    const { index, field, receipt, noReceipt, old } = change;
    const [key, target] = change.checked ? ["page", { old }] : change.kind !== undefined ? ["kind", { old }]
      : noReceipt !== undefined ? [`receipt ${noReceipt - 1}`, { noReceipt, old: this.outline(noReceipt) }]
        : index !== undefined ? [`line ${index}`, { index, old }] : [`field ${receipt - 1} ${field}`, { field, receipt, old }];
    let entry = this.entries.find((one) => one.key === key && !one.isSaved);
    if (!entry) {
      entry = { key, index, source: this.source, page: this.first.page, digest: this.digest, target, values: [] };
      this.entries.push(entry);
    }
    return entry;
  }

  // The identity of a receipt before any correction.
  outline(number) {
    const found = (this.first.receipts || []).find((receipt, index) => (receipt.number || index + 1) === number);
    return HanScan.Reading.outline(found);
  }
};

// The forms of values, as messages name them; the program has the same ones.
HanScan.forms = {
  amount: "an amount such as 41000 or 12.50", date: "a day such as 2026-03-14", time: "a time such as 18:05",
  number: "a business number of ten digits with the right check digit, such as 123-45-67891",
  currency: "three letters such as KRW", payment: "card, cash or other", text: "a text of one line",
};
HanScan.formOf = (field) => (HanScan.Reading.amounts.includes(field) ? "amount"
  : ["businessNumber", "buyerNumber"].includes(field) ? "number" : field in HanScan.forms ? field : "text");

// A typed value in the form of its field; null for what can't be brought into it. `fields`: those of its receipt.
HanScan.formed = (field, typed, fields) => {
  const text = typed.replace(/\p{Cf}/gu, "").trim();
  if (text === "") return "";
  const digits = text.replace(/\D/g, "");
  const forms = {
    amount() {
      // "12,00" and "51.000" may be meant in two ways.
      if (/,(?!\d{3}(?!\d))/.test(text) || /^[^.]*(?<!\d)[1-9]\d{0,2}\.\d{3}(?!\d)[^.]*$/.test(text)) return null;
      const plain = text.replace(/[\s,]/g, "");
      const counted = /^(-?)(\d{1,9})만(?:(\d)천|(\d{1,4}))?(원?)$/.exec(plain);
      if (counted) {
        const [, sign, all, thousands = 0, rest = "", won] = counted;
        const isClear = rest.length % 4 === 0 || won || /만.*,/.test(text);
        return isClear ? `${sign}${all * 10000 + thousands * 1000 + Number(rest)}` : null;
      }
      const bare = plain.replace(/^[₩￦$€£¥\\]/, "").replace(/원$/, "");
      if (!/^-?\d{1,12}(\.\d*)?$/.test(bare)) return null;
      const shown = [text, ...HanScan.Reading.amounts.map((name) => (fields[name] || {}).value || "")];
      return Number(bare).toFixed(shown.some((one) => one.includes(".")) ? 2 : 0);
    },
    date() {
      const parts = text.split(/[-./ 년월일]+/).filter(Boolean);
      const [year, month, day] = parts.map(Number);
      const date = new Date(Date.UTC(year, month - 1, day));
      const isDay = parts.length === 3 && parts.every((part) => /^\d+$/.test(part)) && year >= 1990 && year <= 2099
        && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
      return isDay ? date.toISOString().slice(0, 10) : null;
    },
    time() {
      const found = /^(\d{1,2}):(\d{1,2})(:\d{1,2})?$/.exec(text);
      return found && found[1] < 24 && found[2] < 60 ? text : null;
    },
    number() {
      const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5];
      if (!/^[\d -]+$/.test(text) || !/^(\d)(?!\1{9})\d{9}$/.test(digits)) return null;
      const sum = weights.reduce((all, weight, place) => all + weight * digits[place], Math.floor(digits[8] * 5 / 10));
      return (10 - sum % 10) % 10 === Number(digits[9]) ? digits.replace(/^(...)(..)/, "$1-$2-") : null;
    },
    currency() { return /^[A-Z]{3}$/.test(text.toUpperCase()) ? text.toUpperCase() : null; },
    payment() { return ["card", "cash", "other"].includes(text.toLowerCase()) ? text.toLowerCase() : null; },
    text() { return new TextEncoder().encode(text).length <= 400 ? text : null; },
  };
  return forms[HanScan.formOf(field)]();
};
