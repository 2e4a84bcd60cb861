"use strict";
// The picture of a page: as a whole, to zoom and to pan, with its words, and in strips of one line each.
(() => {
  const { element, shape, text } = HanScan;

  // A picture and how it is turned upright; boxes of lines are those of the picture as it came.
  const Paper = HanScan.Paper = class {
    // Pixels of a strip beside its field.
    static longest = 250;

    constructor(source, page) {
      this.source = source;
      [this.width, this.height] = [page.width, page.height];
      const rotation = page.preparation ? page.preparation.rotation : 0;
      const matrices = {
        90: [0, 1, -1, 0, this.height, 0], 180: [-1, 0, 0, -1, this.width, this.height], 270: [0, -1, 1, 0, 0, this.width],
      };
      this.matrix = matrices[rotation] || [1, 0, 0, 1, 0, 0];
      const sideways = rotation === 90 || rotation === 270;
      this.upright = { x: 0, y: 0, width: sideways ? this.height : this.width, height: sideways ? this.width : this.height };
    }

    // A box as it stands in the upright picture.
    turned(box) {
      const [a, b, c, d, e, f] = this.matrix;
      const corner = (x, y) => [a * x + c * y + e, b * x + d * y + f];
      const [one, two] = [corner(box.x, box.y), corner(box.x + box.width, box.y + box.height)];
      return {
        x: Math.min(one[0], two[0]), y: Math.min(one[1], two[1]),
        width: Math.abs(two[0] - one[0]), height: Math.abs(two[1] - one[1]),
      };
    }

    // The skew of a line in the upright picture, in radians; nothing if it is level or more upright than that.
    slope(line) {
      if (!line.baseline) return 0;
      const { x1, y1, x2, y2 } = line.baseline;
      const [a, b, c, d] = this.matrix;
      const angle = Math.atan2(b * (x2 - x1) + d * (y2 - y1), a * (x2 - x1) + c * (y2 - y1));
      return Math.abs(angle) > 0.02 && Math.abs(angle) < 0.6 ? angle : 0;
    }

    // A box as it is printed on a line of this slope: what stands around something that is askew holds its neighbours, too.
    // It is turned around its middle; a box that can't stand around such a line stays as it is.
    printed(box, slope) {
      const around = this.turned(box);
      const [cos, sin, both] = [Math.cos(slope), Math.abs(Math.sin(slope)), Math.cos(2 * slope)];
      const width = (around.width * cos - around.height * sin) / both;
      const height = (around.height * cos - around.width * sin) / both;
      const [x, y] = [around.x + around.width / 2, around.y + around.height / 2];
      const turn = (angle) => `rotate(${angle} ${x} ${y})`;
      if (slope === 0 || width < 3 || height < 3) return { box: around, around, transform: turn(0), level: turn(0) };
      const degrees = slope * 180 / Math.PI;
      return {
        box: { x: x - width / 2, y: y - height / 2, width, height }, around, transform: turn(degrees), level: turn(-degrees),
      };
    }

    image() {
      return shape("image", {
        href: this.source, width: this.width, height: this.height, transform: `matrix(${this.matrix.join(" ")})`,
        preserveAspectRatio: "none",
      });
    }

    words(line, index) {
      const slope = this.slope(line);
      return line.words.map((word) => {
        const { box, transform } = this.printed(word.box, slope);
        return shape("rect", { ...box, transform, class: `word ${HanScan.band(word.confidence)}`, "data-line": index, "data-text": word.text, rx: 2 },
          shape("title", {}, `${word.text} – ${text("confidence", { share: HanScan.percent(word.confidence) })}`));
      });
    }

    // The strip of one line, level, with a little of what is around it; `part` is marked in it.
    strip(line, index, highest, part) {
      const { box: whole, level } = this.printed(line.box, this.slope(line));
      const box = part ? this.around(whole, this.printed(part, this.slope(line)).box, highest) : whole;
      const margin = Math.max(3, box.height * 0.2);
      const [width, height] = [box.width + 2 * margin, box.height + 2 * margin];
      const scale = highest / height;
      return shape("svg", {
        viewBox: `${box.x - margin} ${box.y - margin} ${width} ${height}`, class: "strip", "aria-hidden": "true",
        width: Math.round(width * scale), height: highest, preserveAspectRatio: "xMinYMid meet",
      }, shape("g", { transform: level }, this.image(), part ? this.underline(this.printed(part, this.slope(line))) : this.words(line, index)));
    }

    // As much of a line as is legible beside its field, around a part of it.
    around(line, part, highest) {
      const longest = Paper.longest / highest * line.height * 1.4;
      if (line.width <= longest) return line;
      const x = Math.max(line.x, part.x - line.height / 2);
      return { ...line, x, width: Math.min(line.x + line.width - x, Math.max(longest, part.width + line.height)) };
    }

    underline({ box: { x, y, width, height }, transform }) {
      return shape("line", { class: "part", x1: x, x2: x + width, y1: y + height + 1, y2: y + height + 1, transform });
    }
  };

  HanScan.Viewer = class {
    // `choose`: told the words that were clicked or dragged over; `takesWords`: whether a drag from a word selects words.
    constructor(paper, lines, choose, takesWords) {
      this.paper = paper;
      this.mark = shape("rect", { class: "mark", visibility: "hidden", rx: 3 });
      this.groups = lines.map(() => shape("g"));
      this.layer = shape("g", {}, this.groups);
      const picture = paper.image();
      this.svg = shape("svg", {
        class: "page", tabindex: 0, role: "img", "aria-label": text("picture"), preserveAspectRatio: "xMidYMid meet",
      }, shape("rect", { ...paper.upright, class: "sheet" }), picture, this.layer, this.mark);
      this.status = element("p", { class: "status" }, text("loading"));
      picture.addEventListener("load", () => this.status.remove());
      picture.addEventListener("error", () => this.explain());
      const button = (label, name, action) =>
        element("button", { type: "button", title: text(name), "aria-label": text(name), onclick: action }, label);
      this.tools = element("div", { class: "tools", role: "toolbar", "aria-label": text("picture") },
        button("+", "zoomIn", () => this.zoom(1.5)), button("−", "zoomOut", () => this.zoom(1 / 1.5)),
        button("⤢", "fit", () => this.fit()));
      this.element = element("section", { class: "viewer", "aria-label": text("picture") }, this.svg, this.status, this.tools);
      this.pointers = new Map();
      this.listen(choose, takesWords);
      this.fit();
    }

    // A picture that can't be had says why.
    async explain() {
      try {
        this.status.replaceChildren(HanScan.explained((await (await fetch(this.paper.source)).text()).trim()));
      } catch {
        this.status.textContent = text(location.protocol === "file:" ? "missing" : "serverGone");
      }
      this.status.classList.add("problem");
    }

    // Marks the words from one to another in order of reading, and returns them.
    pick(from, to) {
      const all = [...this.layer.querySelectorAll("rect.word")];
      const [first, last] = from ? [all.indexOf(from), all.indexOf(to)].sort((one, two) => one - two) : [0, -1];
      const picked = all.slice(first, last + 1);
      for (const word of all) word.classList.toggle("picked", picked.includes(word));
      return picked;
    }

    // The words of one line, which a correction changes.
    draw(line, index) { this.groups[index].replaceChildren(...this.paper.words(line, index)); }

    fit() { this.see(this.paper.upright); }

    see(box) {
      this.box = { ...box };
      this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
    }

    // Around a point of the picture; its middle unless another is given.
    zoom(factor, x = this.box.x + this.box.width / 2, y = this.box.y + this.box.height / 2) {
      const whole = this.paper.upright;
      const width = Math.min(Math.max(this.box.width / factor, whole.width / 40), whole.width * 1.5);
      const real = this.box.width / width;
      const height = this.box.height / real;
      this.see({ x: x - (x - this.box.x) / real, y: y - (y - this.box.y) / real, width, height });
    }

    // The pixels of the picture under a point of the screen.
    place(event) {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      return [point.x, point.y];
    }

    // Marks a place of the paper, and moves there where it is not in sight; large enough to be read.
    point(place) {
      this.mark.setAttribute("visibility", place ? "visible" : "hidden");
      if (!place) return;
      const margin = 4;
      const { box, around, transform } = place;
      for (const [name, value] of Object.entries({
        x: box.x - margin, y: box.y - margin, width: box.width + 2 * margin, height: box.height + 2 * margin, transform,
      })) this.mark.setAttribute(name, value);
      const seen = this.box;
      const [right, bottom] = [around.x + around.width, around.y + around.height];
      const inside = around.x >= seen.x && around.y >= seen.y && right <= seen.x + seen.width && bottom <= seen.y + seen.height;
      if (!inside) {
        this.see({ ...seen, x: (around.x + right - seen.width) / 2, y: (around.y + bottom - seen.height) / 2 });
      }
    }

    listen(choose, takesWords) {
      const { svg, pointers } = this;
      const wordAt = (event) => document.elementsFromPoint(event.clientX, event.clientY).find((found) => found.matches("rect.word") && svg.contains(found));
      let from = null;
      svg.addEventListener("wheel", (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), ...this.place(event));
      }, { passive: false });
      // The cursor stays in its field, which takes the words.
      svg.addEventListener("mousedown", (event) => { if (from) event.preventDefault(); });
      svg.addEventListener("pointerdown", (event) => {
        svg.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, event);
        this.moved = 0;
        from = takesWords() && pointers.size === 1 ? wordAt(event) : null;
      });
      svg.addEventListener("pointermove", (event) => {
        const before = pointers.get(event.pointerId);
        if (!before) return;
        if (from) {
          const to = wordAt(event);
          if (to) this.pick(from, to);
          return;
        }
        const others = [...pointers.values()].filter((other) => other.pointerId !== event.pointerId);
        const scale = svg.getScreenCTM().a;
        this.moved += Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY);
        if (others.length === 1) {
          const distance = (pointer) => Math.hypot(pointer.clientX - others[0].clientX, pointer.clientY - others[0].clientY);
          if (distance(before) > 0) this.zoom(distance(event) / distance(before), ...this.place(others[0]));
        } else if (others.length === 0) {
          this.see({
            ...this.box, x: this.box.x - (event.clientX - before.clientX) / scale,
            y: this.box.y - (event.clientY - before.clientY) / scale,
          });
        }
        pointers.set(event.pointerId, event);
      });
      const release = (event) => pointers.delete(event.pointerId);
      svg.addEventListener("pointercancel", release);
      svg.addEventListener("pointerup", (event) => {
        release(event);
        const word = from || (this.moved > 4 ? null : wordAt(event));
        if (word) choose(this.pick(word, from && wordAt(event) || word));
        from = null;
        this.pick();
      });
      svg.addEventListener("dblclick", (event) => this.zoom(2, ...this.place(event)));
      svg.addEventListener("keydown", (event) => {
        const step = this.box.width / 10;
        const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] };
        const move = moves[event.key];
        if (!move) return;
        event.preventDefault();
        event.stopPropagation();
        this.see({ ...this.box, x: this.box.x + move[0], y: this.box.y + move[1] });
      });
    }
  };
})();
