import type { Message } from './bus.js';

/**
 * Upper bounds of one slice: number of messages, and bytes of their values. They bound one database
 * transaction; a message that is larger than the bound is a slice alone.
 */
export const sliceBounds = { messagesMax: 100, bytesMax: 256 * 1024 } as const;

/** How many of these messages make the next slice: as many as the bounds allow, at least one. */
export function sliceLength(messages: Iterable<Message>): number {
  let bytes = 0;
  let count = 0;
  for (const { value } of messages) {
    bytes += Buffer.byteLength(value);
    if (count > 0 && (count === sliceBounds.messagesMax || bytes > sliceBounds.bytesMax)) break;
    count += 1;
  }
  return count;
}

/** All messages in their order, cut into slices. */
export function boundedSlices<M extends Message>(messages: readonly M[]): M[][] {
  const slices: M[][] = [];
  const rest = [...messages];
  while (rest.length > 0) slices.push(rest.splice(0, sliceLength(rest)));
  return slices;
}
