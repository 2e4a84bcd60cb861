"use strict";
// The text and fields of a page at the moment, and its doubts; other files show them.
HanScan.Reading = class Reading {
  // Fields that every card has; a Korean receipt has a business number, too.
  static usual = ["merchant", "date", "total", "tax", "payment", "account", "memo"];
  // Fields of a line of the book: doubts about others are not asked about.
  static booked = ["total", "date", "merchant", "businessNumber", "tax", "supply", "taxFree", "payment"];
  static amounts = ["total", "tax", "supply", "taxFree", "discount", "serviceCharge", "tip"];

  // Whether a check or an electronic document makes a field sure.
  static isCertain(field) { return Boolean(field) && ["proven", "document"].includes(field.proof); }
  static settled(field) { return field.corrected || Reading.isCertain(field); }
  static isKorean({ fields }) { return Boolean(fields.currency && fields.currency.value === "KRW"); }
  // A person knows a receipt by this.
  static outline({ fields }) {
    return ["merchant", "date", "total"].map((name) => fields[name] && fields[name].value).filter(Boolean).join(" ");
  }

  constructor(said) { this.update(said); }

  // `corrections`: what was put right and holds, the first one first, each with the key of what shows it; `doubts`: what is
  // doubtful about the page as a whole, by the names of the queue's lists; `book`: what the store knows of each receipt.
  update({ page, corrections, doubts, book }) {
    Object.assign(this, { page, corrections, doubts, book: book || [] });
    this.lines = page.lines || [];
    // A receipt keeps its place where one before it was found to be none.
    this.receipts = (page.receipts || []).map((receipt, index) => ({ ...receipt, place: (receipt.number || index + 1) - 1 }));
  }

  // The notice that receipts are no longer found since lines were corrected.
  get lost() { return (this.page.lostReceipts || []).map(({ detail }) => detail); }
  receiptAt(place) { return this.receipts.find((receipt) => receipt.place === place); }
  bookOf(place) { return this.book.find((one) => one.receipt === place + 1) || {}; }
  // At most three values that a field may have besides the present one; F2 to F4 take them.
  candidates(name, { place, fields }) {
    const { proposal, candidates = {} } = this.bookOf(place);
    const all = name === "account" && proposal ? [proposal.account] : candidates[name] || [];
    return all.filter((value) => !fields[name] || fields[name].value !== value);
  }
  // Amounts that other values of a receipt make: what its total would be.
  sumsOf(place) { return this.bookOf(place).sums || []; }
  field(name, place) {
    const receipt = this.receiptAt(place);
    return receipt && receipt.fields[name];
  }
  // The correction that was made last of what a key is about.
  corrected(key) { return [...this.corrections].reverse().find((correction) => correction.key === key); }
  // The places of receipts that are none.
  get removed() {
    const keys = this.corrections.map(({ key }) => /^receipt (\d+)$/.exec(key)).filter(Boolean);
    return [...new Set(keys.map(([, place]) => Number(place)))];
  }
  // The place of a receipt that somebody adds.
  get nextPlace() { return Math.max(-1, ...this.receipts.map(({ place }) => place), ...this.removed) + 1; }

  readable() {
    return this.lines.map((line, index) => ({ line, index })).filter(({ line }) => line.kind === "text" && line.text !== "");
  }
  // As in the page's text, in what a search finds and on the command line; 0 for a line without text.
  lineNumber(index) { return this.readable().findIndex((entry) => entry.index === index) + 1; }
  // The place of each word of a line in its text.
  ranges(line) {
    let place = 0;
    return line.words.filter((word) => word.text !== "").map((word) => {
      const range = { word, from: place, to: place + word.text.length };
      place = range.to + 1;
      return range;
    });
  }
  isDoubtful(line) { return this.ranges(line).some(({ word }) => word.confidence < 0.93); }
  doubtfulWords() {
    return this.readable().flatMap(({ line, index }) => this.ranges(line).map((range) => ({
      ...range, line: index, key: `word ${index} ${range.from}`,
    }))).filter(({ word }) => word.confidence < 0.93);
  }

  // The reason to look at a field: a contradiction, handwriting, something that is missing, or a value that nothing makes sure.
  doubtOf(receipt, name) {
    const field = receipt.fields[name];
    if (field && field.corrected) return null;
    if ((receipt.doubts || []).some((doubt) => doubt.field === name && doubt.code === "handwritten")) return "handwritten";
    if (!field) return Reading.usual.slice(0, 3).includes(name) ? "missing" : null;
    // A person who has accepted the total has accepted what its checks say of other amounts.
    const { total } = receipt.fields;
    if (field.proof === "conflict") return Reading.amounts.includes(name) && total && total.corrected ? null : "conflict";
    const isUnsure = (receipt.doubts || []).some((doubt) => doubt.field === name) || (name === "total" && !Reading.isCertain(field));
    return isUnsure ? "unsure" : null;
  }
  // The fields to look at, contradictions first, then those that are missing.
  things() {
    const gravity = ["conflict", "handwritten", "missing", "unsure"];
    return this.receipts.flatMap((receipt) => Reading.booked.map((name) => ({
      name, receipt: receipt.place, key: `field ${receipt.place} ${name}`, field: receipt.fields[name], doubt: this.doubtOf(receipt, name),
    }))).filter(({ doubt }) => doubt).sort((one, two) => gravity.indexOf(one.doubt) - gravity.indexOf(two.doubt));
  }

  // Checks that fail with a value that a person entered.
  contradictions(place) {
    const receipt = this.receiptAt(place);
    if (!receipt || !Object.values(receipt.fields).some(({ corrected, proof }) => corrected && proof === "conflict")) return [];
    return receipt.checks.filter(({ holds }) => !holds);
  }
};
