"use strict";
// The tables of a page. A cell shows its place in the picture, and its text is corrected in the cell.
//
// A cell has a part of each line that it was read from. A change has the whole line, with two tabs around the new part: the
// words beside the part keep their places, and stay in their cells.

// The part of each of its lines that a cell holds; the whole line if the text of the cell does not tell which part.
HanScan.cellParts = (cell, lines) => {
  if (cell.parts) return cell.parts;
  const { x, y, width, height } = cell.box;
  const isInside = ({ word: { box } }) => {
    const [column, row] = [box.x + box.width / 2, box.y + box.height / 2];
    return column >= x && column < x + width && row >= y && row < y + height;
  };
  const indices = cell.lines.filter((index) => lines[index]);
  const parts = indices.map((index) => {
    const inside = HanScan.Reading.ranges(lines[index]).filter(isInside);
    return { index, from: inside.length > 0 ? inside[0].from : 0, to: inside.length > 0 ? inside[inside.length - 1].to : 0 };
  });
  if (parts.map(({ index, from, to }) => lines[index].text.slice(from, to)).join(" ") === cell.text) return parts;
  const whole = indices.map((index) => ({ index, from: 0, to: lines[index].text.length, isWhole: true }));
  if (whole.length !== 1 || cell.text === "") return whole;
  // A word that runs over several cells.
  const [{ index }] = whole;
  const from = lines[index].text.indexOf(cell.text);
  return from >= 0 && from === lines[index].text.lastIndexOf(cell.text) ? [{ index, from, to: from + cell.text.length }] : whole;
};

// A line as it reads after a change.
HanScan.lineText = (text) => (text.includes("\t") ? text.split("\t").filter(Boolean).join(" ") : text);

// Lets the cells of a page follow a change of a line; a file has nobody who reads the tables anew.
HanScan.followLine = ({ tables = [], lines }, index, change) => {
  const [old, now] = [lines[index].text, HanScan.lineText(change)];
  const [before, , after] = change.split("\t");
  let [from, kept] = [before, after].map((side) => (side ? side.length + 1 : 0));
  if (after === undefined || !old.startsWith(before) || !old.endsWith(after) || from + kept > old.length) {
    const least = Math.min(old.length, now.length);
    for (from = 0; from < least && old[from] === now[from];) from += 1;
    for (kept = 0; kept < least - from && old[old.length - 1 - kept] === now[now.length - 1 - kept];) kept += 1;
  }
  const [to, shift] = [old.length - kept, now.length - old.length];
  const followed = (part) => {
    if (part.index !== index) return part;
    if (part.isWhole) return { ...part, to: now.length };
    if (part.from <= from && to <= part.to) return { ...part, to: part.to + shift };
    if (part.from >= to) return { ...part, from: part.from + shift, to: part.to + shift };
    // The change reaches over several cells.
    return part.to <= from ? part : { index, from: 0, to: now.length, isWhole: true };
  };
  for (const cell of tables.flatMap(({ cells }) => cells).filter((one) => one.lines.includes(index))) {
    // A cell that was emptied has nothing more to correct, as in the store.
    cell.parts = cell.parts.map(followed).filter((part) => part.from < part.to);
    cell.lines = cell.parts.map((part) => part.index);
    if (cell.parts.some(({ isWhole }) => isWhole)) continue;
    cell.text = cell.parts.map((part) => (part.index === index ? now : lines[part.index].text).slice(part.from, part.to)).join(" ");
  }
};

