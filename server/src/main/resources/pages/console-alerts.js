// The alerts of the whole deployment: a banner over every page of the console while an alert is
// firing, and a panel on the screen of a show with the recent ones.

import { read } from "./api.js";
import { panel } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { moment } from "./format.js";
import { html, nothing } from "./lit-html.js";

const LOOK_EVERY_MILLIS = 5_000;
const SHOWN = 8;
const SEVERITIES = ["critical", "warning", "notice"];

/** Looks again and again, for all who show it; `update` is called when something was seen. */
function watch(path, update) {
  let seen;
  let closed = false;
  let timer;

  async function look() {
    try {
      seen = await read(path);
    } catch (problem) {
      // The last answer stays on the screen; after a 4xx, such as 403, the page stops asking.
      if (problem.status >= 400 && problem.status < 500) return;
    }
    if (closed) return;
    timer = setTimeout(look, LOOK_EVERY_MILLIS);
    update();
  }
  look();

  return {
    get items() {
      return seen?.items;
    },
    get partial() {
      return seen?.partial;
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

/** The banner of firing alerts, the worst first. Notices appear in the panel only. */
export function openBanner(update) {
  const firing = watch("/alerts?state=firing&limit=100", update);

  function view() {
    const worth = (firing.items ?? [])
      .filter((alert) => alert.severity !== "notice")
      .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
    if (worth.length === 0) return nothing;
    const worst = worth[0].severity === "critical" ? "bad" : "warn";
    return html`<div class="banner notice ${worst}" role="alert" data-banner>
      <ul>
        ${worth.map(
          (alert) => html`<li>
            <strong>${name(alert)}</strong> ${alert.server ? html`<span class="small">${alert.server}</span>` : nothing}
            ${alert.detail}
          </li>`,
        )}
      </ul>
    </div>`;
  }

  return { view, close: firing.close };
}

export function open({ update }) {
  const lately = watch("/alerts?limit=" + SHOWN, update);

  function view() {
    if (!lately.items) return nothing;
    return panel(
      "alerts",
      texts.alerts,
      html`${lately.partial ? html`<p class="soft small">${texts.alertsPartial}</p>` : nothing}
        ${lately.items.length === 0
          ? html`<p class="soft">${texts.noAlerts}</p>`
          : html`<ul class="rows alerts">
              ${lately.items.map(row)}
            </ul>`}`,
    );
  }

  return { view, close: lately.close };
}

function row(alert) {
  const firing = alert.state === "firing";
  return html`<li data-alert=${alert.name} data-state=${alert.state}>
    <span>
      <strong>${name(alert)}</strong>
      <span class="soft small">${texts.severities[alert.severity] ?? alert.severity}</span><br />
      <span class="small">${alert.detail}</span><br />
      <span class="soft small"
        >${texts.alertSince(moment(alert.since))}
        ${alert.resolvedAt ? texts.alertUntil(moment(alert.resolvedAt)) : nothing}
        ${alert.server ? texts.alertAt(alert.server) : texts.alertAtAll}</span
      >
    </span>
    <span class="tag ${firing ? "bad" : "good"}">${firing ? texts.firing : texts.resolved}</span>
  </li>`;
}

function name(alert) {
  return texts.alertNames[alert.name] ?? alert.name;
}
