import type { Pool } from 'pg';
import type { AppendSignal } from './append-signal.js';

/** How soon the readers of a process see what another process has appended, in milliseconds. */
const lookEveryMs = { withOthers: 250, alone: 5_000 };
/**
 * A number is taken before its transaction commits. Readers are woken at this many looks after the last new
 * number; a transaction that takes longer is found by their own polls.
 */
const looksAfter = 8;

const lastNumber = {
  name: 'es.last_position',
  text: 'select last_value as last from es.event_position',
};

/**
 * Wakes the readers of this process when another process has appended: one statement for all readers of a
 * database, in place of a poll by each. It compares the last number of the events with those that this
 * process has appended itself. A failed look is passed over, because readers poll as well. A process that is
 * alone with its database looks rarely.
 *
 * @returns a function that ends it, after the look in work
 */
export function probeAppends(
  pool: Pick<Pool, 'query'>,
  signal: AppendSignal,
  { isAlone = false }: { readonly isAlone?: boolean | undefined } = {},
): () => Promise<void> {
  let known: bigint | undefined;
  let counted = signal.events;
  let remaining = 0;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const own = signal.events;
    const { rows } = await pool.query<{ last: string }>(lastNumber);
    const last = BigInt(rows[0]?.last ?? 0);
    const foreign = last - (known ?? last) > BigInt(signal.events - counted);
    [known, counted] = [last, own];
    if (foreign) remaining = looksAfter;
    if (remaining === 0) return;
    remaining -= 1;
    signal.wake();
  }

  const timer = setInterval(
    () => {
      if (looking !== undefined || !signal.isAwaited) return;
      looking = look()
        .catch(() => undefined)
        .finally(() => (looking = undefined));
    },
    lookEveryMs[isAlone ? 'alone' : 'withOthers'],
  );
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
