import { parkedListMax } from '@nordgate/contracts/commands';
import type { OperatedService, ParkedEntry, RetriedEntry } from '@nordgate/contracts/commands';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { retryAll } from './retry-all.js';
import { dryRunOption, reasonOption, revealOption, serviceArgument } from './arguments.js';
import type { DryRun, Reason, Reveal } from './arguments.js';
import { tableOf } from './table.js';

/** Messages that could not be handled and wait for somebody (docs/operations/parked-messages.md). */
export function addParkedCommands(
  program: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  const parked = program
    .command('parked')
    .description('messages that a service could not handle; later ones of their key wait behind');
  parked
    .command('list')
    .description(`show what is parked, oldest first, ${String(parkedListMax)} messages at most`)
    .addArgument(serviceArgument())
    .option(...consumerOption)
    .option('--after <message>', 'only messages with a higher number')
    .action(async (service: OperatedService, chosen: Chosen) => {
      const request = { name: 'ListParked', service, ...chosen } as const;
      const entries = (await operations.run(request)) as ParkedEntry[];
      say(entries.length === 0 ? 'nothing is parked' : tableOf(headings, entries.map(rowOf)));
      const last = entries[parkedListMax - 1];
      if (last) say(`there may be more: go on with --after ${last.seq}`);
    });
  parked
    .command('show')
    .description('show one message with its payload')
    .addArgument(serviceArgument())
    .argument(...seqArgument)
    .addOption(revealOption())
    .addOption(reasonOption())
    .action(async (service: OperatedService, seq: string, options: Reveal & Reason) => {
      const { reveal = false, ...reason } = options;
      const request = { name: 'ShowParked', service, seq, reveal, ...reason } as const;
      const outcome = await operations.run(request);
      say(JSON.stringify(outcome, undefined, 2));
    });
  addChanges(parked, operations, say);
}

function addChanges(parked: Command, operations: Operations, say: (text: string) => void): void {
  parked
    .command('retry')
    .description(
      "handle a message's key again, from its first message, until one fails; or all keys",
    )
    .addArgument(serviceArgument())
    .argument('[message]', seqArgument[1])
    .option('--all', 'every message, the oldest first, until one of its key fails')
    .option(...consumerOption)
    .addOption(countOption('--max <messages>', 'with --all: stop after so many messages'))
    .addOption(countOption('--rate <messages>', 'with --all: at most so many messages per second'))
    .addOption(dryRunOption())
    .addOption(reasonOption())
    .action(async (service: OperatedService, seq: string | undefined, options: RetryOptions) => {
      const { all = false, dryRun = false, reason, ...limits } = options;
      const why = reason === undefined ? {} : { reason };
      if (all === (seq !== undefined)) throw new OperationRefused('name one message, or --all');
      if (seq === undefined) {
        return retryAll({ service, dryRun, ...limits, ...why }, operations, say);
      }
      if (Object.keys(limits).length > 0) {
        throw new OperationRefused('--consumer, --max and --rate need --all');
      }
      const outcome = await operations.run({ name: 'RetryParked', service, seq, dryRun, ...why });
      const tried = outcome as readonly RetriedEntry[];
      say(tableOf(['message', 'result', 'reason'], tried.map(resultOf)));
      const failed = tried.find(({ result }) => result === 'parked');
      if (failed) throw new OperationRefused(`message ${failed.seq} is still parked`);
    });
  parked
    .command('discard')
    .description('give one message up; those behind it wait for a retry')
    .addArgument(serviceArgument())
    .argument(...seqArgument)
    .requiredOption('--reason <text>', 'stays on record with the message')
    .addOption(dryRunOption())
    .action(
      async (
        service: OperatedService,
        seq: string,
        { reason, dryRun = false }: DryRun & { reason: string },
      ) => {
        const request = { name: 'DiscardParked', service, seq, reason, dryRun } as const;
        const { type, key } = (await operations.run(request)) as ParkedEntry;
        say(`message ${seq} (${type} for ${key}) ${dryRun ? 'would be' : 'is'} discarded`);
      },
    );
}

interface Chosen {
  readonly consumer?: string;
  readonly after?: string;
}

interface RetryOptions extends DryRun, Reason {
  readonly all?: boolean;
  readonly consumer?: string;
  readonly max?: number;
  readonly rate?: number;
}

const consumerOption = ['--consumer <name>', 'only messages of this consumer'] as const;

const countOption = (flags: string, description: string) =>
  new Option(flags, description).argParser((text) => {
    if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('it has to be 1 to 999999');
    return Number(text);
  });

const seqArgument = ['<message>', 'the number of the message in the list'] as const;

const headings = ['message', 'consumer', 'key', 'type', 'attempts', 'parked at', 'reason'];

function rowOf(entry: ParkedEntry): readonly string[] {
  const { seq, consumer, key, type, attempts, parkedAt, reason } = entry;
  return [seq, consumer, key, type, String(attempts), parkedAt, reason];
}

function resultOf({ seq, result, reason = '' }: RetriedEntry): readonly string[] {
  return [seq, result, reason];
}
