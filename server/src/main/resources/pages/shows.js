// The list of shows.

import { until } from "./clock.js";
import { countdown, moment, number, points } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { PagedList } from "./paged-list.js";
import { aged, loading, unreadable } from "./parts.js";
import { texts } from "./texts.js";

export function open({ update }) {
  const list = new PagedList("/shows", update, { who: false });
  list.load();

  function view() {
    if (!list.items) return list.problem ? unreadable(list.problem, () => list.load()) : loading();
    return html`
      <section class="wide">
        <h1>${texts.shows}</h1>
        ${aged(list)}
        ${list.items.length === 0 ? html`<p class="soft">${texts.noShows}</p>` : nothing}
        <ul class="cards">
          ${list.items.map(card)}
        </ul>
        ${list.moreButton()}
      </section>
    `;
  }

  return { title: texts.shows, view, close: () => list.close() };
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

/** The state of a sale, in a few words. */
export function state(show) {
  const left = until(show.saleOpensAt);
  if (show.closed) return html`<span class="tag">${texts.closed}</span>`;
  if (show.paused) return html`<span class="tag warn">${texts.paused}</span>`;
  if (left > 0) return html`<span class="tag">${texts.opensIn(countdown(left))}</span>`;
  if (show.free === 0 && show.held === 0) return html`<span class="tag">${texts.soldOut}</span>`;
  return html`<span class="tag good">${texts.onSale}</span> ${texts.seatsFree(number(show.free))}`;
}
