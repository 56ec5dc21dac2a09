import { Injectable } from '@nestjs/common';
import { Collector, EventStore } from '@nordgate/event-store';

const now = { name: 'sca.now', text: 'select clock_timestamp() as now' };

/** The one clock that links, approvals and sessions end by, whatever this process believes. */
@Injectable()
export class DatabaseClock {
  /** Who asks in one turn hears one answer, read after all of them have asked. */
  private readonly questions = new Collector(async (asked: readonly null[]) => {
    const time = await this.read();
    return asked.map(() => time);
  });

  constructor(private readonly store: EventStore) {}

  /** ISO 8601. */
  now(): Promise<string> {
    return this.questions.ask(null);
  }

  private async read(): Promise<string> {
    const { rows } = await this.store.database.pool.query<{ now: Date }>(now);
    const [row] = rows;
    if (row === undefined) throw new Error('the database told no time');
    return row.now.toISOString();
  }
}
