// The matchmaker's panel: the tickets of the whole deployment and the profiles of the answering
// server. It is hidden while there is neither a ticket nor a watcher: most sales match nobody.

import { read } from "./api.js";
import { panel } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { number } from "./format.js";
import { html, nothing } from "./lit-html.js";

const LOOK_EVERY_MILLIS = 5_000;

export function open({ update }) {
  let seen;
  let closed = false;
  let timer;

  async function look() {
    clearTimeout(timer);
    try {
      seen = await read("/matchmaker");
    } catch (problem) {
      // The last answer stays on the screen; after a 4xx, such as 403, the page stops asking.
      if (problem.status >= 400 && problem.status < 500) return;
    }
    if (closed) return;
    timer = setTimeout(look, LOOK_EVERY_MILLIS);
    update();
  }
  look();

  const isUsed = ({ tickets, watchers }) => tickets.waiting + tickets.leased + tickets.assigned + watchers > 0;

  const row = (name, label, value) =>
    html`<li data-match=${name}><span>${label}</span><strong>${value}</strong></li>`;

  function profile({ name, matches, meanWaitSeconds, failures }) {
    return html`<li data-profile=${name}>
      <span>${name}${failures > 0 ? html` <span class="soft small">${texts.matchmakerFailures(number(failures))}</span>` : nothing}</span>
      <strong>${texts.matchmakerProfile(number(matches), meanWaitSeconds.toFixed(1))}</strong>
    </li>`;
  }

  function view() {
    if (!seen || !isUsed(seen)) return nothing;
    const rows = Object.entries(texts.matchmakerTickets);
    return panel(
      "matchmaker",
      texts.matchmaker,
      html`<p class="soft small">${texts.matchmakerMeans(seen.server)}</p>
        <ul class="rows">
          ${rows.map(([name, label]) => row(name, label, number(seen.tickets[name])))}
          ${row("watchers", texts.matchmakerWatchers, number(seen.watchers))} ${seen.profiles.map(profile)}
        </ul>`,
    );
  }

  function close() {
    closed = true;
    clearTimeout(timer);
  }

  return { view, close };
}
