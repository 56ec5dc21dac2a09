import type { AccountCommands } from '@nordgate/contracts/commands';
import type { RefusalEvent } from '@nordgate/contracts/events';
import { ofCore, streams, tooLateToRefuse } from '@nordgate/contracts/rules';
import { decisionOn, refuse } from '@nordgate/decider';
import type {
  AnyDeciderTable,
  CommandOf,
  Decision,
  ManyStreams,
  ManyStreamsRow,
  StreamDecision,
} from '@nordgate/decider';
import { entryStream } from '../../domain/entry.js';
import { entryDecision } from '../../domain/journal.js';
import { refusalStream } from '../../domain/planned-refusal.js';
import type { PlannedRefusal } from '../../domain/planned-refusal.js';
import type { ReserveTransfer } from '../../transfer/reserve-transfer.js';
import { byHand, repeatOfChange } from '../domain/by-hand.js';

type Refuse = CommandOf<AccountCommands, 'RefuseSandboxExecution'>;
type ReserveRow = ManyStreamsRow<ReserveTransfer, 'entry', null>;

/** Plans the refusal of the next execution of a payment. Another request replaces the plan. */
export const refuseSandboxExecution: ManyStreams<Refuse, PlannedRefusal, null> = byHand(
  refusalStream,
  { decide: decidePlan },
);

/** The same where a core moves the money: the ledger is asked for no transfer that it could refuse. */
export const refusalOfCore: ManyStreams<Refuse, PlannedRefusal, null> = byHand(refusalStream, {
  decide: () => refuse('CONFLICT', { text: ofCore }),
});

function decidePlan({ data, meta }: Refuse, refusal: PlannedRefusal): Decision<RefusalEvent> {
  const { paymentId, reason, by } = data;
  const repeat = refusal.is === 'none' ? undefined : repeatOfChange(refusal, by);
  if (repeat !== undefined) return repeat;
  if (data.isTooLate) return refuse('CONFLICT', { text: tooLateToRefuse });
  return [{ type: 'RefusalPlanned', data: { paymentId, reason, by, at: meta.at } }];
}

/**
 * The ledger of a sandbox: it refuses the transfers for which a refusal is planned, all transfers of a payment or those of one
 * occurrence. It decides every other transfer as the ledger of production.
 */
export function refusingTransfers(bank: AnyDeciderTable): AnyDeciderTable {
  const row = bank['ReserveTransfer'] as unknown as ReserveRow;
  const refusing: ReserveRow = {
    ...row,
    find: async (command, state) => [
      ...(await row.find(command, state)),
      streams.refusal.id(command.data.paymentId),
    ],
    decide: (command, found) => {
      const refusal = found.stateOf(refusalStream, streams.refusal.id(command.data.paymentId));
      const isNew = found.stateOf(entryStream, command.stream).is === 'none';
      return isNew && isMeant(refusal, command)
        ? refused(refusal, command)
        : row.decide(command, found);
    },
  };
  return { ReserveTransfer: refusing };
}

type Planned = Extract<PlannedRefusal, { readonly is: 'planned' }>;

function isMeant(refusal: PlannedRefusal, { data }: ReserveTransfer): refusal is Planned {
  if (refusal.is === 'none') return false;
  return refusal.occurrence === undefined || refusal.occurrence === data.occurrence;
}

function refused(
  { reason, occurrence: used }: Planned,
  { data: { executionId: entryId, paymentId, occurrence }, meta: { at } }: ReserveTransfer,
): readonly StreamDecision[] {
  const entry = entryDecision(entryId, [{ type: 'EntryRefused', data: { entryId, reason, at } }]);
  if (occurrence === undefined || used !== undefined) return [entry];
  const use = { type: 'RefusalUsed', data: { paymentId, occurrence, at } } as const;
  return [entry, decisionOn(refusalStream, streams.refusal.id(paymentId), [use])];
}
