// The seats as a picture that can be moved: a canvas, drawn at most once a frame.

import { FREE } from "./seat-board.js";
import { listen } from "./seat-gestures.js";
import { layout } from "./seat-layout.js";
import { SeatPainter } from "./seat-painter.js";

const MARGIN = 16;
const MAX_SEAT = 44;

/** Below this many CSS pixels a seat is too small to be hit: a tap goes nearer instead. */
const LEAST_TO_HIT = 12;
const COMFORTABLE = 26;

export class SeatMap {
  /**
   * Shows the board; `tapped(number)` is told of a seat, `opened(section)` of a section without
   * seats, `pointed(number)` of where the keyboard is.
   */
  constructor(canvas, board, { tapped, opened, pointed }) {
    Object.assign(this, { canvas, board, tapped, opened, pointed });
    this.plan = layout(board.sections);
    this.painter = new SeatPainter(canvas.getContext("2d"), board, this.plan);
    this.scale = this.fitScale = 0;
    this.sizes = new ResizeObserver(() => this.#resized());
    this.sizes.observe(canvas);
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.themed = () => {
      this.painter.rethink();
      this.#draw();
    };
    this.theme.addEventListener("change", this.themed);
    listen(canvas, this);
    canvas.addEventListener("keydown", (event) => this.#key(event));
    canvas.addEventListener("focus", () => this.#draw());
    canvas.addEventListener("blur", () => this.#draw());
  }

  close() {
    this.sizes.disconnect();
    this.theme.removeEventListener("change", this.themed);
    cancelAnimationFrame(this.frame);
    this.closed = true;
  }

  /** These seats look different; without an argument, all may. */
  changed(numbers) {
    this.painter.changed(numbers);
    this.#draw();
  }

  fit() {
    const { width, height } = this.#room();
    this.fitScale = this.#wholeScale();
    this.scale = this.fitScale;
    this.x = (width - this.plan.width * this.scale) / 2;
    this.y = (height - this.plan.height * this.scale) / 2;
    this.#draw();
  }

  /** The scale at which all of it can be seen. */
  #wholeScale() {
    const { width, height } = this.#room();
    const across = (width - 2 * MARGIN) / this.plan.width;
    return Math.min(MAX_SEAT, across, (height - 2 * MARGIN) / this.plan.height);
  }

  zoom(factor) {
    const { width, height } = this.#room();
    this.zoomAt(factor, width / 2, height / 2);
  }

  zoomAt(factor, x, y) {
    const most = Math.max(MAX_SEAT, this.fitScale);
    const next = Math.min(most, Math.max(this.fitScale * 0.8, this.scale * factor));
    this.x = x - ((x - this.x) * next) / this.scale;
    this.y = y - ((y - this.y) * next) / this.scale;
    this.scale = next;
    this.#keepInSight();
    this.#draw();
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#keepInSight();
    this.#draw();
  }

  tap(x, y) {
    const box = this.#boxAt(x, y);
    if (!box) return;
    if (box.section.isOpen) {
      this.opened(box.section);
    } else if (this.scale < LEAST_TO_HIT) {
      this.zoomAt(COMFORTABLE / this.scale, x, y);
    } else {
      const number = this.#seatAt(box, x, y);
      this.cursor = number;
      this.tapped(number);
      this.#draw();
    }
  }

  /** The mouse is here, or gone. */
  point(x, y) {
    const box = x < 0 ? undefined : this.#boxAt(x, y);
    const canHit = box && (box.section.isOpen || this.scale >= LEAST_TO_HIT);
    const number = canHit && !box.section.isOpen ? this.#seatAt(box, x, y) : undefined;
    const takes = box?.section.isOpen || (number !== undefined && this.#canTake(number));
    this.canvas.classList.toggle("takes", Boolean(takes));
  }

  #canTake(number) {
    return this.board.states[number] === FREE || this.board.chosen.has(number);
  }

  #room() {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  #resized() {
    const { width, height } = this.#room();
    if (width === 0 || height === 0) return;
    this.ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    const wasWhole = this.scale === this.fitScale;
    const before = this.size ?? { width, height };
    this.size = { width, height };
    if (wasWhole) {
      this.fit();
    } else {
      // The middle of the view stays in the middle.
      this.x += (width - before.width) / 2;
      this.y += (height - before.height) / 2;
      this.fitScale = this.#wholeScale();
      this.#keepInSight();
    }
    this.#paint();
  }

  /** However far it is moved, some of it stays in the middle. */
  #keepInSight() {
    const { width, height } = this.#room();
    this.x = Math.min(width / 2, Math.max(width / 2 - this.plan.width * this.scale, this.x));
    this.y = Math.min(height / 2, Math.max(height / 2 - this.plan.height * this.scale, this.y));
  }

  #boxAt(x, y) {
    const sx = (x - this.x) / this.scale;
    const sy = (y - this.y) / this.scale;
    return this.plan.boxes.find(
      (box) => sx >= box.x && sy >= box.y && sx < box.x + box.width && sy < box.y + box.height,
    );
  }

