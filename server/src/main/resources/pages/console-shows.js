// All shows, the way to a new one, and to a buyer.

import { lookUp } from "./console-look-up.js";
import { unreadable } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { moment, number } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { PagedList } from "./paged-list.js";
import { loading } from "./parts.js";
import { state } from "./shows.js";

export function open({ update, go }) {
  const list = new PagedList("/shows", update, { who: false });
  list.load();

  function view() {
    if (!list.items) return list.problem ? unreadable(list.problem, () => list.load()) : loading();
    return html`<section class="wide">
      <div class="head">
        <h1>${texts.shows}</h1>
        <a class="button" href="/console/new">${texts.newShow}</a>
      </div>
      ${list.items.length === 0 ? html`<p class="soft">${texts.noShows}</p>` : nothing}
      <ul class="cards">
        ${list.items.map(card)}
      </ul>
      ${list.moreButton()} ${lookUp(go)}
    </section>`;
  }

  return { title: texts.shows, view, close: () => list.close() };
}

function card(show) {
  const all = show.free + show.held + show.sold;
  return html`<li class="card">
    <a href=${"/console/shows/" + show.id}>
      <h2>${show.name}</h2>
      <p class="soft">${moment(show.startsAt)}</p>
      <p>${state(show)}</p>
      <progress aria-label=${texts.soldOf(number(show.sold), number(all))} max=${all} .value=${show.sold}></progress>
      <p class="soft">${texts.counts(number(show.free), number(show.held), number(show.sold))}</p>
    </a>
  </li>`;
}
