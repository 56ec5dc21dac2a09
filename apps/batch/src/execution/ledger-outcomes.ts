import { handles } from '@nordgate/contracts/events';
import type { Handled, Outcome } from '@nordgate/contracts/events';
import { isExecutionId, streams } from '@nordgate/contracts/rules';
import { commandFrom, defined, noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';

/** What the ledger reports of an entry. */
export const ledgerReports = handles('accounts.events.v1', [
  'EntryReserved',
  'EntryRefused',
  'EntryBooked',
  'EntryConfirmed',
]);

/** One of these reports. */
export type LedgerReport = Handled<typeof ledgerReports>;

/** Records the outcome of a transfer that the ledger carries out. Entries with other causes are left out. */
export function recordLedgerOutcome(received: ReceivedEvent<LedgerReport>): Reaction {
  const { entryId } = received.event.data;
  if (!isExecutionId(entryId)) return noReaction;
  const stream = streams.execution.id(entryId);
  const data = { from: 'ledger', outcome: outcomeOf(received.event) } as const;
  return { commands: [commandFrom(received, { type: 'RecordOutcome', stream, data })] };
}

function outcomeOf(event: LedgerReport): Outcome {
  switch (event.type) {
    case 'EntryReserved':
      return { is: 'started', ...defined({ declined: event.data.declined }) };
    case 'EntryRefused':
      return { is: 'declined', reason: event.data.reason };
    case 'EntryBooked':
      return { is: event.data.isUnconfirmed === true ? 'debited' : 'settled' };
    case 'EntryConfirmed':
      return { is: 'settled' };
  }
}
