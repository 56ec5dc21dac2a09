import type { MessageSource, SliceItem } from '@nordgate/event-store';
import type { ReceivedMessage, Slice } from '../bus.js';
import { commandOf } from '../command-message.js';
import { eventOf } from '../event-message.js';
import type { ReceivedEvent } from '../event-message.js';
import type { Reaction } from '../reaction.js';

/** A command message as work for the store; an unreadable one carries its fault and is parked. */
export function commandItem(slice: Slice, message: ReceivedMessage): SliceItem {
  const base = { key: message.key, source: sourceOf(slice, message) };
  try {
    return { ...base, commands: [commandOf(message)] };
  } catch (error) {
    return { ...base, commands: [], fault: reasonOf(error) };
  }
}

/** An event as work for the store: whatever the reaction asks for, or its fault. */
export async function reactionItem(
  slice: Slice,
  message: ReceivedMessage,
  react: (event: ReceivedEvent) => Promise<unknown>,
): Promise<SliceItem> {
  const base = { key: message.key, source: sourceOf(slice, message) };
  try {
    const { commands = [], rows = [] } = (await react(eventOf(message))) as Reaction;
    return { ...base, commands, rows };
  } catch (error) {
    return { ...base, commands: [], fault: reasonOf(error) };
  }
}

function sourceOf(slice: Slice, message: ReceivedMessage): MessageSource {
  return {
    topic: slice.topic,
    partition: slice.partition,
    offset: message.offset,
    payload: message.value,
    headers: message.headers,
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
