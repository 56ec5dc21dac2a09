import { openDatabase } from '@nordgate/event-store';

/** A reader that has found nothing, neither ever nor since the last time. $1 and $2: names and the places that were kept. */
const keep = `
update es.checkpoint c set prev = pg_current_snapshot()
 where c.cur is null
   and (c.prev::text = '3:3:'
        or exists (select from unnest($1::text[], $2::text[]) k (name, prev)
                    where k.name = c.name and k.prev = c.prev::text))
returning c.name, c.prev::text as prev`;

/**
 * The places of readers that find nothing. Such a reader saves its place after a minute, and the bank of a year lives for some
 * seconds each day, so that it would hold back every deletion.
 */
export class ReaderPlaces {
  /** By database, the places by the name of the reader. */
  private readonly kept = new Map<string, ReadonlyMap<string, string>>();

  constructor(private readonly urlOf: (database: string) => string) {}

  /** Call it when the bank has stopped: its readers had read all events. */
  async keep(name: string): Promise<void> {
    const options = { applicationName: 'nordgate-nightly', migrations: [], poolMax: 1 };
    const { pool, close } = await openDatabase({ url: this.urlOf(name), ...options });
    try {
      const known = this.kept.get(name) ?? new Map<string, string>();
      const values = [[...known.keys()], [...known.values()]];
      const { rows } = await pool.query<{ name: string; prev: string }>(keep, values);
      this.kept.set(name, new Map(rows.map((row) => [row.name, row.prev])));
    } finally {
      await close();
    }
  }
}
