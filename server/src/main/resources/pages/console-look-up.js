// The way to a buyer whose id is known.

import { texts } from "./console-texts.js";
import { html } from "./lit-html.js";

/** As many UTF-16 units as a token's `sub` may have: up to two for each of its 128 characters. */
const MAX_ID_UNITS = 256;

export function lookUp(go) {
  const submit = (event) => {
    event.preventDefault();
    const id = new FormData(event.target).get("buyer").trim();
    if (id) go("/console/buyers/" + encodeURIComponent(id));
  };
  return html`<form class="look-up" role="search" @submit=${submit}>
    <label>
      ${texts.lookUp}
      <input
        name="buyer"
        type="text"
        required
        maxlength=${MAX_ID_UNITS}
        placeholder=${texts.buyerId}
        autocomplete="off"
        spellcheck="false"
      />
    </label>
    <button class="quiet">${texts.find}</button>
  </form>`;
}
