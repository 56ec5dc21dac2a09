import { Inject, Injectable } from '@nestjs/common';
import { Collector, EventStore } from '@nordgate/event-store';
import { WORLD_CLOCKS } from '@nordgate/service';
import type { WorldClocks } from '@nordgate/service';

/** The time in a world, and how far it is ahead of the database in milliseconds. */
export interface WorldMoment {
  /** ISO 8601. */
  readonly at: string;
  /** Absent: it is not. */
  readonly aheadMs?: number;
}

/** The one clock that links, approvals and sessions end by, whatever this process believes. */
@Injectable()
export class DatabaseClock {
  /** Who asks in one turn shares a statement, which reads the time after all of them have asked. */
  private readonly questions = new Collector((asked: readonly number[]) => this.read(asked));
  private readonly statement: { readonly name: string; readonly text: string };

  constructor(
    private readonly store: EventStore,
    @Inject(WORLD_CLOCKS) clocks: Pick<WorldClocks, 'ahead'>,
  ) {
    this.statement = {
      name: 'sca.now',
      text: `
      select clock_timestamp() + ahead as now, (extract(epoch from ahead) * 1000)::float8 as "aheadMs"
        from unnest($1::bigint[]) with ordinality as asked (generation, nth)
       cross join lateral (select ${clocks.ahead('asked.generation')} as ahead) world
       order by nth`,
    };
  }

  /** The time in a generation, ISO 8601. */
  async now(generation: number): Promise<string> {
    return (await this.questions.ask(generation)).at;
  }

  /** The time in a generation, for a command. */
  moment(generation: number): Promise<WorldMoment> {
    return this.questions.ask(generation);
  }

  private async read(asked: readonly number[]): Promise<readonly WorldMoment[]> {
    const { rows } = await this.store.database.pool.query<{ now: Date; aheadMs: number }>({
      ...this.statement,
      values: [asked],
    });
    return rows.map(({ now, aheadMs }) => {
      const at = now.toISOString();
      return aheadMs > 0 ? { at, aheadMs } : { at };
    });
  }
}
