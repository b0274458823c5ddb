// The preview of a new show's map, drawn by the same code as the buyers' map.

import { MAX_SEATS } from "./console-sections.js";
import { texts } from "./console-texts.js";
import { number, points } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { notice } from "./parts.js";
import { SeatBoard } from "./seat-board.js";
import { SeatMap } from "./seat-map.js";

/** A large venue is not drawn anew for every digit of its rows. */
const PAUSE_MILLIS = 150;

const ignored = { tapped: () => {}, opened: () => {}, pointed: () => {} };

export class Preview {
  constructor(sections) {
    this.sections = sections;
  }

  view() {
    const known = this.#known();
    const seats = known.reduce((sum, section) => sum + sizeOf(section), 0);
    // Prices may be as large as a number is exact; their sum is more.
    const worth = known.reduce(
      (sum, section) => sum + BigInt(sizeOf(section)) * BigInt(Number(section.price)),
      0n,
    );
    const drawable = seats > 0 && seats <= MAX_SEATS;
    return html`<div class="preview">
      <h2>${texts.preview}</h2>
      ${drawable
        ? html`<canvas
              class="seat-map"
              role="img"
              aria-label=${texts.previewSaid(known.length, number(seats))}
            ></canvas>
            <p data-preview>${texts.previewSum(number(seats), points(worth))}</p>`
        : nothing}
      ${seats === 0 ? html`<p class="soft">${texts.previewNothing}</p>` : nothing}
      ${seats > MAX_SEATS
        ? notice("warn", texts.tooManySeats(number(seats), number(MAX_SEATS)))
        : nothing}
    </div>`;
  }

  /** Draws what has been said, a moment after the last word. */
  drawn() {
    const said = JSON.stringify(this.#known());
    const canvas = document.querySelector(".preview canvas.seat-map");
    if (this.said === said && this.map?.canvas === canvas) return;
    this.said = said;
    clearTimeout(this.timer);
    if (canvas) this.timer = setTimeout(() => this.#draw(canvas), this.map ? PAUSE_MILLIS : 0);
  }

  close() {
    clearTimeout(this.timer);
    this.map?.close();
  }

  #draw(canvas) {
    this.map?.close();
    if (!canvas.isConnected) return;
    const sections = this.#known().map((section) => ({
      name: section.name,
      price: Number(section.price),
      ...(section.seated
        ? { rows: Number(section.rows), seatsPerRow: Number(section.seatsPerRow) }
        : { capacity: Number(section.capacity) }),
      states: "f".repeat(sizeOf(section)),
    }));
    this.map = new SeatMap(canvas, new SeatBoard({ sections, version: "" }), ignored);
  }

  /** The sections whose measures are said. */
  #known() {
    return this.sections.filter((section) => sizeOf(section) > 0 && isPrice(Number(section.price)));
  }
}

function isPrice(price) {
  return Number.isSafeInteger(price) && price > 0;
}

function sizeOf({ seated, rows, seatsPerRow, capacity }) {
  const size = seated ? Number(rows) * Number(seatsPerRow) : Number(capacity);
  return Number.isSafeInteger(size) && size > 0 ? size : 0;
}
