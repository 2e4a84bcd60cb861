"use strict";
// What was understood of a page: its kind, and what each receipt says, with proofs and checks.
HanScan.chip = (field) => {
  const { element, text } = HanScan;
  const name = !field ? "none" : field.corrected && field.proof !== "proven" ? "corrected" : field.proof;
  return element("span", { class: `proof ${name}`, title: text(`proofHelp/${name}`) }, text(`proofs/${name}`));
};

HanScan.Receipts = class {
  constructor(surface) {
    const { element } = HanScan;
    this.surface = surface;
    this.element = element("div", {});
    // What decides, always in sight; the rest of the fields may be scrolled away.
    this.digest = element("div", { class: "digest", "aria-hidden": "true" });
    this.inputs = new Map();
    this.added = new Set();
    // The place of a receipt that was not found, and is made of what is typed into it.
    this.byHand = null;
    // What is folded out, as far as somebody has said so.
    this.showsItems = null;
    this.showsHolding = false;
  }

  get reading() { return this.surface.reading; }
  input(key) { return this.inputs.get(key); }

  fill() {
    this.fillDigest();
    // The cursor may be in another field by now, with something typed there.
    const { changes } = this.surface;
    const here = this.element.contains(document.activeElement) ? document.activeElement : null;
    const active = here && here.dataset.field ? here : null;
    const typed = active && changes.isTyped(active) && changes.keyOf(active) !== changes.saved ? active.value : null;
    this.inputs.clear();
    const { receipts, nextPlace } = this.reading;
    const all = this.byHand === nextPlace ? [...receipts, { place: nextPlace, fields: {}, items: [], checks: [] }] : receipts;
    this.element.replaceChildren(...[this.kind(), ...all.map((receipt) => this.receipt(receipt)), ...this.lost(), ...this.removed(), this.adder()].filter(Boolean));
    const place = active && this.inputs.get(changes.keyOf(active));
    if (place) {
      const [from, to] = [active.selectionStart, active.selectionEnd];
      if (typed !== null) place.value = typed;
      place.focus({ preventScroll: true });
      place.setSelectionRange(from, to);
    } else if (here && here.matches("select")) this.element.querySelector("select").focus({ preventScroll: true });
  }

  fillDigest() {
    const { element, scanned, explained, text, number, chip, Reading } = HanScan;
    const { current } = this.surface;
    const { receipts } = this.reading;
    const cell = (receipt, name) => {
      const field = receipt.fields[name];
      if (!field && name === "businessNumber" && !Reading.isKorean(receipt)) return null;
      const isHere = current && current.name === name && current.receipt === receipt.place;
      return element("div", { class: isHere ? "cell here" : "cell" }, element("span", { class: "label" }, text(`fieldNames/${name}`)),
        field && element("strong", {}, scanned(Reading.amounts.includes(name) ? number(field.value) : field.value)), chip(field));
    };
    const { lost } = this.reading;
    const fails = [...lost, ...receipts.flatMap(({ checks }) => checks.filter(({ holds }) => !holds).map(({ detail }) => detail))];
    this.digest.replaceChildren(...receipts.map((receipt) =>
      element("div", { class: "cells" }, Reading.decisive.map((name) => cell(receipt, name)))),
      ...fails.slice(0, 1).map((detail) => element("p", { class: "problem" }, explained(detail))));
    this.digest.hidden = receipts.length === 0 && lost.length === 0;
  }

  kind() {
    const { element, text } = HanScan;
    const { page } = this.reading;
    const first = (page.kinds || [])[0];
    if (page.state !== "recognised" && page.state !== "blank") return null;
    const { writer, changes } = this.surface;
    const now = first ? first.label : "";
    const options = [...(first ? [] : [""]), ...Object.keys(text("kinds"))].map((label) =>
      element("option", { value: label, selected: label === now }, label ? text(`kinds/${label}`) : "–"));
    const choice = element("select", { disabled: !writer, "aria-keyshortcuts": "Alt+K", onchange: () => {
      changes.make([{ kind: choice.value, old: now }], "kind");
    } }, options);
    return element("p", { class: "page-kind" }, element("label", {}, element("span", {}, text("pageKind")), choice),
      first && first.corrected && element("span", { class: "proof corrected" }, text("checked")),
      element("span", { class: "acts" }, changes.acts("kind", null, true)));
  }

  receipt(receipt) {
    const { element, text, Reading, explained } = HanScan;
    const { fields, checks, place } = receipt;
    // What a receipt ought to say has a row also where it was not found, and whatever else somebody wants to add.
    const usual = ["merchant", "date", "total", ...(Reading.isKorean(receipt) ? ["businessNumber"] : [])];
    const all = Object.keys(text("fieldNames"));
    const names = all.filter((name) => fields[name] || usual.includes(name) || this.added.has(`field ${place} ${name}`));
    const check = (found) => element("li", { class: found.holds ? "holds" : "fails" },
      element("span", { class: "verdict" }, text(found.holds ? "holds" : "fails")),
      element("span", {}, element("strong", {}, text(`checkNames/${found.name}`)), " ", explained(found.detail)));
    const [failing, holding] = [false, true].map((verdict) => checks.filter(({ holds }) => holds === verdict));
    const title = this.reading.receipts.length > 1 || place > 0 ? text("receipt", { number: place + 1 }) : text("fields");
    return element("section", { class: "receipt", "aria-label": title },
      element("div", { class: "head" }, element("h2", {}, title), this.remover(receipt)),
      element("table", { class: "fields" }, element("tbody", {}, names.map((name) => this.field(name, fields[name], place)))),
      this.fieldAdder(place, all.filter((name) => !names.includes(name))),
      failing.length > 0 && element("ul", { class: "checks", "aria-label": text("checks") }, failing.map(check)),
      this.items(receipt),
      holding.length > 0 && element("details", { open: this.showsHolding, ontoggle: (event) => { this.showsHolding = event.target.open; } },
        element("summary", {}, text("holding", { count: holding.length })), element("ul", { class: "checks" }, holding.map(check))));
  }

  field(name, field, place) {
    const { element, scanned, text, number, chip, Reading } = HanScan;
    const { writer, changes, reading } = this.surface;
    const shown = !field ? "" : Reading.amounts.includes(name) ? number(field.value) : field.value;
    const label = `${text(`fieldNames/${name}`)}${reading.receipts.length > 1 ? ` ${place + 1}` : ""}`;
    const key = `field ${place} ${name}`;
    const input = element("input", {
      type: "text", class: "field", value: shown, readonly: !writer, autocomplete: "off", spellcheck: "false", dir: "auto",
      "aria-label": label, "data-receipt": place, "data-field": name, "data-shown": shown, enterkeyhint: "next",
    });
    const row = element("tr", { class: field ? field.proof : "none" }, element("th", { scope: "row" }, text(`fieldNames/${name}`)),
      element("td", { class: "value" }, input,
        field && field.printed && element("small", {}, text("readAs", { text: "" }), scanned(field.printed),
          field.mended && `, ${text("mended")}`)),
      element("td", {}, chip(field), element("span", { class: "acts" }, changes.acts(key, field && !Reading.settled(field) && input))));
    // One that stands on several lines has a box around them, whatever their slope.
    const isRead = field && field.lines.length > 0;
    input.addEventListener("focus", () => this.surface.reveal(row, isRead && field.box, isRead && field.lines.length === 1 && reading.lines[field.lines[0]]));
    input.addEventListener("change", () => changes.save(input));
    row.addEventListener("click", (event) => { if (!event.target.closest("input, button")) input.focus(); });
    this.inputs.set(key, input);
    return row;
  }

  fieldAdder(place, names) {
    const { element, text } = HanScan;
    if (!this.surface.writer || names.length === 0) return null;
    const add = (key) => {
      this.added.add(key);
      this.fill();
      this.inputs.get(key).focus();
    };
    return element("details", { class: "adder" }, element("summary", {}, text("addField")), names.map((name) =>
      element("button", { type: "button", "data-field": name, onclick: () => add(`field ${place} ${name}`) }, text(`fieldNames/${name}`))));
  }

  // What was bought; each name leads to its line, which puts it right.
  items({ items, checks }) {
    const { element, scanned, text, number } = HanScan;
    if (items.length === 0) return null;
    const columns = ["quantity", "unitPrice", "amount"].filter((name) => items.some((item) => item[name]));
    const isDoubted = checks.some(({ name, holds }) => !holds && (name === "items-sum-to-total" || name === "price-times-quantity-is-amount"));
    const row = (item) => element("tr", {}, element("th", { scope: "row" },
      element("button", { type: "button", class: "link", onclick: () => this.surface.lines.choose(item.lines[0]) }, scanned(item.name || "–"))),
    columns.map((name) => element("td", {}, item[name] && number(item[name]))));
    const isOpen = this.showsItems === null ? isDoubted : this.showsItems;
    return element("details", { open: isOpen, ontoggle: (event) => { this.showsItems = event.target.open; } },
      element("summary", {}, text("itemCount", { count: items.length })),
      element("table", { class: "items" }, element("thead", {}, element("tr", {}, ["name", ...columns].map((name) => element("th", { scope: "col" }, text(name))))),
        element("tbody", {}, items.map(row))));
  }

  // What was taken for a receipt and is none.
  remover(receipt) {
    const { element, text, Reading } = HanScan;
    const { writer, changes } = this.surface;
    // In a file one that was typed in goes with what was typed.
    if (!writer || !receipt.lines || (writer.collects && receipt.lines.length === 0)) return null;
    return element("button", { type: "button", class: "link no-receipt", title: text("noReceiptHelp"), onclick: () => {
      changes.make([{ noReceipt: receipt.place + 1, old: Reading.outline(receipt) }], `receipt ${receipt.place}`);
      // The button goes; from here Enter leads on.
      this.surface.panel.focus({ preventScroll: true });
    } }, text("noReceipt"));
  }

  lost() {
    const { element, explained } = HanScan;
    return this.reading.lost.map((detail) => element("p", { class: "problem lost" }, explained(detail)));
  }

  removed() {
    const { element, text } = HanScan;
    return this.reading.removed.map((place) => element("p", { class: "removed" },
      text("removedReceipt", { number: place + 1 }), " ", this.surface.changes.acts(`receipt ${place}`, null, true)));
  }

  adder() {
    const { element, text } = HanScan;
    const { page, nextPlace } = this.reading;
    if (!this.surface.writer || page.state !== "recognised" || this.byHand === nextPlace) return null;
    return element("p", {}, element("button", { type: "button", class: "by-hand", onclick: () => {
      this.byHand = nextPlace;
      this.fill();
      this.inputs.get(`field ${nextPlace} merchant`).focus();
    } }, text("addReceipt")));
  }
};
