// Events that had no effect, and wait for a person. Of the whole deployment, not of one show.

import { ask, read, remove } from "./api.js";
import { confirmed } from "./console-confirm.js";
import { panel, refusal } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { moment, number } from "./format.js";
import { html, nothing } from "./lit-html.js";

const LOOK_EVERY_MILLIS = 5_000;
const SHOWN = 10;

export function open({ update, say }) {
  let consumers;
  let refused;
  let busy = false;
  let closed = false;
  let timer;

  async function look() {
    clearTimeout(timer);
    try {
      const { items } = await read("/consumers");
      consumers = await Promise.all(items.map(withKeys));
    } catch (problem) {
      // The last answer stays on the screen; after a 4xx, such as 403, the page stops asking.
      if (problem.status >= 400 && problem.status < 500) return;
    }
    if (closed) return;
    timer = setTimeout(look, LOOK_EVERY_MILLIS);
    update();
  }
  look();

  async function withKeys(consumer) {
    if (consumer.parkedKeys === 0) return { ...consumer, keys: [] };
    const { items } = await read(`/consumers/${consumer.name}/parked?limit=${SHOWN}`);
    return { ...consumer, keys: items };
  }

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
    update();
  }

  const path = (consumer, parked) => `/consumers/${consumer.name}/parked/${parked.id}`;

  const goOn = (consumer, parked, how) =>
    doing(async () => {
      const { handled } = await ask("POST", `${path(consumer, parked)}/${how}`);
      return texts.parkedRetried(parked.key, number(handled));
    });

  async function skip(consumer, parked) {
    const sure = await confirmed({
      title: texts.parkedSkipAsk,
      means: texts.parkedSkipMeans(parked.key),
      yes: texts.parkedSkipYes,
    });
    if (sure) await goOn(consumer, parked, "skip");
  }

  async function drop(consumer, parked) {
    const sure = await confirmed({
      title: texts.parkedDropAsk,
      means: texts.parkedDropMeans(parked.key),
      yes: texts.parkedDropYes,
    });
    if (sure) await goOn(consumer, parked, "drop");
  }

  async function dropAll(consumer, parked) {
    const sure = await confirmed({
      title: texts.parkedDropAllAsk,
      means: texts.parkedDropAllMeans(parked.key, number(parked.messages)),
      yes: texts.parkedDropAllYes,
    });
    if (sure)
      await doing(async () => {
        await remove(path(consumer, parked));
        return texts.parkedDropped(parked.key);
      });
  }

  function view() {
    if (!consumers) return nothing;
    const none = consumers.every(({ parkedKeys }) => parkedKeys === 0);
    return panel(
      "parked",
      texts.parked,
      html`<p class="soft small">${texts.parkedMean}</p>
        ${refusal(refused)} ${none ? html`<p>${texts.parkedNone}</p>` : consumers.map(keysOf)}`,
    );
  }

  function keysOf(consumer) {
    const { name, parkedKeys, parkedMessages, keys } = consumer;
    if (parkedKeys === 0) return nothing;
    return html`<ul class="rows">
        <li data-parked=${name}>
          <span>${name}</span
          ><strong>${texts.parkedFigures(number(parkedKeys), number(parkedMessages))}</strong>
        </li>
      </ul>
      ${keys.map((parked) => keyOf(consumer, parked))}
      ${parkedKeys > keys.length
        ? html`<p class="soft small">${texts.parkedMore(number(parkedKeys - keys.length))}</p>`
        : nothing}`;
  }

  function keyOf(consumer, parked) {
    return html`<article class="letter" aria-label=${texts.parkedKey(parked.key)}>
      <p><strong>${parked.key}</strong> <span class="soft small">${parked.topic}, ${moment(parked.parkedAt)}</span></p>
      <p class="small">${texts.parkedReasons[parked.reason]} <code>${parked.failure}</code></p>
      ${parked.messages > 1
        ? html`<p class="small">${texts.parkedBehind(number(parked.messages - 1))}</p>`
        : nothing}
      <p class="actions">
        ${button(texts.parkedRetry, () => goOn(consumer, parked, "retry"))}
        ${parked.reason === "gap" ? button(texts.parkedSkip, () => skip(consumer, parked)) : nothing}
        ${button(texts.parkedDrop, () => drop(consumer, parked))}
        ${parked.messages > 1 ? button(texts.parkedDropAll, () => dropAll(consumer, parked)) : nothing}
      </p>
    </article>`;
  }

  function button(label, pressed) {
    return html`<button class="quiet small" ?disabled=${busy} @click=${pressed}>${label}</button>`;
  }

  function close() {
    closed = true;
    clearTimeout(timer);
  }

  return { view, close };
}
