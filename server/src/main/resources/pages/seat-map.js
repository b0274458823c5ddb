// The seats as a picture that can be moved: a canvas, drawn at most once a frame.
//
// From afar each section is one bitmap, in which only seats that change are drawn again; from near
// the few hundred seats that can be seen are drawn one by one. Either way a frame costs about the
// same, however large the house is.

import { FREE, OFF } from "./seat-board.js";
import { listen } from "./seat-gestures.js";
import { layout } from "./seat-layout.js";
import { Sprites, colours } from "./seat-sprites.js";
import { texts } from "./texts.js";

/** A seat in a section's bitmap, in device pixels. */
const FAR_SEAT = 8;

/** No bitmap is wider or higher than browsers can make. */
const MAX_BITMAP = 8_192;

const MARGIN = 16;
const MAX_SEAT = 44;

/** Below this many CSS pixels a seat is too small to be hit: a tap goes nearer instead. */
const LEAST_TO_HIT = 12;
const COMFORTABLE = 26;

const LEAST_TEXT = 10;

/** Seats that are this large have their number in them. */
const NUMBERED = 22;

export class SeatMap {
  /**
   * Shows the board; `tapped(number)` is told of a seat, `opened(section)` of a section without
   * seats, `pointed(number)` of where the keyboard is.
   */
  constructor(canvas, board, { tapped, opened, pointed }) {
    Object.assign(this, { canvas, board, tapped, opened, pointed });
    this.ctx = canvas.getContext("2d");
    this.plan = layout(board.sections);
    this.palette = colours();
    this.bitmaps = new Map();
    this.scale = this.fitScale = 0;
    this.sizes = new ResizeObserver(() => this.#resized());
    this.sizes.observe(canvas);
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.themed = () => this.#repaint();
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
    if (numbers) numbers.forEach((number) => this.#repaintSeat(number));
    else this.bitmaps.clear();
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
      // What was in the middle stays there.
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

  /** Where a seat is, in seats. */
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
    const { ctx, ratio } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.imageSmoothingQuality = "medium";
    this.#stage();
    const { width, height } = this.#room();
    for (const box of this.plan.boxes) {
      const x = this.x + box.x * this.scale;
      const y = this.y + box.y * this.scale;
      const w = box.width * this.scale;
      const h = box.height * this.scale;
      if (x > width || y - 2 * this.scale > height || x + w < 0 || y + h < 0) continue;
      this.#name(box, x, y);
      if (box.section.isOpen) this.#openSection(box, x, y, w, h);
      else if (this.scale * ratio <= FAR_SEAT) ctx.drawImage(this.#bitmap(box), x, y, w, h);
      else this.#near(box, x, y, width, height);
    }
    if (this.cursor !== undefined && document.activeElement === this.canvas) this.#ring();
  }

  #stage() {
    const { ctx, scale, palette } = this;
    const { x, y, width, height } = this.plan.stage;
    ctx.fillStyle = palette.line;
    ctx.beginPath();
    ctx.roundRect(this.x + x * scale, this.y + y * scale, width * scale, height * scale, scale);
    ctx.fill();
    ctx.fillStyle = palette.ink;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.font = `${Math.min(16, Math.max(10, scale))}px system-ui, sans-serif`;
    ctx.fillText(texts.stage, this.x + (x + width / 2) * scale, this.y + (y + height / 2) * scale);
  }

  #name(box, x, y) {
    const { ctx, palette } = this;
    ctx.fillStyle = palette.ink;
    ctx.textAlign = "left";
    ctx.textBaseline = "alphabetic";
    ctx.font = `600 ${Math.min(16, Math.max(10, this.scale))}px system-ui, sans-serif`;
    ctx.fillText(box.section.name, x, y - Math.max(3, this.scale * 0.3));
  }

  #openSection(box, x, y, w, h) {
    const { ctx, palette, board } = this;
    ctx.strokeStyle = palette.tiers[box.section.tier % palette.tiers.length];
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.roundRect(x, y, w, h, Math.min(12, this.scale));
    ctx.stroke();
    ctx.fillStyle = palette.ink;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.font = `${Math.min(16, Math.max(10, this.scale))}px system-ui, sans-serif`;
    ctx.fillText(texts.freePlaces(board.freeIn(box.section)), x + w / 2, y + h / 2, w - 4);
  }

