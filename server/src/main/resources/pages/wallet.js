// The wallet: how many points there are, and what became of them.

import { change, read } from "./api.js";
import { number, points, shortMoment } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { loading, notice, refusal, unreadable } from "./parts.js";
import { texts } from "./texts.js";

const OFFERED = [100, 500, 1_000];

export function open({ update, say }) {
  let balance;
  let entries;
  let next;
  let problem;
  let refused;
  let elsewhere = false;
  let busy = false;

  async function load() {
    try {
      const [wallet, page] = await Promise.all([read("/wallet"), read("/wallet/entries")]);
      balance = wallet.balance;
      entries = page.items;
      next = page.nextCursor;
      problem = undefined;
    } catch (missed) {
      problem = missed;
    }
    update();
  }
  load();

  async function more() {
    try {
      const page = await read("/wallet/entries?cursor=" + next);
      entries = [...entries, ...page.items];
      next = page.nextCursor;
    } catch (missed) {
      refused = missed;
    }
    update();
  }

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
    if (problem && !entries) return unreadable(problem, load);
    if (!entries) return loading();
    return html`<section class="narrow">
      <h1>${texts.wallet}</h1>
      <p class="big">${points(balance)}</p>
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
      ${entries.length === 0 ? html`<p class="soft">${texts.noEntries}</p>` : table()}
      ${next ? html`<button @click=${more}>${texts.more}</button>` : nothing}
    </section>`;
  }

  function table() {
    return html`<table>
      <thead>
        <tr>
          <th scope="col">${texts.when}</th>
          <th scope="col">${texts.what}</th>
          <th scope="col" class="amount">${texts.amount}</th>
          <th scope="col" class="amount">${texts.balanceThen}</th>
        </tr>
      </thead>
      <tbody>
        ${entries.map(
          (entry) => html`<tr>
            <td>${shortMoment(entry.at)}</td>
            <td>
              ${entry.bookingId
                ? html`<a href=${"/bookings/" + entry.bookingId}>${kind(entry)}</a>`
                : kind(entry)}
            </td>
            <td class="amount">${entry.amount > 0 ? "+" : ""}${number(entry.amount)}</td>
            <td class="amount">${number(entry.balance)}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  return { title: texts.wallet, view };
}

function kind(entry) {
  return texts.entryKinds[entry.kind] ?? entry.kind;
}
