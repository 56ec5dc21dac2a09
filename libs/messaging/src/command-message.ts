import type { Command } from '@nordgate/decider';
import type { Message } from './bus.js';
import { aheadHeader, aheadIn, header, jsonOf, requiredHeader, traceIn } from './cloud-events.js';

/**
 * A command as a message. Absent data becomes null.
 *
 * @param source CloudEvents source: the app that sends the command
 * @param replyTo the return address of the sender, if it waits for a reply
 */
export function commandMessage(command: Command, source: string, replyTo?: string): Message {
  const { meta } = command;
  const headers: Record<string, string> = {
    [header.specVersion]: '1.0',
    [header.id]: command.id,
    [header.type]: command.type,
    [header.source]: source,
    [header.subject]: command.stream,
    [header.time]: meta.at,
    [header.actor]: meta.actor,
    ...aheadHeader(meta),
    ...traceIn(meta),
  };
  if (replyTo !== undefined) headers[header.replyTo] = replyTo;
  return { key: command.stream, value: JSON.stringify(command.data ?? null), headers };
}

/** The topic of commands that a service gives to itself, as parked messages name it. */
export const localTopic = 'local';

/** The command in a message. Throws MalformedMessageError when the message is not a command. */
export function commandOf(message: Message): Command {
  const { headers } = message;
  return {
    id: requiredHeader(headers, header.id),
    type: requiredHeader(headers, header.type),
    stream: message.key,
    data: jsonOf(message.value),
    meta: {
      at: requiredHeader(headers, header.time),
      actor: requiredHeader(headers, header.actor),
      ...aheadIn(headers),
      ...traceIn(headers),
    },
  };
}

/** The return address of a command message; undefined when nobody waits for a reply. */
export function replyAddressOf(message: Message): string | undefined {
  return message.headers[header.replyTo];
}
