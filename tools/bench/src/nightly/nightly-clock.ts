import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '@nordgate/event-store';
import { Clocks } from '@nordgate/local/clocks';

/** The name of the clock that this process and PostgreSQL have. */
export const clockName = 'nightly';

const dayMs = 86_400_000;
/** libfaketime looks for the clock when another second has begun. */
const seenMs = 1_100;
/** Both clocks agree so far. */
const apartMs = 10_000;

/** The clock of this process and of a PostgreSQL server that it has started. */
export class NightlyClock {
  private readonly clocks: Clocks;
  private movedDays = 0;

  /**
   * @param folder that the account of PostgreSQL can read
   * @param url of a database of the server
   */
  constructor(
    folder: string,
    private readonly url: string,
  ) {
    this.clocks = Clocks.in(folder);
  }

  /** Moves both clocks ahead. Rejects when one of them has not moved. */
  async move(days: number): Promise<void> {
    const expected = Date.now() + days * dayMs;
    this.movedDays += days;
    this.clocks.set(clockName, (this.movedDays * dayMs) / 1000);
    await pause(seenMs);
    for (const ms of [Date.now(), await this.databaseMs()]) {
      if (Math.abs(ms - expected) > apartMs)
        throw new Error(`a clock is at ${new Date(ms).toISOString()}`);
    }
  }

  private async databaseMs(): Promise<number> {
    const options = { applicationName: 'nordgate-nightly', migrations: [], poolMax: 1 };
    const { pool, close } = await openDatabase({ url: this.url, ...options });
    try {
      const asked = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';
      return (await pool.query<{ ms: number }>(asked)).rows[0]?.ms ?? 0;
    } finally {
      await close();
    }
  }
}
