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
    this.last = 0;
    this.entries = HanScan.drafts.all(digests).filter((entry) => entry.page === first.page);
    for (const entry of this.entries) for (const value of entry.values) value.id = this.last++;
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

  // What was put right on the other pages of the document.
  others() { return HanScan.drafts.all(this.digests).filter((entry) => entry.page !== this.first.page); }

  answer(id) {
    // What was downloaded is another program's: it is changed again, and not taken back.
    const corrections = this.entries.filter(({ isSaved }) => !isSaved)
      .flatMap(({ key, values }) => values.map((value) => ({ id: value.id, key }))).sort((one, two) => one.id - two.id);
    const isChecked = this.entries.some(({ key }) => key === "page");
    const sumsOf = (number) => (this.book.find(({ receipt }) => receipt === number) || { sums: [] }).sums;
    const page = HanScan.corrected(this.first, this.entries, sumsOf);
    return { page, id, corrections, doubts: isChecked ? [] : this.doubts, book: this.book };
  }

  async trial(change) {
    const entries = structuredClone(this.entries);
    this.entry(change).values.push({ id: this.last, change: HanScan.Collector.said(change) });
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
      id = this.last++;
      this.entry(change).values.push({ id, change: HanScan.Collector.said(change) });
    }
    HanScan.drafts.replace(this.source, this.digests, [...this.others(), ...this.entries]);
    this.downloads.label();
    return this.answer(id);
  }

  // What a change says, without what it says it of.
  static said({ text, value, kind, checked }) { return { text, value, kind, checked }; }

  entry(change) {
    const { index, field, receipt, noReceipt, old } = change;
    const [key, target] = change.checked ? ["page", {}] : change.kind !== undefined ? ["kind", { old }]
      : noReceipt !== undefined ? [`receipt ${noReceipt - 1}`, { noReceipt, old: this.outline(noReceipt) }]
        : index !== undefined ? [`line ${index}`, { index, old }] : [`field ${receipt - 1} ${field}`, { field, receipt, old }];
    let entry = this.entries.find((one) => one.key === key && !one.isSaved);
    if (!entry) {
      entry = { key, index, source: this.source, page: this.first.page, digest: this.digest, target, values: [] };
      this.entries.push(entry);
    }
    return entry;
  }

  // What a receipt is known by before anything was put right on it.
  outline(number) {
    const found = (this.first.receipts || []).find((receipt, index) => (receipt.number || index + 1) === number);
    return HanScan.Reading.outline(found);
  }
};
