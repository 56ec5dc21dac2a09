import { parseArgs } from 'node:util';
import type { EntriesSize } from './entries/entries-run.js';
import type { YearRun } from './year/year.js';

/** What `npm run nightly` does. */
export type NightlyOptions =
  | { readonly is: 'help' }
  | { readonly is: 'entries'; readonly size: EntriesSize }
  | { readonly is: 'year'; readonly year: YearRun };

/** The text of `--help`. */
export const usage = `npm run nightly -- entries|year [options]   (docs/operations/capacity.md)

  entries                entries are reported, read, rebuilt, carried forward and dropped; payments are
                         executed, exported, archived, deleted and restored
    --entries=10000000   entries of all accounts together; a payment for each fifty of them
    --by-report=500000   so many of them take the real path, and the others are filled in by SQL
  year                   a bank lives for a year, and what it holds is counted
    --days=400           how long
    --step=1             days between two moves of the clock; the load of a step is that of its days
    --payments=2         executed payments a day
    --reported=200       entries a day that the core reports
    --accounts=100       accounts of the core`;

const commands = ['entries', 'year'] as const;

/**
 * Reads the command line.
 *
 * @throws Error for an unknown command or option, and for a number that cannot be used
 */
export function readNightlyOptions(args: readonly string[]): NightlyOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      entries: { type: 'string', default: '10000000' },
      'by-report': { type: 'string', default: '500000' },
      days: { type: 'string', default: '400' },
      step: { type: 'string', default: '1' },
      payments: { type: 'string', default: '2' },
      reported: { type: 'string', default: '200' },
      accounts: { type: 'string', default: '100' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return { is: 'help' };
  const [command = '', ...others] = positionals;
  if (others.length > 0 || !commands.some((known) => known === command))
    throw new Error(`the command is ${commands.join(' or ')}`);
  const number = (name: Exclude<keyof typeof values, 'help'>) => wholeNumber(name, values[name]);
  if (command === 'entries') {
    const size = { entries: number('entries'), reported: number('by-report') };
    return { is: 'entries', size };
  }
  const [days, step, payments] = [number('days'), number('step'), number('payments')];
  const year = { days, step, payments, entries: number('reported'), accounts: number('accounts') };
  return { is: 'year', year };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`--${name} must be a number above 0`);
}
