// Draws what is in sight of the seat map.
//
// From afar each section is one bitmap, in which only seats that change are drawn again; from near
// the few hundred seats that can be seen are drawn one by one. Either way a frame costs about the
// same, however large the venue is.

import { FREE, OFF } from "./seat-board.js";
import { Sprites, colours } from "./seat-sprites.js";
import { texts } from "./texts.js";

/** A seat in a section's bitmap, in device pixels. */
const FAR_SEAT = 8;

/** No bitmap is wider or higher than browsers can make. */
const MAX_BITMAP = 8_192;

const LEAST_TEXT = 10;
const MOST_TEXT = 16;

/** Seats that are this large have their number in them. */
const NUMBERED = 22;

export class SeatPainter {
  constructor(ctx, board, plan) {
    Object.assign(this, { ctx, board, plan });
    this.rethink();
  }

  /** Colours may be others now. */
  rethink() {
    this.palette = colours();
    this.sprites = undefined;
    this.bitmaps = new Map();
  }

  /** These seats look different; without an argument, all may. */
  changed(numbers) {
    if (!numbers) this.bitmaps.clear();
    numbers?.forEach((number) => {
      const section = this.board.section(number);
      const made = this.bitmaps.get(section.name);
      if (made) this.#stamp(made, section, number - section.first);
    });
  }

  /** Draws one frame: from `x`, `y` at `scale`, in a canvas of `width` and `height`. */
  paint(sight) {
    Object.assign(this, sight);
    const { ctx, ratio, width, height } = this;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    ctx.imageSmoothingQuality = "medium";
    this.#stage();
    for (const box of this.plan.boxes) {
      const x = this.x + box.x * this.scale;
      const y = this.y + box.y * this.scale;
      const w = box.width * this.scale;
      const h = box.height * this.scale;
      if (x > width || y - 2 * this.scale > height || x + w < 0 || y + h < 0) continue;
      this.#name(box, x, y);
      if (box.section.isOpen) this.#openSection(box, x, y, w, h);
      else if (this.scale * ratio <= FAR_SEAT) ctx.drawImage(this.#bitmap(box), x, y, w, h);
      else this.#near(box, x, y);
    }
  }

  /** A frame around the seat where the keyboard is; its corner is given in seats. */
  ring({ x, y }) {
    const { ctx, scale } = this;
    ctx.strokeStyle = this.palette.ink;
    ctx.lineWidth = 3;
    ctx.beginPath();
    ctx.roundRect(this.x + x * scale - 2, this.y + y * scale - 2, scale + 4, scale + 4, scale / 4);
    ctx.stroke();
  }

  #font(weight = 400) {
    const size = Math.min(MOST_TEXT, Math.max(LEAST_TEXT, this.scale));
    return `${weight} ${size}px system-ui, sans-serif`;
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
    ctx.font = this.#font();
    ctx.fillText(texts.stage, this.x + (x + width / 2) * scale, this.y + (y + height / 2) * scale);
  }

  #name(box, x, y) {
    const { ctx, palette } = this;
    ctx.fillStyle = palette.ink;
    ctx.textAlign = "left";
    ctx.textBaseline = "alphabetic";
    ctx.font = this.#font(600);
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
    ctx.font = this.#font();
    ctx.fillText(texts.freePlaces(board.freeIn(box.section)), x + w / 2, y + h / 2, w - 4);
  }

  /** Only what can be seen, as copies of a few pictures. */
  #near(box, x, y) {
    const { ctx, scale, board, width, height } = this;
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
}
