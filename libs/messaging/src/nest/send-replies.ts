import type { SliceResult, SliceItem } from '@nordgate/event-store';
import type { Bus, ReceivedMessage } from '../bus.js';
import { replyAddressOf } from '../command-message.js';

/** Tells each asker of a committed slice what became of its command. */
export function sendReplies(
  bus: Bus,
  messages: readonly ReceivedMessage[],
  items: readonly SliceItem[],
  results: readonly SliceResult[],
): void {
  for (const [i, message] of messages.entries()) {
    const address = replyAddressOf(message);
    const command = items[i]?.commands[0];
    const result = results[i];
    if (address === undefined || command === undefined || result?.status !== 'done') continue;
    bus.reply(address, { commandId: command.id, outcome: result.replies[0] });
  }
}
