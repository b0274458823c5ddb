// The panel of live holds by age: many old ones mean that buyers do not get through the checkout.

import { duration } from "./console-format.js";
import { bars, panel } from "./console-parts.js";
import { texts } from "./console-texts.js";
import { number } from "./format.js";

export function open({ feed }) {
  function view() {
    const rows = (feed.look.holds?.byAge ?? []).map(({ fromSeconds, toSeconds, count }) => [
      toSeconds === undefined || toSeconds === null
        ? texts.ageFrom(duration(fromSeconds))
        : texts.ageFromTo(duration(fromSeconds), duration(toSeconds)),
      count,
      number(count),
    ]);
    return panel("ages", texts.holdAges, bars(texts.age, rows));
  }

  return { view };
}
