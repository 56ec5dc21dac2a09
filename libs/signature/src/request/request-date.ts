import { parseHttpDate } from './http-date.js';
import { refuse, type SignatureRefusal } from '../base/refusal.js';

/** Largest deviation of the Date header, specification section 5 point 3. */
export const DATE_DEVIATION_MAX_SECONDS = 60;

const PATH = 'Date';

/**
 * Checks the Date header against the clock, in both directions, whatever the form of the date
 * (RFC 9110 section 5.6.7). The header has whole seconds, so `now` is cut to whole seconds as well.
 *
 * @returns undefined when it is close enough; else the refusal `date-malformed`, or `date-off` with the time of the clock
 */
export function checkDate(text: string, now: Date): SignatureRefusal | undefined {
  const time = parseHttpDate(text, now);
  if (time === undefined) return refuse('date-malformed', PATH);
  const deviationSeconds = Math.abs(Math.floor(now.getTime() / 1000) - time / 1000);
  if (deviationSeconds <= DATE_DEVIATION_MAX_SECONDS) return undefined;
  return refuse('date-off', PATH, { time: now.toUTCString() });
}
