"use strict";
// The lines of a page: each with its strip of the picture above its text.
HanScan.Lines = class {
  constructor(surface) {
    const { element, text } = HanScan;
    this.surface = surface;
    this.rows = new Map();
    const { reading } = surface;
    this.list = element("ol", { class: "lines" }, reading.lines.map((line, index) => line.kind === "text" && this.row(index)));
    this.element = this.rows.size > 0 ? this.list : reading.page.state === "recognised" && element("p", {}, text("noLines"));
  }

  input(index) { return this.rows.get(index).input; }
  choose(index) {
    const found = this.rows.get(index);
    if (!found) return;
    this.surface.tabs.show("lines");
    found.input.focus();
  }

  row(index) {
    const { element } = HanScan;
    const { surface } = this;
    const input = element("input", {
      type: "text", readonly: !surface.writer, autocomplete: "off", spellcheck: "false", dir: "auto", "data-line": index,
      enterkeyhint: "next",
    });
    const found = {
      input, strip: element("div", {}), share: element("span", {}), read: element("small", { class: "read" }),
      number: element("span", { class: "number" }), acts: element("span", { class: "acts" }),
    };
    found.row = element("li", { class: "line" }, found.strip,
      element("div", { class: "text" }, found.number, input, found.share, found.acts), found.read);
    const line = () => surface.reading.lines[index];
    input.addEventListener("focus", () => surface.reveal(found.row, line().box, line()));
    input.addEventListener("focusout", (event) => surface.blurred(input, event.relatedTarget));
    found.row.addEventListener("click", (event) => { if (!event.target.closest("input, button")) input.focus(); });
    this.rows.set(index, found);
    return found.row;
  }

  fill(before) {
    for (const index of this.rows.keys()) this.fillRow(index, before && before[index]);
  }

  fillRow(index, before) {
    const { text, scanned, percent, band } = HanScan;
    const { reading, paper, viewer, changes } = this.surface;
    const found = this.rows.get(index);
    const line = reading.lines[index];
    found.row.hidden = line.kind !== "text" || (line.text === "" && !line.corrected);
    const number = reading.lineNumber(index) || "–";
    found.number.textContent = number;
    found.input.setAttribute("aria-label", `${text("line", { number })}, ${text("confidence", { share: percent(line.confidence) })}`);
    const key = `line ${index}`;
    found.acts.replaceChildren(...changes.acts(key, !line.corrected && reading.isDoubtful(line) && found.input));
    if (before && JSON.stringify(before) === JSON.stringify(line)) return;
    found.input.dataset.shown = line.text;
    // Text that is being typed meanwhile stays.
    if (!before || changes.saved === key || found.input !== document.activeElement || found.input.value === before.text) {
      found.input.value = line.text;
    }
    found.share.className = `share ${line.corrected ? "corrected" : band(line.confidence)}`;
    found.share.textContent = line.corrected ? text("checked") : `${percent(line.confidence)} %`;
    found.read.replaceChildren(...(line.corrected && line.read !== line.text ? [text("readAs", { text: "" }), scanned(line.read)] : []));
    if (paper) {
      found.strip.replaceChildren(paper.strip(line, index, 34));
      viewer.draw(line, index);
    }
  }
};
