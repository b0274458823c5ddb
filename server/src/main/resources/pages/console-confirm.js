// Asks before what cannot be undone.

import { texts } from "./console-texts.js";
import { html, render } from "./lit-html.js";

/** Resolves to true if the operator says yes; Escape means no. The focus goes back afterwards. */
export function confirmed({ title, means, yes }) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "confirm-title");
  dialog.setAttribute("aria-describedby", "confirm-means");
  render(
    html`<form method="dialog">
      <h2 id="confirm-title">${title}</h2>
      <p id="confirm-means">${means}</p>
      <p class="actions">
        <button class="quiet" value="no" autofocus>${texts.no}</button>
        <button class="bad" value="yes">${yes}</button>
      </p>
    </form>`,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      answer(dialog.returnValue === "yes");
    });
  });
}
