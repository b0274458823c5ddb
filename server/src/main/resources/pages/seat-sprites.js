// The pictures of seats, drawn once for a size and then copied. Every state has a shape of its own,
// so that nobody has to tell colours apart: free is a full square, yours a disc with a tick, held
// an empty square with a stroke through it, sold a small cross.

import { FREE, HELD, SOLD, YOURS } from "./seat-board.js";

export const TIERS = 6;

/** The colours that the page's style gives, for the theme that is on. */
export function colours() {
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  return {
    tiers: Array.from({ length: TIERS }, (_, i) => value("--tier-" + i)),
    held: value("--seat-held"),
    sold: value("--seat-sold"),
    yours: value("--seat-yours"),
    tick: value("--seat-tick"),
    ink: value("--ink"),
    soft: value("--soft"),
    line: value("--line"),
    card: value("--card"),
    accent: value("--accent"),
  };
}

export class Sprites {
  constructor(size, palette) {
    this.size = size;
    this.palette = palette;
    this.kept = new Map();
  }

  /** A picture of one seat, or nothing for one that is not for sale. */
  of(state, tier) {
    const key = state === FREE ? "f" + (tier % TIERS) : state;
    let sprite = this.kept.get(key);
    if (!sprite) {
      sprite = document.createElement("canvas");
      sprite.width = sprite.height = this.size;
      drawSeat(sprite.getContext("2d"), this.size, state, tier, this.palette);
      this.kept.set(key, sprite);
    }
    return sprite;
  }
}

/** Draws one seat into the square from 0 to size. */
export function drawSeat(ctx, size, state, tier, palette) {
  // From afar gaps would only make colours pale.
  const inset = size * (size > 8 ? 0.12 : 0.05);
  const side = size - 2 * inset;
  ctx.lineWidth = Math.max(1, size * 0.09);
  if (state === FREE) {
    ctx.fillStyle = palette.tiers[tier % TIERS];
    ctx.beginPath();
    ctx.roundRect(inset, inset, side, side, size * 0.2);
    ctx.fill();
  } else if (state === HELD) {
    ctx.strokeStyle = palette.held;
    ctx.beginPath();
    ctx.roundRect(inset * 1.4, inset * 1.4, size - 2.8 * inset, size - 2.8 * inset, size * 0.16);
    ctx.moveTo(size * 0.3, size * 0.7);
    ctx.lineTo(size * 0.7, size * 0.3);
    ctx.stroke();
  } else if (state === SOLD) {
    ctx.strokeStyle = palette.sold;
    ctx.beginPath();
    ctx.moveTo(size * 0.34, size * 0.34);
    ctx.lineTo(size * 0.66, size * 0.66);
    ctx.moveTo(size * 0.66, size * 0.34);
    ctx.lineTo(size * 0.34, size * 0.66);
    ctx.stroke();
  } else if (state === YOURS) {
    ctx.fillStyle = palette.yours;
    ctx.beginPath();
    ctx.arc(size / 2, size / 2, size * 0.46, 0, 2 * Math.PI);
    ctx.fill();
    ctx.strokeStyle = palette.tick;
    ctx.lineWidth = Math.max(1, size * 0.12);
    ctx.beginPath();
    ctx.moveTo(size * 0.28, size * 0.52);
    ctx.lineTo(size * 0.44, size * 0.68);
    ctx.lineTo(size * 0.73, size * 0.34);
    ctx.stroke();
  }
}
