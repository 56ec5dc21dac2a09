import type { StoredEvent } from '@nordgate/event-store';
import type { ReceivedEvent } from '@nordgate/decider';
import type { Message } from './bus.js';
import { header, jsonOf, MalformedMessageError, requiredHeader, traceIn } from './cloud-events.js';

/**
 * A stored event as a message. It carries no actor: other services need not know who acted.
 *
 * @param source CloudEvents source: the topic of the events
 */
export function eventMessage(stored: StoredEvent, source: string): Message {
  return {
    key: stored.streamId,
    value: stored.json ?? JSON.stringify(stored.data),
    headers: {
      [header.specVersion]: '1.0',
      [header.id]: stored.id,
      [header.type]: stored.type,
      [header.source]: source,
      [header.subject]: stored.streamId,
      [header.time]: stored.at,
      [header.streamVersion]: String(stored.version),
      ...traceIn(stored.meta),
    },
  };
}

/**
 * The event in a message. Its place is the version of its stream, or the sequence that an outside system
 * gives it. Throws MalformedMessageError when the message is not an event.
 */
export function eventOf(message: Message): ReceivedEvent {
  const { headers } = message;
  const place = headers[header.sequence] ?? requiredHeader(headers, header.streamVersion);
  const version = Number(place);
  if (!Number.isSafeInteger(version) || version < 1) {
    throw new MalformedMessageError('the version is not a position in a stream');
  }
  return {
    stream: message.key,
    version,
    event: { type: requiredHeader(headers, header.type), data: jsonOf(message.value) },
    at: requiredHeader(headers, header.time),
    ...traceIn(headers),
  };
}
