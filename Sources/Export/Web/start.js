"use strict";
// Shows what the page holds.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { kind } = document.body.dataset;
  if (kind === "queue") {
    HanScan.queue(data.all ? { ...HanScan.selected(data.all), isFile: true } : data);
    return;
  }
  if (!data.pages) {
    HanScan.page(data);
    return;
  }
  // A file holds all pages of its document; the address says which of them is shown.
  const wanted = (Number(location.hash.slice(1)) || 1) - 1;
  const chosen = Math.min(Math.max(wanted, 0), data.pages.length - 1);
  const { page, view } = data.pages[chosen];
  if (chosen > 0) view.before = `#${chosen}`;
  if (chosen + 1 < data.pages.length) view.after = view.next = `#${chosen + 2}`;
  window.addEventListener("hashchange", () => location.reload());
  HanScan.page({ page, view });
})();
