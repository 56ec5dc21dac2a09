import { InvalidArgumentError } from 'commander';

/** A date and time whose offset from UTC is known. Throws InvalidArgumentError. */
export function timeIn(text: string): Date {
  const time = new Date(text);
  const isWhole = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isWhole && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('it has to be a date and time with its offset from UTC.');
}
