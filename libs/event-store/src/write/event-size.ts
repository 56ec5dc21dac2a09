import { UnstorableError } from '../sql/store-errors.js';

/**
 * The most bytes that the data of one event has as JSON: half of a message of a topic, because the message
 * carries the event with its headers, and a later release may read the event in a larger form.
 */
export const eventBytesMax = 2 * 1024 * 1024;

/** An event that no message of the topic is sure to hold: its relay would fail again and again. */
export class EventTooLargeError extends UnstorableError {
  override readonly name = 'EventTooLargeError';
}

/** Events, and the stream that they would be appended to. */
interface SizedStream {
  readonly streamId: string;
  readonly events: readonly { readonly type: string; readonly data: unknown }[];
}

/** UTF-8 has at most three bytes for each unit of a JavaScript string. */
const bytesPerUnitMax = 3;

/**
 * Checks every event of an append. `json` is the JSON of all their data together: nearly always it is so short
 * that none of them can be too large, and no event is looked at. Throws EventTooLargeError.
 */
export function requireStorableSizes(streams: readonly SizedStream[], json: string): void {
  if (json.length * bytesPerUnitMax <= eventBytesMax) return;
  for (const { streamId, events } of streams) {
    for (const { type, data } of events) {
      const bytes = Buffer.byteLength(JSON.stringify(data));
      if (bytes <= eventBytesMax) continue;
      const sizes = `${String(bytes)} bytes, more than ${String(eventBytesMax)}`;
      throw new EventTooLargeError(`${type} of ${streamId} has ${sizes}`);
    }
  }
}
