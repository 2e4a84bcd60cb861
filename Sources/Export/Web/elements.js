"use strict";
// Elements made of names, attributes and texts. Texts become text nodes: nothing that a scan says is ever markup.
(() => {
  const build = (space) => (name, attributes = {}, ...children) => {
    const element = space ? document.createElementNS(space, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else element.setAttribute(key, value === true ? "" : String(value));
    }
    for (const child of children.flat(Infinity)) {
      if (child === null || child === undefined || child === false) continue;
      element.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return element;
  };
  HanScan.element = build(null);
  HanScan.shape = build("http://www.w3.org/2000/svg");

  // A text of a scan, kept from turning what stands around it around.
  HanScan.scanned = (text, attributes = {}) => HanScan.element("bdi", attributes, text);

  // The steps of confidence that pictures and words are coloured by, as in the inspection of a page.
  HanScan.band = (confidence) =>
    confidence >= 0.98 ? "sure" : confidence >= 0.93 ? "good" : confidence >= 0.8 ? "doubtful" : "poor";
  HanScan.percent = (share) => Math.round(share * 1000) / 10;

  // Tells screen readers what has happened.
  const teller = HanScan.element("p", { class: "hidden", role: "status", "aria-live": "polite" });
  HanScan.tell = (message) => {
    if (!teller.isConnected) document.body.append(teller);
    teller.textContent = message;
  };

  // The table of keys; the browser closes it by Esc.
  HanScan.help = (keys) => {
    const { element, text } = HanScan;
    const rows = keys.map(([key, meaning]) =>
      element("tr", {}, element("th", { scope: "row" }, element("kbd", {}, key)), element("td", {}, meaning)));
    const dialog = element("dialog", { class: "help", "aria-labelledby": "help-title" },
      element("h2", { id: "help-title" }, text("help")), element("table", {}, element("tbody", {}, rows)),
      element("form", { method: "dialog" }, element("button", { autofocus: true }, text("close"))));
    document.body.append(dialog);
    return () => { if (!dialog.open) dialog.showModal(); };
  };

  HanScan.isTyping = (target) => target instanceof HTMLElement && target.matches("input, select, textarea");
})();
