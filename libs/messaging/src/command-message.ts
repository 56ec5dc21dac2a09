import type { Command } from '@nordgate/decider';
import type { Message } from './bus.js';
import { MalformedMessage } from './malformed-message.js';

const header = {
  id: 'ce_id',
  type: 'ce_type',
  source: 'ce_source',
  subject: 'ce_subject',
  time: 'ce_time',
  version: 'ce_specversion',
  actor: 'nordgate-actor',
  replyTo: 'nordgate-reply-to',
} as const;

/** A command as a message (CloudEvents 1.0, Kafka binary mode). Absent data travels as null. */
export function commandMessage(command: Command, source: string, replyTo?: string): Message {
  const { meta } = command;
  return {
    key: command.stream,
    value: JSON.stringify(command.data ?? null),
    headers: {
      [header.version]: '1.0',
      [header.id]: command.id,
      [header.type]: command.type,
      [header.source]: source,
      [header.subject]: command.stream,
      [header.time]: meta.at,
      [header.actor]: meta.actor,
      ...(meta.traceparent === undefined ? {} : { traceparent: meta.traceparent }),
      ...(meta.tracestate === undefined ? {} : { tracestate: meta.tracestate }),
      ...(replyTo === undefined ? {} : { [header.replyTo]: replyTo }),
    },
  };
}

/** The command in a message. Throws MalformedMessage when it is none. */
export function commandOf(message: Message): Command {
  const { headers } = message;
  const traceparent = headers['traceparent'];
  const tracestate = headers['tracestate'];
  return {
    id: requiredHeader(headers, header.id),
    type: requiredHeader(headers, header.type),
    stream: message.key,
    data: jsonOf(message.value),
    meta: {
      at: requiredHeader(headers, header.time),
      actor: requiredHeader(headers, header.actor),
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(tracestate === undefined ? {} : { tracestate }),
    },
  };
}

/** Where the asker of this command listens, if it does. */
export function replyAddressOf(message: Message): string | undefined {
  return message.headers[header.replyTo];
}

/** A header that every message of its kind has. Throws MalformedMessage. */
export function requiredHeader(headers: Message['headers'], name: string): string {
  const value = headers[name];
  if (value === undefined) throw new MalformedMessage(`header ${name} is missing`);
  return value;
}

/** The JSON of a message's value. Throws MalformedMessage. */
export function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new MalformedMessage('the value is not JSON');
  }
}
