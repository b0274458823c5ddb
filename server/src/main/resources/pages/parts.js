// Pieces that several pages show.

import { html, nothing } from "./lit-html.js";
import { texts } from "./texts.js";

/** Explains a refusal to a buyer: in our own text if there is one, else in the server's. */
export function explain(problem) {
  return texts.problems[problem.slug] ?? (problem.message || texts.problems.unknown);
}

export function notice(kind, text, more = nothing) {
  return html`<div class="notice ${kind}" role=${kind === "bad" ? "alert" : "status"}>
    <p>${text}</p>
    ${more}
  </div>`;
}

/** Says so where any of these answers is from before the database went away. */
export function aged(...answers) {
  return answers.some((answer) => answer?.stale) ? notice("warn", texts.staleMeans) : nothing;
}

export function refusal(problem) {
  return problem ? notice("bad", explain(problem)) : nothing;
}

export function loading() {
  return html`<p class="loading" role="status">${texts.loading}</p>`;
}

/** The page in place of one that could not be read: the reason, and a button to try again. */
export function unreadable(problem, again) {
  return html`<section class="narrow">
    <h1>${problem.status === 404 ? texts.notFound : texts.notNow}</h1>
    ${refusal(problem)}
    <p class="actions">
      <button @click=${again}>${texts.tryAgain}</button>
      <a class="button quiet" href="/">${texts.allShows}</a>
    </p>
  </section>`;
}
