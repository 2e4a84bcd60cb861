"use strict";
// The texts of the pages, in the browser's language or in the one that was chosen on the page; texts.json has them all.
const HanScan = (() => {
  const texts = JSON.parse(document.getElementById("texts").textContent);
  const key = "hanscan language";
  let chosen = null;
  try {
    chosen = localStorage.getItem(key);
  } catch { /* A browser may keep nothing for files. */ }
  const wanted = [chosen, ...(navigator.languages || [navigator.language]).map((name) => name.toLowerCase().split("-")[0])];
  const language = wanted.find((name) => name in texts) || "en";
  // Typed text that is not saved yet outlives the change in the history of the page.
  const choose = (name) => {
    try {
      localStorage.setItem(key, name);
    } catch { /* The page stays in its language. */ }
    history.replaceState({ typed: HanScan.typed() }, "");
    location.reload();
  };
  document.documentElement.lang = language;

  // A text by its name, or by the name of its group and its own; what has no text is shown as it is.
  const text = (name, values = {}, tongue = language) => {
    const found = name.split("/").reduce((place, part) => (place ? place[part] : undefined), texts[tongue]);
    if (typeof found !== "string") return found || name.split("/").pop();
    return found.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));
  };
  // A text in English and in Korean, each on a line, as a server says a sentence; `values` are told the language.
  const inBoth = (name, values) => ["en", "ko"].map((tongue) => text(name, values(tongue), tongue)).join("\n");
  const number = (value) => {
    const digits = /^-?\d{4,15}(\.\d+)?$/.test(value);
    return digits ? Number(value).toLocaleString(language, { minimumFractionDigits: (value.split(".")[1] || "").length }) : value;
  };
  return { language, languages: Object.keys(texts), choose, text, inBoth, number };
})();
