import { operatedServices } from '@nordgate/contracts/commands';
import { Argument, Option } from 'commander';

/** The service whose database a command is about. */
export const serviceArgument = () =>
  new Argument('<service>', 'whose database it is about').choices(operatedServices);

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
  new Option('--reveal', 'show account numbers, names and tokens; the audit line records it');
