// A new show: all that can be said of one, and how its map will look.

import { ask } from "./api.js";
import { Fields } from "./console-fields.js";
import { explain } from "./console-parts.js";
import { Preview } from "./console-preview.js";
import { SectionList, newSection } from "./console-sections.js";
import { texts } from "./console-texts.js";
import { html, nothing } from "./lit-html.js";
import { notice } from "./parts.js";

const DAY_MILLIS = 86_400_000;
const MINUTE_MILLIS = 60_000;

export function open({ update, go, say }) {
  const show = {
    name: "",
    startsAt: localText(Date.now() + 30 * DAY_MILLIS),
    saleOpensAt: "",
    sections: [newSection("A")],
    maxSeatsPerHold: 8,
    maxSeatsPerBuyer: "",
    holdSeconds: 300,
    waitingRoom: { enabled: true, admitPerSecond: 10, maxActive: 500, passSeconds: 600, shuffleEarly: true },
  };
  const fields = new Fields(update);
  const sections = new SectionList(show.sections, fields, update);
  const preview = new Preview(show.sections);
  let refused = [];
  let busy = false;

  async function submit(event) {
    event.preventDefault();
    if (busy) return;
    busy = true;
    refused = [];
    update();
    try {
      // Once: a repeat by itself could make two shows of one wish.
      const created = await ask("POST", "/shows", { body: toSend(show) });
      say(texts.created(created.name));
      go("/console/shows/" + created.id);
    } catch (problem) {
      refusedBy(problem);
    }
    busy = false;
    update();
  }

  function refusedBy(problem) {
    const others = fields.refuse(problem.fields.errors ?? []);
    refused = problem.fields.errors
      ? [texts.fix, ...others.map(({ field, message }) => `${field} ${message}`)]
      : [explain(problem)];
    update();
    // Once the words are beside their fields.
    requestAnimationFrame(() => fields.focusFirstRefused());
  }

  function view() {
    return html`<section class="wide">
      <h1>${texts.newShow}</h1>
      <p class="soft">${texts.newShowMeans}</p>
      <div class="new-body">
        <form class="new" @submit=${submit}>
          ${general()}
          <fieldset>
            <legend>${texts.sections}</legend>
            ${sections.view()}
          </fieldset>
          ${limits()} ${room()}
          ${refused.length > 0
            ? notice("bad", refused[0], html`${refused.slice(1).map((each) => html`<p>${each}</p>`)}`)
            : nothing}
          <p class="actions"><button ?disabled=${busy}>${texts.create}</button></p>
        </form>
        ${preview.view()}
      </div>
    </section>`;
  }

  function general() {
    return html`<div class="field-group">
      ${fields.text(show, "name", texts.name, { max: 200 })}
      <div class="pair times">
        ${fields.moment(show, "startsAt", texts.startsAt, {})}
        ${fields.moment(show, "saleOpensAt", texts.saleOpensAt, {
          required: false,
          hint: texts.saleOpensAtMeans,
        })}
      </div>
    </div>`;
  }

  function limits() {
    return html`<fieldset>
      <legend>${texts.limits}</legend>
      <div class="pair">
        ${fields.whole(show, "maxSeatsPerHold", texts.maxSeatsPerHold, { min: 1, max: 50 })}
        ${fields.whole(show, "maxSeatsPerBuyer", texts.maxSeatsPerBuyer, {
          min: 1,
          max: 1_000,
          required: false,
          hint: texts.noLimit,
        })}
        ${fields.whole(show, "holdSeconds", texts.holdSeconds, { min: 1, max: 86_400 })}
      </div>
    </fieldset>`;
  }

  function room() {
    const at = (name) => "waitingRoom." + name;
    const inside = show.waitingRoom;
    return html`<fieldset>
      <legend>${texts.waitingRoom}</legend>
      ${fields.flag(inside, at("enabled"), texts.enabled)}
      ${inside.enabled
        ? html`<div class="pair">
              ${fields.whole(inside, at("admitPerSecond"), texts.admitPerSecond, {
                min: 0,
                max: 10_000,
                hint: texts.admitPerSecondMeans,
              })}
              ${fields.whole(inside, at("maxActive"), texts.maxActive, { min: 1, max: 1_000_000 })}
              ${fields.whole(inside, at("passSeconds"), texts.passSeconds, { min: 10, max: 86_400 })}
            </div>
            ${fields.flag(inside, at("shuffleEarly"), texts.shuffleEarly)}`
        : nothing}
    </fieldset>`;
  }

  return { title: texts.newShow, view, drawn: () => preview.drawn(), close: () => preview.close() };
}

/** The show as the API takes it: numbers as numbers, and nothing where nothing was said. */
function toSend(show) {
  const whole = (text) => (text === "" ? undefined : Number(text));
  const { enabled, shuffleEarly, ...room } = show.waitingRoom;
  return {
    name: show.name,
    startsAt: instant(show.startsAt),
    saleOpensAt: instant(show.saleOpensAt),
    sections: show.sections.map((section) => ({
      name: section.name,
      price: whole(section.price),
      ...(section.seated
        ? { rows: whole(section.rows), seatsPerRow: whole(section.seatsPerRow) }
        : { capacity: whole(section.capacity) }),
    })),
    maxSeatsPerHold: whole(show.maxSeatsPerHold),
    maxSeatsPerBuyer: whole(show.maxSeatsPerBuyer),
    holdSeconds: whole(show.holdSeconds),
    waitingRoom: enabled
      ? {
          enabled,
          shuffleEarly,
          ...Object.fromEntries(Object.entries(room).map(([name, text]) => [name, whole(text)])),
        }
      : undefined,
  };
}

function instant(text) {
  return text === "" ? undefined : new Date(text).toISOString();
}

/** A moment as a `datetime-local` field has it: in the time of this computer, to the full hour. */
function localText(millis) {
  const hour = new Date(millis);
  hour.setMinutes(0, 0, 0);
  const shifted = hour.getTime() - hour.getTimezoneOffset() * MINUTE_MILLIS;
  return new Date(shifted).toISOString().slice(0, 16);
}
