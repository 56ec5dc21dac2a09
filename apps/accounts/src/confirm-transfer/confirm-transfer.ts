import type { AccountCommands } from '@nordgate/contracts/commands';
import type { EntryEvent } from '@nordgate/contracts/events';
import { nothing } from '@nordgate/decider';
import type { CommandOf, Decision } from '@nordgate/decider';
import type { Entry } from '../domain/entry.js';

export type ConfirmTransfer = CommandOf<AccountCommands, 'ConfirmTransfer'>;

/**
 * The creditor's bank confirms a transfer that was booked before the run began which causes the command. An
 * entry that waits for no confirmation is left unchanged, and so is one of the run itself.
 */
export function confirmTransfer(
  { data: { entryId }, meta: { at } }: ConfirmTransfer,
  entry: Entry,
): Decision<EntryEvent> {
  if (entry.is !== 'booked' || entry.delay === undefined) return nothing;
  if (Date.parse(entry.at ?? '') >= Date.parse(at)) return nothing;
  return [{ type: 'EntryConfirmed', data: { entryId, at } }];
}
