"use strict";
// What a page says at the moment, and what is doubtful about it; how that is shown is not its matter.
HanScan.Reading = class Reading {
  // Fields that decide what a receipt costs; a shop without a business number is told by its name.
  static decisive = ["total", "date", "businessNumber"];
  static amounts = ["total", "tax", "supply", "taxFree", "discount"];

  static settled(field) { return field.corrected || field.proof === "proven"; }
  static isKorean({ fields }) { return Boolean(fields.currency && fields.currency.value === "KRW"); }
  // What a person knows a receipt by.
  static outline({ fields }) {
    return ["merchant", "date", "total"].map((name) => fields[name] && fields[name].value).filter(Boolean).join(" ");
  }

  constructor(said) { this.update(said); }

  // `corrections`: what was put right and holds, the first one first, each with the key of what shows it; `doubts`: what is
  // doubtful about the page as a whole, by the names of the queue's lists.
  update({ page, corrections, doubts }) {
    Object.assign(this, { page, corrections, doubts });
    this.lines = page.lines || [];
    // A receipt keeps its place where one before it was found to be none.
    this.receipts = (page.receipts || []).map((receipt, index) => ({ ...receipt, place: (receipt.number || index + 1) - 1 }));
  }

  // What says that receipts are found no more since lines were put right.
  get lost() { return (this.page.lostReceipts || []).map(({ detail }) => detail); }
  receiptAt(place) { return this.receipts.find((receipt) => receipt.place === place); }
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
  // Where each word of a line stands in its text.
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

  decisiveFields() {
    return this.receipts.flatMap(({ place, fields }) =>
      Reading.decisive.map((name) => ({ name, receipt: place, key: `field ${place} ${name}`, field: fields[name] })));
  }
  // With where it stands, as far as it was read.
  located(thing) {
    const { field } = thing;
    if (!field || field.lines.length === 0) return thing;
    const line = field.lines[0];
    const { text } = this.lines[line];
    const from = text.indexOf(field.text);
    return { ...thing, line, from: Math.max(0, from), to: from < 0 ? text.length : from + field.text.length };
  }
  // The fields that nothing proves, contradictions first, then what is missing; then words that are likely to be wrong.
  things() {
    const gravity = ({ field }) => (!field ? 1 : field.proof === "conflict" ? 0 : 2);
    const found = this.decisiveFields()
      .filter(({ name, field }) => (field ? !Reading.settled(field) : name !== "businessNumber"))
      .sort((one, two) => gravity(one) - gravity(two)).map((thing) => this.located(thing));
    for (const word of this.doubtfulWords()) {
      if (word.word.confidence < 0.8 && !found.some(({ line }) => line === word.line)) found.push(word);
    }
    return found;
  }
};
