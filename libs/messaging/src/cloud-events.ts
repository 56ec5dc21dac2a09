import type { TraceHeaders } from '@nordgate/telemetry';
import type { Message } from './bus.js';

/** The headers of our messages: CloudEvents 1.0 in Kafka's binary mode, and our own. */
export const header = {
  id: 'ce_id',
  type: 'ce_type',
  source: 'ce_source',
  subject: 'ce_subject',
  time: 'ce_time',
  specVersion: 'ce_specversion',
  actor: 'nordgate-actor',
  replyTo: 'nordgate-reply-to',
  /** Milliseconds, in a world that is ahead of the clocks (docs/adr/0056). */
  ahead: 'nordgate-ahead',
  streamVersion: 'nordgate-version',
  /** The version of the form of an event's data, and the command that caused it: for a restore (docs/adr/0045). */
  schemaVersion: 'nordgate-schema-version',
  commandId: 'nordgate-command',
  commandEvents: 'nordgate-command-events',
  /** The extension `sequence` of CloudEvents: the place of a message of the bank's core (docs/adr/0036). */
  sequence: 'ce_sequence',
} as const;

/** A message that cannot be read, now or later: it is parked before any SQL. */
export class MalformedMessageError extends Error {
  override readonly name = 'MalformedMessageError';
}

/** An event in a version that this release does not know: it is parked. A release that knows it can handle it. */
export class UnknownVersionError extends Error {
  override readonly name = 'UnknownVersionError';
}

/** A parked event of a type that its consumer does not handle in this release. A release that handles it can. */
export class UnhandledTypeError extends Error {
  override readonly name = 'UnhandledTypeError';
}

/** A header that every message of this kind has. Throws MalformedMessageError when it is missing. */
export function requiredHeader(headers: Message['headers'], name: string): string {
  const value = headers[name];
  if (value === undefined) throw new MalformedMessageError(`header ${name} is missing`);
  return value;
}

/** The value of a message. Throws MalformedMessageError when it is not JSON. */
export function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new MalformedMessageError('the value is not JSON');
  }
}

/**
 * The trace headers alone, of a message or of stored metadata. Per message and most often empty, so
 * it makes no object for nothing.
 */
export function traceIn({ traceparent, tracestate }: TraceHeaders): TraceHeaders {
  if (traceparent === undefined) return tracestate === undefined ? noTrace : { tracestate };
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
}

const noTrace = {};

/** The header of a message of a world that is ahead of the clocks; none for the others. */
export function aheadHeader({ aheadMs }: { readonly aheadMs?: number }): Message['headers'] {
  return aheadMs === undefined ? noTrace : { [header.ahead]: String(aheadMs) };
}

/** How far the world of a message is ahead. Throws MalformedMessageError for what is no number of milliseconds. */
export function aheadIn(headers: Message['headers']): { readonly aheadMs?: number } {
  const value = headers[header.ahead];
  if (value === undefined) return noTrace;
  const aheadMs = Number(value);
  if (/^[1-9][0-9]{0,14}$/.test(value)) return { aheadMs };
  throw new MalformedMessageError(`header ${header.ahead} is no number of milliseconds`);
}
