"use strict";
// A card for each receipt: its fields, each with its strip of the picture, proofs and checks.
HanScan.chip = (field) => {
  const { element, text } = HanScan;
  const name = !field ? "none" : field.corrected && field.proof === "conflict" ? "accepted" : field.corrected && field.proof !== "proven" ? "corrected" : field.proof;
  return element("span", { class: `proof ${name}`, title: text(`proofHelp/${name}`) }, text(`proofs/${name}`));
};

// A payment in the language of the page, and back.
HanScan.paymentShown = (name, value) => (name === "payment" ? HanScan.text(`payments/${value}`) : value);
HanScan.paymentValue = (name, value) => {
  if (name !== "payment") return value;
  const found = Object.entries(HanScan.text("payments")).find(([, label]) => label === value.trim());
  return found ? found[0] : value;
};
HanScan.shown = (name, value) => (HanScan.Reading.amounts.includes(name) ? HanScan.number(value) : HanScan.paymentShown(name, value));

HanScan.Receipts = class {
  constructor(surface) {
    const { element } = HanScan;
    this.surface = surface;
    this.element = element("div", {});
    this.inputs = new Map();
    this.added = new Set();
    // The place of a receipt that was not found, and is made of what is typed into it.
    this.byHand = null;
    // The parts that somebody has folded out.
    this.showsItems = null;
    this.shows = { holding: false, more: false, words: false };
  }

  get reading() { return this.surface.reading; }
  input(key) { return this.inputs.get(key); }

  fill() {
    // Something may be typed in fields that are not sent yet.
    const { changes } = this.surface;
    const here = this.element.contains(document.activeElement) ? document.activeElement : null;
    const active = here && here.dataset.field && here.matches("input") ? here : null;
    const typed = [...this.inputs].filter(([key, input]) => changes.isTyped(input) && key !== changes.saved);
    this.inputs.clear();
    const { receipts, nextPlace } = this.reading;
    const all = this.byHand === nextPlace ? [...receipts, { place: nextPlace, fields: {}, items: [], checks: [] }] : receipts;
    this.element.replaceChildren(...[this.kind(), ...this.lost(), this.joined(), ...all.map((receipt) => this.receipt(receipt)), ...this.removed(), this.adder(), this.words()].filter(Boolean));
    for (const [key, { value }] of typed) if (this.inputs.has(key)) this.inputs.get(key).value = value;
    const place = active && this.inputs.get(changes.keyOf(active));
    if (place) {
      const [from, to] = [active.selectionStart, active.selectionEnd];
      place.focus({ preventScroll: true });
      place.setSelectionRange(from, to);
    } else if (here && here.matches("select")) this.element.querySelector("select").focus({ preventScroll: true });
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
    const { element, text, Reading, checked } = HanScan;
    const { fields, checks, place } = receipt;
    // An expected field has a row also if it was not found, as does a field that somebody wants to add.
    const usual = Reading.usual.flatMap((name) => (name === "merchant" && Reading.isKorean(receipt) ? [name, "businessNumber"] : [name]));
    const all = Object.keys(text("fieldNames"));
    const isNear = (name) => usual.includes(name) || this.reading.doubtOf(receipt, name) !== null && Reading.booked.includes(name) || this.added.has(`field ${place} ${name}`);
    const near = [...usual, ...all.filter((name) => !usual.includes(name) && isNear(name))];
    const others = all.filter((name) => fields[name] && !near.includes(name));
    const check = (found) => element("li", { class: found.holds ? "holds" : "fails" },
      element("span", { class: "verdict" }, text(found.holds ? "holds" : "fails")),
      element("span", {}, element("strong", {}, text(`checkNames/${found.name}`)), " ", checked(found)));
    const [failing, holding] = [false, true].map((verdict) => checks.filter(({ holds }) => holds === verdict));
    const title = this.reading.receipts.length > 1 || place > 0 ? text("receipt", { number: place + 1 }) : text("fields");
    const rows = (names) => element("table", { class: "fields" }, element("tbody", {}, names.map((name) => this.field(name, receipt))));
    const folded = (name, summary, ...content) => element("details", { open: this.shows[name], ontoggle: (event) => { this.shows[name] = event.target.open; } },
      element("summary", {}, summary), content);
    return element("section", { class: "receipt", "aria-label": title },
      element("div", { class: "head" }, element("h2", {}, title), this.remover(receipt)),
      failing.length > 0 && element("ul", { class: "checks", "aria-label": text("checks") }, failing.map(check)),
      rows(near),
      this.fieldAdder(place, all.filter((name) => !near.includes(name) && !others.includes(name))),
      this.cardLines(place), this.doubles(place),
      others.length > 0 && folded("more", text("moreFields", { count: others.length }), rows(others)),
      this.items(receipt),
      holding.length > 0 && folded("holding", text("holding", { count: holding.length }), element("ul", { class: "checks" }, holding.map(check))));
  }

  field(name, receipt) {
    const { element, scanned, text, chip, shown } = HanScan;
    const { writer, changes, reading, paper } = this.surface;
    const { place } = receipt;
    const field = receipt.fields[name];
    const value = field ? shown(name, field.value) : "";
    const label = `${text(`fieldNames/${name}`)}${reading.receipts.length > 1 ? ` ${place + 1}` : ""}`;
    const key = `field ${place} ${name}`;
    const { proposal } = name === "account" && !field ? reading.bookOf(place) : {};
    const input = element("input", {
      type: "text", class: "field", value, readonly: !writer, autocomplete: "off", spellcheck: "false", dir: "auto",
      "aria-label": label, "data-receipt": place, "data-field": name, "data-shown": value, enterkeyhint: "next",
      placeholder: proposal && proposal.account,
    });
    const doubt = reading.doubtOf(receipt, name);
    const isRead = field && field.lines.length > 0;
    const line = isRead && reading.lines[field.lines[0]];
    const choices = writer ? reading.candidates(name, receipt) : [];
    const options = choices.length > 0 && element("span", { class: "candidates" }, choices.map((choice, index) =>
      element("button", { type: "button", tabindex: -1, class: "candidate", "data-value": shown(name, choice), onclick: () => this.take(key, index), title: text("takeCandidate") },
        element("kbd", {}, `F${index + 2}`), " ", scanned(shown(name, choice)))));
    const isRequired = HanScan.Reading.usual.slice(0, 3).includes(name);
    const row = element("tr", { class: `${doubt || (field ? "sure" : "none")}${field ? ` ${field.proof}` : ""}` }, element("th", { scope: "row" }, text(`fieldNames/${name}`)),
      element("td", { class: "value" }, paper && isRead && line && paper.strip(line, field.lines[0], 26, field.box), input,
        field && field.printed && element("small", {}, text("readAs", { text: "" }), scanned(field.printed),
          field.mended && `, ${text("mended")}`),
        proposal && element("small", {}, text("proposed"), " ", proposal.reason[HanScan.language]), options),
      element("td", {}, (field || isRequired) && chip(field), doubt === "handwritten" && element("small", {}, text("handwritten")), element("span", { class: "acts" }, changes.acts(key, field && !HanScan.Reading.settled(field) && input))));
    input.addEventListener("focus", () => {
      // Typing replaces the value, by keyboard and mouse alike.
      if (!changes.isTyped(input)) input.select();
      this.surface.reveal(row, isRead && field.box, isRead && field.lines.length === 1 && line);
    });
    input.addEventListener("focusout", (event) => this.surface.blurred(input, event.relatedTarget));
    row.addEventListener("click", (event) => { if (!event.target.closest("input, button")) input.focus(); });
    this.inputs.set(key, input);
    return row;
  }

  // Puts a candidate into its field; Enter accepts it.
  take(key, index) {
    const input = this.inputs.get(key);
    const choice = input && input.closest("tr").querySelectorAll(".candidate")[index];
    if (!choice || input.readOnly) return;
    input.value = choice.dataset.value;
    input.focus();
  }

  // The lines of a card list that may have paid the receipt.
  cardLines(place) {
    const { element, text, scanned, number } = HanScan;
    const { cardLines = [] } = this.reading.bookOf(place);
    if (cardLines.length === 0) return null;
    return element("section", { class: "card-lines", "aria-label": text("cardLines") }, element("h2", {}, text("cardLines")), element("table", { class: "items" },
      element("tbody", {}, cardLines.map(({ day, shop, amount, reason, isMatch }) => element("tr", { class: isMatch ? "match" : "" },
        element("th", { scope: "row" }, day, " ", scanned(shop || "–"), element("small", {}, isMatch ? text("matched") : "", " ", scanned(reason[HanScan.language]))),
        element("td", {}, number(amount)))))));
  }

  // Receipts of other pages that may be the same one, and the two answers.
  doubles(place) {
    const { element, text, scanned } = HanScan;
    const { doubles = [] } = this.reading.bookOf(place);
    const { writer, changes, paper } = this.surface;
    if (doubles.length === 0) return null;
    const receipt = this.reading.receiptAt(place);
    // The buttons go; from here Enter leads on.
    const answer = (name, keys, label, change, key) => element("button", { type: "button", "aria-keyshortcuts": keys, class: name, onclick: () => {
      changes.make([change], key);
      this.surface.panel.focus({ preventScroll: true });
    } }, text(label), " ", element("kbd", {}, keys));
    const answers = writer && element("p", { class: "answers" },
      answer("same", "Alt+S", "sameReceipt", { noReceipt: place + 1, old: HanScan.Reading.outline(receipt) }, `receipt ${place}`),
      answer("different", "Alt+D", "differentReceipt", { checked: true, old: "double" }, "page"));
    return element("section", { class: "doubles", "aria-label": text("doubles") }, element("h2", {}, text("doubles")),
      element("div", { class: "compare" }, paper && element("figure", {}, element("img", { src: paper.source, alt: text("thisReceipt") }), element("figcaption", {}, text("thisReceipt"))),
        doubles.map(({ id, path }) => element("figure", {}, element("a", { href: `/page/${id}` }, element("img", { src: `/picture/${id}`, alt: path })), element("figcaption", {}, scanned(path))))), answers);
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

  // The items of a receipt; each name leads to its line, if it has one on this page, which puts it right.
  items({ items, checks }) {
    const { element, scanned, text, number } = HanScan;
    if (items.length === 0) return null;
    const columns = ["quantity", "unitPrice", "amount"].filter((name) => items.some((item) => item[name]));
    const isDoubted = checks.some(({ name, holds }) => !holds && (name === "items-sum-to-total" || name === "price-times-quantity-is-amount"));
    // Of a receipt over several pages an item of another page has no line on this one.
    const name = (item) => (item.lines.length === 0 ? scanned(item.name || "–")
      : element("button", { type: "button", class: "link", onclick: () => this.surface.lines.choose(item.lines[0]) }, scanned(item.name || "–")));
    const row = (item) => element("tr", {}, element("th", { scope: "row" }, name(item)),
    columns.map((name) => element("td", {}, item[name] && number(item[name]))));
    const isOpen = this.showsItems === null ? isDoubted : this.showsItems;
    return element("details", { open: isOpen, ontoggle: (event) => { this.showsItems = event.target.open; } },
      element("summary", {}, text("itemCount", { count: items.length })),
      element("table", { class: "items" }, element("thead", {}, element("tr", {}, ["name", ...columns].map((name) => element("th", { scope: "col" }, text(name))))),
        element("tbody", {}, items.map(row))));
  }

  // The text of the page: a click on words puts them into the field with the cursor.
  words() {
    const { element, text, scanned } = HanScan;
    const lines = this.reading.readable();
    if (!this.surface.writer || lines.length === 0) return null;
    const list = element("div", { class: "words" }, lines.map(({ line }) => element("p", {}, line.words.filter((word) => word.text !== "").map((word) =>
      [scanned(word.text, { class: "pick" }), " "]))));
    HanScan.picking(list, ".pick", (chosen) => this.surface.put(chosen.map((one) => one.textContent)));
    return element("details", { class: "read-words", open: this.shows.words, ontoggle: (event) => { this.shows.words = event.target.open; } }, element("summary", {}, text("readWords")), list);
  }

  // A part that was taken for a receipt and is none.
  remover(receipt) {
    const { element, text, Reading } = HanScan;
    const { writer, changes } = this.surface;
    // In a file one that was typed in goes with what was typed.
    if (!writer || !receipt.lines || (writer.collects && receipt.lines.length === 0)) return null;
    return element("button", { type: "button", class: "no-receipt", title: text("noReceiptHelp"), onclick: () => {
      changes.make([{ noReceipt: receipt.place + 1, old: Reading.outline(receipt) }], `receipt ${receipt.place}`);
      // The button goes; from here Enter leads on.
      this.surface.panel.focus({ preventScroll: true });
    } }, text("noReceipt"));
  }

  // A receipt over several pages of a file: it stands on the first one.
  joined() {
    const { element, text } = HanScan;
    const { page } = this.reading;
    if (!page.joined) return null;
    const { pages } = page.joined;
    const isFirst = page.page === pages[0];
    return element("p", { class: "joined" }, isFirst ? text("joinedReceipt", { pages: pages.join(", ") }) : text("joinedPage", { page: pages[0] }));
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
