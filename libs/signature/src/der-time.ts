import { TAG, type DerValue } from './der.js';

const UTC = /^(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;
const GENERALIZED = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/;

const PATTERNS: ReadonlyMap<number, RegExp> = new Map([
  [TAG.utcTime, UTC],
  [TAG.generalizedTime, GENERALIZED],
]);

/**
 * Reads a Time (RFC 5280 section 4.1.2.5): UTCTime to 2049, GeneralizedTime beyond, both in whole
 * seconds of Greenwich.
 *
 * @returns undefined when it is something else or no such moment exists
 */
export function timeOf(value: DerValue | undefined): Date | undefined {
  const pattern = value && PATTERNS.get(value.tag);
  const match = pattern?.exec(value!.body.toString('latin1'));
  if (!match) return undefined;
  const [year, month, day, ...clock] = match.slice(1);
  const century = pattern === GENERALIZED ? '' : Number(year) < 50 ? '20' : '19';
  const written = `${century}${year}-${month}-${day}T${clock.join(':')}.000Z`;
  const time = new Date(written);
  const exists = !Number.isNaN(time.getTime()) && time.toISOString() === written;
  return exists ? time : undefined;
}
