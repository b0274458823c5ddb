// The sections of a new show, added and removed one by one.

import { texts } from "./console-texts.js";
import { html, nothing } from "./lit-html.js";

export const MAX_SECTIONS = 200;
export const MAX_SEATS = 200_000;

/** The highest price: all whole numbers up to it are exact in JSON. */
const MAX_PRICE = Number.MAX_SAFE_INTEGER;

export function newSection(name) {
  return { name, price: 100, seated: true, rows: 10, seatsPerRow: 20, capacity: 100 };
}

export class SectionList {
  constructor(sections, fields, update) {
    Object.assign(this, { sections, fields, update });
  }

  view() {
    return html`
      ${this.sections.map((section, i) => this.#section(section, i))}
      <button
        type="button"
        class="quiet"
        ?disabled=${this.sections.length >= MAX_SECTIONS}
        @click=${() => this.#add()}
      >
        ${texts.addSection}
      </button>
    `;
  }

  #section(section, i) {
    const { fields } = this;
    const at = (name) => `sections[${i}].${name}`;
    return html`<fieldset class="section card">
      <legend>${texts.section(section.name, i + 1)}</legend>
      <div class="pair">
        ${fields.text(section, at("name"), texts.sectionName, {
          max: 12,
          pattern: "[A-Za-z0-9]{1,12}",
          hint: texts.sectionNameMeans,
        })}
        ${fields.whole(section, at("price"), texts.price, { min: 1, max: MAX_PRICE })}
        ${this.#kind(section, i)}
        ${section.seated
          ? html`${fields.whole(section, at("rows"), texts.rows, { min: 1, max: MAX_SEATS })}
            ${fields.whole(section, at("seatsPerRow"), texts.seatsPerRow, { min: 1, max: MAX_SEATS })}`
          : fields.whole(section, at("capacity"), texts.capacity, { min: 1, max: MAX_SEATS })}
      </div>
      ${this.sections.length > 1
        ? html`<button type="button" class="quiet" @click=${() => this.#remove(i)}>
            ${texts.removeSection(texts.section(section.name, i + 1))}
          </button>`
        : nothing}
    </fieldset>`;
  }

  #kind(section, i) {
    const choose = (event) => {
      section.seated = event.target.value === "seated";
      this.update();
    };
    const id = `kind-${i}`;
    return html`<div class="field">
      <label for=${id}>${texts.kind}</label>
      <select id=${id} @change=${choose}>
        <option value="seated" .selected=${section.seated}>${texts.seated}</option>
        <option value="standing" .selected=${!section.seated}>${texts.standing}</option>
      </select>
    </div>`;
  }

  #add() {
    this.sections.push(newSection(this.#freeName()));
    this.update();
  }

  #remove(i) {
    this.sections.splice(i, 1);
    // The errors are kept by index: they would now appear beside another section's fields.
    this.fields.errors.clear();
    this.update();
  }

  #freeName() {
    const taken = new Set(this.sections.map(({ name }) => name));
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (let n = 0; ; n++) {
      const name = letters[n % 26] + (n < 26 ? "" : Math.floor(n / 26));
      if (!taken.has(name)) return name;
    }
  }
}