  /** Only what can be seen, as copies of a few pictures. */
  #near(box, x, y, width, height) {
    const { ctx, scale, board } = this;
    const size = Math.max(1, Math.round(scale * this.ratio));
    if (this.sprites?.size !== size) this.sprites = new Sprites(size, this.palette);
    const { section } = box;
    const fromRow = Math.max(0, Math.floor(-y / scale));
    const toRow = Math.min(section.rows, Math.ceil((height - y) / scale));
    const fromSeat = Math.max(0, Math.floor(-x / scale));
    const toSeat = Math.min(section.perRow, Math.ceil((width - x) / scale));
    const numbered = scale >= NUMBERED;
    const sharp = (value) => Math.round(value * this.ratio) / this.ratio;
    const side = size / this.ratio;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.font = `${Math.max(LEAST_TEXT, Math.round(scale * 0.38))}px system-ui, sans-serif`;
    for (let row = fromRow; row < toRow; row++) {
      for (let seat = fromSeat; seat < toSeat; seat++) {
        const state = board.shown(section.first + row * section.perRow + seat);
        if (state === OFF) continue;
        const left = sharp(x + seat * scale);
        const top = sharp(y + row * scale);
        ctx.drawImage(this.sprites.of(state, section.tier), left, top, side, side);
        if (numbered && state === FREE) {
          ctx.fillStyle = this.palette.card;
          ctx.fillText(seat + 1, left + side / 2, top + side / 2);
        }
      }
      if (scale > LEAST_TEXT) this.#rowNumber(row, x, y);
    }
  }

  #rowNumber(row, x, y) {
    const { ctx, scale } = this;
    ctx.fillStyle = this.palette.soft;
    ctx.fillText(row + 1, x - scale * 0.7, y + (row + 0.5) * scale);
  }

  #ring() {
    const { x, y } = this.#corner(this.cursor);
    const { ctx, scale } = this;
    ctx.strokeStyle = this.palette.ink;
    ctx.lineWidth = 3;
    ctx.beginPath();
    ctx.roundRect(this.x + x * scale - 2, this.y + y * scale - 2, scale + 4, scale + 4, scale * 0.25);
    ctx.stroke();
  }

  #bitmap({ section }) {
    let made = this.bitmaps.get(section.name);
    if (!made) {
      const longest = Math.max(section.perRow, section.rows);
      const size = Math.max(1, Math.min(FAR_SEAT, Math.floor(MAX_BITMAP / longest)));
      const canvas = document.createElement("canvas");
      canvas.width = section.perRow * size;
      canvas.height = section.rows * size;
      made = { canvas, ctx: canvas.getContext("2d"), sprites: new Sprites(size, this.palette) };
      this.bitmaps.set(section.name, made);
      for (let n = 0; n < section.seats; n++) this.#stamp(made, section, n);
    }
    return made.canvas;
  }

  #stamp({ ctx, sprites }, section, within) {
    const { size } = sprites;
    const x = (within % section.perRow) * size;
    const y = Math.floor(within / section.perRow) * size;
    const state = this.board.shown(section.first + within);
    ctx.clearRect(x, y, size, size);
    if (state !== OFF) ctx.drawImage(sprites.of(state, section.tier), x, y);
  }

  #repaintSeat(number) {
    const section = this.board.section(number);
    const made = this.bitmaps.get(section.name);
    if (made) this.#stamp(made, section, number - section.first);
  }

  #repaint() {
    this.palette = colours();
    this.sprites = undefined;
    this.changed();
  }
}
