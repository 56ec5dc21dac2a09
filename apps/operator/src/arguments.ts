import { Argument, Option, InvalidArgumentError } from 'commander';
import { operatedServices } from '@nordgate/contracts/commands';

/** The service whose database a command is about. The name of the argument lists the services: an error repeats it. */
export const serviceArgument = () =>
  new Argument(`<${operatedServices.join('|')}>`, 'the service whose database it is about').choices(
    operatedServices,
  );

export interface DryRun {
  readonly dryRun?: boolean;
}

/** Of every command that changes something. */
export const dryRunOption = () => new Option('--dry-run', 'check and show, but change nothing');

export interface Reveal {
  readonly reveal?: boolean;
}

/** Of every command that shows payloads. */
export const revealOption = () =>
  new Option(
    '--reveal',
    'show account numbers, names and tokens; needs a reason, which the record keeps',
  );

export interface Reason {
  readonly reason?: string;
}

/** Of every command that changes or reveals something. Some require it. */
export const reasonOption = () => new Option('--reason <text>', 'why; the record keeps it');

/** A date and time whose offset from UTC is known. Throws InvalidArgumentError. */
export function timeIn(text: string): Date {
  const time = new Date(text);
  const isWhole = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text);
  if (isWhole && !Number.isNaN(time.getTime())) return time;
  throw new InvalidArgumentError('it has to be a date and time with its offset from UTC.');
}
