import type { PublishedEvent, StoredEvent } from '@nordgate/event-store';
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
      [header.schemaVersion]: String(stored.schemaVersion),
      [header.commandId]: stored.meta.commandId,
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

/**
 * A message of the own event topic, as it is written to the store again. Throws MalformedMessageError when the message
 * is not an event, or has no version of its form: releases before 0.3.0 did not publish it.
 */
export function publishedEventOf(message: Message): PublishedEvent {
  const { headers } = message;
  const { stream, version, event, at, ...trace } = eventOf(message);
  return {
    ...{ id: requiredHeader(headers, header.id), streamId: stream, version, type: event.type, at },
    schemaVersion: Number(requiredHeader(headers, header.schemaVersion)),
    data: event.data,
    commandId: requiredHeader(headers, header.commandId),
    ...trace,
  };
}
