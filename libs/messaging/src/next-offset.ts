/**
 * Numbers for messages that no broker numbers. They rise, also from one start of the process to the
 * next: parked messages are told apart by their offset, so a number must never come again.
 */
export function offsetsSince(startMs: number): () => string {
  let last = BigInt(startMs) * offsetsPerMs;
  return () => String((last += 1n));
}

/** More than a process can hand out in a millisecond, so that it never overtakes the clock. */
const offsetsPerMs = 1_000_000n;

/** The next offset of this process. */
export const nextOffset = offsetsSince(Date.now());
