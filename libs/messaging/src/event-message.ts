import type { StoredEvent } from '@nordgate/event-store';
import type { ReceivedEvent } from '@nordgate/decider';
import type { Message } from './bus.js';
import { jsonOf, requiredHeader } from './command-message.js';
import { MalformedMessage } from './malformed-message.js';

/** A stored event as a message; the event table is the outbox. */
export function eventMessage(stored: StoredEvent, source: string): Message {
  const { traceparent, tracestate } = stored.meta;
  return {
    key: stored.streamId,
    value: stored.json ?? JSON.stringify(stored.data),
    headers: {
      ce_specversion: '1.0',
      ce_id: stored.id,
      ce_type: stored.type,
      ce_source: source,
      ce_subject: stored.streamId,
      ce_time: stored.at,
      'nordgate-version': String(stored.version),
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(tracestate === undefined ? {} : { tracestate }),
    },
  };
}

/** The event in a message. Throws MalformedMessage when it is none. */
export function eventOf(message: Message): ReceivedEvent {
  const { headers } = message;
  const version = Number(requiredHeader(headers, 'nordgate-version'));
  if (!Number.isSafeInteger(version) || version < 1) {
    throw new MalformedMessage('the version is no position in a stream');
  }
  const { traceparent, tracestate } = headers;
  return {
    stream: message.key,
    version,
    event: { type: requiredHeader(headers, 'ce_type'), data: jsonOf(message.value) },
    at: requiredHeader(headers, 'ce_time'),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(tracestate === undefined ? {} : { tracestate }),
  };
}
