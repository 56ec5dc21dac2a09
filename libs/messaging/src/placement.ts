/** Offsets of messages that no broker places: those of the bus in memory, local commands. */

/**
 * Offsets in ascending order, also across restarts of the process. A parked message is identified by
 * its offset, so an offset must never be used twice.
 *
 * @param startMs the start of the process, milliseconds since 1970
 */
export function offsetsSince(startMs: number): () => string {
  let last = BigInt(startMs) * offsetsPerMs;
  return () => String((last += 1n));
}

/** More than a process can use in a millisecond, so that offsets never run ahead of the clock. */
const offsetsPerMs = 1_000_000n;

/** The next offset of this process. */
export const nextOffset = offsetsSince(Date.now());
