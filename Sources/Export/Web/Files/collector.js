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
    if (formed === null) throw new Error(HanScan.inBoth(`forms/${HanScan.formOf(field)}`, (tongue) => ({ field: HanScan.text(`fieldNames/${field}`, {}, tongue) })));
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

// The form of a field's values: the program has the same ones.
HanScan.formOf = (field) => (HanScan.Reading.amounts.includes(field) ? "amount"
  : ["businessNumber", "buyerNumber"].includes(field) ? "number"
    : ["date", "time", "currency", "payment"].includes(field) ? field : "text");

// A typed value in the form of its field; null for what can't be brought into it. `fields`: those of its receipt.
HanScan.formed = (field, typed, fields) => {
  const text = typed.replace(/\p{Cf}/gu, "").replace(/^ +| +$/g, "");
  if (text === "") return "";
  if (new TextEncoder().encode(text).length > 400 || /[\0-\x1f\x7f]/.test(text)) return null;
  const digits = text.replace(/\D/g, "");
  const forms = {
    amount() {
      // "12,00" and "51.000" may be meant in two ways.
      if (/,(?!\d{3}(?!\d))/.test(text) || /^[^.]*(?<!\d)[1-9]\d{0,2}\.\d{3}(?!\d)[^.]*$/.test(text)) return null;
      let plain = text.replace(/[ ,]/g, "");
      const counted = /^(-?)(\d{1,9})만(?:(\d)천|(\d{1,4}))?(원?)$/.exec(plain);
      if (counted) {
        const [, sign, all, thousands = 0, rest = "", won] = counted;
        if (rest.length % 4 === 0 || won || /만.*,/.test(text)) plain = `${sign}${all * 10000 + thousands * 1000 + Number(rest)}`;
      }
      const found = /^(-?)(\d{1,13})(?:\.(\d{0,4}))?$/.exec(plain.replace(/^[₩￦$€£¥\\]/, "").replace(/원$/, ""));
      if (!found) return null;
      const [, sign, whole, decimals = ""] = found;
      const fraction = decimals.replace(/0+$/, "");
      const shown = [text, ...HanScan.Reading.amounts.map((name) => (fields[name] || {}).value || "")];
      const places = fraction || shown.some((one) => one.includes(".")) ? 2 : HanScan.placesOf(fields.currency);
      const number = `${BigInt(whole)}${places > 0 ? `.${fraction.padEnd(places, "0")}` : ""}`;
      return sign && /[1-9]/.test(number) ? `-${number}` : number;
    },
    date: () => HanScan.dayOf(text, fields),
    time() {
      const parts = /^(\d+):(\d+)(?::(\d+))?$/.exec(text)?.slice(1).filter((part) => part !== undefined).map(Number);
      return parts && parts.every((part, place) => part < (place > 0 ? 60 : 24)) ? parts.map((part) => String(part).padStart(2, "0")).join(":") : null;
    },
    number() {
      const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5];
      if (!/^[\d -]+$/.test(text) || !/^(\d)(?!\1{9})\d{9}$/.test(digits)) return null;
      const sum = weights.reduce((all, weight, place) => all + weight * digits[place], Math.floor(digits[8] * 5 / 10));
      return (10 - sum % 10) % 10 === Number(digits[9]) ? digits.replace(/^(...)(..)/, "$1-$2-") : null;
    },
    currency() { return /^[A-Z]{3}$/.test(text.toUpperCase()) ? text.toUpperCase() : null; },
    payment() {
      const kinds = { card: "카드", cash: "현금", other: "기타" };
      return Object.keys(kinds).find((kind) => text.toLowerCase() === kind || text.includes(kinds[kind])) || null;
    },
    text: () => text,
  };
  return forms[HanScan.formOf(field)]();
};

// The decimals of a currency.
HanScan.placesOf = (currency) => {
  if (!currency) return 0;
  const places = { KWD: 3, BHD: 3, OMR: 3, JOD: 3, TND: 3, KRW: 0, JPY: 0, VND: 0, IDR: 0 };
  return places[currency.value] ?? 2;
};

// A typed day; null for what is none, or one that may be meant in two ways. Without a year it is of that of the receipt, or
// of this one; what stands behind it counts only if it is a weekday.
HanScan.dayOf = (text, fields) => {
  const iso = (year, month, day) => {
    const date = new Date(Date.UTC(year, month - 1, day));
    const isDay = year >= 1990 && year <= 2099 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    return isDay ? date.toISOString().slice(0, 10) : null;
  };
  const parts = text.split(/[-./ 년월일]+/).filter(Boolean);
  if (parts.length === 2) parts.unshift(((fields.date || {}).value || new Date().toISOString()).slice(0, 4));
  const plain = parts.length === 3 && parts.every((part) => /^\d+$/.test(part)) && iso(...parts.map(Number));
  if (plain) return plain;
  const months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
  const named = (name) => months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1;
  const whole = (year) => (year > 99 ? year : year <= 35 ? 2000 + year : 1900 + year);
  const forms = [
    [/^(\d{4}) *[-/.년월,] *(\d{1,2}) *[-/.년월,] *(\d{1,2})(?!\d)/, (year, month, day) => [iso(+year, +month, +day)]],
    [/^(\d\d)(?:[-/.,]| *년 *)(\d{1,2})(?:[-/.,]| *월 *)(\d{1,2})(?!\d)/, (year, month, day) => [iso(whole(+year), +month, +day)]],
    [/^(\d{1,2})[-/.,](\d{1,2})[-/.,](\d{4})(?!\d)/, (one, two, year) => [iso(+year, +two, +one), iso(+year, +one, +two)]],
    [/^(\d{4})(\d\d)(\d\d)(?:\d{4}|\d{6})?(?!\d)/, (year, month, day) => [iso(+year, +month, +day)]],
    [/^(\d{1,2})(?:(?:st|nd|rd|th)(?: *of(?= ))?)?[ ./,-]*([a-z]{3,9})[ ./,-]*(\d{4}|\d\d)(?!\d)/i, (day, month, year) => [iso(whole(+year), named(month), +day)]],
    [/^([a-z]{3,9})[ ./,-]*(\d{1,2})(?:st|nd|rd|th)?[ ./,-]+(\d{4}|\d\d)(?!\d)/i, (month, day, year) => [iso(whole(+year), named(month), +day)]],
  ];
  for (const [form, days] of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const all = [...new Set(days(...found.slice(1)).filter(Boolean))];
    const weekday = /^[일. ]*[([<,]? *(?:([일월화수목금토])(?:요|[)\]>])|(sun|mon|tue|wed|thu|fri|sat)(?:s|[a-z]*day)?(?![a-z]))/i.exec(text.slice(found[0].length));
    const name = weekday && (weekday[1] || weekday[2].toLowerCase());
    const isRight = all.length === 1 && (!name || ["일sun", "월mon", "화tue", "수wed", "목thu", "금fri", "토sat"][new Date(all[0]).getUTCDay()].includes(name));
    return isRight && all[0] < "2036" ? all[0] : null;
  }
  return null;
};
