"use strict";
// After a shop was corrected: the other receipts of its business number, each with its strip, to be chosen by the person.
HanScan.offerShop = async (place, reading, changes) => {
  const { element, text, scanned, Paper } = HanScan;
  const { others = [], number } = reading.bookOf(place).shop || {};
  const name = (reading.field("merchant", place) || {}).value;
  const wanted = others.filter((other) => other.name !== name);
  if (!name || wanted.length === 0) return;
  const rows = await Promise.all(wanted.map(async (other) => {
    const { page, view: itsView } = await HanScan.pageData(other.id);
    const receipt = (page.receipts || []).find((one, index) => (one.number || index + 1) === other.receipt);
    const field = receipt && receipt.fields.merchant;
    const line = field && field.lines.length > 0 && page.lines[field.lines[0]];
    const strip = line && page.width ? new Paper(itsView.picture, page).strip(line, field.lines[0], 30, field.box) : null;
    const box = element("input", { type: "checkbox" });
    return { other, field, box, element: element("label", { class: "shop-row" }, box, element("span", {}, strip, scanned(other.name || "–"), element("small", {}, " ", scanned(page.source.path)))) };
  }));
  const answer = await HanScan.ask(text("shopNames"), [
    element("p", {}, text("shopNamesHelp", { number, name })), element("div", { class: "shop-rows" }, rows.map((row) => row.element)),
  ], [["yes", text("applyNames"), { class: "primary" }], ["", text("notNow"), {}]]);
  const chosen = rows.filter(({ box }) => box.checked).map(({ other, field }) =>
    ({ page: other.id, change: { field: "merchant", receipt: other.receipt, value: name, old: field ? field.value : "" } }));
  if (answer === "yes" && chosen.length > 0) await changes.make([], `field ${place} merchant`, chosen);
};
