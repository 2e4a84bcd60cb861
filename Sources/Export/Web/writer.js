"use strict";
// Where corrections go: to the server that shows the page. Nothing where nothing may be changed.
HanScan.writer = (view) => {
  if (!view.change) return null;
  return {
    async send(change) {
      const answer = await fetch(`/page/${view.id}`, {
        method: "POST", headers: { "Content-Type": "application/json", "X-HanScan-Change": view.change },
        body: JSON.stringify(change),
      });
      if (!answer.ok) throw new Error((await answer.text()).trim());
      const data = await answer.json();
      return { page: data.page, id: data.view.made };
    },
  };
};
