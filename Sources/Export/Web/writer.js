"use strict";
// Where corrections go: to the server that shows the page, or, in a file, into another file for 'hanscan correct apply'.
// Nothing where nothing may be changed.
//
// A change has `index` (of a line) and `text`, or `field`, `receipt` and `value`, with `old`; or `checked` for all that is
// doubtful about the page; or `undo`. The answer has the page as it is then, what is doubtful about it, `id` for what was
// made, and `corrections`: what holds on the page, with the place that shows it.
HanScan.writer = (view, page) => {
  if (view.collects) return HanScan.collector(page, view.doubts || []);
  if (!view.change) return null;
  return {
    corrections: view.corrections || [],
    async send(change) {
      const answer = await fetch(`/page/${view.id}`, {
        method: "POST", headers: { "Content-Type": "application/json", "X-HanScan-Change": view.change },
        body: JSON.stringify(change),
      });
      if (!answer.ok) throw new Error((await answer.text()).trim());
      const data = await answer.json();
      return { page: data.page, id: data.view.made, corrections: data.view.corrections, doubts: data.view.doubts };
    },
  };
};

// What was put right in files and not downloaded yet, by document; the browser keeps it from one file to the next.
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
  return {
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
        this.stay = false;
      }
    },
    names() { return Object.keys(all()).map((key) => key.slice(prefix.length)); },
  };
})();

// A button that downloads corrections as a file.
HanScan.downloader = (name, entries, saved) => {
  const { element, text } = HanScan;
  const open = () => entries().filter((entry) => !entry.isSaved);
  const button = element("button", { type: "button", class: "primary", hidden: true, onclick: () => {
    const corrections = open().map(({ source, page, target, values }) => ({ source, page, ...target, ...values[values.length - 1].change }));
    const file = new Blob([`${JSON.stringify({ version: 1, corrections }, null, 1)}\n`], { type: "application/json" });
    const link = element("a", { href: URL.createObjectURL(file), download: name });
    link.click();
    saved();
    button.label();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  } });
  button.label = () => {
    const count = open().length;
    button.hidden = count === 0;
    button.textContent = text("download", { count });
  };
  button.label();
  return button;
};

// Keeps corrections until they are downloaded: one for each line and field, however often it was changed.
HanScan.collector = (first, doubts) => {
  // Another export of the same document is another page: what was put right on it by then is no draft any more.
  const lines = first.lines || [];
  const digest = [...JSON.stringify([first.content, lines.map((line) => line.text), first.receipts])]
    .reduce((sum, character) => (Math.imul(sum, 31) + character.codePointAt(0)) | 0, 7);
  const name = first.source.path;
  let last = 0;
  const stored = HanScan.drafts.read(name).filter((entry) => entry.page !== first.page || entry.digest === digest);
  const entries = stored.filter((entry) => entry.page === first.page && !entry.isSaved);
  const others = () => HanScan.drafts.read(name).filter((entry) => entry.page !== first.page);
  const keep = () => HanScan.drafts.write(name, [...others(), ...entries]);
  for (const entry of entries) for (const value of entry.values) value.id = last++;
  const button = HanScan.downloader(`${name.split("/").pop()}.corrections.json`, () => [...others(), ...entries], () => {
    for (const entry of entries) entry.isSaved = true;
    HanScan.drafts.write(name, []);
  });
  window.addEventListener("beforeunload", (event) => {
    if (!HanScan.drafts.stay && entries.some((entry) => !entry.isSaved)) event.preventDefault();
  });
  // What the page says with the corrections; checks are made anew by 'hanscan correct apply' alone.
  const corrected = () => {
    const page = JSON.parse(JSON.stringify(first));
    for (const { key, index, target, values } of entries) {
      if (key === "page") continue;
      const { change } = values[values.length - 1];
      if (index !== undefined) {
        const line = page.lines[index];
        line.read = line.read || line.text;
        Object.assign(line, { text: change.text, corrected: true, confidence: 1 });
        line.words = change.text === "" ? [] : [{ text: change.text, box: line.box, confidence: 1 }];
      } else {
        const receipts = page.receipts ||= [];
        const { fields } = receipts[target.receipt - 1] ||= { fields: {}, items: [], checks: [] };
        const field = fields[target.field] || { text: "", lines: [], proof: "read", confidence: 1 };
        if (field.value !== change.value) field.proof = "read";
        fields[target.field] = { ...field, value: change.value, corrected: true };
      }
    }
    return page;
  };
  const holding = () => entries.flatMap(({ key, values }) => values.map(({ id }) => ({ id, key }))).sort((one, two) => one.id - two.id);
  const left = () => (entries.some(({ key }) => key === "page") ? [] : doubts);
  return {
    tool: button, collects: true, start: corrected(), corrections: holding(), doubts: left(),
    async send(change) {
      let id;
      if (change.undo !== undefined) {
        for (const entry of entries) entry.values = entry.values.filter((value) => value.id !== change.undo);
        entries.splice(0, entries.length, ...entries.filter((entry) => entry.values.length > 0));
      } else {
        const { index, field, receipt, old, ...rest } = change;
        const key = change.checked ? "page" : index !== undefined ? `line ${index}` : `field ${receipt - 1} ${field}`;
        const targets = { page: {}, line: { index, old }, field: { field, receipt, old } };
        let entry = entries.find((one) => one.key === key && !one.isSaved);
        if (!entry) {
          entry = { key, index, source: name, page: first.page, digest, target: targets[key.split(" ")[0]], values: [] };
          entries.push(entry);
        }
        id = last++;
        entry.values.push({ id, change: rest });
      }
      keep();
      button.label();
      return { page: corrected(), id, corrections: holding(), doubts: left() };
    },
  };
};
