// All shows, the way to a new one, and to a buyer.

import { read } from "./api.js";
import { unreadable } from "./console-parts.js";
import { lookUp } from "./console-look-up.js";
import { texts } from "./console-texts.js";
import { moment, number } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { loading } from "./parts.js";
import { state } from "./shows.js";

export function open({ update, go }) {
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
    return html`<section class="wide">
      <div class="head">
        <h1>${texts.shows}</h1>
        <a class="button" href="/console/new">${texts.newShow}</a>
      </div>
      ${shows.length === 0 ? html`<p class="soft">${texts.noShows}</p>` : nothing}
      <ul class="cards">
        ${shows.map(card)}
      </ul>
      ${next ? html`<button class="quiet" @click=${() => load(next)}>${texts.more}</button>` : nothing}
      ${lookUp(go)}
    </section>`;
  }

  return { title: texts.shows, view };
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
