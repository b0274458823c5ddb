// Pieces that several pages of the console show.

import { texts } from "./console-texts.js";
import { html, nothing } from "./lit-html.js";
import { notice } from "./parts.js";

/** Explains a refusal to an operator: in our own text if there is one, else in the server's. */
export function explain(problem) {
  return texts.problems[problem.slug] ?? (problem.message || texts.problems.unknown);
}

export function refusal(problem) {
  return problem ? notice("bad", explain(problem)) : nothing;
}

/** The page in place of one that could not be read: the reason, and a button to try again. */
export function unreadable(problem, again) {
  return html`<section class="narrow">
    <h1>${problem.status === 404 ? texts.notFound : texts.notNow}</h1>
    ${refusal(problem)}
    <p class="actions">
      <button @click=${again}>${texts.tryAgain}</button>
      <a class="button quiet" href="/console">${texts.allShows}</a>
    </p>
  </section>`;
}

export function noToken() {
  return html`<section class="narrow">
    <h1>${texts.noToken}</h1>
    <p>${texts.noTokenMeans}</p>
    <p><code>${texts.noTokenAddress}</code></p>
  </section>`;
}

export function noRole(name) {
  return html`<section class="narrow">
    <h1>${texts.noRole}</h1>
    ${notice("bad", texts.noRoleMeans(name))}
  </section>`;
}

/** A part of a screen under a heading of its own. */
export function panel(name, title, content) {
  return html`<section class="panel card" data-panel=${name} aria-labelledby=${"panel-" + name}>
    <h2 id=${"panel-" + name}>${title}</h2>
    ${content}
  </section>`;
}

/** Names with numbers, and a bar for those who compare at a look. */
export function bars(head, rows) {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  return html`<table class="bars">
    <thead class="unseen">
      <tr>
        <th scope="col">${head}</th>
        <th scope="col">${texts.count}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, count, shown]) => html`<tr>
          <th scope="row">${name}</th>
          <td>
            <progress aria-hidden="true" max=${most} .value=${count}></progress>
            <span class="amount">${shown ?? count}</span>
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`;
}