  #seatAt(box, x, y) {
    const column = Math.floor((x - this.x) / this.scale - box.x);
    const row = Math.floor((y - this.y) / this.scale - box.y);
    return box.section.first + row * box.section.perRow + column;
  }

  #key(event) {
    const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key in moves) this.#move(...moves[event.key]);
    else if (event.key === "+" || event.key === "=") this.zoom(1.3);
    else if (event.key === "-") this.zoom(1 / 1.3);
    else if (event.key === "0") this.fit();
    else if ((event.key === "Enter" || event.key === " ") && this.cursor !== undefined) {
      this.tapped(this.cursor);
    } else return;
    event.preventDefault();
  }

  /** From seat to seat; over the edge of a section into the next one. */
  #move(dx, dy) {
    const seated = this.plan.boxes.filter((box) => !box.section.isOpen);
    if (seated.length === 0) return;
    if (this.cursor === undefined) {
      this.cursor = this.#firstFree(seated);
    } else {
      const at = seated.findIndex((box) => box.section === this.board.section(this.cursor));
      const { first, perRow, rows } = seated[at].section;
      const column = ((this.cursor - first) % perRow) + dx;
      const row = Math.floor((this.cursor - first) / perRow) + dy;
      if (column >= 0 && column < perRow && row >= 0 && row < rows) {
        this.cursor = first + row * perRow + column;
      } else {
        const next = seated[at + (dx + dy)]?.section;
        if (next) this.cursor = dx + dy > 0 ? next.first : next.first + next.seats - 1;
      }
    }
    this.#bringIntoSight();
    this.pointed(this.cursor);
  }

  #firstFree(seated) {
    for (const { section } of seated) {
      for (let n = section.first; n < section.first + section.seats; n++) {
        if (this.board.states[n] === FREE) return n;
      }
    }
    return seated[0].section.first;
  }

  #bringIntoSight() {
    const { width, height } = this.#room();
    if (this.scale < COMFORTABLE) this.scale = COMFORTABLE;
    const { x, y } = this.#corner(this.cursor);
    const edge = 2 * this.scale;
    const sx = this.x + x * this.scale;
    const sy = this.y + y * this.scale;
    if (sx < edge || sx > width - 2 * edge) this.x = width / 2 - x * this.scale;
    if (sy < edge || sy > height - 2 * edge) this.y = height / 2 - y * this.scale;
    this.#draw();
  }

  /** The position of a seat on the map, in seats. */
  #corner(number) {
    const section = this.board.section(number);
    const box = this.plan.boxes.find((candidate) => candidate.section.name === section.name);
    const within = number - section.first;
    return {
      x: box.x + (within % section.perRow),
      y: box.y + Math.floor(within / section.perRow),
    };
  }

  #draw() {
    if (this.frame || this.closed) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = undefined;
      this.#paint();
    });
  }

  #paint() {
    if (!this.ratio || this.closed) return;
    const { x, y, scale, ratio } = this;
    this.painter.paint({ x, y, scale, ratio, ...this.#room() });
    if (this.cursor !== undefined && document.activeElement === this.canvas) {
      this.painter.ring(this.#corner(this.cursor));
    }
    if (!this.seen) {
      // A buyer waits for the map from the end of the answer with the seats until this mark.
      this.seen = true;
      performance.mark("seat-map-painted");
    }
  }
}
