import { Inject, Injectable } from '@nestjs/common';
import { generationSql } from '@nordgate/contracts/rules';
import { Collector, EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { WORLD_CLOCKS } from '@nordgate/service';
import type { WorldClocks } from '@nordgate/service';
import { resourceIdOf } from './authorisation-view.queries.js';

const note = {
  name: 'note-ended-resource',
  text: 'insert into ended_resource (stream_id) values ($1) on conflict do nothing',
};

/** The id of the resource is the key of the index; the clock of its world is that of deadlines. */
const openIn = ({ ahead }: Pick<WorldClocks, 'ahead'>) => ({
  name: 'open-authorisations-of',
  text: `
    select s.stream_id
      from es.stream s
     where s.stream_type = 'authorisation'
       and ${resourceIdOf('s.state')} = $1
       and s.state #>> '{resource,kind}' = any($2)
       and s.state ->> 'is' in ('received', 'psuIdentified', 'scaMethodSelected')
       and (s.state ->> 'expiresAt')::timestamptz
           > clock_timestamp() + ${ahead(generationSql('s.stream_id'))}`,
});

const endedAmong = {
  name: 'ended-resources-among',
  text: 'select stream_id from ended_resource where stream_id = any($1)',
};

/** A payment or basket that has ended, or a consent that is decided. */
export interface EndedResource {
  readonly stream: string;
  readonly id: string;
  /** The kinds of authorisations that end with it. */
  readonly kinds: readonly string[];
}

/**
 * The payments, baskets and consents that are over, as far as their events have arrived. An authorisation may be
 * opened after that: a link by POST …/authorisations does not come by the events of the payment.
 */
@Injectable()
export class EndedResources {
  /** Authorisations that are opened in one turn share a query. */
  private readonly questions = new Collector(async (asked: readonly string[]) => {
    const { rows } = await this.store.database.pool.query<{ stream_id: string }>({
      ...endedAmong,
      values: [asked],
    });
    const ended = new Set(rows.map(({ stream_id }) => stream_id));
    return asked.map((stream) => ended.has(stream));
  });

  private readonly openOf: ReturnType<typeof openIn>;

  constructor(
    private readonly store: EventStore,
    @Inject(WORLD_CLOCKS) clocks: Pick<WorldClocks, 'ahead'>,
  ) {
    this.openOf = openIn(clocks);
  }

  /**
   * Notes that a payment, basket or consent is over. Returns the streams of its open authorisations. The note
   * is committed before they are read: whichever of the note and an opening is later sees the other.
   */
  async end({ id, kinds, stream }: EndedResource): Promise<readonly string[]> {
    const { pool } = this.store.database;
    await pool.query({ ...note, values: [stream] });
    const { rows } = await pool.query<{ stream_id: string }>({
      ...this.openOf,
      values: [id, kinds],
    });
    return rows.map(({ stream_id }) => stream_id);
  }

  /** Whether the payment, basket or consent of this stream is over. */
  isEnded(stream: string): Promise<boolean> {
    return this.questions.ask(stream);
  }
}

/**
 * Deletes notes that are older than 13 months. An authorisation that opens so late would have been parked all that
 * time. Returns how many notes there were.
 */
export async function deleteOldEnds({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from ended_resource where at < clock_timestamp() - interval '13 months'`,
  );
  return rowCount ?? 0;
}
