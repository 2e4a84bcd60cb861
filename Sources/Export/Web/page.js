"use strict";
// One page: its picture at the left, what was understood and read at the right, each of which shows the other.
HanScan.page = (data) => {
  const { element, scanned, text, number, percent, band } = HanScan;
  const { page, view } = data;
  const lines = page.lines || [];
  const receipts = page.receipts || [];

  // MARK: What is doubtful

  // Where each word of a line stands in its text.
  const ranges = (line) => {
    let place = 0;
    return line.words.filter((word) => word.text !== "").map((word) => {
      const range = { word, from: place, to: place + word.text.length };
      place = range.to + 1;
      return range;
    });
  };
  const readable = lines.map((line, index) => ({ line, index })).filter(({ line }) => line.kind === "text" && line.text !== "");
  const words = readable.flatMap(({ line, index }) => ranges(line).map((range) => ({ ...range, line: index })))
    .filter(({ word }) => word.confidence < 0.93);
  const byDoubt = [...words].sort((one, two) => one.word.confidence - two.word.confidence);
  // Fields that decide what a receipt costs, and that no check proves; then words that are likely to be wrong.
  const decisive = ["total", "date", "businessNumber"];
  const gravity = (field) => (field.proof === "conflict" ? 0 : 1);
  const doubtfulFields = receipts.flatMap((receipt) => decisive.map((name) => ({ name, field: receipt.fields[name] })))
    .filter(({ field }) => field && field.proof !== "proven" && field.lines.length > 0)
    .sort((one, two) => gravity(one.field) - gravity(two.field));
  const thingOf = ({ field }) => {
    const line = field.lines[0];
    const from = Math.max(0, lines[line].text.indexOf(field.text));
    return { line, from, to: from + field.text.length };
  };
  const things = doubtfulFields.map(thingOf);
  for (const word of words) {
    if (word.word.confidence < 0.8 && !things.some(({ line }) => line === word.line)) things.push(word);
  }
  let current = -1;

  // MARK: Picture and lines

  const inputs = new Map();
  const paper = page.width ? new HanScan.Paper(view.picture, page) : null;
  const choose = (line) => inputs.get(line) && inputs.get(line).focus();
  const viewer = paper && new HanScan.Viewer(paper, lines, choose);
  const select = ({ line, from, to }) => {
    const input = inputs.get(line);
    if (!input) return;
    input.focus();
    input.setSelectionRange(from, to);
  };
  const entered = (index, row) => {
    document.querySelectorAll(".line.active").forEach((other) => other.classList.remove("active"));
    row.classList.add("active");
    row.scrollIntoView({ block: "center" });
    if (viewer) viewer.point([lines[index].box]);
  };
  const lineRow = ({ line, index }) => {
    const input = element("input", {
      type: "text", value: line.text, readonly: true, autocomplete: "off", spellcheck: "false", dir: "auto",
      "aria-label": text("line", { number: index + 1 }), "data-line": index,
    });
    inputs.set(index, input);
    const share = element("span", { class: `share ${band(line.confidence)}`, title: text("confidence", { share: percent(line.confidence) }) },
      `${percent(line.confidence)} %`);
    const row = element("li", { class: "line" }, paper && paper.strip(line, index, 34),
      element("div", { class: "text" }, element("span", { class: "number" }, index + 1), input, share));
    input.addEventListener("focus", () => entered(index, row));
    row.addEventListener("click", (event) => { if (event.target !== input) input.focus(); });
    return row;
  };

  // MARK: What was understood

  const button = (label, indices) => element("button", {
    type: "button", class: "link", title: text("show"), onclick: () => {
      if (viewer) viewer.point(indices.map((index) => lines[index].box));
      choose(indices[0]);
    },
  }, label);
  const value = (name, field) => {
    const shown = ["total", "tax", "supply", "taxFree", "discount"].includes(name) ? number(field.value) : field.value;
    return field.lines.length > 0 && lines[field.lines[0]] ? button(scanned(shown), field.lines.filter((index) => lines[index])) : scanned(shown);
  };
  const order = Object.keys(text("fieldNames"));
  const fieldRow = ([name, field]) => element("tr", { class: field.proof },
    element("th", { scope: "row" }, text(`fieldNames/${name}`)), element("td", { class: "value" }, value(name, field),
      field.mended && element("small", {}, ` ${text("readAs", { text: field.printed || field.text })}, ${text("mended")}`)),
    element("td", {}, element("span", { class: `proof ${field.proof}`, title: text(`proofHelp/${field.proof}`) }, text(`proofs/${field.proof}`))));
  const check = (found) => element("li", { class: found.holds ? "holds" : "fails" },
    element("span", { class: "verdict" }, text(found.holds ? "holds" : "fails")),
    element("span", {}, element("strong", {}, text(`checkNames/${found.name}`)), " ", scanned(found.detail, { lang: "en" })));
  const receiptPart = (receipt, place) => {
    const fields = Object.entries(receipt.fields).sort(([one], [two]) => order.indexOf(one) - order.indexOf(two));
    const [failing, holding] = [receipt.checks.filter((found) => !found.holds), receipt.checks.filter((found) => found.holds)];
    const title = receipts.length > 1 ? text("receipt", { number: place + 1 }) : text("fields");
    return element("section", { class: "receipt", "aria-label": title }, element("h2", {}, title),
      element("table", { class: "fields" }, element("tbody", {}, fields.map(fieldRow))),
      !receipt.fields.total && element("p", { class: "problem" }, text("noTotal")),
      failing.length > 0 && element("ul", { class: "checks", "aria-label": text("checks") }, failing.map(check)),
      holding.length > 0 && element("details", {}, element("summary", {}, text("holding", { count: holding.length })),
        element("ul", { class: "checks" }, holding.map(check))));
  };
  const reasons = page.quality ? page.quality.reasons : [];
  const quality = reasons.length > 0 && element("section", { class: "reasons" }, element("h2", {}, text("quality")),
    element("ul", {}, reasons.map((reason) =>
      element("li", {}, element("strong", {}, text(`reasons/${reason.code}`)), " ", scanned(reason.detail, { lang: "en" })))));

  // MARK: The whole

  const link = (place, name, label, keys) => place
    ? element("a", { class: "button", href: place, title: text(name), "aria-label": text(name), "aria-keyshortcuts": keys }, label)
    : element("span", { class: "button off", "aria-hidden": "true" }, label);
  const help = HanScan.help(text("keys"));
  const home = view.home || "/";
  const header = element("header", {},
    element("a", { class: "button", href: home, "aria-keyshortcuts": "q" }, "← ", text("queue")),
    element("h1", {}, scanned(page.source.path),
      page.pageCount > 1 && element("small", {}, ` ${text("page")} ${page.page} ${text("of")} ${page.pageCount}`)),
    element("span", { class: "space" }),
    things.length > 0 && element("span", { class: "doubt" }, text("doubtful", { count: things.length })),
    link(view.before, "before", "↑", "PageUp"), link(view.after, "after", "↓", "PageDown"),
    link(view.next, "next", `${text("next")} →`, "n"),
    element("button", { type: "button", onclick: help, "aria-keyshortcuts": "?" }, element("kbd", {}, "?"), element("span", { class: "hidden" }, text("help"))));
  const attempts = (page.attempts || (page.problem ? [page.problem] : [])).map((attempt) => element("li", {}, scanned(attempt.message)));
  const notes = element("div", { class: "notes" },
    page.state !== "recognised" && element("p", { class: "state" }, element("strong", {}, text(`states/${page.state}`))),
    attempts.length > 0 && element("ul", { class: "problem" }, attempts),
    view.isMissing && element("p", { class: "problem" }, text("missing")),
    page.duplicateOf && element("p", {}, text("original"), " ",
      view.original ? element("a", { href: view.original }, scanned(page.duplicateOf.source.path)) : scanned(page.duplicateOf.source.path)));
  const list = readable.length > 0 ? element("ol", { class: "lines" }, readable.map(lineRow))
    : page.state === "recognised" && element("p", {}, text("noLines"));
  const panel = element("main", { id: "content", class: "panel" }, notes, receipts.map(receiptPart), quality,
    list && element("section", { "aria-label": text("lines") }, element("h2", {}, text("lines")), list));
  document.body.append(header, element("div", { class: viewer ? "work" : "work single" }, viewer && viewer.element, panel));

  // MARK: Keys

  const go = (place) => { if (place) location.assign(place); };
  const next = () => {
    if (current + 1 < things.length) select(things[++current]);
    else go(view.next);
  };
  const step = (input, by) => {
    const order = readable.map(({ index }) => index);
    const other = order[order.indexOf(Number(input.dataset.line)) + by];
    if (other !== undefined) choose(other);
  };
  // Through the doubtful words from wherever the cursor stands; past the last the browser goes on as ever.
  const wordAfter = (input, by) => {
    const place = byDoubt.findIndex(({ line, from, to }) =>
      line === Number(input.dataset.line) && from === input.selectionStart && to === input.selectionEnd);
    return byDoubt[place < 0 ? (by > 0 ? 0 : -1) : place + by];
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
    const input = HanScan.isTyping(event.target) ? event.target : null;
    const word = input && event.key === "Tab" && wordAfter(input, event.shiftKey ? -1 : 1);
    const inLine = {
      ArrowDown: () => step(input, 1), ArrowUp: () => step(input, -1), Escape: () => input.blur(), Enter: next,
      ...(word ? { Tab: () => select(word) } : {}),
    };
    const outside = {
      n: () => go(view.next), q: () => go(home), "?": help, Enter: next,
      ...(viewer ? { "+": () => viewer.zoom(1.5), "=": () => viewer.zoom(1.5), "-": () => viewer.zoom(1 / 1.5), 0: () => viewer.fit() } : {}),
      ArrowDown: () => readable.length > 0 && choose(readable[0].index),
    };
    if (event.key === "Enter" && event.target.closest("a, button")) return;
    const everywhere = { PageUp: () => go(view.before), PageDown: () => go(view.after), F1: help };
    const action = everywhere[event.key] || (input ? inLine : outside)[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  if (things.length > 0) next();
};
