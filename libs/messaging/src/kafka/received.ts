import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { Message, ReceivedMessage } from '../bus.js';

/** A record of a partition as a message. Whatever the octets are, what is no text is parked later. */
export function receivedOf(partition: number, record: KafkaMessage): ReceivedMessage {
  return {
    key: record.key?.toString() ?? '',
    value: record.value?.toString() ?? '',
    headers: headersOf(record.headers),
    partition,
    offset: record.offset,
  };
}

/** The offset behind a message. */
export function offsetAfter(offset: string): string {
  return String(BigInt(offset) + 1n);
}

/** A header that comes several times counts with its last value. */
function headersOf(headers: IHeaders = {}): Message['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const last = Array.isArray(value) ? value.at(-1) : value;
      return [name, last?.toString() ?? ''];
    }),
  );
}
