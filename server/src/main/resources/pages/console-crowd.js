// A crowd to try a sale with; only where the server has one to send.

import { ask, read, remove } from "./api.js";
import { explain, panel } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { number } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { notice } from "./parts.js";

const FRESH_MILLIS = 1_000;
const SELDOM_MILLIS = 5_000;
const MAX_BUYERS = 10_000;
const DEFAULT_BUYERS = 500;

export function open({ showId, update, say }) {
  let crowd;
  let refused;
  let busy = false;
  let timer;
  let closed = false;

  async function look() {
    clearTimeout(timer);
    try {
      crowd = await read("/demo/crowd");
    } catch (problem) {
      // A server without the demo crowd answers 4xx, and asking again would not change that.
      if (problem.status >= 400 && problem.status < 500) return;
    }
    lookAgain();
    update();
  }

  function lookAgain() {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(look, crowd?.state === "running" ? FRESH_MILLIS : SELDOM_MILLIS);
  }
  look();

  async function doing(step) {
    if (busy) return;
    busy = true;
    refused = undefined;
    update();
    try {
      say(await step());
    } catch (problem) {
      refused = problem;
    }
    busy = false;
    await look();
  }

  function start(event) {
    event.preventDefault();
    const buyers = Number(event.target.buyers.value);
    doing(async () => {
      crowd = await ask("POST", "/demo/crowd", { body: { showId, buyers } });
      return texts.crowdStarted(number(buyers));
    });
  }

  const stop = () =>
    doing(async () => {
      await remove("/demo/crowd");
      return texts.crowdStopped;
    });

  function view() {
    if (!crowd) return nothing;
    const running = crowd.state === "running";
    return panel(
      "crowd",
      texts.crowd,
      html`<p class="soft small">${texts.crowdMeans}</p>
        ${refused ? notice("bad", explain(refused)) : nothing}
        ${crowd.state === "idle" ? nothing : progress()}
        ${running
          ? html`<button class="quiet" ?disabled=${busy} @click=${stop}>${texts.crowdStop}</button>`
          : html`<form class="lever one" @submit=${start}>
              <label>
                ${texts.crowdBuyers}
                <input name="buyers" type="number" required min="1" max=${MAX_BUYERS} value=${DEFAULT_BUYERS} />
              </label>
              <button ?disabled=${busy}>${texts.crowdStart}</button>
            </form>`}`,
    );
  }

  function progress() {
    const ended = crowd.paid + crowd.abandoned + crowd.turnedAway + crowd.failed;
    const parts = Object.entries(texts.crowdParts).filter(([name]) => crowd[name] > 0);
    return html`
      ${crowd.showId === showId ? nothing : html`<p>${texts.crowdElsewhere(crowd.showId)}</p>`}
      ${crowd.state === "ended" ? html`<p>${texts.crowdEnded}</p>` : nothing}
      <progress aria-label=${texts.crowdProgress} max=${crowd.buyers} .value=${ended}></progress>
      <ul class="crowd-parts">
        ${parts.map(([name, label]) => html`<li><strong>${number(crowd[name])}</strong> ${label}</li>`)}
      </ul>
    `;
  }

  function close() {
    closed = true;
    clearTimeout(timer);
  }

  return { view, close };
}
