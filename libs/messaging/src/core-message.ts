import type { TraceHeaders } from '@nordgate/telemetry';
import type { Message } from './bus.js';
import { header, traceIn } from './cloud-events.js';

/** A message between the bank and its core system, before it is a record. */
export interface CoreMessage {
  /** The same for a repeat. */
  readonly id: string;
  readonly type: string;
  /** Who writes it: a URI reference. */
  readonly source: string;
  /** What it is about; also the key of the record. */
  readonly subject: string;
  /** Above 0, and higher than that of the message before it of this subject. */
  readonly sequence: number;
  /** ISO 8601 with an offset. */
  readonly time: string;
  readonly data: unknown;
  readonly trace?: TraceHeaders;
}

/**
 * A message between the bank and its core system as a CloudEvent 1.0 in Kafka's binary mode
 * (docs/adr/0036). `eventOf` reads it.
 */
export function coreMessage({ id, type, source, subject, ...message }: CoreMessage): Message {
  const { sequence, time, data, trace = {} } = message;
  return {
    key: subject,
    value: JSON.stringify(data),
    headers: {
      [header.specVersion]: '1.0',
      [header.id]: id,
      [header.type]: type,
      [header.source]: source,
      [header.subject]: subject,
      [header.time]: time,
      [header.sequence]: String(sequence),
      ...traceIn(trace),
    },
  };
}
