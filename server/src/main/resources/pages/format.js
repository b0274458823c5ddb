// Numbers and times as people read them, in the language of the texts.

import { texts } from "./texts.js";

const whole = new Intl.NumberFormat(texts.language);
const dayAndTime = new Intl.DateTimeFormat(texts.language, {
  weekday: "short",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const short = new Intl.DateTimeFormat(texts.language, { dateStyle: "medium", timeStyle: "short" });
const timeOnly = new Intl.DateTimeFormat(texts.language, {
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

export const number = (value) => whole.format(value);
export const points = (value) => texts.points(whole.format(value), value);
export const moment = (text) => dayAndTime.format(new Date(text));
export const shortMoment = (text) => short.format(new Date(text));
export const clockTime = (millis) => timeOnly.format(new Date(millis));

/** 4:05, or 1:02:09, or days and hours when it is far. */
export function countdown(millis) {
  const seconds = Math.ceil(millis / 1000);
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const two = (value) => String(value).padStart(2, "0");
  if (days > 0) return texts.daysAndTime(days, `${hours}:${two(minutes)}:${two(seconds % 60)}`);
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** An estimate, no finer than it deserves. */
export function about(seconds) {
  if (seconds < 50) return texts.underAMinute;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? texts.aboutMinutes(minutes) : texts.aboutHours(Math.round(minutes / 60));
}

/** "A-3-14" as people say it; places without a map have no row. */
export function seatName(label) {
  const [section, row, seat] = label.split("-");
  return seat === undefined ? texts.placeName(section, row) : texts.seatName(section, row, seat);
}
