"use strict";
// The corrections on a page: sent one after another, and taken back.
HanScan.Changes = class Changes {
  constructor(surface) {
    this.surface = surface;
    // The groups sent in this window, and how many of them before this page was opened.
    this.made = HanScan.history.read(surface.view.change);
    this.opened = this.made.length;
    this.work = Promise.resolve();
    // The key of what the page was shown anew for.
    this.saved = null;
  }

  get reading() { return this.surface.reading; }
  get hasNew() { return this.made.length > this.opened; }

  // For mouse and touch: takes back what was put right, or accepts the value of an input.
  // `isStop`: whether Tab stops there.
  acts(key, input, isStop = false) {
    const { element, text } = HanScan;
    if (!this.surface.writer) return [];
    const act = (name, label, action) => element("button", {
      type: "button", class: `act ${name}`, title: text(name), "aria-label": text(name), tabindex: isStop ? 0 : -1, onclick: action,
    }, label);
    const last = this.reading.corrected(key);
    if (last) return [act("undo", "↶", () => this.undo(last.id, key))];
    return input ? [act("accept", "✓", () => this.save(input, true))] : [];
  }

  // MARK: Typed text

  keyOf(input) { return HanScan.keyOf(input); }
  shownIn(input) { return input.dataset.field ? input.dataset.shown : this.reading.lines[Number(input.dataset.line)].text; }
  isTyped(input) { return input.value !== this.shownIn(input); }

  static fieldChange({ name, receipt, field }, value = field.value) {
    return { field: name, receipt: receipt + 1, value: HanScan.paymentValue(name, value), old: field ? field.value : "" };
  }

  // The change that an input sends: the typed value, or a mark that a person looked at it. A field changes its receipt alone, and a
  // line alone changes its text.
  changesOf(input, confirms) {
    if (input.dataset.field) {
      const [name, receipt] = [input.dataset.field, Number(input.dataset.receipt)];
      const field = this.reading.field(name, receipt);
      // The fields may have been made anew since.
      const now = this.surface.receipts.input(this.keyOf(input)) || input;
      const typed = this.isTyped(input) && input.value !== now.dataset.shown;
      if (!typed && !(confirms && field && !HanScan.Reading.settled(field))) return [];
      return [Changes.fieldChange({ name, receipt, field }, typed ? input.value : field.value)];
    }
    const index = Number(input.dataset.line);
    const line = this.reading.lines[index];
    if (this.isTyped(input)) return [{ index, text: input.value, old: line.text }];
    return confirms && !line.corrected && this.reading.isDoubtful(line) ? [{ index, text: line.text, old: line.text }] : [];
  }

  save(input, confirms = false) {
    if (!this.surface.writer || !input) return Promise.resolve(true);
    // The changes to send are known when all before them have been answered.
    return this.queued(async () => {
      const changes = this.changesOf(input, confirms);
      if (changes.length === 0) return true;
      return this.sendIfWanted(changes, this.keyOf(input));
    });
  }

  // Whether a change is to be sent. If checks would fail with a field that do not fail now, the person is asked, and nothing
  // is kept before the answer.
  async isWanted(change) {
    const { reading, surface } = this;
    const place = change.receipt - 1;
    const { fields } = reading.receiptAt(place) || { fields: {} };
    // Accepting a value as it is changes no check.
    const isSafe = change.value === change.old && Object.values(fields).every(({ proof }) => proof !== "conflict");
    if (!change.field || isSafe) return true;
    const before = reading.contradictions(place).map(({ detail }) => detail);
    const then = new HanScan.Reading(await surface.writer.trial(change));
    return then.contradictions(place).every(({ detail }) => before.includes(detail)) || surface.askAbout(place, then);
  }

  // Sends changes as one group; false if the person does not want one of them: those before it are taken back then.
  async sendIfWanted(changes, key) {
    const group = this.group(key);
    for (const change of changes) {
      if (await this.isWanted(change)) {
        await this.send([change], key, [], group);
        continue;
      }
      this.made = this.made.filter((one) => one !== group);
      await this.takeBack(group);
      this.surface.goBackTo(key);
      return false;
    }
    return true;
  }

  // MARK: Sending

  group(key) { return { page: location.href, session: this.surface.view.change, ids: [], others: [], key }; }

  // A change of another page.
  sendElsewhere(page, change) { return HanScan.writer({ id: page, change: this.surface.view.change }, {}).send(change); }

  queued(action) {
    this.work = this.work.then(action).catch((error) => {
      // Typed values stay in their inputs.
      this.saved = null;
      const isChanged = error.now && JSON.stringify(error.now.page) !== JSON.stringify(this.reading.page);
      this.surface.alert.replaceChildren(isChanged ? HanScan.text("changedElsewhere") : HanScan.explained(error.message));
      if (isChanged) this.show(error.now);
      return false;
    });
    return this.work;
  }

  // Changes that need nothing that was typed.
  make(changes, key, elsewhere = []) {
    return this.queued(async () => {
      await this.send(changes, key, elsewhere);
      return true;
    });
  }

  show(answer) {
    const before = this.reading.lines;
    this.reading.update(answer);
    this.surface.fill(before);
  }

  // One change after another; what the page says then takes the place of what it said. `elsewhere`: changes of other pages,
  // each with its page. All that belongs to a group is taken back together.
  async send(changes, key, elsewhere = [], group = this.group(key)) {
    const { surface } = this;
    try {
      for (const change of changes) {
        const answer = await surface.writer.send(change);
        if (answer.id !== undefined) group.ids.push(answer.id);
        this.saved = key;
        this.show(answer);
      }
      for (const { page, change } of elsewhere) {
        // This page goes on showing its own values.
        const { id } = await this.sendElsewhere(page, change).catch((error) => { throw new Error(error.message); });
        if (id !== undefined) group.others.push({ page, id });
      }
    } finally {
      if (group.ids.length + group.others.length > 0 && !this.made.includes(group)) this.made.push(group);
      HanScan.history.write(this.made);
    }
    surface.alert.textContent = surface.notice.textContent = "";
  }

  // Everything on the page is right: the fields that are doubtful, and whatever is doubtful besides, but for a double; false
  // where that was refused.
  async checkPage() {
    const active = document.activeElement;
    if (await (active.matches("main input") ? this.save(active) : this.work) === false) return false;
    return this.queued(async () => {
      const fields = this.reading.things().filter(({ field }) => field);
      if (!await this.sendIfWanted(fields.map((thing) => Changes.fieldChange(thing)), "page")) return false;
      const group = fields.length > 0 ? this.made[this.made.length - 1] : undefined;
      const doubts = this.reading.doubts.filter((name) => !["accepted", "double"].includes(name));
      if (doubts.length > 0) await this.send([{ checked: true, old: doubts.join(" ") }], "page", [], group);
      return true;
    });
  }

  async takeBack(group) {
    for (const { page, id } of [...group.others].reverse()) await this.sendElsewhere(page, { undo: id });
    for (const one of [...group.ids].reverse()) await this.send([{ undo: one }], group.key);
  }

  // Takes back what was put right last in this window, on the page of that, or one thing of this page. What was put right
  // otherwise goes by the sign beside it alone.
  undo(id, key, mayLeave = true) {
    return this.queued(async () => {
      let last = { ids: [id], others: [], key };
      if (id === undefined) {
        last = this.made[this.made.length - 1];
        if (!last) return false;
        if (!HanScan.history.isHere(last)) {
          if (mayLeave) HanScan.history.goBack(last);
          return false;
        }
        // It may be taken back already, in another window.
        if (!this.hasNew) last.ids = last.ids.filter((one) => this.reading.corrections.some((correction) => correction.id === one));
        this.made.pop();
      } else {
        for (const group of this.made.filter(HanScan.history.isHere)) group.ids = group.ids.filter((one) => one !== id);
        this.made = this.made.filter(({ ids, others }) => ids.length + others.length > 0);
      }
      this.opened = Math.min(this.opened, this.made.length);
      HanScan.history.write(this.made);
      if (last.ids.length + last.others.length === 0) return false;
      await this.takeBack(last);
      this.surface.notice.textContent = HanScan.text("undone", { name: this.surface.nameOf(last.key) });
      this.surface.goBackTo(last.key);
      return true;
    });
  }
};
