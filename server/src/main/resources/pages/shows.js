// The list of shows.

import { read } from "./api.js";
import { until } from "./clock.js";
import { countdown, moment, number, points } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { loading, unreadable } from "./parts.js";
import { texts } from "./texts.js";

export function open({ update }) {
  let shows;
  let next;
  let problem;

  async function load(cursor) {
    try {
      const page = await read("/shows" + (cursor ? "?cursor=" + cursor : ""), { who: false });
      shows = cursor ? [...shows, ...page.items] : page.items;
      next = page.nextCursor;
      problem = undefined;
    } catch (refused) {
      problem = refused;
    }
    update();
  }
  load();

  function view() {
    if (problem && !shows) return unreadable(problem, () => load());
    if (!shows) return loading();
    return html`
      <section class="wide">
        <h1>${texts.shows}</h1>
        ${shows.length === 0 ? html`<p class="soft">${texts.noShows}</p>` : nothing}
        <ul class="cards">
          ${shows.map(card)}
        </ul>
        ${next ? html`<button @click=${() => load(next)}>${texts.more}</button>` : nothing}
      </section>
    `;
  }

  return { title: texts.shows, view };
}

function card(show) {
  const prices = show.sections.map((section) => section.price);
  return html`<li class="card">
    <a href=${"/shows/" + show.id}>
      <h2>${show.name}</h2>
      <p class="soft">${moment(show.startsAt)}</p>
      <p>${state(show)}</p>
      <p class="soft">${texts.from(points(Math.min(...prices)))}</p>
    </a>
  </li>`;
}

/** Where a sale is, in a few words. */
export function state(show) {
  const left = until(show.saleOpensAt);
  if (show.closed) return html`<span class="tag">${texts.closed}</span>`;
  if (show.paused) return html`<span class="tag warn">${texts.paused}</span>`;
  if (left > 0) return html`<span class="tag">${texts.opensIn(countdown(left))}</span>`;
  if (show.free === 0 && show.held === 0) return html`<span class="tag">${texts.soldOut}</span>`;
  return html`<span class="tag good">${texts.onSale}</span> ${texts.seatsFree(number(show.free))}`;
}
