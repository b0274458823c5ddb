// Why claims were refused, the most frequent reason first.

import { bars, panel } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { number } from "./format.js";
import { html } from "./lit-html.js";

export function open({ feed }) {
  function view() {
    const rows = Object.entries(feed.look.claims.refused)
      .filter(([, count]) => count > 0)
      .sort(([, one], [, other]) => other - one)
      .map(([slug, count]) => [texts.reasons[slug] ?? slug, count, number(count)]);
    return panel(
      "refusals",
      texts.refusals,
      html`<p class="soft small">${texts.refusalsMeans}</p>
        ${rows.length === 0 ? html`<p>${texts.noRefusals}</p>` : bars(texts.reason, rows)}`,
    );
  }

  return { view };
}
