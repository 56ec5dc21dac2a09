import type { KeptKind, OperatedService } from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import type { Command } from 'commander';
import { dryRunOption } from './arguments.js';
import type { DryRun } from './arguments.js';
import { OperationPending, OperationRefused } from './operations-client.js';
import type { Operations } from './operations-client.js';
import { eraseSubject } from './subject-erasure.js';
import type { WholeErasure } from './subject-erasure.js';
import { customerArgument, keysOption, placeOption, servicesOption } from './subject-options.js';
import { tableOf } from './table.js';

interface EraseOptions extends DryRun {
  readonly reason: string;
  readonly service: OperatedService[];
  readonly keys?: string;
  readonly after?: string;
  readonly json?: boolean;
}

/** Erases a customer (docs/how-to/erase-a-customer.md). */
export function addEraseCommand(
  subject: Command,
  operations: Operations,
  say: (text: string) => void,
): void {
  subject
    .command('erase')
    .description('erase what no law keeps of a customer, and show what stays until when')
    .argument(...customerArgument)
    .requiredOption('--reason <text>', 'why, like the number of the letter; the record keeps it')
    .addOption(dryRunOption())
    .option('--json', 'print JSON')
    .addOption(servicesOption())
    .addOption(keysOption())
    .addOption(placeOption())
    .action(async (customerId: string, options: EraseOptions) => {
      const { service: services, after: place, dryRun = false, json = false, ...asked } = options;
      if (place !== undefined && services.length !== 1) {
        throw new OperationRefused('--after needs one --service');
      }
      const about = { customerId, services, dryRun, ...asked, ...defined({ place }) };
      const { erasure, pending, failed } = await eraseSubject(operations, about);
      if (erasure.services.length > 0) {
        say(json ? JSON.stringify(erasure, undefined, 2) : textOf(erasure));
      }
      if (failed.length > 0) {
        throw new OperationRefused(['the erasure is incomplete', ...failed].join('\n'));
      }
      const changed = erasure.services.flatMap((one) => one.changed);
      if (changed.length > 0) {
        throw new OperationRefused(
          ['the customer has used these meanwhile: run the command again', ...changed].join('\n'),
        );
      }
      if (pending.length > 0) throw new OperationPending(pending.join('\n'));
    });
}

function textOf({ customerId, dryRun, services, outside }: WholeErasure): string {
  const erased = services.flatMap(({ service, erased: kinds }) =>
    kinds.flatMap(({ kind, does, records }) =>
      records.map(({ id, steps }) => [service, kind, id, done(does, dryRun), steps.join(', ')]),
    ),
  );
  const kept = services.flatMap(({ service, kept: kinds }) =>
    kinds.map((one) => [service, one.kind, String(one.records.length), termOf(one)]),
  );
  // The record has the request itself.
  const isKnown = kept.some(([, kind]) => kind !== 'operation');
  if (erased.length === 0 && !isKnown) {
    const asked = services.map(({ service }) => service).join(', ');
    return `${asked}: nothing is held of ${customerId}. Is it the id of the customer, and not the customer number?`;
  }
  const waiting = services.flatMap((one) => one.waiting);
  const copies = services.flatMap(({ service, copies: kinds }) =>
    kinds.map(({ kind, until }) => [service, kind, until]),
  );
  return [
    erased.length === 0
      ? 'nothing is left to erase'
      : tableOf(['service', 'kind', 'record', 'what', 'steps'], erased),
    ...(waiting.length === 0 ? [] : [`${waitingText}\n${waiting.join('\n')}`]),
    tableOf(['service', 'kept', 'records', 'until'], kept),
    tableOf(
      ['service', 'may have ids or repeat what is kept', 'until'],
      [...copies, ...outside.map(({ kind, until }) => ['-', kind, until])],
    ),
  ].join('\n\n');
}

/** Nobody can read these streams any more; their earlier events are still in the database. */
const waitingText =
  'the earlier events of these wait until every reader has saved its place: the next sweep of retention deletes them, within six hours, or this command when it runs again';

function done(does: 'goes' | 'ends', dryRun: boolean): string {
  const words = { goes: ['is erased', 'would be erased'], ends: ['is ended', 'would be ended'] };
  return words[does][dryRun ? 1 : 0] ?? does;
}

/** The term of a kind, and the last day where each record has one. */
function termOf({ held: { rule, months }, records }: KeptKind): string {
  const term = months === undefined ? rule : `${rule} (${String(months)})`;
  const days = records.flatMap(({ heldUntil }) => (heldUntil === undefined ? [] : [heldUntil]));
  const last = days.toSorted().at(-1);
  if (last === undefined) return term;
  const open = records.length - days.length;
  return `${last}: ${term}${open === 0 ? '' : `; ${String(open)} have not ended`}`;
}
