// The operator's controls of a sale. A change of settings is sent with the version that is shown; a
// step that cannot be undone needs a confirmation; the panel says how each step ended.

import { change } from "./api.js";
import { cancelById } from "./console-cancel.js";
import { confirmed } from "./console-confirm.js";
import { explain, panel } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { number } from "./format.js";
import { html, nothing } from "./lit-html.js";
import { notice } from "./parts.js";

const MAX_ADMIT_PER_SECOND = 10_000;
const MAX_ACTIVE = 1_000_000;
const MAX_MINUTES = 60;

export function open({ showId, settings, update, say }) {
  let busy = false;
  let told;
  let shownTag;

  settings.isEdited = () => {
    const form = document.querySelector("form.room-lever");
    const room = settings.show.waitingRoom;
    return (
      Boolean(form && room) &&
      (form.admitPerSecond.value !== String(room.admitPerSecond) ||
        form.maxActive.value !== String(room.maxActive))
    );
  };

  /** One thing at a time; `step` answers what is to be said, or nothing if it was not done. */
  async function doing(step) {
    if (busy) return;
    busy = true;
    told = undefined;
    update();
    try {
      const done = await step();
      if (done) told = { kind: "good", text: done };
    } catch (problem) {
      const stale = problem.slug === "stale-version";
      told = { kind: stale ? "warn" : "bad", text: stale ? texts.stale : explain(problem) };
    }
    busy = false;
    if (told) say(told.text);
    update();
  }

  const set = (patch, done) => () =>
    doing(async () => {
      await settings.patch(patch);
      return done;
    });

  const setIf = (question, patch, done) => () =>
    doing(async () => {
      if (!(await confirmed(question))) return undefined;
      await settings.patch(patch);
      return done;
    });

  const renew = () => doing(() => settings.renew());

  /** With other settings the fields show those, over what was entered for the ones before. */
  function drawn() {
    if (shownTag === settings.etag) return;
    shownTag = settings.etag;
    const form = document.querySelector("form.room-lever");
    if (!form) return;
    form.admitPerSecond.value = settings.show.waitingRoom.admitPerSecond;
    form.maxActive.value = settings.show.waitingRoom.maxActive;
  }

  function setRoom(event) {
    event.preventDefault();
    const { admitPerSecond, maxActive } = event.target;
    const room = { admitPerSecond: Number(admitPerSecond.value), maxActive: Number(maxActive.value) };
    doing(async () => {
      await settings.patch({ waitingRoom: room });
      return texts.roomSet(number(room.admitPerSecond), number(room.maxActive));
    });
  }

  function extend(event) {
    event.preventDefault();
    const minutes = Number(event.target.minutes.value);
    doing(async () => {
      const question = {
        title: texts.extendAsk(minutes),
        means: texts.extendMeans,
        yes: texts.extendYes,
      };
      if (!(await confirmed(question))) return undefined;
      const done = await change(`/shows/${showId}/holds/extend`, { seconds: minutes * 60 });
      return texts.extended(done.extended, minutes, done.clipped);
    });
  }

  function cancel(event) {
    event.preventDefault();
    const form = event.target;
    doing(async () => {
      const done = await cancelById(form.booking.value.trim());
      if (done) form.reset();
      return done;
    });
  }

  function view() {
    return panel(
      "levers",
      texts.levers,
      html`${told ? html`<div class="notice ${told.kind}"><p>${told.text}</p></div>` : nothing}
        ${settings.newer
          ? notice(
              "warn",
              texts.changedByOther,
              html`<button class="quiet" @click=${renew}>${texts.showNewest}</button>`,
            )
          : nothing}
        ${gate()} ${room()} ${holds()} ${booking()}`,
    );
  }

  function gate() {
    const { paused, closed } = settings.show;
    const closing = { title: texts.closeAsk, means: texts.closeMeans, yes: texts.closeYes };
    if (closed) {
      return html`<div class="lever">
        <button ?disabled=${busy} @click=${set({ closed: false }, texts.reopened)}>${texts.reopen}</button>
      </div>`;
    }
    return html`<div class="lever">
      ${paused
        ? html`<button ?disabled=${busy} @click=${set({ paused: false }, texts.resumed)}>${texts.resume}</button>`
        : html`<button ?disabled=${busy} @click=${set({ paused: true }, texts.paused)}>${texts.pause}</button>`}
      <p class="soft small">${texts.pauseMeans}</p>
      <button class="quiet" ?disabled=${busy} @click=${setIf(closing, { closed: true }, texts.closed)}>
        ${texts.close}
      </button>
    </div>`;
  }

  function room() {
    const on = settings.show.waitingRoom?.enabled;
    const { admitPerSecond, maxActive } = settings.show.waitingRoom ?? {};
    const off = { title: texts.turnOffAsk, means: texts.turnOffMeans, yes: texts.turnOffYes };
    return html`<div class="lever">
      <h3>${texts.waitingRoom}</h3>
      ${on
        ? html`<form class="room-lever" @submit=${setRoom}>
              ${field("admitPerSecond", texts.admitPerSecond, 0, MAX_ADMIT_PER_SECOND, admitPerSecond)}
              ${field("maxActive", texts.maxActive, 1, MAX_ACTIVE, maxActive)}
              <button ?disabled=${busy}>${texts.set}</button>
            </form>
            <button
              class="quiet"
              ?disabled=${busy}
              @click=${setIf(off, { waitingRoom: { enabled: false } }, texts.turnedOff)}
            >
              ${texts.turnOff}
            </button>`
        : html`<p class="soft small">${texts.roomOff}</p>
            <button
              class="quiet"
              ?disabled=${busy}
              @click=${set({ waitingRoom: { enabled: true } }, texts.turnedOn)}
            >
              ${texts.turnOn}
            </button>`}
    </div>`;
  }

  function holds() {
    return html`<form class="lever one" @submit=${extend}>
      <h3>${texts.extend}</h3>
      ${field("minutes", texts.extendBy, 1, MAX_MINUTES, 5)}
      <button class="quiet" ?disabled=${busy}>${texts.extend}</button>
    </form>`;
  }

  function booking() {
    return html`<form class="lever one" @submit=${cancel}>
      <h3>${texts.cancelBooking}</h3>
      <label>
        ${texts.bookingId}
        <input name="booking" type="text" required maxlength="64" autocomplete="off" spellcheck="false" />
      </label>
      <button class="quiet" ?disabled=${busy}>${texts.cancelBooking}</button>
    </form>`;
  }

  return { view, drawn };
}

function field(name, label, min, max, value) {
  return html`<label>
    ${label}
    <input name=${name} type="number" required min=${min} max=${max} step="1" value=${value} />
  </label>`;
}
