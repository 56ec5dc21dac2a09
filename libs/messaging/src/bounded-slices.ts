import { sliceBounds } from './bus.js';
import type { Message } from './bus.js';

/** How many of these messages make the next slice: as many as the bounds allow, but at least one. */
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

/** All of these messages in their order, cut into slices. */
export function boundedSlices<M extends Message>(messages: readonly M[]): M[][] {
  const slices: M[][] = [];
  for (let rest = [...messages]; rest.length > 0;) {
    slices.push(rest.splice(0, sliceLength(rest)));
  }
  return slices;
}
