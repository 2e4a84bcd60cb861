"use strict";
// The corrections in files, by document: the browser keeps them from one file to the next, until the scans are exported
// again with them.
//
// Exports of other scans under the same names have the same place there: what is said of pages that are not of this one
// stays as it is.
//
// An entry is about one line, field, receipt, kind or page: `key` shows it, `source`, `page` and `target` name it, `values`
// are what was said of it one after another, each with its `change`; `digest` tells what it was said of, and `isSaved` that
// it was downloaded.
HanScan.drafts = (() => {
  const prefix = "hanscan corrections ";
  const memory = {};
  const all = () => {
    try {
      return { ...memory, ...Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith(prefix))) };
    } catch {
      return memory;
    }
  };
  const names = () => Object.keys(all()).map((key) => key.slice(prefix.length));
  const drafts = {
    // Whether they outlive the page.
    stay: true,
    read(name) { return JSON.parse(all()[prefix + name] || "[]"); },
    write(name, entries) {
      const text = JSON.stringify(entries);
      try {
        if (entries.length > 0) localStorage.setItem(prefix + name, text);
        else localStorage.removeItem(prefix + name);
      } catch {
        memory[prefix + name] = text;
        drafts.stay = false;
      }
    },
    // Whether an entry is of these pages, by the digests of what they say; what was said of others was applied already.
    isOf(digests) { return ({ source, page, digest }) => digests.get(`${page} ${source}`) === digest; },
    all(digests) { return names().flatMap((name) => drafts.read(name)).filter(drafts.isOf(digests)); },
    // Puts entries in the place of those of these pages; others that nobody has downloaded stay.
    replace(name, digests, entries) {
      const isOurs = drafts.isOf(digests);
      drafts.write(name, [...drafts.read(name).filter((entry) => !isOurs(entry) && !entry.isSaved), ...entries]);
    },
    noteSaved(digests) {
      for (const name of names()) {
        const ours = drafts.read(name).filter(drafts.isOf(digests));
        drafts.replace(name, digests, ours.map((entry) => ({ ...entry, isSaved: true })));
      }
    },
  };
  try {
    localStorage.getItem(prefix);
  } catch {
    drafts.stay = false;
  }
  return drafts;
})();

// A cell that is a whole line follows it. Any other cell says that its line was corrected: only 'hanscan correct apply' reads
// tables again.
HanScan.followLine = ({ tables = [], lines }, index, text) => {
  const old = lines[index].text;
  for (const cell of tables.flatMap(({ cells }) => cells).filter((one) => one.lines.includes(index))) {
    if (cell.text === old) Object.assign(cell, { text, confidence: 1 });
    else if (text !== old) cell.isOutdated = true;
  }
};

// A page with entries, one after another, as far as a page can tell without being understood anew: checks and proofs are
// made anew by 'hanscan correct apply' alone.
HanScan.corrected = (page, entries, sumsOf) => {
  const changed = JSON.parse(JSON.stringify(page));
  const receipts = (changed.receipts || []).map((receipt, index) => ({ number: index + 1, ...receipt }));
  const none = new Set();
  for (const { key, index, target, values } of entries) {
    const { change } = values[values.length - 1];
    if (index !== undefined) {
      const line = changed.lines[index];
      line.read = line.read || line.text;
      HanScan.followLine(changed, index, change.text);
      Object.assign(line, { text: change.text, corrected: true, confidence: 1 });
      line.words = change.text === "" ? [] : [{ text: change.text, box: line.box, confidence: 1 }];
    } else if (key === "kind") {
      changed.kinds = [{ label: change.kind, confidence: 1, corrected: true }];
    } else if (target.noReceipt) {
      none.add(target.noReceipt);
    } else if (target.field) {
      let receipt = receipts.find(({ number }) => number === target.receipt);
      if (!receipt) receipts.push(receipt = { number: target.receipt, fields: {}, items: [], checks: [] });
      const field = receipt.fields[target.field] || { text: "", lines: [], proof: "read", confidence: 1 };
      if (field.value !== change.value) field.proof = "read";
      receipt.fields[target.field] = { ...field, value: change.value, corrected: true };
      if (change.value === "") delete receipt.fields[target.field];
    }
  }
  for (const receipt of receipts) HanScan.addUp(receipt, sumsOf(receipt.number));
  if (changed.receipts || receipts.length > 0) changed.receipts = receipts.filter(({ number }) => !none.has(number));
  return changed;
};

// Compares a typed total with the sums of other values: a file has no other checks that it could make.
HanScan.addUp = ({ fields, items, checks = [] }, sums) => {
  const { total } = fields;
  if (!total || !total.corrected) return;
  for (const { value, parts } of sums) {
    const isOfItems = parts[0] === "items";
    const name = isOfItems ? "items-sum-to-total" : "supply-plus-tax-is-total";
    const check = checks.find((one) => one.name === name);
    // Items that the program has not added up are perhaps not all of them.
    if (isOfItems ? !check : parts.some((part) => !fields[part] || fields[part].corrected)) continue;
    const holds = Number(value) === Number(total.value);
    const list = (tongue) => (isOfItems ? HanScan.text("itemsTogether", { count: (items || []).length }, tongue)
      : parts.map((part) => `${HanScan.text(`fieldNames/${part}`, {}, tongue)} ${fields[part].value}`).join(", "));
    const detail = HanScan.inBoth(holds ? "sumHolds" : "sumFails", (tongue) => ({ list: list(tongue), sum: value, total: total.value }));
    if (check) Object.assign(check, { holds, detail });
    else checks.push({ name, holds, detail });
    if (total.proof !== "conflict") total.proof = holds ? "proven" : "conflict";
    for (const part of parts) if (holds && fields[part]) fields[part].proof = "proven";
  }
};

// Buttons that download corrections as a file: those that were not downloaded yet, and all of them again.
HanScan.Downloads = class {
  constructor(name, entries, saved) {
    const { element, text } = HanScan;
    this.entries = entries;
    const button = (kind, chosen) => element("button", { type: "button", class: kind, hidden: true, onclick: () => {
      this.download(name, chosen());
      saved();
      this.label();
    } });
    this.fresh = button("primary", () => entries().filter(({ isSaved }) => !isSaved));
    this.again = button("again", entries);
    this.again.title = text("downloadAgainHelp");
    this.element = element("span", { class: "downloads" }, this.fresh, this.again);
    this.label();
  }

  label() {
    const { text } = HanScan;
    const [all, open] = [this.entries().length, this.entries().filter(({ isSaved }) => !isSaved).length];
    this.fresh.hidden = open === 0;
    this.fresh.textContent = text("download", { count: open });
    this.again.hidden = all === open;
    this.again.textContent = text("downloadAgain", { count: all });
  }

  // One entry for each thing: what stood there first, and what was said of it last.
  download(name, entries) {
    const last = new Map();
    for (const entry of entries) {
      const id = JSON.stringify([entry.source, entry.page, entry.key]);
      const { target } = last.get(id) || entry;
      last.set(id, { ...entry, target });
    }
    const corrections = [...last.values()].map(({ source, page, target, values }) =>
      ({ source, page, ...target, ...values[values.length - 1].change }));
    const file = new Blob([`${JSON.stringify({ version: 1, corrections }, null, 1)}\n`], { type: "application/json" });
    const link = HanScan.element("a", { href: URL.createObjectURL(file), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
};
