// Fields of a form: each with its limits said, and with what the server has against it beside it.

import { texts } from "./console-texts.js";
import { number } from "./format.js";
import { html, nothing } from "./lit-html.js";

export class Fields {
  /** `values` is written to as the operator types; `changed` is told. */
  constructor(changed) {
    this.changed = changed;
    this.errors = new Map();
  }

  /** Takes a refusal's `errors`; those of fields that are not here are answered. */
  refuse(errors) {
    this.errors = new Map(errors.map(({ field, message }) => [field, withoutPath(field, message)]));
    return errors.filter(({ field }) => !document.querySelector(`[data-field="${CSS.escape(field)}"]`));
  }

  focusFirstRefused() {
    document.querySelector("[aria-invalid='true']")?.focus();
  }

  whole(holder, path, label, { min, max, required = true, hint = "" }) {
    const limits = texts.between(number(min), number(max));
    const attributes = { type: "number", min, max, required, hint: `${limits} ${hint}` };
    return this.#input(holder, path, label, attributes);
  }

  text(holder, path, label, { max, pattern, hint = texts.upTo(max) }) {
    return this.#input(holder, path, label, { type: "text", max, required: true, pattern, hint });
  }

  moment(holder, path, label, { required = true, hint = "" }) {
    const said = `${texts.inYourTime} ${hint}`;
    return this.#input(holder, path, label, { type: "datetime-local", required, hint: said });
  }

  flag(holder, path, label) {
    const name = path.slice(path.lastIndexOf(".") + 1);
    return html`<label class="flag">
      <input
        type="checkbox"
        data-field=${path}
        .checked=${holder[name]}
        @change=${(event) => this.#set(holder, path, name, event.target.checked)}
      />
      <span>${label}</span>
    </label>`;
  }

  #input(holder, path, label, { type, min, max, required, pattern, hint }) {
    const name = path.slice(path.lastIndexOf(".") + 1);
    const id = "field-" + path;
    const error = this.errors.get(path);
    return html`<div class="field">
      <label for=${id}>${label}</label>
      <input
        id=${id}
        data-field=${path}
        type=${type}
        min=${min ?? nothing}
        max=${type === "number" ? max : nothing}
        maxlength=${type === "text" ? units(max, pattern) : nothing}
        pattern=${pattern ?? nothing}
        step=${type === "number" ? 1 : nothing}
        ?required=${required}
        autocomplete="off"
        .value=${holder[name] ?? ""}
        aria-invalid=${error ? "true" : "false"}
        aria-describedby=${error ? `${id}-hint ${id}-error` : `${id}-hint`}
        @input=${(event) => this.#set(holder, path, name, event.target.value)}
      />
      <p class="hint" id=${id + "-hint"}>${hint}</p>
      ${error ? html`<p class="error" id=${id + "-error"}>${error}</p>` : nothing}
    </div>`;
  }

  #set(holder, path, name, value) {
    holder[name] = value;
    this.errors.delete(path);
    this.changed();
  }
}

/**
 * `maxlength` counts UTF-16 units, the server counts characters, and a character has one or two
 * units. Our patterns allow ASCII alone, where it is one.
 */
function units(max, pattern) {
  return pattern ? max : 2 * max;
}

/** Beside its field a message need not begin with the field's path. */
function withoutPath(field, message) {
  return message.startsWith(field + " ") ? message.slice(field.length + 1) : message;
}
