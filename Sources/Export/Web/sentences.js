"use strict";
// The sentences that a page's data has: its checks, the reasons of its quality, and why something failed. The data has them
// in English, as JSON files do, and beside them in Korean; a server says both, each on a line.
HanScan.sentences = new Map();
HanScan.learn = ({ korean = [] }) => { for (const [english, other] of korean) HanScan.sentences.set(english, other); };

// The English and the Korean half of the lines of a server's sentence.
HanScan.halves = (sentence) => {
  const lines = sentence.split("\n");
  const half = lines.length / 2;
  return lines.length % 2 ? [sentence] : [lines.slice(0, half).join("\n"), lines.slice(half).join("\n")];
};

// As a text of a scan, since parts of it may be one.
HanScan.explained = (sentence) => {
  const known = HanScan.sentences.get(sentence);
  const [english, korean] = known === undefined ? HanScan.halves(sentence) : [sentence, known];
  const isKorean = HanScan.language === "ko" && korean;
  return HanScan.scanned(isKorean ? korean : english, isKorean || HanScan.language === "en" ? {} : { lang: "en" });
};

// The sentence of a check, with its amounts as the language writes them.
HanScan.checked = ({ name, detail }) => {
  const said = HanScan.explained(detail);
  const isOfAmounts = /total|tenth/.test(name) && !/^barcode/.test(name);
  if (isOfAmounts) said.textContent = said.textContent.replace(/(?<![\d.,])-?\d{4,15}(\.\d+)?(?![\d-])/g, HanScan.number);
  return said;
};

// A request to the server; one that is gone is said to be so in the language of the page.
HanScan.request = async (...parts) => {
  try {
    return await fetch(...parts);
  } catch {
    throw new Error(HanScan.inBoth("serverGone", () => ({})));
  }
};
