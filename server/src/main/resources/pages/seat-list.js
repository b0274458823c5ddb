// The seats without a map: a section, a row, and a button for each seat in it. Works with a screen
// reader, and with fifty thousand seats, of which it shows one row.

import { number, points, seatName } from "./format.js";
import { html } from "./lit-html.js";
import { FREE, HELD, SOLD, YOURS } from "./seat-board.js";
import { texts } from "./texts.js";

export const stateName = {
  [FREE]: texts.free,
  [HELD]: texts.heldByOthers,
  [SOLD]: texts.sold,
  [YOURS]: texts.yours,
};
const MARKS = { [HELD]: "╱", [SOLD]: "×", [YOURS]: "✓" };

export class SeatList {
  constructor(board, { tapped, update }) {
    Object.assign(this, { board, tapped, update });
    const free = board.sections.find((section) => board.freeIn(section) > 0);
    this.section = free ?? board.sections[0];
    this.row = this.#firstFreeRow();
  }

  #freeInRow(row) {
    const { perRow } = this.section;
    return this.board.freeIn(this.section, row * perRow, (row + 1) * perRow);
  }

  #firstFreeRow() {
    if (this.section.isOpen) return 0;
    for (let row = 0; row < this.section.rows; row++) {
      if (this.#freeInRow(row) > 0) return row;
    }
    return 0;
  }

  view() {
    const { board, section } = this;
    const chooseSection = (event) => {
      this.section = board.byName.get(event.target.value);
      this.row = this.#firstFreeRow();
      this.update();
    };
    return html`<div class="seat-list">
      <label>
        ${texts.where}
        <select @change=${chooseSection} data-choice="section">
          ${board.sections.map(
            (each) => html`<option value=${each.name} ?selected=${each === section}>
              ${texts.sectionWithFree(each.name, points(each.price), number(board.freeIn(each)))}
            </option>`,
          )}
        </select>
      </label>
      ${section.isOpen ? html`<p>${texts.noFixedSeats}</p>` : this.#rows()}
    </div>`;
  }

  #rows() {
    const { section, row } = this;
    const chooseRow = (event) => {
      this.row = Number(event.target.value);
      this.update();
    };
    const rows = Array.from({ length: section.rows }, (_, i) => i);
    const seats = Array.from({ length: section.perRow }, (_, i) => i);
    return html`
      <label>
        ${texts.row}
        <select @change=${chooseRow} data-choice="row">
          ${rows.map(
            (each) => html`<option value=${each} ?selected=${each === row}>
              ${texts.rowWithFree(each + 1, this.#freeInRow(each))}
            </option>`,
          )}
        </select>
      </label>
      <ul class="seat-row" aria-label=${texts.seatsIn(section.name, row + 1)}>
        ${seats.map((seat) => this.#seat(section.first + row * section.perRow + seat, seat + 1))}
      </ul>
    `;
  }

  #seat(at, shownNumber) {
    const state = this.board.shown(at);
    const chosen = this.board.chosen.has(at);
    const can = chosen || (state === FREE && !this.board.mine.has(at));
    const name = seatName(this.board.label(at));
    // Not disabled, for then nobody could get there to hear that it is taken.
    return html`<li>
      <button
        class="seat s${state}"
        aria-pressed=${chosen}
        aria-disabled=${!can}
        aria-label=${texts.seatSaid(name, points(this.section.price), stateName[state] ?? texts.off)}
        @click=${() => this.tapped(at)}
      >
        ${shownNumber}<span aria-hidden="true">${MARKS[state] ?? ""}</span>
      </button>
    </li>`;
  }
}
