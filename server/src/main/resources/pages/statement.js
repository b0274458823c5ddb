// The statement of a wallet: one line for each entry.

import { number, shortMoment } from "./format.js";
import { html } from "./lit-html.js";
import { texts } from "./texts.js";

/** A table of entries; `shown(entry, kind)` says how one is called, which may be a link. */
export function statement(entries, shown = (entry, kind) => kind) {
  return html`<table data-list="entries">
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
          <td>${shown(entry, texts.entryKinds[entry.kind] ?? entry.kind)}</td>
          <td class="amount">${entry.amount > 0 ? "+" : ""}${number(entry.amount)}</td>
          <td class="amount">${number(entry.balance)}</td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
