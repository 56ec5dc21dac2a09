import { refuse } from '@nordgate/decider';
import type { Refusal } from '@nordgate/decider';
import { EventTooLargeError } from '@nordgate/event-store';
import type { SliceResult } from '@nordgate/event-store';
import { undecidable } from '../bus.js';
import type { Bus, ReceivedMessage } from '../bus.js';
import { header } from '../cloud-events.js';
import { replyAddressOf } from '../command-message.js';

/**
 * Tells each asker of a committed slice what became of its command. The asker of a parked command is
 * told, too: without a reply it would promise that the command will be decided.
 */
export function sendReplies(
  bus: Bus,
  messages: readonly ReceivedMessage[],
  results: readonly SliceResult[],
): void {
  for (const [i, message] of messages.entries()) {
    const address = replyAddressOf(message);
    const commandId = message.headers[header.id];
    const result = results[i];
    if (address === undefined || commandId === undefined || result === undefined) continue;
    const outcome = result.status === 'done' ? result.replies[0] : undecidable;
    bus.reply(address, { commandId, outcome });
  }
}

/** The code of the refusal of a command whose decision has an event that is too large to be stored. */
export const tooLarge = 'BAD_REQUEST';

/**
 * The reply to a command whose decision cannot be stored: one with a too large event is refused, because its
 * sender reads the reply and its key can go on. Undefined for any other error: the command is parked.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  return error instanceof EventTooLargeError
    ? refuse(tooLarge, { text: 'an event of the decision is too large' })
    : undefined;
}
