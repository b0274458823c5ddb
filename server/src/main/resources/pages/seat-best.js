// Best available: how many, where, and for how much at most; the server finds the seats.

import { points } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { texts } from "./texts.js";

export class BestForm {
  constructor(board, show, { find, update }) {
    Object.assign(this, { board, show, find, update });
    this.section = "";
  }

  /** Begins with this section, for one who tapped on it. */
  ask(section) {
    this.section = section.name;
    this.update();
    const form = document.querySelector("form.best");
    form?.scrollIntoView({ block: "nearest" });
    form?.querySelector("input")?.focus();
  }

  view(busy) {
    const { board, show } = this;
    const submit = (event) => {
      event.preventDefault();
      const given = new FormData(event.target);
      const wish = { quantity: Number(given.get("quantity")) };
      if (given.get("section")) wish.section = given.get("section");
      if (given.get("maxPrice")) wish.maxPrice = Number(given.get("maxPrice"));
      this.find(wish);
    };
    return html`<form class="best card" @submit=${submit}>
      <h2>${texts.best}</h2>
      <p class="soft">${texts.bestMeans}</p>
      <label>
        ${texts.howMany}
        <input type="number" name="quantity" min="1" max=${show.maxSeatsPerHold} value="2" required />
      </label>
      <label>
        ${texts.where}
        <select name="section" @change=${(event) => (this.section = event.target.value)}>
          <option value="">${texts.anywhere}</option>
          ${board.sections.map(
            (section) => html`<option
              value=${section.name}
              .selected=${section.name === this.section}
            >
              ${texts.section(section.name)}
            </option>`,
          )}
        </select>
      </label>
      ${board.prices.length > 1
        ? html`<label>
            ${texts.atMost}
            <select name="maxPrice">
              <option value="">${texts.anyPrice}</option>
              ${board.prices.map((price) => html`<option value=${price}>${points(price)}</option>`)}
            </select>
          </label>`
        : nothing}
      <button ?disabled=${busy}>${texts.findSeats}</button>
    </form>`;
  }
}
