"use strict";
// The tables of a page. A cell shows its place in the picture, and opens the line that it was read from: lines are corrected,
// and tables follow them.
HanScan.Tables = class {
  constructor(surface) {
    this.surface = surface;
    // Each cell with its elements, by table, row and column, in the order of reading.
    this.cells = new Map();
    this.shown = null;
    // The key of the cell that Tab and Alt + L go to: the last one that had the cursor or was clicked.
    this.current = null;
    this.element = this.tables.length > 0 && HanScan.element("div", { onkeydown: (event) => this.step(event) });
  }

  get tables() { return this.surface.reading.page.tables || []; }

  fill() {
    const { element, text } = HanScan;
    const shown = JSON.stringify(this.tables);
    if (!this.element || shown === this.shown) return;
    this.shown = shown;
    const hasCursor = this.element.contains(document.activeElement);
    this.cells.clear();
    const tables = this.tables.map((table, number) => element("section", { class: "table-frame" }, this.table(table, number)));
    this.element.replaceChildren(...(tables.length > 0 ? tables : [element("p", {}, text("noTables"))]));
    this.moveTo(this.cells.has(this.current) ? this.current : [...this.cells.keys()][0]);
    if (hasCursor) this.enter();
  }

  table({ cells }, number) {
    const { element, text } = HanScan;
    const rows = Array.from({ length: cells.reduce((most, { row }) => Math.max(most, row + 1), 0) }, () => element("tr", {}));
    for (const cell of cells) rows[cell.row].append(this.cell(cell, number));
    return element("table", { class: "cells", role: "grid", "aria-label": text("table", { number: number + 1 }) }, element("tbody", {}, rows));
  }

  cell(cell, table) {
    const { element, text, scanned, band, percent } = HanScan;
    const { lines, reading } = this.surface;
    const key = `${table} ${cell.row} ${cell.column}`;
    const index = cell.lines.find((one) => lines.rows.has(one));
    const place = text("cell", { row: cell.row + 1, column: cell.column + 1 });
    const button = element("button", {
      type: "button", class: `cell ${band(cell.confidence)}`, tabindex: -1, "aria-label": cell.text === "" && place,
      title: cell.text === "" ? place : `${place}, ${text("confidence", { share: percent(cell.confidence) })}`,
      "aria-disabled": index === undefined && "true", onfocus: () => {
        this.moveTo(key);
        this.surface.reveal(td, cell.box, reading.lines[index]);
      },
      // The focus would scroll the cell away from under the mouse before its click.
      onmousedown: (event) => event.preventDefault(),
    }, scanned(cell.text), cell.isOutdated && element("small", {}, text("lineCorrected")));
    const td = element("td", {
      "data-cell": key, rowspan: cell.rowSpan > 1 && cell.rowSpan, colspan: cell.columnSpan > 1 && cell.columnSpan,
      onclick: () => this.open(key), onpointermove: (event) => {
        // A table that scrolls under a resting mouse shows no other cell.
        if (event.movementX !== 0 || event.movementY !== 0) this.surface.mark(td, cell.box, reading.lines[index]);
      },
    }, button);
    this.cells.set(key, { cell, table, button, index });
    return td;
  }

  // Tab stops at one cell of all tables.
  moveTo(key) {
    this.current = key;
    for (const [other, { button }] of this.cells) button.tabIndex = other === key ? 0 : -1;
  }

  // The cursor comes back to the cell that it left.
  enter() {
    const { button } = this.cells.get(this.current) || { button: document.getElementById("tab-tables") };
    button.focus();
  }

  // Opens the line of a cell with the text of the cell selected; with the whole line if the text is not there exactly once.
  open(key) {
    const { cell, button, index } = this.cells.get(key);
    this.moveTo(key);
    if (index === undefined) {
      button.focus();
      return;
    }
    const { value } = this.surface.lines.input(index);
    const from = value.indexOf(cell.text);
    const isPart = from >= 0 && from === value.lastIndexOf(cell.text);
    this.surface.select({ line: index, from: isPart ? from : 0, to: isPart ? from + cell.text.length : value.length });
  }

  // An arrow goes to the next cell of the row or of the column, and from the last one to the next table.
  step(event) {
    const [by, isAcross] = { ArrowRight: [1, true], ArrowLeft: [-1, true], ArrowDown: [1, false], ArrowUp: [-1, false] }[event.key] || [];
    if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const keys = [...this.cells.keys()];
    const place = keys.indexOf(this.current);
    const { cell: here, table: hereTable } = this.cells.get(this.current);
    const next = (by > 0 ? keys.slice(place + 1) : keys.slice(0, place).reverse()).find((key) => {
      const { cell, table } = this.cells.get(key);
      return isAcross || table !== hereTable || (cell.column < here.column + here.columnSpan && here.column < cell.column + cell.columnSpan);
    });
    if (next) this.cells.get(next).button.focus();
  }
};
