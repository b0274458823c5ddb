// The figures of each section, counted from events, with their age if they are late.

import { count, duration } from "./console-format.js";
import { panel } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { html, nothing } from "./lit-html.js";
import { notice } from "./parts.js";

/** Events usually come within a second. */
const LATE_SECONDS = 10;

export function open({ feed }) {
  function view() {
    const { told } = feed.look;
    if (!told) return nothing;
    return panel(
      "sections",
      texts.bySection,
      html`<p class="soft small">${texts.bySectionMeans}</p>
        ${late(told.ageSeconds)}
        <div class="sideways" role="group" tabindex="0" aria-label=${texts.bySection}><table>
          <thead>
            <tr>
              <th scope="col">${texts.sectionColumn}</th>
              ${[
                texts.sectionSold,
                texts.sectionFreed,
                texts.sectionCancelled,
                texts.sectionRevenue,
              ].map((label) => html`<th scope="col" class="amount">${label}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${told.sections.map(row)}
          </tbody>
        </table></div>`,
    );
  }

  return { view };
}

function late(seconds) {
  return seconds > LATE_SECONDS ? notice("warn", texts.toldLate(duration(Math.round(seconds)))) : nothing;
}

function row({ name, seats, givenBack, lapsed, cancelled, sold, revenue }) {
  return html`<tr data-section=${name}>
    <th scope="row">${name}</th>
    <td class="amount">${texts.sectionSoldOf(count(sold - cancelled), count(seats))}</td>
    <td class="amount">${count(givenBack + lapsed)}</td>
    <td class="amount">${count(cancelled)}</td>
    <td class="amount">${count(revenue)}</td>
  </tr>`;
}
