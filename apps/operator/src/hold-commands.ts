import { randomUUID } from 'node:crypto';
import type { HoldEntry, OperatorRequest } from '@nordgate/contracts/commands';
import { Option } from 'commander';
import type { Command } from 'commander';
import { OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { paymentIdFrom } from './payment-commands.js';
import { tableOf } from './table.js';

interface HoldOptions {
  readonly payment?: string;
  readonly tpp?: string;
  readonly reason: string;
}

/** What the fraud desk holds back before its execution. Who, when and why stays on record. */
export function addHoldCommands(
  batch: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  const change = (name: string, description: string, end: string) => {
    batch
      .command(name)
      .description(description)
      .addOption(paymentOption())
      .option('--tpp <organizationIdentifier>', 'all payments of this TPP')
      .requiredOption('--reason <text>', 'stays on record; the TPP is not told')
      .action(async (options: HoldOptions) => {
        await operations.run(requestOf(name === 'hold', options));
        say(`${options.payment ?? options.tpp ?? ''} ${end}`);
      });
  };
  change('hold', 'keep a payment, or all payments of a TPP, out of every run', 'is held');
  change('release', 'let runs execute it again', 'is not held');
  batch
    .command('holds')
    .description('show what is held, the oldest first')
    .action(async () => {
      const entries = (await operations.run({ name: 'ListHolds' })) as readonly HoldEntry[];
      say(entries.length === 0 ? 'nothing is held' : tableOf(headings, entries.map(rowOf)));
    });
}

const paymentOption = () =>
  new Option('--payment <paymentId>', "as its TPP has it, or its stream's 32 digits")
    .argParser(paymentIdFrom)
    .conflicts('tpp');

function requestOf(
  isHold: boolean,
  { payment: paymentId, tpp: tppId, reason }: HoldOptions,
): OperatorRequest {
  const id = randomUUID();
  if (paymentId !== undefined) {
    return { name: isHold ? 'HoldPayment' : 'ReleasePayment', id, paymentId, reason };
  }
  if (tppId !== undefined)
    return { name: isHold ? 'HoldTpp' : 'ReleaseHeldTpp', id, tppId, reason };
  throw new OperationRefused('name what it is about: --payment <paymentId> or --tpp <id>');
}

const headings = ['held', 'since', 'reason', 'by'];

function rowOf({ held, since, reason, by }: HoldEntry): readonly string[] {
  return ['paymentId' in held ? held.paymentId : held.tppId, since, reason, by];
}
