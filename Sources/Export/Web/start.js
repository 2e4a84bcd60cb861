"use strict";
// Shows what the page holds.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { kind } = document.body.dataset;
  if (kind === "queue") {
    HanScan.queue(data.all ? HanScan.selected(data.all) : data);
    if (!data.all) return;
    // Corrections in another window, or before the browser goes back to this list, are shown here, too.
    window.addEventListener("storage", () => { if (!HanScan.isTyping(document.activeElement)) location.reload(); });
    window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
    return;
  }
  if (!data.pages) {
    new HanScan.Page(data).show();
    return;
  }
  // A file holds all pages of its document; the address says which of them is shown.
  const wanted = (Number(location.hash.slice(1)) || 1) - 1;
  const chosen = Math.min(Math.max(wanted, 0), data.pages.length - 1);
  const { page, view } = data.pages[chosen];
  view.digests = new Map(data.pages.map((one) => [`${one.page.page} ${one.page.source.path}`, one.view.digest]));
  const address = (number) => location.href.replace(/#.*/, "") + (number === null ? "" : `#${number}`);
  Object.assign(view, HanScan.orderAround(address(data.pages.length > 1 ? chosen + 1 : null)));
  if (chosen > 0) view.before = `#${chosen}`;
  if (chosen + 1 < data.pages.length) [view.after, view.next] = [`#${chosen + 2}`, view.next || `#${chosen + 2}`];
  window.addEventListener("hashchange", () => location.reload());
  new HanScan.Page({ page, view }).show();
})();
