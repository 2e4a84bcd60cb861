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

  // A click on one of some elements, or a drag over several of them, chooses them; the cursor stays where it is.
  HanScan.picking = (list, selector, choose) => {
    let [from, to] = [null, null];
    const chosen = () => {
      const all = [...list.querySelectorAll(selector)];
      const [first, last] = [all.indexOf(from), all.indexOf(to)].sort((one, two) => one - two);
      return from ? all.slice(first, last + 1) : [];
    };
    const mark = () => { for (const one of list.querySelectorAll(selector)) one.classList.toggle("picked", chosen().includes(one)); };
    const reach = (event) => event.target.closest(selector);
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("pointerdown", (event) => { [from, to] = [reach(event), reach(event)]; mark(); });
    list.addEventListener("pointerover", (event) => { if (from && reach(event)) { to = reach(event); mark(); } });
    list.addEventListener("pointerup", () => {
      if (from) choose(chosen());
      [from, to] = [null, null];
      mark();
    });
  };

  // A question with numbers side by side; the answer is the value of the button, nothing if it was closed. Enter in the
  // content presses the first button.
  HanScan.ask = (title, content, buttons) => new Promise((resolve) => {
    const { element } = HanScan;
    const dialog = element("dialog", { class: "ask", "aria-label": title, onclose: () => {
      dialog.remove();
      resolve(dialog.returnValue);
    } }, element("form", { method: "dialog" }, element("h2", {}, title), content, element("div", { class: "answers" },
      buttons.map(([value, label, attributes]) => element("button", { value, ...attributes }, label)))));
    document.body.append(dialog);
    dialog.showModal();
  });

  // The key of an input: its field or line; that of a filter is its name.
  HanScan.keyOf = ({ name, dataset }) => (dataset.field ? `field ${dataset.receipt} ${dataset.field}` : dataset.line ? `line ${dataset.line}` : name);

  // Texts that were typed and not saved, by what they are for, and the input of one of them that has its text again.
  const inputs = () => [...document.querySelectorAll("main input")];
  HanScan.typed = () => inputs().filter(({ value, dataset, defaultValue }) => value !== (dataset.shown ?? defaultValue))
    .map((input) => [HanScan.keyOf(input), input.value]);
  HanScan.typedBefore = () => (history.state || {}).typed || [];
  HanScan.typeAgain = () => {
    const typed = new Map(HanScan.typedBefore());
    history.replaceState(null, "");
    return inputs().filter((input) => typed.has(HanScan.keyOf(input))).map((input) => {
      input.value = typed.get(HanScan.keyOf(input));
      return input;
    }).pop();
  };

  HanScan.isTyping = (target) => target instanceof HTMLElement && target.matches("input, select, textarea");
})();
