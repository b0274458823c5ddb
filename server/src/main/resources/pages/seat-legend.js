// The legend of shapes and colours, drawn as they are on the map.

import { points } from "./format.js";
import { html } from "./lit-html.js";
import { FREE, HELD, SOLD, YOURS } from "./seat-board.js";
import { colours, drawSeat } from "./seat-sprites.js";
import { texts } from "./texts.js";

const SIZE = 20;

export function legend(board) {
  const states = [
    [YOURS, texts.yours],
    [HELD, texts.heldByOthers],
    [SOLD, texts.sold],
  ];
  return html`<ul class="legend" aria-label=${texts.legend}>
    ${board.prices.map(
      (price, tier) => html`<li>${sample(FREE, tier)} ${texts.free}, ${points(price)}</li>`,
    )}
    ${states.map(([state, name]) => html`<li>${sample(state, 0)} ${name}</li>`)}
  </ul>`;
}

function sample(state, tier) {
  return html`<canvas class="sample" data-state=${state} data-tier=${tier} aria-hidden="true"></canvas>`;
}

/** Canvases are empty when they are made; drawn anew each time, so that they follow the theme. */
export function drawSamples(root) {
  const palette = colours();
  const ratio = window.devicePixelRatio || 1;
  root.querySelectorAll("canvas.sample").forEach((canvas) => {
    canvas.width = canvas.height = Math.round(SIZE * ratio);
    const { state, tier } = canvas.dataset;
    drawSeat(canvas.getContext("2d"), canvas.width, Number(state), Number(tier), palette);
  });
}
