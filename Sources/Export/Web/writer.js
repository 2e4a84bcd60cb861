"use strict";
// Where corrections go: to the server that shows the page, or, in a file, into another file for 'hanscan correct apply'.
// Nothing where nothing may be changed.
HanScan.writer = (view, page) => {
  if (view.collects) return HanScan.collector(page);
  if (!view.change) return null;
  return {
    async send(change) {
      const answer = await fetch(`/page/${view.id}`, {
        method: "POST", headers: { "Content-Type": "application/json", "X-HanScan-Change": view.change },
        body: JSON.stringify(change),
      });
      if (!answer.ok) throw new Error((await answer.text()).trim());
      const data = await answer.json();
      return { page: data.page, id: data.view.made };
    },
  };
};

// Keeps corrections in the page until they are downloaded.
HanScan.collector = (first) => {
  const { element, text } = HanScan;
  const entries = [];
  const button = element("button", { type: "button", class: "primary", hidden: true, onclick: () => {
    const corrections = entries.filter((entry) => entry.holds).map(({ correction }) => correction);
    const file = new Blob([`${JSON.stringify({ version: 1, corrections }, null, 1)}\n`], { type: "application/json" });
    const link = element("a", { href: URL.createObjectURL(file), download: `${first.source.path.split("/").pop()}.corrections.json` });
    link.click();
    entries.forEach((entry) => { entry.isSaved = true; });
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  } });
  const label = () => {
    const count = entries.filter((entry) => entry.holds).length;
    button.hidden = count === 0;
    button.textContent = text("download", { count });
  };
  window.addEventListener("beforeunload", (event) => {
    if (entries.some((entry) => entry.holds && !entry.isSaved)) event.preventDefault();
  });
  // What the page says with the corrections that hold; checks are made anew by 'hanscan correct apply' alone.
  const corrected = () => {
    const page = JSON.parse(JSON.stringify(first));
    const readable = page.lines.filter((line) => line.kind === "text" && line.text !== "");
    for (const { correction, holds } of entries) {
      if (!holds) continue;
      if (correction.line !== undefined) {
        const line = readable[correction.line - 1];
        line.read = line.read || line.text;
        Object.assign(line, { text: correction.text, corrected: true, confidence: 1 });
        line.words = [{ text: correction.text, box: line.box, confidence: 1 }];
      } else {
        const fields = page.receipts[correction.receipt - 1].fields;
        const field = fields[correction.field] || { text: "", lines: [], proof: "read", confidence: 1 };
        if (field.value !== correction.value) field.proof = "read";
        fields[correction.field] = { ...field, value: correction.value, corrected: true };
      }
    }
    return page;
  };
  return {
    tool: button,
    async send(change) {
      if (change.undo !== undefined) entries[change.undo].holds = false;
      else entries.push({ correction: { source: first.source.path, page: first.page, ...change }, holds: true });
      label();
      return { page: corrected(), id: change.undo === undefined ? entries.length - 1 : undefined };
    },
  };
};
