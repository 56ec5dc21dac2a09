import { Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';

const now = { name: 'sca.now', text: 'select clock_timestamp() as now' };

/** The one clock that links, approvals and sessions end by, whatever this process believes. */
@Injectable()
export class DatabaseClock {
  constructor(private readonly store: EventStore) {}

  /** ISO 8601. */
  async now(): Promise<string> {
    const { rows } = await this.store.database.pool.query<{ now: Date }>(now);
    const [row] = rows;
    if (row === undefined) throw new Error('the database told no time');
    return row.now.toISOString();
  }
}
