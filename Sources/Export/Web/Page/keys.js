"use strict";
// The keys of a page.
HanScan.Keys = class {
  constructor(surface) {
    this.surface = surface;
    // From a line through the doubtful words, once; past the last the browser goes on as ever, until the lines are left.
    this.isThrough = false;
    const { panel, header, lines } = surface;
    panel.addEventListener("focusin", (event) => { if (!lines.list.contains(event.target)) this.isThrough = false; });
    header.addEventListener("focusin", () => { this.isThrough = false; });
    document.addEventListener("keydown", (event) => {
      if (event.isComposing || document.querySelector("dialog[open]")) return;
      const action = this.action(event);
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  // The action of a key; nothing if it is the browser's.
  action(event) {
    const { surface } = this;
    const { changes } = surface;
    if (event.key === "Enter" && event.ctrlKey) return () => surface.leave(surface.afterwards);
    if (event.altKey && !event.ctrlKey && !event.metaKey) return this.withAlt(event);
    if (event.ctrlKey && event.key.toLowerCase() === "z" && surface.writer) {
      const hasTyped = event.target.matches("main input") && changes.isTyped(event.target);
      return hasTyped ? null : () => changes.undo();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    // A list of choices goes by the browser's own keys.
    if (event.target.matches("select")) return null;
    const input = HanScan.isTyping(event.target) ? event.target : null;
    if (event.key === "Enter" && event.target.closest("a, button, summary")) return null;
    const everywhere = {
      PageUp: () => surface.leave(surface.view.before), PageDown: () => surface.leave(surface.view.after), F1: surface.help,
    };
    return everywhere[event.key] || (input ? this.inField(event, input) : this.outside()[event.key]);
  }

  // Letters are typed into fields: with Alt they do there what they do elsewhere alone.
  withAlt(event) {
    const { surface } = this;
    // Of the receipt with the cursor; outside of all receipts, of the only one that has such a button.
    const press = (selector) => () => {
      const buttons = (document.activeElement.closest("section.receipt") || surface.panel).querySelectorAll(selector);
      if (buttons.length === 1) buttons[0].click();
    };
    const actions = {
      q: () => surface.leave(surface.home), n: () => surface.leave(surface.afterwards), a: () => surface.checkPage(),
      k: () => surface.chooseKind(), l: () => surface.switchTab(), c: () => surface.takeAccount(),
      s: press(".doubles .same"), d: press(".doubles .different"), ...this.zooms(),
    };
    return actions[event.key.toLowerCase()] || actions[event.code.replace("Key", "").toLowerCase()];
  }

  zooms() {
    const { viewer } = this.surface;
    if (!viewer) return {};
    const [larger, smaller] = [1.5, 1 / 1.5].map((factor) => () => viewer.zoom(factor));
    return { "+": larger, "=": larger, "-": smaller, 0: () => viewer.fit() };
  }

  inField(event, input) {
    const { surface } = this;
    const word = event.key === "Tab" && this.wordAfter(input, event.shiftKey ? -1 : 1);
    const take = (index) => input.dataset.field && (() => surface.receipts.take(surface.changes.keyOf(input), index));
    const actions = {
      ArrowDown: () => this.step(input, 1), ArrowUp: () => this.step(input, -1), Escape: () => this.escape(input),
      Enter: () => surface.accept(input), F2: take(0), F3: take(1), F4: take(2), ...(word ? { Tab: () => surface.select(word) } : {}),
    };
    return actions[event.key];
  }

  outside() {
    const { surface } = this;
    return {
      n: () => surface.leave(surface.view.next), q: () => surface.leave(surface.home), "?": surface.help, Enter: () => surface.next(),
      Escape: () => { if (surface.changes.hasNew) surface.changes.undo(); }, ...this.zooms(),
      ArrowDown: () => { const first = surface.panel.querySelector("[role=tabpanel]:not([hidden]) :is(input, .cell[tabindex='0'])"); if (first) first.focus(); },
    };
  }

  step(input, by) {
    const inputs = [...this.surface.panel.querySelectorAll("input")].filter((other) => other.checkVisibility());
    const other = inputs[inputs.indexOf(input) + by];
    if (other) other.focus();
    else this.surface.changes.save(input);
  }

  escape(input) {
    const { changes } = this.surface;
    if (changes.isTyped(input)) {
      input.value = changes.shownIn(input);
      input.select();
    } else if (changes.hasNew) changes.undo();
    else input.blur();
  }

  wordAfter(input, by) {
    if (input.dataset.line === undefined) return null;
    const words = this.surface.reading.doubtfulWords().sort((one, two) => one.word.confidence - two.word.confidence);
    const place = words.findIndex(({ line, from, to }) =>
      line === Number(input.dataset.line) && from === input.selectionStart && to === input.selectionEnd);
    const word = place >= 0 ? words[place + by] : by > 0 && !this.isThrough ? words[0] : null;
    if (place >= 0 && !word) this.isThrough = true;
    return word;
  }
};
