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
  const choose = (name) => {
    try {
      localStorage.setItem(key, name);
    } catch { /* The page stays in its language. */ }
    location.reload();
  };
  document.documentElement.lang = language;

  // A text by its name, or by the name of its group and its own; what has no text is shown as it is.
  const text = (name, values = {}) => {
    const found = name.split("/").reduce((place, part) => (place ? place[part] : undefined), texts[language]);
    if (typeof found !== "string") return found || name.split("/").pop();
    return found.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));
  };
  const number = (value) => {
    const digits = /^-?\d{4,15}(\.\d+)?$/.test(value);
    return digits ? Number(value).toLocaleString(language, { minimumFractionDigits: (value.split(".")[1] || "").length }) : value;
  };
  return { language, languages: Object.keys(texts), choose, text, number };
})();
