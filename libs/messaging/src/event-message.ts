import type { PublishedEvent, StoredEvent } from '@nordgate/event-store';
import { defined } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import type { Message } from './bus.js';
import {
  aheadHeader,
  aheadIn,
  header,
  jsonOf,
  MalformedMessageError,
  requiredHeader,
  traceIn,
} from './cloud-events.js';

/** What a message has of a stored event. */
type SentEvent = Pick<
  StoredEvent,
  'id' | 'streamId' | 'version' | 'type' | 'schemaVersion' | 'at' | 'data' | 'json'
> & { readonly meta: Omit<StoredEvent['meta'], 'actor' | 'requestedAt'> };

/**
 * A stored event as a message. It carries no actor: other services need not know who acted.
 *
 * @param source CloudEvents source: the topic of the events
 */
export function eventMessage(stored: SentEvent, source: string): Message {
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
      ...spreadIn(stored.meta),
      ...aheadHeader(stored.meta),
      ...traceIn(stored.meta),
    },
  };
}

/** An event of an export as the message that its topic had. Events of an export have the version of their form and their command. */
export function publishedMessage(
  {
    id,
    streamId,
    version,
    type,
    schemaVersion = 1,
    at,
    data,
    commandId = '',
    ...optional
  }: PublishedEvent,
  source: string,
): Message {
  const { commandEvents, aheadMs, traceparent, tracestate } = optional;
  const meta = defined({ commandEvents, aheadMs, traceparent, tracestate });
  return eventMessage(
    { id, streamId, version, type, schemaVersion, at, data, meta: { commandId, ...meta } },
    source,
  );
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
    ...aheadIn(headers),
    ...traceIn(headers),
  };
}

/** The header of an event whose command wrote several streams: their events are published apart. */
function spreadIn({ commandEvents }: SentEvent['meta']): Message['headers'] {
  return commandEvents === undefined ? {} : { [header.commandEvents]: String(commandEvents) };
}

/**
 * A message of the own event topic, as it is written to the store again. Releases before 0.3.0 did not publish the version
 * of the form and the command. Throws MalformedMessageError when the message is not an event.
 */
export function publishedEventOf(message: Message): PublishedEvent {
  const { headers } = message;
  const { stream, version, event, at, ...optional } = eventOf(message);
  const numberIn = (name: string) =>
    headers[name] === undefined ? undefined : Number(headers[name]);
  return {
    id: requiredHeader(headers, header.id),
    streamId: stream,
    version,
    type: event.type,
    at,
    data: event.data,
    ...optional,
    ...defined({
      schemaVersion: numberIn(header.schemaVersion),
      commandId: headers[header.commandId],
      commandEvents: numberIn(header.commandEvents),
    }),
  };
}
