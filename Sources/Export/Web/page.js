"use strict";
// One page: its picture at the left, what was understood and read at the right, each of which shows the other.
HanScan.page = (data) => {
  const { element, scanned, explained, text, number, percent, band } = HanScan;
  let page = data.page;
  const { view } = data;
  const home = view.home || "/";
  const writer = HanScan.writer(view, page);
  if (writer && writer.start) page = writer.start;
  // What was put right on the page and holds: each with the line or field that shows it, the first one first.
  let holding = writer ? writer.corrections : [];
  // What is doubtful about the page as a whole, by the names of the queue's lists.
  let doubts = (writer && writer.doubts) || view.doubts || [];
  const paper = page.width && view.picture ? new HanScan.Paper(view.picture, page) : null;
  const lines = () => page.lines || [];
  const receipts = () => page.receipts || [];

  // MARK: What is doubtful

  // Fields that decide what a receipt costs; a shop without a business number is told by its name.
  const decisive = ["total", "date", "businessNumber"];
  const isKorean = ({ fields }) => Boolean(fields.currency && fields.currency.value === "KRW");
  const settled = (field) => field.corrected || field.proof === "proven";
  const readable = () => lines().map((line, index) => ({ line, index })).filter(({ line }) => line.kind === "text" && line.text !== "");
  // Where each word of a line stands in its text.
  const ranges = (line) => {
    let place = 0;
    return line.words.filter((word) => word.text !== "").map((word) => {
      const range = { word, from: place, to: place + word.text.length };
      place = range.to + 1;
      return range;
    });
  };
  const doubtfulWords = () => readable().flatMap(({ line, index }) => ranges(line).map((range) => ({
    ...range, line: index, key: `word ${index} ${range.from}`,
  }))).filter(({ word }) => word.confidence < 0.93);
  const fieldThing = (name, place, field) => {
    const key = `field ${place} ${name}`;
    if (!field || field.lines.length === 0) return { key, name, receipt: place, field };
    const line = field.lines[0];
    const from = lines()[line].text.indexOf(field.text);
    return { key, name, receipt: place, field, line, from: Math.max(0, from), to: from < 0 ? lines()[line].text.length : from + field.text.length };
  };
  // The fields that nothing proves, contradictions first, then what is missing; then words that are likely to be wrong.
  const things = () => {
    const fields = receipts().flatMap((receipt, place) => decisive.map((name) => ({ name, place, field: receipt.fields[name] })))
      .filter(({ name, field }) => (field ? !settled(field) : name !== "businessNumber"));
    const gravity = ({ field }) => (!field ? 1 : field.proof === "conflict" ? 0 : 2);
    const found = fields.sort((one, two) => gravity(one) - gravity(two)).map(({ name, place, field }) => fieldThing(name, place, field));
    for (const word of doubtfulWords()) {
      if (word.word.confidence < 0.8 && !found.some(({ line }) => line === word.line)) found.push(word);
    }
    return found;
  };
  const visited = new Set();
  let current = null;

  // MARK: Lines

  const rows = new Map();
  const fieldInputs = new Map();
  const reveal = (row, box, line) => {
    document.querySelectorAll(".active").forEach((other) => other.classList.remove("active"));
    row.classList.add("active");
    row.scrollIntoView({ block: "center" });
    if (viewer) viewer.point(box && paper.printed(box, line ? paper.slope(line) : 0));
  };
  const choose = (line) => {
    const found = rows.get(line);
    if (found) found.input.focus();
  };
  const viewer = paper && new HanScan.Viewer(paper, lines(), choose);
  const lineRow = (index) => {
    const input = element("input", {
      type: "text", readonly: !writer, autocomplete: "off", spellcheck: "false", dir: "auto", "data-line": index,
      enterkeyhint: "next",
    });
    const found = {
      input, strip: element("div", {}), share: element("span", {}), read: element("small", { class: "read" }),
      number: element("span", { class: "number" }), acts: element("span", { class: "acts" }),
    };
    found.row = element("li", { class: "line" }, found.strip,
      element("div", { class: "text" }, found.number, input, found.share, found.acts), found.read);
    input.addEventListener("focus", () => reveal(found.row, lines()[index].box, lines()[index]));
    input.addEventListener("change", () => save(input));
    found.row.addEventListener("click", (event) => { if (!event.target.closest("input, button")) input.focus(); });
    rows.set(index, found);
    return found.row;
  };
  const fillLine = (index, before) => {
    const found = rows.get(index);
    const line = lines()[index];
    found.row.hidden = line.kind !== "text" || (line.text === "" && !line.corrected);
    // As in the page's text, in what a search finds and on the command line.
    const place = lineNumber(index);
    found.number.textContent = place || "–";
    found.input.setAttribute("aria-label", `${text("line", { number: place || "–" })}, ${text("confidence", { share: percent(line.confidence) })}`);
    const key = `line ${index}`;
    found.acts.replaceChildren(...acts(key, !line.corrected && ranges(line).some(({ word }) => word.confidence < 0.93), found.input));
    if (before && JSON.stringify(before) === JSON.stringify(line)) return;
    // What is being typed meanwhile stays.
    if (!before || saved === key || found.input !== document.activeElement || found.input.value === before.text) {
      found.input.value = line.text;
    }
    found.share.className = `share ${line.corrected ? "corrected" : band(line.confidence)}`;
    found.share.textContent = line.corrected ? text("checked") : `${percent(line.confidence)} %`;
    found.read.replaceChildren(...(line.corrected && line.read !== line.text ? [text("readAs", { text: "" }), scanned(line.read)] : []));
    if (paper) {
      found.strip.replaceChildren(paper.strip(line, index, 34));
      viewer.draw(line, index);
    }
  };

  // MARK: What was understood

  // For mouse and touch: accepts what stands there, or takes back what was put right.
  const acts = (key, canAccept, input) => {
    if (!writer) return [];
    const act = (name, label, action) => element("button", {
      type: "button", class: `act ${name}`, title: text(name), "aria-label": text(name), tabindex: -1, onclick: action,
    }, label);
    const last = [...holding].reverse().find((correction) => correction.key === key);
    if (last) return [act("undo", "↶", () => undo(last.id, key))];
    return canAccept ? [act("accept", "✓", () => save(input, true))] : [];
  };
  const allFields = Object.keys(text("fieldNames"));
  const amounts = ["total", "tax", "supply", "taxFree", "discount"];
  const chip = (field) => {
    const name = !field ? "none" : field.corrected && field.proof !== "proven" ? "corrected" : field.proof;
    return element("span", { class: `proof ${name}`, title: text(`proofHelp/${name}`) }, text(`proofs/${name}`));
  };
  const fieldRow = (name, field, place) => {
    const shown = !field ? "" : amounts.includes(name) ? number(field.value) : field.value;
    const label = `${text(`fieldNames/${name}`)}${receipts().length > 1 ? ` ${place + 1}` : ""}`;
    const input = element("input", {
      type: "text", class: "field", value: shown, readonly: !writer, autocomplete: "off", spellcheck: "false", dir: "auto",
      "aria-label": label, "data-receipt": place, "data-field": name, "data-shown": shown, enterkeyhint: "next",
    });
    const row = element("tr", { class: field ? field.proof : "none" }, element("th", { scope: "row" }, text(`fieldNames/${name}`)),
      element("td", { class: "value" }, input,
        field && field.printed && element("small", {}, text("readAs", { text: "" }), scanned(field.printed),
          field.mended && `, ${text("mended")}`)),
      element("td", {}, chip(field), element("span", { class: "acts" }, acts(`field ${place} ${name}`, field && !settled(field), input))));
    // One that stands on several lines has a box around them, whatever their slope.
    const isRead = field && field.lines.length > 0;
    input.addEventListener("focus", () => reveal(row, isRead && field.box, isRead && field.lines.length === 1 && lines()[field.lines[0]]));
    input.addEventListener("change", () => save(input));
    row.addEventListener("click", (event) => { if (!event.target.closest("input, button")) input.focus(); });
    fieldInputs.set(`field ${place} ${name}`, input);
    return row;
  };
  const check = (found) => element("li", { class: found.holds ? "holds" : "fails" },
    element("span", { class: "verdict" }, text(found.holds ? "holds" : "fails")),
    element("span", {}, element("strong", {}, text(`checkNames/${found.name}`)), " ", explained(found.detail)));
  // What a receipt ought to say has a row also where it was not found, and whatever else somebody wants to add.
  const usual = (receipt) => ["merchant", "date", "total", ...(isKorean(receipt) ? ["businessNumber"] : [])];
  const added = new Set();
  const adder = (place, names) => {
    if (!writer || names.length === 0) return null;
    const add = (key) => {
      added.add(key);
      fill(lines());
      fieldInputs.get(key).focus();
    };
    return element("details", { class: "adder" }, element("summary", {}, text("addField")), names.map((name) =>
      element("button", { type: "button", "data-field": name, onclick: () => add(`field ${place} ${name}`) }, text(`fieldNames/${name}`))));
  };
  // What was bought; each name leads to its line, which puts it right.
  const itemsPart = ({ items, checks }) => {
    if (items.length === 0) return null;
    const columns = ["quantity", "unitPrice", "amount"].filter((name) => items.some((item) => item[name]));
    const isDoubted = checks.some(({ name, holds }) => !holds && (name === "items-sum-to-total" || name === "price-times-quantity-is-amount"));
    const row = (item) => element("tr", {}, element("th", { scope: "row" },
      element("button", { type: "button", class: "link", onclick: () => choose(item.lines[0]) }, scanned(item.name || "–"))),
    columns.map((name) => element("td", {}, item[name] && number(item[name]))));
    return element("details", { open: showsItems === null ? isDoubted : showsItems, ontoggle: (event) => { showsItems = event.target.open; } },
      element("summary", {}, text("itemCount", { count: items.length })),
      element("table", { class: "items" }, element("thead", {}, element("tr", {}, ["name", ...columns].map((name) => element("th", { scope: "col" }, text(name))))),
        element("tbody", {}, items.map(row))));
  };
  let showsItems = null;
  const receiptPart = (receipt, place) => {
    const names = allFields.filter((name) => receipt.fields[name] || usual(receipt).includes(name) || added.has(`field ${place} ${name}`));
    const [failing, holding] = [receipt.checks.filter((found) => !found.holds), receipt.checks.filter((found) => found.holds)];
    const title = receipts().length > 1 || place > 0 ? text("receipt", { number: place + 1 }) : text("fields");
    return element("section", { class: "receipt", "aria-label": title }, element("h2", {}, title),
      element("table", { class: "fields" }, element("tbody", {}, names.map((name) => fieldRow(name, receipt.fields[name], place)))),
      adder(place, allFields.filter((name) => !names.includes(name))),
      failing.length > 0 && element("ul", { class: "checks", "aria-label": text("checks") }, failing.map(check)),
      itemsPart(receipt),
      holding.length > 0 && element("details", { open: showsHolding, ontoggle: (event) => { showsHolding = event.target.open; } },
        element("summary", {}, text("holding", { count: holding.length })), element("ul", { class: "checks" }, holding.map(check))));
  };
  let showsHolding = false;
  // A receipt that was not found is made of what is typed into it; its place is behind the others.
  let byHand = null;
  const receiptAdder = () => {
    if (!writer || page.state !== "recognised" || byHand === receipts().length) return null;
    return element("p", {}, element("button", { type: "button", class: "by-hand", onclick: () => {
      byHand = receipts().length;
      fill(lines());
      fieldInputs.get(`field ${byHand} merchant`).focus();
    } }, text("addReceipt")));
  };

  // MARK: The whole

  // By mouse as by key: what was typed last is kept first, or the page stays and says why not.
  const leaving = (place) => (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    leave(place);
  };
  const link = (place, name, label, keys) => place
    ? element("a", { class: "button", href: place, title: text(name), "aria-label": text(name), "aria-keyshortcuts": keys, onclick: leaving(place) }, label)
    : element("span", { class: "button off", "aria-hidden": "true" }, label);
  const help = HanScan.help(text("keys").filter(([, , needsWriter]) => writer || !needsWriter));
  const left = element("span", { class: "doubt" });
  const alert = element("p", { class: "alert", role: "alert" });
  const header = element("header", {},
    element("a", { class: "button", href: home, "aria-keyshortcuts": "Alt+Q", onclick: leaving(home) }, "← ", text("queue")),
    element("h1", {}, scanned(page.source.path),
      page.pageCount > 1 && element("small", {}, ` ${text("page")} ${page.page} ${text("of")} ${page.pageCount}`)),
    element("span", { class: "space" }), left, !writer && element("span", { class: "doubt state" }, text("readOnly")),
    writer && writer.tool,
    element("span", { class: "steps" }, link(view.before, "before", "↑", "PageUp"), link(view.after, "after", "↓", "PageDown"),
      link(view.next, "next", `${text("next")} →`, "n")),
    element("button", { type: "button", class: "keys", onclick: help, "aria-keyshortcuts": "F1" }, element("kbd", {}, "?"), element("span", { class: "hidden" }, text("help"))));
  const attempts = (page.attempts || (page.problem ? [page.problem] : [])).map((attempt) => element("li", {}, element("strong", {}, text(`problems/${attempt.code}`)), " ", explained(attempt.message)));
  const notes = element("div", { class: "notes" },
    page.state !== "recognised" && element("p", { class: "state" }, element("strong", {}, text(`states/${page.state}`))),
    attempts.length > 0 && element("ul", { class: "problem" }, attempts),
    view.isMissing && element("p", { class: "problem" }, text("missing")),
    page.duplicateOf && element("p", {}, text("original"), " ",
      view.original ? element("a", { href: view.original }, scanned(page.duplicateOf.source.path)) : scanned(page.duplicateOf.source.path)));
  const digest = element("div", { class: "digest", "aria-hidden": "true" });
  const understood = element("div", {});
  const quality = element("div", {});
  const list = element("ol", { class: "lines" }, lines().map((line, index) => line.kind === "text" && lineRow(index)));
  const closing = element("div", { class: "closing" });
  const panel = element("main", { id: "content", class: "panel" }, digest, notes, understood, quality,
    rows.size > 0 ? element("section", { "aria-label": text("lines") }, element("h2", {}, text("lines")), list)
      : page.state === "recognised" && element("p", {}, text("noLines")), closing);
  document.body.append(header, alert, element("div", { class: viewer ? "work" : "work single" }, viewer && viewer.element, panel));

  // What decides, always in sight; the rest of the fields may be scrolled away.
  const fillDigest = () => {
    const cell = (receipt, place, name) => {
      const field = receipt.fields[name];
      if (!field && name === "businessNumber" && !isKorean(receipt)) return null;
      const isHere = current && current.name === name && current.receipt === place;
      return element("div", { class: isHere ? "cell here" : "cell" }, element("span", { class: "label" }, text(`fieldNames/${name}`)),
        field && element("strong", {}, scanned(amounts.includes(name) ? number(field.value) : field.value)), chip(field));
    };
    const fails = receipts().flatMap((receipt) => receipt.checks.filter((found) => !found.holds));
    digest.replaceChildren(...receipts().map((receipt, place) =>
      element("div", { class: "cells" }, decisive.map((name) => cell(receipt, place, name)))),
      ...fails.slice(0, 1).map((found) => element("p", { class: "problem" }, explained(found.detail))));
    digest.hidden = receipts().length === 0;
  };
  // What the queue asks about the page, always in sight, and the one answer to all of it.
  const checker = element("button", {
    type: "button", class: "primary", title: text("checkPageHelp"), "aria-keyshortcuts": "Alt+A", onclick: () => checkPage(),
  }, "✓ ", text(page.state === "recognised" ? "checkPage" : "checkUnread"));
  const fillClosing = () => {
    const last = [...holding].reverse().find(({ key }) => key === "page");
    const chips = doubts.map((name) => element("span", { class: `doubt ${name}` }, text(`doubt-names/${name}`)));
    closing.replaceChildren(element("span", { class: "doubts" }, last && doubts.length === 0
      ? [element("span", { class: "proof corrected" }, text("checkedPage")),
        element("button", { type: "button", class: "link", onclick: () => undo(last.id, "page") }, text("undo"))] : chips),
    ...(writer && doubts.length > 0 ? [checker] : []));
    closing.hidden = doubts.length === 0 && !last;
  };

  let saved = null;
  const fill = (before) => {
    fillDigest();
    fillClosing();
    // The cursor may be in another field by now, with something typed there.
    const active = understood.contains(document.activeElement) && document.activeElement.dataset.field ? document.activeElement : null;
    const typed = active && active.value !== active.dataset.shown && keyOf(active) !== saved ? active.value : null;
    fieldInputs.clear();
    const all = byHand === receipts().length ? [...receipts(), { fields: {}, items: [], checks: [] }] : receipts();
    understood.replaceChildren(...[...all.map(receiptPart), receiptAdder()].filter(Boolean));
    const place = active && fieldInputs.get(keyOf(active));
    if (place) {
      const [from, to] = [active.selectionStart, active.selectionEnd];
      if (typed !== null) place.value = typed;
      place.focus({ preventScroll: true });
      place.setSelectionRange(from, to);
    }
    const reasons = page.quality ? page.quality.reasons : [];
    quality.replaceChildren(...(reasons.length === 0 ? [] : [element("section", { class: "reasons" }, element("h2", {}, text("quality")),
      element("ul", {}, reasons.map((reason) =>
        element("li", {}, element("strong", {}, text(`reasons/${reason.code}`)), " ", explained(reason.detail)))))]));
    for (const index of rows.keys()) fillLine(index, before && before[index]);
    const count = things().length;
    left.textContent = count > 0 ? text("doubtful", { count }) : "";
    left.hidden = count === 0;
  };

  // MARK: Corrections

  const made = [];
  let work = Promise.resolve();
  // One change after another; what the page says then takes the place of what it said.
  const send = async (changes, key) => {
    const ids = [];
    for (const change of changes) {
      const answer = await writer.send(change, page);
      if (answer.id !== undefined) ids.push(answer.id);
      const before = lines();
      ({ page, corrections: holding, doubts } = answer);
      saved = key;
      fill(before);
    }
    if (ids.length > 0) made.push({ ids, key });
    alert.textContent = "";
  };
  const queued = (action) => {
    work = work.then(action).catch((error) => {
      alert.replaceChildren(explained(error.message));
      return false;
    });
    return work;
  };
  const lineNumber = (index) => readable().findIndex((entry) => entry.index === index) + 1;
  // What has to be sent for a field of the surface: what was typed, or that it was looked at.
  const changeOf = (input, confirms, thing) => {
    if (input.dataset.field) {
      const [name, place] = [input.dataset.field, Number(input.dataset.receipt)];
      const field = receipts()[place] && receipts()[place].fields[name];
      // The fields may have been made anew since.
      const now = fieldInputs.get(keyOf(input)) || input;
      const typed = input.value !== input.dataset.shown && input.value !== now.dataset.shown;
      if (!typed && !(confirms && field && !settled(field))) return [];
      return [{ field: name, receipt: place + 1, value: typed ? input.value : field.value, old: field ? field.value : "" }];
    }
    const index = Number(input.dataset.line);
    const line = lines()[index];
    if (input.value !== line.text) return [{ index, text: input.value, old: line.text }];
    if (!confirms || line.corrected) return [];
    if (thing && thing.line === index && thing.name && thing.field) {
      return [{ field: thing.name, receipt: thing.receipt + 1, value: thing.field.value, old: thing.field.value }];
    }
    return ranges(line).some(({ word }) => word.confidence < 0.93) ? [{ index, text: line.text, old: line.text }] : [];
  };
  const keyOf = (input) => input.dataset.field ? `field ${input.dataset.receipt} ${input.dataset.field}` : `line ${input.dataset.line}`;
  const save = (input, confirms = false) => {
    const thing = current;
    if (!writer || !input) return Promise.resolve(true);
    // What has to be sent is known when all before it has been answered.
    return queued(async () => {
      const changes = changeOf(input, confirms, thing);
      if (changes.length === 0) return true;
      const key = keyOf(input);
      await send(changes, key);
      // Whoever puts the line of a field right has looked at the field.
      const isLine = changes[0].index !== undefined;
      if (!confirms || !isLine || !thing || !thing.name || thing.line !== Number(input.dataset.line)) return true;
      const field = receipts()[thing.receipt] && receipts()[thing.receipt].fields[thing.name];
      const value = field && !settled(field) && field.lines.includes(thing.line) ? confirmed(thing, field, changes[0]) : null;
      if (value === null) return true;
      await sendToo([{ field: thing.name, receipt: thing.receipt + 1, value, old: field.value }], key);
      return true;
    });
  };
  // What is taken back together with what was sent before it.
  const sendToo = async (changes, key) => {
    const group = made.pop();
    await send(changes, key);
    if (group) made[made.length - 1].ids.unshift(...group.ids);
  };
  // Everything on the page is right: the fields that nothing proves, and whatever is doubtful besides.
  const checkPage = async () => {
    const active = document.activeElement;
    if (await (active.matches("main input") ? save(active) : work) === false) return;
    const isDone = await queued(async () => {
      const fields = receipts().flatMap((receipt, place) => decisive.map((name) => ({ name, place, field: receipt.fields[name] })))
        .filter(({ field }) => field && !settled(field));
      await send(fields.map(({ name, place, field }) => ({ field: name, receipt: place + 1, value: field.value, old: field.value })), "page");
      if (doubts.length > 0) await (fields.length > 0 ? sendToo : send)([{ checked: true }], "page");
      return true;
    });
    if (isDone !== false) go(view.next || home);
  };
  // What a field says whose line was put right: what was typed in its place. Nothing where that is not what was understood
  // of it, as where a sum decides; in a file nothing is understood anew, so that the typed value itself is taken.
  const confirmed = (thing, field, { text: line, old }) => {
    if (!writer.collects) return !field.mended && line.includes(field.text) ? field.value : null;
    const [head, tail] = [old.slice(0, thing.from), old.slice(thing.to)];
    if (!line.startsWith(head) || !line.endsWith(tail) || line.length < head.length + tail.length) return null;
    const typed = line.slice(head.length, line.length - tail.length);
    const forms = { total: /^[₩$]?\d{1,3}(,?\d{3})*(\.\d+)?원?$/, date: /^\d{4}[-.]\d{2}[-.]\d{2}$/, businessNumber: /^\d{3}-?\d{2}-?\d{5}$/ };
    return forms[thing.name].test(typed) ? typed : null;
  };
  // Takes back what was done last on the page, or one thing of it.
  const undo = (id, key) => queued(async () => {
    if (id !== undefined) {
      for (const group of made) group.ids = group.ids.filter((one) => one !== id);
      made.splice(0, made.length, ...made.filter(({ ids }) => ids.length > 0));
    }
    const earlier = holding[holding.length - 1];
    const last = id !== undefined ? { ids: [id], key } : made.pop() || (earlier && { ids: [earlier.id], key: earlier.key });
    if (!last) return false;
    for (const one of [...last.ids].reverse()) await send([{ undo: one }], last.key);
    HanScan.tell(text("undone"));
    const thing = things().find(({ key, line }) => key === last.key || `line ${line}` === last.key);
    if (thing) select(thing);
    else if (last.key === "page") checker.focus();
    else if (last.key.startsWith("line")) choose(Number(last.key.split(" ")[1]));
    return true;
  });

  // MARK: Keys

  const select = (thing) => {
    current = thing;
    visited.add(thing.key);
    fillDigest();
    const input = thing.line === undefined ? fieldInputs.get(thing.key) : rows.get(thing.line).input;
    if (!input) return;
    input.focus();
    if (thing.line === undefined) input.select();
    else input.setSelectionRange(thing.from, thing.to);
  };
  const go = (place) => { if (place) location.assign(place); };
  // Whether something is doubtful that no line and no field settles; in a file nothing is judged anew.
  const isDoubtfulAsWhole = () => Boolean(writer) && doubts.some((name) => !writer.collects || name === "missing" || name === "unread");
  const next = () => {
    const thing = things().find(({ key }) => !visited.has(key));
    if (thing) select(thing);
    else if (isDoubtfulAsWhole()) {
      current = null;
      fillDigest();
      checker.focus();
    } else go(view.next || home);
  };
  const accept = async (input) => {
    if (input) input.readOnly = true;
    const done = await save(input, true);
    if (input) input.readOnly = !writer;
    if (done) next();
  };
  // Leaves the page when what was typed is kept; what was refused keeps it once, and is said.
  const leave = async (place) => {
    const active = document.activeElement;
    const isKept = await (active.matches("input") ? save(active) : work);
    work = Promise.resolve(true);
    if (place && isKept !== false) go(place);
  };
  const step = (input, by) => {
    const inputs = [...panel.querySelectorAll("input")].filter((other) => other.offsetParent);
    const other = inputs[inputs.indexOf(input) + by];
    if (other) other.focus();
  };
  // From a line through the doubtful words, once; past the last the browser goes on as ever, until the lines are left.
  let isThrough = false;
  panel.addEventListener("focusin", (event) => { if (!list.contains(event.target)) isThrough = false; });
  header.addEventListener("focusin", () => { isThrough = false; });
  const wordAfter = (input, by) => {
    if (input.dataset.line === undefined) return null;
    const words = doubtfulWords().sort((one, two) => one.word.confidence - two.word.confidence);
    const place = words.findIndex(({ line, from, to }) =>
      line === Number(input.dataset.line) && from === input.selectionStart && to === input.selectionEnd);
    const word = place >= 0 ? words[place + by] : by > 0 && !isThrough ? words[0] : null;
    if (place >= 0 && !word) isThrough = true;
    return word;
  };
  const shownIn = (input) => (input.dataset.field ? input.dataset.shown : lines()[Number(input.dataset.line)].text);
  const isTyped = (input) => input.value !== shownIn(input);
  const escape = (input) => {
    if (isTyped(input)) input.value = shownIn(input);
    else if (made.length > 0) undo();
    else input.blur();
  };
  const zooms = viewer ? { "+": () => viewer.zoom(1.5), "=": () => viewer.zoom(1.5), "-": () => viewer.zoom(1 / 1.5), 0: () => viewer.fit() } : {};
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && event.ctrlKey) {
      event.preventDefault();
      leave(view.next || home);
      return;
    }
    // Letters are typed into fields: with Alt they do there what they do elsewhere alone.
    const withAlt = {
      q: () => leave(home), n: () => leave(view.next || home), a: () => { if (checker.isConnected) checkPage(); },
      ...zooms,
    };
    if (event.altKey && !event.ctrlKey && !event.metaKey) {
      const action = withAlt[event.key.toLowerCase()] || withAlt[{ KeyQ: "q", KeyN: "n", KeyA: "a" }[event.code]];
      if (!action) return;
      event.preventDefault();
      action();
      return;
    }
    if (event.ctrlKey && event.key.toLowerCase() === "z" && writer && !(HanScan.isTyping(event.target) && isTyped(event.target))) {
      event.preventDefault();
      undo();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const input = HanScan.isTyping(event.target) ? event.target : null;
    const word = input && event.key === "Tab" && wordAfter(input, event.shiftKey ? -1 : 1);
    const inLine = {
      ArrowDown: () => step(input, 1), ArrowUp: () => step(input, -1), Escape: () => escape(input), Enter: () => accept(input),
      ...(word ? { Tab: () => select(word) } : {}),
    };
    const outside = {
      n: () => leave(view.next), q: () => leave(home), "?": help, Enter: next, Escape: () => { if (made.length > 0) undo(); },
      ...zooms,
      ArrowDown: () => { const first = panel.querySelector("input"); if (first) first.focus(); },
    };
    if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
    const everywhere = { PageUp: () => leave(view.before), PageDown: () => leave(view.after), F1: help };
    const action = everywhere[event.key] || (input ? inLine : outside)[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  fill();
  if (things().length > 0 || isDoubtfulAsWhole()) next();
};
