"use strict";
// Shows what the page holds.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  HanScan[document.body.dataset.kind](data);
})();
