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
