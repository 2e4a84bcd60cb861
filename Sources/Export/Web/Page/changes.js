"use strict";
// What is put right on a page: sent one thing after another, and taken back.
HanScan.Changes = class {
  constructor(surface) {
    this.surface = surface;
    // What was sent, in groups that are taken back together.
    this.made = [];
    this.work = Promise.resolve();
    // The key of what the page was shown anew for.
    this.saved = null;
  }

  get reading() { return this.surface.reading; }

  // For mouse and touch: takes back what was put right, or accepts what stands in an input.
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

  // MARK: What was typed

  keyOf(input) { return input.dataset.field ? `field ${input.dataset.receipt} ${input.dataset.field}` : `line ${input.dataset.line}`; }
  shownIn(input) { return input.dataset.field ? input.dataset.shown : this.reading.lines[Number(input.dataset.line)].text; }
  isTyped(input) { return input.value !== this.shownIn(input); }

  static fieldChange({ name, receipt, field }, value = field.value) {
    return { field: name, receipt: receipt + 1, value, old: field ? field.value : "" };
  }

  // What has to be sent for a field of the surface: what was typed, or that it was looked at.
  changesOf(input, confirms, thing) {
    const { Reading, Changes } = HanScan;
    if (input.dataset.field) {
      const [name, receipt] = [input.dataset.field, Number(input.dataset.receipt)];
      const field = this.reading.field(name, receipt);
      // The fields may have been made anew since.
      const now = this.surface.receipts.input(this.keyOf(input)) || input;
      const typed = this.isTyped(input) && input.value !== now.dataset.shown;
      if (!typed && !(confirms && field && !Reading.settled(field))) return [];
      return [Changes.fieldChange({ name, receipt, field }, typed ? input.value : field.value)];
    }
    const index = Number(input.dataset.line);
    const line = this.reading.lines[index];
    if (this.isTyped(input)) return [{ index, text: input.value, old: line.text }];
    if (!confirms || line.corrected) return [];
    if (thing && thing.line === index && thing.name && thing.field) return [Changes.fieldChange(thing)];
    return this.reading.isDoubtful(line) ? [{ index, text: line.text, old: line.text }] : [];
  }

  save(input, confirms = false) {
    const thing = this.surface.current;
    if (!this.surface.writer || !input) return Promise.resolve(true);
    // What has to be sent is known when all before it has been answered.
    return this.queued(async () => {
      const changes = this.changesOf(input, confirms, thing);
      if (changes.length === 0) return true;
      const key = this.keyOf(input);
      await this.send(changes, key);
      // Whoever puts the line of a field right has looked at the field.
      const isLine = changes[0].index !== undefined;
      if (!confirms || !isLine || !thing || !thing.name || thing.line !== Number(input.dataset.line)) return true;
      const field = this.reading.field(thing.name, thing.receipt);
      const value = field && !HanScan.Reading.settled(field) && field.lines.includes(thing.line) ? this.confirmed(thing, field, changes[0]) : null;
      if (value === null) return true;
      await this.sendToo([HanScan.Changes.fieldChange({ ...thing, field }, value)], key);
      return true;
    });
  }

  // What a field says whose line was put right: what was typed in its place. Nothing where that is not what was understood
  // of it, as where a sum decides; in a file nothing is understood anew, so that the typed value itself is taken.
  confirmed(thing, field, { text: line, old }) {
    if (!this.surface.writer.collects) return !field.mended && line.includes(field.text) ? field.value : null;
    const [head, tail] = [old.slice(0, thing.from), old.slice(thing.to)];
    if (!line.startsWith(head) || !line.endsWith(tail) || line.length < head.length + tail.length) return null;
    const typed = line.slice(head.length, line.length - tail.length);
    const forms = { total: /^[₩$]?\d{1,3}(,?\d{3})*(\.\d+)?원?$/, date: /^\d{4}[-.]\d{2}[-.]\d{2}$/, businessNumber: /^\d{3}-?\d{2}-?\d{5}$/ };
    return forms[thing.name].test(typed) ? typed : null;
  }

  // MARK: Sending

  queued(action) {
    this.work = this.work.then(action).catch((error) => {
      this.surface.alert.replaceChildren(HanScan.explained(error.message));
      return false;
    });
    return this.work;
  }

  // Changes that need nothing that was typed.
  make(changes, key) {
    return this.queued(async () => {
      await this.send(changes, key);
      return true;
    });
  }

  // One change after another; what the page says then takes the place of what it said.
  async send(changes, key) {
    const { surface } = this;
    const ids = [];
    for (const change of changes) {
      const answer = await surface.writer.send(change);
      if (answer.id !== undefined) ids.push(answer.id);
      const before = this.reading.lines;
      this.reading.update(answer);
      this.saved = key;
      surface.fill(before);
    }
    if (ids.length > 0) this.made.push({ ids, key });
    surface.alert.textContent = "";
  }

  // What is taken back together with what was sent before it.
  async sendToo(changes, key) {
    const group = this.made.pop();
    await this.send(changes, key);
    if (group) this.made[this.made.length - 1].ids.unshift(...group.ids);
  }

  // Everything on the page is right: the fields that nothing proves, and whatever is doubtful besides; false where that
  // was refused.
  async checkPage() {
    const active = document.activeElement;
    if (await (active.matches("main input") ? this.save(active) : this.work) === false) return false;
    return this.queued(async () => {
      const fields = this.reading.decisiveFields().filter(({ field }) => field && !HanScan.Reading.settled(field));
      await this.send(fields.map((thing) => HanScan.Changes.fieldChange(thing)), "page");
      const all = [{ checked: true }];
      if (this.reading.doubts.length > 0) await (fields.length > 0 ? this.sendToo(all, "page") : this.send(all, "page"));
      return true;
    });
  }

  // Takes back what was done last on the page, or one thing of it.
  undo(id, key) {
    return this.queued(async () => {
      if (id !== undefined) {
        for (const group of this.made) group.ids = group.ids.filter((one) => one !== id);
        this.made = this.made.filter(({ ids }) => ids.length > 0);
      }
      const { corrections } = this.reading;
      const earlier = corrections[corrections.length - 1];
      const last = id !== undefined ? { ids: [id], key } : this.made.pop() || (earlier && { ids: [earlier.id], key: earlier.key });
      if (!last) return false;
      for (const one of [...last.ids].reverse()) await this.send([{ undo: one }], last.key);
      HanScan.tell(HanScan.text("undone"));
      this.surface.goBackTo(last.key);
      return true;
    });
  }
};
