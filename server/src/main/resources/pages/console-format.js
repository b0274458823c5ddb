// Measures as operators read them; a dash for what is not known.

import { texts } from "./console-texts.js";
import { number } from "./format.js";
import { texts as shared } from "./texts.js";

const share = new Intl.NumberFormat(shared.language, { style: "percent", maximumFractionDigits: 1 });
const fine = new Intl.NumberFormat(shared.language, { maximumFractionDigits: 1 });
const hourAndMinute = new Intl.DateTimeFormat(shared.language, { hour: "numeric", minute: "2-digit" });

const known = (format) => (value) =>
  value === null || value === undefined ? texts.unknown : format(value);

export const percent = known((value) => share.format(value));
export const rate = known((value) => (value < 100 ? fine.format(value) : number(Math.round(value))));
export const millis = known((value) => texts.millis(rate(value)));
export const count = known(number);
export const dayTime = (seconds) => hourAndMinute.format(new Date(seconds * 1000));

/** 45 s, 5:00, 1:02:09. */
export function duration(seconds) {
  if (seconds < 60) return texts.seconds(seconds);
  const two = (value) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${Math.floor((seconds % 3600) / 60)}`;
  return hours > 0
    ? `${hours}:${rest.padStart(2, "0")}:${two(seconds % 60)}`
    : `${rest}:${two(seconds % 60)}`;
}
