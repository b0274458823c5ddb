// The services that the sale depends on, and their state.

import { panel } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { html, nothing } from "./lit-html.js";

export function open({ feed }) {
  function view() {
    if (!feed.look) return nothing;
    return panel(
      "services",
      texts.services,
      html`<ul class="rows">
        ${feed.look.services.map(
          ({ name, state, required }) => html`<li>
            <span
              >${name}<br /><span class="soft small"
                >${required ? texts.required : texts.optional}</span
              ></span
            >
            <span class="tag ${state === "up" ? "good" : "bad"}"
              ><span aria-hidden="true">${state === "up" ? "✓" : "✗"}</span> ${texts[state] ?? state}</span
            >
          </li>`,
        )}
      </ul>`,
    );
  }

  return { view };
}
