"use strict";
// One page: its picture at the left, what was understood and read at the right, each of which shows the other.
HanScan.Page = class {
  constructor({ page, view }) {
    const { element, text } = HanScan;
    this.view = view;
    this.home = view.home || "/";
    // Where to go when the page is done.
    this.afterwards = view.next || this.home;
    this.writer = HanScan.writer(view, page);
    this.reading = new HanScan.Reading(this.writer ? this.writer.start : { page, corrections: [], doubts: view.doubts || [] });
    this.paper = page.width && view.picture ? new HanScan.Paper(view.picture, page) : null;
    this.viewer = this.paper && new HanScan.Viewer(this.paper, this.reading.lines, (line) => this.lines.choose(line));
    this.changes = new HanScan.Changes(this);
    this.receipts = new HanScan.Receipts(this);
    this.lines = new HanScan.Lines(this);
    // What is being looked at, and what has been.
    this.current = null;
    this.visited = new Set();
    this.help = HanScan.help(text("keys").filter(([, , needsWriter]) => this.writer || !needsWriter));
    this.alert = element("p", { class: "alert", role: "alert" });
    this.left = element("span", { class: "doubt" });
    this.quality = element("div", {});
    this.closing = element("div", { class: "closing" });
    this.checker = element("button", {
      type: "button", class: "primary", title: text("checkPageHelp"), "aria-keyshortcuts": "Alt+A", onclick: () => this.checkPage(),
    }, "✓ ", text(page.state === "recognised" ? "checkPage" : "checkUnread"));
    this.header = this.makeHeader();
    this.panel = element("main", { id: "content", class: "panel", tabindex: -1 }, this.receipts.digest, this.makeNotes(),
      this.receipts.element, this.quality, this.lines.element, this.closing);
  }

  show() {
    const { element } = HanScan;
    const { viewer } = this;
    document.body.append(this.header, this.alert,
      element("div", { class: viewer ? "work" : "work single" }, viewer && viewer.element, this.panel));
    new HanScan.Keys(this);
    this.fill();
    if (this.reading.things().length > 0 || this.isDoubtfulAsWhole()) this.next();
  }

  // MARK: What is around the fields and lines

  makeHeader() {
    const { element, text, scanned } = HanScan;
    const { view, home, writer } = this;
    const { page } = this.reading;
    // By mouse as by key: what was typed last is kept first, or the page stays and says why not.
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
      element("button", { type: "button", class: "keys", onclick: this.help, "aria-keyshortcuts": "F1" }, element("kbd", {}, "?"), element("span", { class: "hidden" }, text("help"))));
  }

  // Why a page has no text, and what it repeats.
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

  // MARK: What changes

  fill(before) {
    const { text } = HanScan;
    this.receipts.fill();
    this.fillClosing();
    this.fillQuality();
    this.lines.fill(before);
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

  // What the queue asks about the page, always in sight, and the one answer to all of it.
  fillClosing() {
    const { element, text } = HanScan;
    const { doubts } = this.reading;
    const last = this.reading.corrected("page");
    const chips = doubts.map((name) => element("span", { class: `doubt ${name}` }, text(`doubt-names/${name}`)));
    this.closing.replaceChildren(element("span", { class: "doubts" }, last && doubts.length === 0
      ? [element("span", { class: "proof corrected" }, text("checkedPage")),
        element("button", { type: "button", class: "link", onclick: () => this.changes.undo(last.id, "page") }, text("undo"))] : chips),
    ...(this.writer && doubts.length > 0 ? [this.checker] : []));
    this.closing.hidden = doubts.length === 0 && !last;
  }

  // Marks a row, and shows its place in the picture.
  reveal(row, box, line) {
    document.querySelectorAll(".active").forEach((other) => other.classList.remove("active"));
    row.classList.add("active");
    row.scrollIntoView({ block: "center" });
    if (this.viewer) this.viewer.point(box && this.paper.printed(box, line ? this.paper.slope(line) : 0));
  }

  // MARK: From one thing to the next

  select(thing) {
    this.current = thing;
    this.visited.add(thing.key);
    this.receipts.fillDigest();
    const input = thing.line === undefined ? this.receipts.input(thing.key) : this.lines.input(thing.line);
    if (!input) return;
    input.focus();
    if (thing.line === undefined) input.select();
    else input.setSelectionRange(thing.from, thing.to);
  }

  // Whether something is doubtful that no line and no field settles; in a file nothing is judged anew.
  isDoubtfulAsWhole() {
    const { writer, reading } = this;
    return Boolean(writer) && reading.doubts.some((name) =>
      !writer.collects || name === "missing" || name === "unread" || (name === "conflict" && reading.lost.length > 0));
  }

  next() {
    const thing = this.reading.things().find(({ key }) => !this.visited.has(key));
    if (thing) this.select(thing);
    else if (this.isDoubtfulAsWhole()) {
      this.current = null;
      this.receipts.fillDigest();
      this.checker.focus();
    } else this.go(this.afterwards);
  }

  async accept(input) {
    input.readOnly = true;
    const done = await this.changes.save(input, true);
    input.readOnly = !this.writer;
    if (done) this.next();
  }

  async checkPage() {
    if (this.checker.isConnected && await this.changes.checkPage() !== false) this.go(this.afterwards);
  }

  chooseKind() {
    const choice = this.receipts.element.querySelector(".page-kind select");
    if (choice) choice.focus();
  }

  // To what was taken back.
  goBackTo(key) {
    const thing = this.reading.things().find((one) => one.key === key || `line ${one.line}` === key);
    if (thing) this.select(thing);
    else if (key === "page") this.checker.focus();
    else if (key.startsWith("line")) this.lines.choose(Number(key.split(" ")[1]));
  }

  // Leaves the page when what was typed is kept; what was refused keeps it once, and is said.
  async leave(place) {
    const active = document.activeElement;
    const isKept = await (active.matches("main input") ? this.changes.save(active) : this.changes.work);
    this.changes.work = Promise.resolve(true);
    if (place && isKept !== false) this.go(place);
  }

  go(place) { if (place) location.assign(place); }
};
