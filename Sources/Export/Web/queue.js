"use strict";
// The queue: the pages of a store by what is doubtful about them.

HanScan.queue = (data) => {
  const { element, scanned, text, number } = HanScan;
  const lists = ["any", "conflict", "unproven", "missing", "low", "unread", "all"];
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
    element("input", { name, value: data.filter[name] || "", autocomplete: "off", ...attributes }));
  const choice = (name, group) => {
    const options = Object.entries(text(group)).map(([value, label]) =>
      element("option", { value, selected: data.filter[name] === value }, label));
    return element("label", {}, element("span", {}, text(name)),
      element("select", { name }, element("option", { value: "" }, text("any")), options));
  };
  const filtered = Object.keys(data.filter).some((name) => name !== "doubt");
  // On a narrow screen all but the search is folded away where it is not in use.
  const isUnfolded = Object.keys(data.filter).some((name) => name !== "doubt" && name !== "q");
  const unfold = element("button", { type: "button", class: "unfold", "aria-expanded": String(isUnfolded), onclick: () => {
    unfold.setAttribute("aria-expanded", String(form.classList.toggle("unfolded")));
  } }, text("filters"));
  const form = element("form", { class: isUnfolded ? "filter unfolded" : "filter", method: "get", action: "", role: "search" },
    chosen !== usual && element("input", { type: "hidden", name: "doubt", value: chosen }),
    input("q", "search", { type: "search", class: "words", placeholder: text(data.drafts ? "searchHintInFile" : "searchHint"), maxlength: 200 }),
    input("merchant", "shop", {}), input("from", "from", { type: "date" }), input("to", "to", { type: "date" }),
    input("least", "least", { inputmode: "decimal", size: 8 }), input("most", "most", { inputmode: "decimal", size: 8 }),
    choice("state", "states"), choice("kind", "kinds"), input("tag", "tag", { size: 8 }),
    element("div", { class: "actions" }, unfold, element("button", { class: "primary" }, text("filter")),
      filtered && element("a", { class: "button", href: chosen === "any" ? "?" : `?doubt=${chosen}` }, text("clear"))));

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
  const row = (entry) => {
    const receipt = entry.receipts[0] || {};
    const more = entry.receipts.length > 1 && element("small", { class: "more" }, text("receipts", { count: entry.receipts.length }));
    const doubts = entry.doubts.map((name) => element("span", { class: `doubt ${name}` }, text(`doubt-names/${name}`)));
    const state = entry.state !== "recognised" && element("span", { class: "doubt state" }, text(`states/${entry.state}`));
    // Of what could not be read there is no file.
    const target = entry.href || (entry.id !== undefined && `page/${entry.id}`);
    const place = entry.pageCount > 1 ? ` · ${entry.page} ${text("of")} ${entry.pageCount}` : "";
    return element("tr", {},
      element("td", { class: "document" }, element(target ? "a" : "span", target ? { href: target } : {}, scanned(entry.path), place), (entry.lines || []).map(lineWith)),
      element("td", { class: "shop" }, receipt.merchant && scanned(receipt.merchant.value), more),
      element("td", { class: "day" }, receipt.date && receipt.date.value),
      element("td", { class: "total" }, money(receipt), receipt.total && HanScan.chip(receipt.total)),
      element("td", { class: "kind" }, entry.kind && text(`kinds/${entry.kind}`)),
      element("td", { class: "score" }, entry.score !== undefined && element("meter", {
        min: 0, max: 100, low: 80, high: 95, optimum: 100, value: entry.score, "aria-label": text("score"),
      }), entry.score),
      element("td", { class: "doubts" }, doubts, state, data.drafts && data.drafts.beside(entry)));
  };
  const heads = ["document", "shop", "date", "total", "kind", "score", "doubt"].map((name) =>
    element("th", { scope: "col", class: `head-${name}` }, text(name)));
  const table = element("table", { class: "rows" }, element("thead", {}, element("tr", {}, heads)),
    element("tbody", {}, data.rows.map(row)));

  const last = data.offset + data.rows.length;
  const pager = data.count > data.rows.length && element("nav", { class: "pager", "aria-label": text("allPages") },
    data.offset > 0 && element("a", { class: "button", rel: "prev", href: address({ offset: Math.max(0, data.offset - data.step) }) }, text("earlier")),
    element("span", {}, text(data.isComplete === false ? "shownOfMore" : "shown", { from: number(String(data.offset + 1)), to: number(String(last)), count: number(String(data.count)) })),
    last < data.count && element("a", { class: "button", rel: "next", href: address({ offset: last }) }, text("later")));

  const help = HanScan.help(text("queueKeys"));
  // What was asked for in a way that nothing can be listed by.
  const fault = ({ name, value }) => {
    const kinds = { from: "Day", to: "Day", least: "Amount", most: "Amount", state: "Choice", kind: "Choice", doubt: "Choice", offset: "Choice", "from..to": "Days", "least..most": "Amounts" };
    const labels = { state: "state", kind: "kind", doubt: "doubt", from: "from", to: "to", least: "least", most: "most" };
    return element("p", { class: "problem", role: "alert" }, labels[name] && `${text(labels[name])}: `,
      text(`faults/${kinds[name] || "Name"}`, { name, value }));
  };
  const content = data.faults ? data.faults.map(fault) : data.rows.length > 0 ? table
    : element("p", { class: "empty" }, text(data.isImpossible ? "impossible" : data.isComplete === false ? "nothingYet" : chosen === "any" && !filtered && data.counts.all > 0 ? "done" : filtered ? "notFound" : data.counts.all === 0 ? "emptyStore" : "nothing"));
  document.title = `${text("title")} – HanScan`;
  document.body.append(
    element("header", {}, element("h1", {}, element("span", { class: "brand" }, "HanScan"), " ", text("title")),
      element("span", { class: "store" }, scanned(data.store)), element("span", { class: "space" }),
      data.readOnly && element("span", { class: "doubt" }, text("readOnly")),
      element("button", { type: "button", class: "keys", onclick: help, "aria-keyshortcuts": "?" }, text("help"), " ", element("kbd", {}, "?"))),
    element("div", { class: "queue" }, navigation, element("main", { id: "content" }, data.drafts && data.drafts.element, form, content, pager)));

  const links = [...table.querySelectorAll("td.document a")];
  const move = (step) => {
    const place = links.indexOf(document.activeElement);
    const link = links[Math.min(Math.max(place + step, 0), links.length - 1)];
    if (link) link.focus();
  };
  document.addEventListener("keydown", (event) => {
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
};
