// The jobs that run in the background, and those that gave up and wait for a person. Of the whole
// deployment, not of one show.

import { ask, read, remove } from "./api.js";
import { confirmed } from "./console-confirm.js";
import { panel, refusal } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { moment, number } from "./format.js";
import { html, nothing } from "./lit-html.js";

const LOOK_EVERY_MILLIS = 5_000;
const SHOWN = 10;

export function open({ update, say }) {
  let jobs;
  let refused;
  let busy = false;
  let closed = false;
  let timer;

  async function look() {
    clearTimeout(timer);
    try {
      jobs = await read("/jobs?limit=" + SHOWN);
    } catch (problem) {
      // The last answer stays on the screen; after a 4xx, such as 403, the page stops asking.
      if (problem.status >= 400 && problem.status < 500) return;
    }
    if (closed) return;
    timer = setTimeout(look, LOOK_EVERY_MILLIS);
    update();
  }
  look();

  async function doing(step, done) {
    if (busy) return;
    busy = true;
    refused = undefined;
    update();
    try {
      await step();
      say(done);
    } catch (problem) {
      refused = problem;
    }
    busy = false;
    await look();
    update();
  }

  const retry = (letter) =>
    doing(() => ask("POST", `/jobs/${letter.id}/retry`), texts.jobRetried(letter.kind));

  async function drop(letter) {
    const sure = await confirmed({
      title: texts.jobDropAsk,
      means: texts.jobDropMeans(letter.kind),
      yes: texts.jobDropYes,
    });
    if (sure) await doing(() => remove("/jobs/" + letter.id), texts.jobDropped(letter.kind));
  }

  function view() {
    if (!jobs) return nothing;
    const { figures, items } = jobs;
    const rows = Object.entries(texts.jobFigures);
    return panel(
      "jobs",
      texts.jobs,
      html`<p class="soft small">${texts.jobsMean}</p>
        ${refusal(refused)}
        <ul class="rows">
          ${rows.map(
            ([name, label]) =>
              html`<li data-jobs=${name}><span>${label}</span><strong>${number(figures[name])}</strong></li>`,
          )}
        </ul>
        ${items.map(dead)}
        ${figures.dead > items.length
          ? html`<p class="soft small">${texts.jobsMore(number(figures.dead - items.length))}</p>`
          : nothing}`,
    );
  }

  function dead(letter) {
    return html`<article class="letter" aria-label=${texts.jobDead(letter.kind)}>
      <p><strong>${letter.kind}</strong> <span class="soft small">${moment(letter.diedAt)}</span></p>
      <p class="small">${texts.jobTried(number(letter.attempt))} <code>${letter.failure}</code></p>
      <p class="actions">
        <button class="quiet small" ?disabled=${busy} @click=${() => retry(letter)}>${texts.jobRetry}</button>
        <button class="quiet small" ?disabled=${busy} @click=${() => drop(letter)}>${texts.jobDrop}</button>
      </p>
    </article>`;
  }

  function close() {
    closed = true;
    clearTimeout(timer);
  }

  return { view, close };
}
