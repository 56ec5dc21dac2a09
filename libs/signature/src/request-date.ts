import { refuse, type SignatureRefusal } from './refusal.js';

/** Largest deviation of the Date header, specification section 5 point 3. */
export const DATE_DEVIATION_MAX_SECONDS = 60;

const PATH = 'Date';

/**
 * Reads an IMF-fixdate such as `Fri, 20 Nov 2026 10:15:30 GMT` (RFC 9110 section 5.6.7). Writing
 * the date again and comparing refuses other forms, wrong weekdays and days that do not exist.
 *
 * @returns milliseconds since 1970, or undefined
 */
export function parseImfDate(text: string): number | undefined {
  if (text === lastRead.text) return lastRead.time;
  if (text.length !== 29) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time) || new Date(time).toUTCString() !== text) return undefined;
  lastRead = { text, time };
  return time;
}

/** Most requests of one second carry the same text. */
let lastRead: { readonly text: string; readonly time: number | undefined } = {
  text: '',
  time: undefined,
};

/**
 * Checks the Date header against the clock, in both directions. The header has whole seconds,
 * so `now` is cut to whole seconds as well.
 *
 * @returns undefined when it is close enough; else the refusal `date-malformed`, or `date-off` with the time of the clock
 */
export function checkDate(text: string, now: Date): SignatureRefusal | undefined {
  const time = parseImfDate(text);
  if (time === undefined) return refuse('date-malformed', PATH);
  const deviationSeconds = Math.abs(Math.floor(now.getTime() / 1000) - time / 1000);
  if (deviationSeconds <= DATE_DEVIATION_MAX_SECONDS) return undefined;
  return refuse('date-off', PATH, { time: now.toUTCString() });
}
