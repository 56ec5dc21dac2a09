import { Inject, Injectable } from '@nestjs/common';
import { generationSql } from '@nordgate/contracts/rules';
import { Collector, EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { WORLD_CLOCKS } from '@nordgate/service';
import type { WorldClocks } from '@nordgate/service';
import { resourceIdOf } from './authorisation-view.queries.js';

const note = {
  name: 'note-ended-resource',
  text: 'insert into ended_resource (stream_id, at) values ($1, $2) on conflict do nothing',
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
  /** When it ended, ISO 8601 in the time of its world: that of the event, so a repeated event notes the same. */
  readonly at: string;
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
   * is committed before they are read: whichever of the note and an opening is later sees the other. An authorisation
   * that nobody has touched has failed by the note.
   */
  async end({ at, id, kinds, stream }: EndedResource): Promise<readonly string[]> {
    const { pool } = this.store.database;
    await pool.query({ ...note, values: [stream, at] });
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

/** An authorisation that opens so late would have been parked all that time. */
const monthsMin = 13;

/**
 * Deletes notes that are older than authorisations get, and 13 months at least: an untouched authorisation has failed by the note of
 * its resource. Returns how many notes there were.
 *
 * @param authorisationMonths without it authorisations are never deleted, and neither are notes
 */
export async function deleteOldEnds(
  { pool }: Pick<Database, 'pool'>,
  authorisationMonths: number | undefined,
): Promise<number> {
  if (authorisationMonths === undefined) return 0;
  const { rowCount } = await pool.query(
    'delete from ended_resource where at < clock_timestamp() - make_interval(months => $1)',
    [Math.max(monthsMin, authorisationMonths)],
  );
  return rowCount ?? 0;
}
