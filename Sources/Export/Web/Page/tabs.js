"use strict";
// Panels, of which one is shown.
HanScan.Tabs = class {
  // `panels`: contents by the name of their tab; one without content has no tab.
  constructor(panels) {
    const { element, text } = HanScan;
    this.panels = Object.entries(panels).filter(([, content]) => content).map(([name, content]) => ({
      name, tab: element("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.show(name) }, text(`tabs/${name}`)),
      panel: element("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}` }, content),
    }));
    this.bar = element("div", { class: "tabs", role: "tablist", "aria-label": text("content"), onkeydown: (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const other = by && this.panels[this.panels.findIndex(({ name }) => name === this.current) + by];
      if (!other) return;
      this.show(other.name);
      other.tab.focus();
    } }, this.panels.map(({ tab }) => tab));
    this.elements = [this.bar, ...this.panels.map(({ panel }) => panel)];
  }

  show(name) {
    this.current = name;
    for (const one of this.panels) {
      one.tab.setAttribute("aria-selected", String(one.name === name));
      one.tab.tabIndex = one.name === name ? 0 : -1;
      one.panel.hidden = one.name !== name;
    }
  }
};
