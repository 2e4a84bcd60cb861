"use strict";
// One page: its picture at the left, what was understood and read at the right, each of which shows the other.
HanScan.Page = class {
  constructor({ page, view }) {
    const { element, text } = HanScan;
    this.view = view;
    HanScan.learn(view);
    // On a server the list that the page was opened from goes along, with its conditions.
    const inList = (place) => (place && place.startsWith("/") ? place + location.search : place);
    this.home = inList(view.home || "/");
    for (const name of ["before", "after", "next"]) view[name] = inList(view[name]);
    // The place to go to when the page is done.
    this.afterwards = view.next || this.home;
    this.writer = HanScan.writer(view, page);
    this.reading = new HanScan.Reading(this.writer ? this.writer.start : { page, corrections: [], doubts: view.doubts || [] });
    this.paper = page.width && view.picture ? new HanScan.Paper(view.picture, page) : null;
    // The field that takes words that are clicked: the last one that had the cursor.
    this.target = null;
    this.viewer = this.paper && new HanScan.Viewer(this.paper, this.reading.lines, (words) => this.chooseWords(words), () => this.takesWords());
    this.changes = new HanScan.Changes(this);
    this.receipts = new HanScan.Receipts(this);
    this.lines = new HanScan.Lines(this);
    this.tables = new HanScan.Tables(this);
    // The keys of fields and lines that Enter has left.
    this.visited = new Set();
    this.help = HanScan.help(text("keys").filter(([, , needsWriter]) => this.writer || !needsWriter));
    this.alert = element("p", { class: "alert", role: "alert" });
    this.notice = element("p", { class: "notice", role: "status" });
    this.left = element("span", { class: "doubt" });
    this.quality = element("div", {});
    this.closing = element("div", { class: "closing" });
    this.checker = element("button", {
      type: "button", class: "primary", title: text("checkPageHelp"), "aria-keyshortcuts": "Alt+A", onclick: () => this.checkPage(),
    }, "✓ ", text(page.state === "recognised" ? "checkPage" : "checkUnread"));
    this.header = this.makeHeader();
    this.tabs = new HanScan.Tabs({ receipts: this.receipts.element, lines: element("div", {}, this.quality, this.lines.element), tables: this.tables.element });
    this.tabs.show(this.reading.receipts.length > 0 || this.lines.rows.size === 0 ? "receipts" : "lines");
    this.panel = element("main", { id: "content", class: "panel", tabindex: -1 }, this.makeNotes(), this.tabs.elements, this.closing);
  }

  show() {
    const { element } = HanScan;
    const { viewer } = this;
    document.body.append(this.header, this.alert, this.notice,
      element("div", { class: viewer ? "work" : "work single" }, viewer && viewer.element, this.panel));
    new HanScan.Keys(this);
    this.addTyped();
    this.fill();
    const typed = HanScan.typeAgain();
    if (typed) this.goBackTo(this.changes.keyOf(typed));
    else if (this.reading.things().length > 0 || this.isDoubtfulAsWhole()) this.next();
    if (HanScan.history.isBack() && this.writer) this.changes.undo(undefined, undefined, false);
  }

  // Rows for the fields that were typed into before the language changed.
  addTyped() {
    for (const [key] of HanScan.typedBefore()) {
      const [kind, place] = key.split(" ");
      if (kind !== "field") continue;
      this.receipts.added.add(key);
      if (Number(place) === this.reading.nextPlace) this.receipts.byHand = Number(place);
    }
  }

  // MARK: The frame around the fields and lines

  makeHeader() {
    const { element, text, scanned } = HanScan;
    const { view, home, writer } = this;
    const { page } = this.reading;
    // By mouse as by key.
    const leaving = (place) => (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.leave(place);
    };
    const link = (place, name, label, keys) => place
      ? element("a", { class: "button", href: place, title: text(name), "aria-label": text(name), "aria-keyshortcuts": keys, onclick: leaving(place) }, label)
      : element("span", { class: "button off", "aria-hidden": "true" }, label);
    return element("header", {},
      element("a", { class: "button", href: home, "aria-keyshortcuts": "Alt+Q", onclick: leaving(home) }, "← ", text("queue")),
      element("h1", {}, scanned(page.source.path),
        page.pageCount > 1 && element("small", {}, ` ${text("page")} ${page.page} ${text("of")} ${page.pageCount}`)),
      element("span", { class: "space" }), this.left, !writer && element("span", { class: "doubt state" }, text("readOnly")),
      writer && writer.tool,
      element("span", { class: "steps" }, link(view.before, "before", "↑", "PageUp"), link(view.after, "after", "↓", "PageDown"),
        link(view.next, "next", `${text("next")} →`, "n")),
      HanScan.languageChoice(), element("button", { type: "button", class: "keys", onclick: this.help, "aria-keyshortcuts": "F1" }, element("kbd", {}, "?"), element("span", { class: "hidden" }, text("help"))));
  }

  // The reason why a page has no text, and the page that it repeats.
  makeNotes() {
    const { element, text, scanned, explained } = HanScan;
    const { view } = this;
    const { page } = this.reading;
    const attempts = (page.attempts || (page.problem ? [page.problem] : [])).map((attempt) =>
      element("li", {}, element("strong", {}, text(`problems/${attempt.code}`)), " ", explained(attempt.message)));
    const original = page.duplicateOf && scanned(page.duplicateOf.source.path);
    return element("div", { class: "notes" },
      page.state !== "recognised" && element("p", { class: "state" }, element("strong", {}, text(`states/${page.state}`))),
      attempts.length > 0 && element("ul", { class: "problem" }, attempts),
      this.writer && this.writer.collects && !HanScan.drafts.stay && element("p", { class: "problem" }, text("draftsGo")),
      view.isMissing && element("p", { class: "problem" }, text("missing")),
      original && element("p", {}, text("original"), " ", view.original ? element("a", { href: view.original }, original) : original));
  }

  // MARK: Changing parts

  fill(before) {
    const { text } = HanScan;
    this.receipts.fill();
    this.fillClosing();
    this.fillQuality();
    this.lines.fill(before);
    this.tables.fill();
    const count = this.reading.things().length;
    this.left.textContent = count > 0 ? text("doubtful", { count }) : "";
    this.left.hidden = count === 0;
  }

  fillQuality() {
    const { element, text, explained } = HanScan;
    const { quality } = this.reading.page;
    const reasons = quality ? quality.reasons : [];
    this.quality.replaceChildren(...(reasons.length === 0 ? [] : [element("section", { class: "reasons" }, element("h2", {}, text("quality")),
      element("ul", {}, reasons.map(({ code, detail }) =>
        element("li", {}, element("strong", {}, text(`reasons/${code}`)), " ", explained(detail)))))]));
  }

  // The queue's questions about the page, always in sight, and the one answer to all of them.
  fillClosing() {
    const { element, text } = HanScan;
    const { doubts } = this.reading;
    const last = this.reading.corrected("page");
    const chips = doubts.map((name) => element("span", { class: `doubt ${name}` }, text(`doubt-names/${name}`)));
    this.closing.replaceChildren(element("span", { class: "doubts" }, last && doubts.length === 0
      ? [element("span", { class: "proof corrected" }, text("checkedPage")),
        element("button", { type: "button", class: "link", onclick: () => this.changes.undo(last.id, "page") }, text("undo"))] : chips),
    ...(this.writer && this.isOpen ? [this.checker] : []));
    this.closing.hidden = doubts.length === 0 && !last;
  }

  // Marks a row or a cell, and shows its place in the picture.
  mark(row, box, line) {
    document.querySelectorAll(".active").forEach((other) => other.classList.remove("active"));
    row.classList.add("active");
    if (this.viewer) this.viewer.point(box && this.paper.printed(box, line ? this.paper.slope(line) : 0));
  }

  reveal(row, box, line) {
    this.mark(row, box, line);
    row.scrollIntoView({ block: "center" });
  }

  // MARK: From one thing to the next

  select(thing) {
    if (thing.line !== undefined) {
      this.lines.choose(thing.line);
      this.lines.input(thing.line).setSelectionRange(thing.from, thing.to);
      return;
    }
    const input = this.receipts.input(thing.key);
    if (!input) return;
    this.tabs.show("receipts");
    input.focus();
    input.select();
  }

  // The cursor has left a field: what was typed is kept where the work goes on in the panel. It waits where the person
  // leaves the panel, as for a word of the picture or for another page.
  blurred(input, next) {
    this.target = input.dataset.receipt === undefined ? null : this.changes.keyOf(input);
    const isOn = next && this.panel.contains(next) && next !== this.panel && !next.matches("[role=tab], .candidate");
    if (isOn && this.changes.isTyped(input) && !input.readOnly) this.changes.save(input);
  }

  // Words go into a field of the card that is shown.
  takesWords() {
    if (!this.writer || this.tabs.current !== "receipts") return false;
    const active = document.activeElement;
    if (active.dataset.field && active.matches("input")) this.target = this.changes.keyOf(active);
    return this.receipts.input(this.target) !== undefined;
  }

  chooseWords(words) {
    if (this.takesWords()) this.put(words.map((word) => word.dataset.text));
    else this.lines.choose(Number(words[0].dataset.line));
  }

  // Puts words of the page into the field, as its value; Enter accepts it.
  put(words) {
    if (words.length === 0 || !this.takesWords()) return;
    const input = this.receipts.input(this.target);
    const { field } = input.dataset;
    // A number goes without what stands around it; all else is brought into its form when it is accepted.
    const text = words.join(" ");
    const isNumber = field === "businessNumber" || HanScan.Reading.amounts.includes(field);
    input.value = isNumber ? (text.match(/-?\d[\d.,-]*/g) || [""]).pop() : text;
    input.focus();
  }

  switchTab() {
    const names = this.tabs.panels.map(({ name }) => name);
    this.tabs.show(names[(names.indexOf(this.tabs.current) + 1) % names.length]);
    if (this.tabs.current === "tables") this.tables.enter();
  }

  // Accepts the proposed account of the receipt with the cursor.
  takeAccount() {
    const active = document.activeElement;
    const { place } = this.reading.receiptAt(Number(active.dataset.receipt)) || this.reading.receipts[0] || {};
    const { proposal } = this.reading.bookOf(place);
    const field = this.reading.field("account", place);
    if (proposal && this.writer && !field) {
      this.changes.make([{ field: "account", receipt: place + 1, value: proposal.account, old: "" }], `field ${place} account`);
    }
  }

  // Shows the numbers of checks that would fail with an entered value, and whether the person wants it so.
  async askAbout(place, reading) {
    const { element, text, number, checked } = HanScan;
    const { total } = reading.receiptAt(place).fields;
    const cell = (label, value) => element("div", { class: "number" }, element("span", { class: "label" }, label), element("strong", {}, number(value)));
    const sums = total ? reading.sumsOf(place).filter(({ value }) => value !== total.value) : [];
    const label = ({ parts }) => parts.map((name) => text(name === "items" ? "itemSum" : `fieldNames/${name}`)).join(" + ");
    const content = [
      total && sums.length > 0 && element("div", { class: "numbers" }, cell(text("entered", { name: text("fieldNames/total") }), total.value), sums.map((one) => cell(label(one), one.value))),
      element("ul", { class: "checks" }, reading.contradictions(place).map((check) => element("li", { class: "fails" }, element("span", {}, element("strong", {}, text(`checkNames/${check.name}`)), " ", checked(check))))),
    ];
    return await HanScan.ask(text("contradiction"), content, [["", text("enterAgain"), { autofocus: true }], ["yes", text("acceptAnyway"), { class: "danger" }]]) === "yes";
  }

  get isOpen() { return this.reading.doubts.some((name) => name !== "accepted"); }

  // Whether something is doubtful that no line and no field settles; in a file nothing is judged anew.
  isDoubtfulAsWhole() {
    const { writer, reading } = this;
    return Boolean(writer) && this.isOpen && reading.doubts.some((name) =>
      !writer.collects || name === "unread" || (name === "conflict" && reading.lost.length > 0));
  }

  next() {
    const thing = this.reading.things().find(({ key }) => !this.visited.has(key));
    if (thing) this.select(thing);
    else if (this.comparesDouble()) return;
    else if (this.isDoubtfulAsWhole()) {
      this.checker.focus();
    } else this.go(this.afterwards);
  }

  // To the comparison with a possible double, if there is one: only its own answers settle it.
  comparesDouble() {
    const answer = this.reading.doubts.includes("double") && this.panel.querySelector(".doubles .same");
    if (!answer) return false;
    this.tabs.show("receipts");
    answer.focus({ preventScroll: true });
    answer.scrollIntoView({ block: "center" });
    return true;
  }

  async accept(input) {
    input.readOnly = true;
    const done = await this.changes.save(input, true);
    input.readOnly = !this.writer;
    if (!done) return;
    this.visited.add(this.changes.keyOf(input));
    const { field, receipt } = input.dataset;
    if (field === "merchant" && !this.writer.collects) await HanScan.offerShop(Number(receipt), this.reading, this.changes);
    this.next();
  }

  async checkPage() {
    if (this.checker.isConnected && await this.changes.checkPage() !== false && !this.comparesDouble()) this.go(this.afterwards);
  }

  chooseKind() {
    const choice = this.receipts.element.querySelector(".page-kind select");
    if (choice) choice.focus();
  }

  // The subject of a key of a change, in words.
  nameOf(key) {
    const { text } = HanScan;
    const [kind, place, name] = key.split(" ");
    const number = Number(place);
    return kind === "field" ? text(`fieldNames/${name}`) : kind === "line" ? text("line", { number: this.reading.lineNumber(number) })
      : kind === "receipt" ? text("receipt", { number: number + 1 }) : text(kind === "kind" ? "pageKind" : "checkedPage");
  }

  // To what was taken back.
  goBackTo(key) {
    if (key.startsWith("field")) this.select({ key });
    else if (key === "page") this.checker.focus();
    else if (key.startsWith("line")) this.lines.choose(Number(key.split(" ")[1]));
  }

  // Leaves the page. A value that was typed and not accepted is never saved by that: the page stays once, and says so.
  async leave(place) {
    if (!place) return;
    const open = [...this.receipts.inputs.values(), ...this.panel.querySelectorAll(".line input")].find((input) => !input.readOnly && this.changes.isTyped(input));
    if (open && this.warned !== `${this.changes.keyOf(open)} ${open.value}`) {
      this.warned = `${this.changes.keyOf(open)} ${open.value}`;
      this.alert.textContent = HanScan.text("notAccepted", { value: open.value });
      open.focus();
      return;
    }
    await this.changes.work;
    this.go(place);
  }

  go(place) { if (place) location.assign(place); }
};
