"use strict";
// The queue: the pages of a store by what is doubtful about them.
HanScan.lists = ["conflict", "date", "shop", "unproven", "unread", "double", "accepted"];

HanScan.queue = (data) => {
  const { element, scanned, text, number } = HanScan;
  const lists = ["any", ...HanScan.lists, "all"];
  const usual = data.filter.q ? "all" : "any";
  const chosen = lists.includes(data.filter.doubt) ? data.filter.doubt : usual;

  const address = (changes) => {
    const parts = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...data.filter, ...changes })) if (value) parts.set(name, value);
    return `?${parts}`;
  };

  const navigation = element("nav", { class: "lists", "aria-label": text("queue") }, element("ul", {}, lists.map((name) =>
    element("li", { class: name }, element("a", {
      href: address({ doubt: name === usual ? "" : name, offset: "" }), "aria-current": name === chosen && "page",
    }, element("span", {}, text(`doubts/${name}`)), element("span", { class: "count" }, data.counts[name] === undefined ? "" : number(String(data.counts[name]))))))));

  const input = (name, label, attributes) => element("label", {}, element("span", {}, text(label)),
    element("input", { name, value: data.filter[name] || "", autocomplete: attributes.type === "search" ? null : "off", ...attributes }));
  const choice = (name, options) => element("label", {}, element("span", {}, text(name)),
    element("select", { name, onchange: () => form.requestSubmit() }, element("option", { value: "" }, text("any")),
      options.map(([value, label]) => element("option", { value, selected: data.filter[name] === value }, label))));
  const filtered = Object.keys(data.filter).some((name) => name !== "doubt");
  // Conditions that are seldom used are folded away while they are not in use.
  const isUnfolded = ["from", "to", "least", "most", "state", "tag"].some((name) => data.filter[name]);
  const unfold = element("button", { type: "button", class: "unfold", "aria-expanded": String(isUnfolded), onclick: () => {
    unfold.setAttribute("aria-expanded", String(form.classList.toggle("unfolded")));
  } }, text("filters"));
  const months = (data.months || []).map((month) => [month, month]);
  const form = element("form", { class: isUnfolded ? "filter unfolded" : "filter", method: "get", action: "", role: "search" },
    chosen !== usual && element("input", { type: "hidden", name: "doubt", value: chosen }),
    input("q", "search", { type: "search", class: "words", placeholder: text(data.drafts ? "searchHintInFile" : "searchHint"), maxlength: 200 }),
    choice("month", months), input("merchant", "shop", { size: 12 }), choice("kind", Object.entries(text("kinds"))),
    element("div", { class: "actions" }, element("button", { class: "primary" }, text("filter")), unfold,
      filtered && element("a", { class: "button", href: chosen === "any" ? "?" : `?doubt=${chosen}` }, text("clear"))),
    element("div", { class: "further" }, input("from", "from", { type: "date" }), input("to", "to", { type: "date" }),
      input("least", "least", { inputmode: "decimal", size: 8 }), input("most", "most", { inputmode: "decimal", size: 8 }),
      choice("state", Object.entries(text("states"))), input("tag", "tag", { size: 8 })));

  // The lines with what was searched for; the places are those of code points.
  const lineWith = ({ text: line, words, field }) => {
    const points = [...line];
    let place = 0;
    const parts = words.flatMap(([from, to]) => {
      const pair = [points.slice(place, from).join(""), element("mark", {}, points.slice(from, to).join(""))];
      place = to;
      return pair;
    });
    return element("small", { class: "found" }, field && `${text(`fieldNames/${field}`)}: `, element("bdi", {}, parts, points.slice(place).join("")));
  };
  const money = (receipt) => receipt.total && element("span", { class: "money" }, number(receipt.total.value),
    receipt.currency && element("small", {}, ` ${receipt.currency}`));
  const hasPictures = !data.drafts;
  // A path breaks between its parts alone.
  const broken = (path) => scanned(path.split(/(?<=[/_-])/).flatMap((part) => [part, element("wbr")]));
  const row = (entry) => {
    const receipt = entry.receipts[0] || {};
    const more = entry.receipts.length > 1 && element("small", { class: "more" }, text("receipts", { count: entry.receipts.length }));
    const doubts = entry.doubts.map((name) => element("span", { class: `doubt ${name}` }, text(`doubt-names/${name}`)));
    const state = entry.state !== "recognised" && element("span", { class: "doubt state" }, text(`states/${entry.state}`));
    // Of what could not be read there is no file.
    const target = entry.href || (entry.id !== undefined && `page/${entry.id}${address({ offset: "" }).replace(/^\?$/, "")}`);
    const place = entry.pageCount > 1 ? ` · ${entry.page} ${text("of")} ${entry.pageCount}` : "";
    const isSeen = hasPictures && ["recognised", "blank"].includes(entry.state);
    return element("tr", {},
      hasPictures && element("td", { class: "thumbnail" }, isSeen && element("img", { src: `picture/${entry.id}`, alt: "", loading: "lazy", decoding: "async" })),
      element("td", { class: "shop" }, receipt.merchant ? scanned(receipt.merchant.value) : entry.kind && element("span", { class: "kind" }, text(`kinds/${entry.kind}`)), more),
      element("td", { class: "day" }, receipt.date && receipt.date.value),
      element("td", { class: "total" }, money(receipt), receipt.total && HanScan.chip(receipt.total)),
      element("td", { class: "doubts" }, doubts, state, entry.missing && element("span", { class: "doubt state" }, text("missing")), data.drafts && data.drafts.beside(entry)),
      element("td", { class: "document" }, element(target ? "a" : "span", target ? { href: target } : {}, broken(entry.path), place), (entry.lines || []).map(lineWith)));
  };
  const heads = ["shop", "date", "total", "reason", "document"].map((name) =>
    element("th", { scope: "col", class: `head-${name}` }, text(name === "document" ? "place" : name)));
  const table = element("table", { class: "rows" }, element("thead", {}, element("tr", {}, hasPictures && element("td", { class: "head-thumbnail" }), heads)),
    element("tbody", {}, data.rows.map(row)));

  const last = data.offset + data.rows.length;
  const pager = data.count > data.rows.length && element("nav", { class: "pager", "aria-label": text("allPages") },
    data.offset > 0 && element("a", { class: "button", rel: "prev", href: address({ offset: Math.max(0, data.offset - data.step) }) }, text("earlier")),
    element("span", {}, text(data.isComplete === false ? "shownOfMore" : "shown", { from: number(String(data.offset + 1)), to: number(String(last)), count: number(String(data.count)) })),
    last < data.count && element("a", { class: "button", rel: "next", href: address({ offset: last }) }, text("later")));

  const help = HanScan.help(text("queueKeys"));
  // A request that nothing can be listed by.
  const fault = ({ name, value }) => {
    const kinds = { from: "Day", to: "Day", month: "Choice", least: "Amount", most: "Amount", state: "Choice", kind: "Choice", doubt: "Choice", offset: "Choice", "from..to": "Days", "least..most": "Amounts" };
    const labels = ["state", "kind", "doubt", "from", "to", "least", "most", "month"];
    return element("p", { class: "problem", role: "alert" }, labels.includes(name) && `${text(name)}: `,
      text(`faults/${kinds[name] || "Name"}`, { name, value }));
  };
  const content = data.faults ? data.faults.map(fault) : data.rows.length > 0 ? table
    : element("p", { class: "empty" }, text(data.isImpossible ? "impossible" : data.isComplete === false ? "nothingYet" : chosen === "any" && !filtered && data.counts.all > 0 ? "done" : filtered ? "notFound" : data.counts.all === 0 ? "emptyStore" : "nothing"));
  document.title = `${text("title")} – HanScan`;
  document.body.append(
    element("header", {}, element("h1", {}, element("span", { class: "brand" }, "HanScan"), " ", text("title")),
      element("span", { class: "store" }, scanned(data.store)), element("span", { class: "space" }),
      data.readOnly && element("span", { class: "doubt" }, text("readOnly")), HanScan.languageChoice(),
      element("button", { type: "button", class: "keys", onclick: help, "aria-keyshortcuts": "?" }, text("help"), " ", element("kbd", {}, "?"))),
    element("div", { class: "queue" }, navigation, element("main", { id: "content" }, data.drafts && data.drafts.element, form, data.change && HanScan.acceptProven(data), content, pager)));

  const links = [...table.querySelectorAll("td.document a")];
  if (data.drafts) HanScan.keepOrder(links.map((link) => link.href));
  const move = (step) => {
    const place = links.indexOf(document.activeElement);
    const link = links[Math.min(Math.max(place + step, 0), links.length - 1)];
    if (link) link.focus();
  };
  // Takes back what was put right last: all that was accepted here, or a change of a page, there.
  const takeBack = () => {
    const bulk = document.querySelector(".bulk .undo:not([hidden])");
    const last = HanScan.history.read(data.change).pop();
    if (bulk) bulk.click();
    else if (last) HanScan.history.goBack(last);
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey && event.key.toLowerCase() === "z" && !HanScan.isTyping(event.target)) {
      event.preventDefault();
      takeBack();
    }
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (HanScan.isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const actions = {
      ArrowDown: () => move(1), ArrowUp: () => move(-1), "?": help, "/": () => form.querySelector("input[type=search]").focus(),
    };
    const list = lists[Number(event.key) - 1];
    const action = actions[event.key] || (list && (() => navigation.querySelectorAll("a")[Number(event.key) - 1].click()));
    if (!action) return;
    event.preventDefault();
    action();
  });
  if (links.length > 0) links[0].focus();
  const typed = HanScan.typeAgain();
  if (typed) typed.focus();
};

