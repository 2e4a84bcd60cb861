"use strict";
// The target of corrections: the server that shows the page, or, in a file, into another file for 'hanscan correct apply'.
// Nothing where nothing may be changed.
//
// A change has `index` (of a line) and `text`, or `field`, `receipt` and `value`, or `noReceipt`, or `kind`, with `old`; or
// `checked` for all that is doubtful about the page, or with `old` for the doubts that it names; or `undo`. The
// answer has the page as it is then, what is doubtful about it (`doubts`), `id` for what was made, and `corrections`: what
// holds on the page, with the key of what shows it; `book` has what the store knows of each receipt. `start` is such an
// answer, too. `trial` answers the same, but keeps nothing.
HanScan.writer = (view, page) => {
  if (view.collects) return new HanScan.Collector(page, view);
  if (!view.change) return null;
  const answer = (data) => {
    HanScan.learn(data.view);
    return { page: data.page, id: data.view.made, corrections: data.view.corrections || [], doubts: data.view.doubts || [], book: data.view.book };
  };
  return {
    start: answer({ page, view }),
    trial(change) { return this.send(change, "?try=1"); },
    async send(change, query = "") {
      const response = await HanScan.request(`/page/${view.id}${query}`, {
        method: "POST", headers: { "Content-Type": "application/json", "X-HanScan-Change": view.change },
        body: JSON.stringify(change),
      });
      if (response.ok) return answer(await response.json());
      const error = new Error((await response.text()).trim());
      // Somebody else was faster: the page shows the present values, and nothing of either is lost.
      if (response.status === 409) error.now = answer(await HanScan.pageData(view.id));
      throw error;
    },
  };
};

// The data of another page, as its address gives it.
HanScan.pageData = async (id) => {
  const html = await (await HanScan.request(`/page/${id}`)).text();
  return JSON.parse(/id="data">(.*)<\/script>/s.exec(html)[1]);
};

// The corrections of this window, in groups that are taken back together, the last one last; they outlive their page. A group
// has the address of its page, and the session of the server that counts its corrections.
HanScan.history = {
  read(session) {
    try {
      return JSON.parse(sessionStorage.getItem("hanscan changes") || "[]").filter((group) => group.session === session);
    } catch {
      return [];
    }
  },
  write(groups) {
    try {
      sessionStorage.setItem("hanscan changes", JSON.stringify(groups.slice(-50)));
    } catch { /* A browser may keep nothing for files. */ }
  },
  isHere({ page }) {
    const place = ({ pathname, hash }) => pathname + (hash || "#1");
    return place(new URL(page)) === place(location);
  },
  // Goes to the page of a group, which takes it back there.
  goBack({ page }) {
    sessionStorage.setItem("hanscan undo", "yes");
    location.assign(page);
  },
  // Whether a page was opened for that.
  isBack() {
    try {
      const isAsked = sessionStorage.getItem("hanscan undo") !== null;
      sessionStorage.removeItem("hanscan undo");
      return isAsked;
    } catch {
      return false;
    }
  },
};
