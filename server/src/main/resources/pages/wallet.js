// The wallet: how many points there are, and what became of them.

import { change, read } from "./api.js";
import { points } from "./format.js";
import { html } from "./lit-html.js";
import { PagedList } from "./paged-list.js";
import { aged, loading, notice, refusal, unreadable } from "./parts.js";
import { statement } from "./statement.js";
import { texts } from "./texts.js";

const OFFERED = [100, 500, 1_000];

export function open({ update, say }) {
  const entries = new PagedList("/wallet/entries", update);
  let wallet;
  let problem;
  let refused;
  let elsewhere = false;
  let busy = false;

  async function load() {
    try {
      [wallet] = await Promise.all([read("/wallet"), entries.load()]);
      problem = entries.problem;
    } catch (missed) {
      problem = missed;
    }
    update();
  }
  load();

  async function topUp(amount) {
    busy = true;
    refused = undefined;
    update();
    try {
      await change("/wallet/top-ups", { amount });
      say(texts.toppedUp(points(amount)));
      await load();
    } catch (answer) {
      if (answer.status === 403) elsewhere = true;
      else refused = answer;
    }
    busy = false;
    update();
  }

  function view() {
    if (!wallet || !entries.items) {
      return problem ? unreadable(problem, load) : loading();
    }
    return html`<section class="narrow">
      <h1>${texts.wallet}</h1>
      ${aged(wallet, entries)}
      <p class="big">${points(wallet.balance)}</p>
      ${refusal(refused)}
      ${elsewhere
        ? notice("warn", texts.topUpElsewhere)
        : html`<p class="actions">
            ${OFFERED.map(
              (amount) =>
                html`<button class="quiet" ?disabled=${busy} @click=${() => topUp(amount)}>
                  ${texts.topUp(points(amount))}
                </button>`,
            )}
          </p>`}
      <h2>${texts.statement}</h2>
      ${entries.items.length === 0
        ? html`<p class="soft">${texts.noEntries}</p>`
        : statement(entries.items, named)}
      ${refusal(entries.problem)} ${entries.moreButton()}
    </section>`;
  }

  return { title: texts.wallet, view, close: () => entries.close() };
}

function named(entry, kind) {
  return entry.bookingId ? html`<a href=${"/bookings/" + entry.bookingId}>${kind}</a>` : kind;
}