HanScan.Tables = class {
  constructor(surface) {
    this.surface = surface;
    this.cells = new Map();
    this.shown = null;
    // The cell that was changed last.
    this.last = null;
    const { tables = [] } = surface.reading.page;
    this.element = tables.length > 0 && HanScan.element("div", { onkeydown: (event) => {
      const by = { ArrowRight: [1, true], ArrowLeft: [-1, true], ArrowDown: [1, false], ArrowUp: [-1, false] }[event.key];
      if (!by || !event.target.matches("button.cell") || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const next = this.beside(event.target, ...by);
      if (next) next.focus();
    } });
  }

  get reading() { return this.surface.reading; }
  // The part of a line that an input is about, as it is now.
  part({ dataset }) {
    const { cell } = this.cells.get(dataset.cell) || {};
    return cell && this.partsOf(cell)[Number(dataset.part)];
  }
  partsOf(cell) { return HanScan.cellParts(cell, this.reading.lines); }
  textOf({ index, from, to }) { return this.reading.lines[index].text.slice(from, to); }

  fill() {
    const { element, text } = HanScan;
    const { page: { tables = [] }, corrections } = this.reading;
    const shown = JSON.stringify([tables, corrections]);
    if (!this.element || shown === this.shown) return;
    this.shown = shown;
    const active = this.element.contains(document.activeElement) ? document.activeElement : null;
    const open = [...this.element.querySelectorAll("input")];
    this.cells.clear();
    this.element.replaceChildren(...(tables.length > 0
      ? tables.map((table, place) => element("section", { class: "table-frame" }, this.table(table, place))) : [element("p", {}, text("noTables"))]));
    let here = active && active.matches("button.cell") ? this.button(active.parentElement.dataset.cell) : null;
    for (const input of open) {
      const part = this.part(input);
      const isTyped = this.surface.changes.isTyped(input);
      // What is being typed meanwhile stays; what was sent is shown.
      if (!part || (input !== active && !isTyped)) continue;
      const isSent = isTyped && this.textOf(part) === HanScan.Tables.plain(input.value);
      const again = isSent ? this.button(input.dataset.cell) : this.edit(input.dataset.cell)[Number(input.dataset.part)];
      if (!isSent && isTyped) again.value = input.value;
      if (input === active) here = again;
    }
    if (here) here.focus({ preventScroll: true });
  }

  table({ cells }, place) {
    const { element, text } = HanScan;
    const last = cells.reduce((most, { row }) => Math.max(most, row), -1);
    const rows = Array.from({ length: last + 1 }, () => element("tr", {}));
    for (const cell of cells) rows[cell.row].append(this.cell(cell, `${place} ${cell.row} ${cell.column}`));
    return element("table", { class: "cells", "aria-label": text("table", { number: place + 1 }) }, element("tbody", {}, rows));
  }

  cell(cell, key) {
    const td = HanScan.element("td", {
      "data-cell": key, rowspan: cell.rowSpan > 1 && cell.rowSpan, colspan: cell.columnSpan > 1 && cell.columnSpan,
      onpointerenter: () => this.point(cell), onclick: (event) => {
        const input = event.target.closest("input, .acts") ? null : this.edit(key)[0];
        if (!input) return;
        input.focus();
        input.select();
      },
    });
    this.cells.set(key, { cell, td });
    this.close(key);
    return td;
  }

  label(cell) {
    const { text, percent } = HanScan;
    return `${text("cell", { row: cell.row + 1, column: cell.column + 1 })}, ${text("confidence", { share: percent(cell.confidence) })}`;
  }

  // The line of a cell says how far it is askew.
  lineOf(cell) { return this.reading.lines[cell.lines[0]]; }
  point(cell) {
    const { viewer, paper } = this.surface;
    const line = this.lineOf(cell);
    if (viewer) viewer.point(paper.printed(cell.box, line ? paper.slope(line) : 0));
  }

  button(key) {
    const found = this.cells.get(key);
    return found ? found.td.querySelector("button.cell") : null;
  }

  // Shows the text of a cell; one that was read from no line has nothing to correct.
  close(key, takesFocus = false) {
    const { element, scanned, band } = HanScan;
    const { cell, td } = this.cells.get(key) || {};
    if (!td) return;
    const button = cell.lines.length > 0 && element("button", {
      type: "button", class: `cell ${band(cell.confidence)}`, "aria-label": cell.text === "" && this.label(cell),
      // The press of a mouse does not move the cell away before its click.
      onmousedown: (event) => event.preventDefault(), onfocus: () => this.surface.reveal(td, cell.box, this.lineOf(cell)),
    }, scanned(cell.text));
    td.replaceChildren(...[button].filter(Boolean));
    if (button && takesFocus) button.focus();
  }

  // An input for each part of a cell, in place of its text.
  edit(key) {
    const { element } = HanScan;
    const { surface } = this;
    const { cell, td } = this.cells.get(key) || {};
    if (!td) return [];
    const open = [...td.querySelectorAll("input")];
    if (open.length > 0) return open;
    const inputs = this.partsOf(cell).map((part, number) => {
      const value = this.textOf(part);
      const input = element("input", {
        type: "text", value, size: Math.min(Math.max(value.length + 2, 8), 40), readonly: !surface.writer, autocomplete: "off",
        spellcheck: "false", dir: "auto", "aria-label": this.label(cell), "data-cell": key, "data-part": number,
        "data-line": part.index, "data-shown": value, enterkeyhint: "done",
      });
      input.addEventListener("focus", () => surface.reveal(td, cell.box, this.lineOf(cell)));
      input.addEventListener("focusout", (event) => {
        surface.blurred(input, event.relatedTarget);
        queueMicrotask(() => this.leave(td, event.relatedTarget));
      });
      return input;
    });
    if (inputs.length > 0) {
      td.replaceChildren(...inputs.map((input) => element("span", { class: "part" }, input,
        element("span", { class: "acts" }, surface.changes.acts(`line ${input.dataset.line}`)))));
    }
    return inputs;
  }

  // The cursor has left a cell: without typed text it shows what it says.
  leave(td, next) {
    const inputs = [...td.querySelectorAll("input")];
    if (inputs.length === 0 || td.contains(next) || td.contains(document.activeElement) || !td.isConnected) return;
    if (!inputs.some((input) => this.surface.changes.isTyped(input))) this.close(td.dataset.cell);
  }

  static plain(text) { return text.trim().replace(/\s+/g, " "); }

  changesOf(input) {
    const part = this.part(input);
    const value = HanScan.Tables.plain(input.value);
    if (value === input.dataset.shown || (part && this.textOf(part) === value)) return [];
    if (!part || this.textOf(part) !== input.dataset.shown) throw new Error(HanScan.text("changedElsewhere"));
    this.last = input.dataset.cell;
    const { text } = this.reading.lines[part.index];
    const [before, after] = [text.slice(0, part.from), text.slice(part.to)];
    const isWords = !/\S$/.test(before) && !/^\S/.test(after);
    const isWhole = before.trim() === "" && after.trim() === "";
    const changed = isWhole ? value : isWords ? `${before.trim()}\t${value}\t${after.trim()}` : before + value + after;
    return [{ index: part.index, text: changed, old: text }];
  }

  async accept(input) {
    const key = input.dataset.cell;
    input.readOnly = true;
    const isDone = await this.surface.changes.save(input);
    input.readOnly = !this.surface.writer;
    const { td } = this.cells.get(key) || {};
    // The person may have gone on meanwhile.
    const active = document.activeElement;
    if (isDone && td && (active === document.body || td.contains(active))) this.close(key, true);
  }

  // The next stop of the cursor: in the same row or any other across, and in the same column up and down.
  beside(stop, by, isAcross = false) {
    const keyOf = (one) => one.closest("td").dataset.cell;
    const { cell: here } = this.cells.get(keyOf(stop));
    const isNear = (one) => {
      const { cell } = this.cells.get(keyOf(one));
      const isAbove = cell.column < here.column + here.columnSpan && here.column < cell.column + cell.columnSpan;
      return cell === here || (isAbove && cell.row !== here.row && keyOf(one).split(" ")[0] === keyOf(stop).split(" ")[0]);
    };
    const stops = [...this.element.querySelectorAll("button.cell, input")];
    const place = stops.indexOf(stop);
    const further = by > 0 ? stops.slice(place + 1) : stops.slice(0, place).reverse();
    return further.find((one) => isAcross || isNear(one));
  }

  // Puts the cursor on a cell of a line, if the tables are shown: the one that was changed last, if it is one of them.
  choose(index) {
    if (this.surface.tabs.current !== "tables") return false;
    const keys = [...this.cells.keys()].filter((key) => this.cells.get(key).cell.lines.includes(index));
    const key = keys.includes(this.last) ? this.last : keys[0];
    this.close(key, true);
    return key !== undefined;
  }
};
