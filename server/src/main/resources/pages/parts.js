// Pieces that several pages show.

import { html, nothing } from "./lit-html.js";
import { texts } from "./texts.js";

/** What a refusal means to a buyer; the server's own words where we have none. */
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

/** What a page shows that could not be read: why, and a way to ask again. */
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