// Accepts the pages of the list at once whose receipts are all proven, and takes that back.
HanScan.acceptProven = (data) => {
  const { element, text } = HanScan;
  const isProven = ({ merchant, date, total }) => merchant && date && HanScan.Reading.isCertain(total);
  const pages = data.rows.filter(({ doubts, receipts }) => doubts.length > 0 && receipts.length > 0 && receipts.every(isProven)
    && doubts.every((name) => name === "unread"));
  if (pages.length === 0) return null;
  const writers = pages.map(({ id }) => HanScan.writer({ id, change: data.change, corrections: [] }, {}));
  const made = [];
  const said = element("span", { role: "status" });
  const run = async (changes) => {
    for (const button of [accept, undo]) button.disabled = true;
    try {
      for (const [writer, change] of changes) made.push([writer, await writer.send(change)]);
      said.textContent = text("acceptedMany", { count: changes.length });
    } catch (error) {
      said.replaceChildren(HanScan.explained(error.message));
    }
    undo.disabled = undo.hidden = made.length === 0;
    accept.hidden = made.length > 0;
  };
  const accept = element("button", { type: "button", onclick: () => run(writers.map((writer) => [writer, { checked: true, old: "unread" }])) }, "✓ ", text("acceptProven", { count: pages.length }));
  const undo = element("button", { type: "button", class: "undo", hidden: true, onclick: async () => {
    try {
      for (const [writer, { id }] of made) if (id !== undefined) await writer.send({ undo: id });
      location.reload();
    } catch (error) {
      said.replaceChildren(HanScan.explained(error.message));
    }
  } }, text("undo"));
  return element("p", { class: "bulk" }, accept, said, undo);
};

// The other language of the pages.
HanScan.languageChoice = () => {
  const { element, text, languages, language, choose } = HanScan;
  const names = { ko: "한국어", en: "English" };
  return element("select", { class: "language", "aria-label": text("language"), onchange: (event) => choose(event.target.value) },
    languages.map((name) => element("option", { value: name, lang: name, selected: name === language }, names[name])));
};

// In files the list tells each page which one comes before and after it.
HanScan.keepOrder = (links) => {
  try {
    localStorage.setItem("hanscan order", JSON.stringify(links));
  } catch { /* A browser may keep nothing for files. */ }
};
HanScan.orderAround = (address) => {
  try {
    const links = JSON.parse(localStorage.getItem("hanscan order") || "[]");
    const place = links.indexOf(address);
    return place < 0 ? {} : { before: links[place - 1], after: links[place + 1], next: links[place + 1] };
  } catch {
    return {};
  }
};
