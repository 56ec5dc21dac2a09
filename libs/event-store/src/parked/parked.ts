import type { Pool } from 'pg';
import { retryItem } from '../write/handle-slice.js';
import type { EventStore } from '../write/event-store.js';
import { withKeyLocked } from '../write/park.js';
import type { Execute, MessageSource, SliceItem, SliceResult } from '../write/slice.js';

/** A message that waits for an operator. */
export interface ParkedMessage extends MessageSource {
  /** Rises in the order of parking, which is the order of the messages of a key. Decimal digits. */
  readonly seq: string;
  readonly consumer: string;
  readonly key: string;
  readonly reason: string;
  readonly attempts: number;
  readonly at: Date;
}

const columns = `seq, consumer, key, topic, partition, "offset", reason, attempts, payload, headers, at`;

const listOfConsumer = `
select ${columns} from es.parked
 where consumer = $1 and ($2::text is null or key = $2) and discarded_at is null
 order by seq limit $3`;

const countFailure = `
update es.parked set attempts = attempts + 1, reason = left($2, 2000) where seq = $1`;

const forget = 'delete from es.parked where seq = $1';

const discardOne = `
update es.parked set discarded_at = now(), discard_reason = $2
 where seq = $1 and discarded_at is null`;

/** A parked message that was handled again. */
export interface TriedMessage {
  readonly message: ParkedMessage;
  readonly result: SliceResult;
}

/** How to handle a parked message again. */
export interface RetryHandling {
  /** Reads the message as the consumer does. Throws when the message still cannot be read. */
  readonly toItem: (message: ParkedMessage) => SliceItem | Promise<SliceItem>;
  readonly execute: Execute;
  /** Whether the consumer keeps the ids of its commands in the inbox. Default true. */
  readonly usesInbox?: boolean;
}

const listSome = `
select ${columns} from es.parked
 where discarded_at is null and ($1::text is null or consumer = $1) and seq > $2
 order by seq limit $3`;

const nextOne = `
select ${columns} from es.parked p
 where discarded_at is null and ($1::text is null or consumer = $1) and seq > $2 and seq <= $3
   and ($4 or not exists (select from es.parked before
                           where before.consumer = p.consumer and before.key = p.key
                             and before.seq < p.seq and before.discarded_at is null))
 order by seq limit 1`;

const countSome = `
select count(*)::integer as messages, count(distinct (consumer, key))::integer as keys,
       coalesce(max(seq), 0)::text as "upTo"
  from es.parked where discarded_at is null and ($1::text is null or consumer = $1)`;

const findOne = `select ${columns} from es.parked where seq = $1 and discarded_at is null`;

/** Which parked messages are meant: by default those of every consumer. */
export interface ParkedSelection {
  readonly consumer?: string | undefined;
  /** Only messages with a higher number. */
  readonly after?: string | undefined;
}

/** The parked messages, oldest first. */
export async function listParked(
  pool: Pool,
  { consumer, after = '0' }: ParkedSelection,
  limit: number,
): Promise<ParkedMessage[]> {
  return (await pool.query<ParkedMessage>(listSome, [consumer ?? null, after, limit])).rows;
}

/**
 * The oldest parked message up to a number. With `which` `first`, only a message that no other message of its key is
 * parked before. Undefined when there is none.
 */
export async function nextParked(
  pool: Pool,
  {
    consumer,
    after = '0',
    upTo,
    which,
  }: ParkedSelection & { upTo: string; which: 'first' | 'any' },
): Promise<ParkedMessage | undefined> {
  const values = [consumer ?? null, after, upTo, which === 'any'];
  return (await pool.query<ParkedMessage>(nextOne, values)).rows[0];
}

/** The numbers of parked messages and of their keys, and the number of the newest message or 0. */
export async function countParked(
  pool: Pool,
  { consumer }: ParkedSelection,
): Promise<{ messages: number; keys: number; upTo: string }> {
  const { rows } = await pool.query<{ messages: number; keys: number; upTo: string }>(countSome, [
    consumer ?? null,
  ]);
  return rows[0] ?? { messages: 0, keys: 0, upTo: '0' };
}

/** One parked message by its number; undefined when none has it or it is not parked any more. */
export async function findParked(pool: Pool, seq: string): Promise<ParkedMessage | undefined> {
  return (await pool.query<ParkedMessage>(findOne, [seq])).rows[0];
}

const depths = `
select consumer, count(*)::integer as messages from es.parked where discarded_at is null group by consumer`;

/** How many messages of each consumer wait for the operator; a consumer without one is left out. */
export async function parkedDepths(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ consumer: string; messages: number }>(depths);
  return new Map(rows.map(({ consumer, messages }) => [consumer, messages]));
}

/** An operator's actions on the parked messages of one consumer. */
export class ParkedMessages {
  readonly #pool: Pool;

  constructor(
    private readonly store: EventStore,
    private readonly consumer: string,
  ) {
    this.#pool = store.database.pool;
  }

  /** The parked messages, oldest first; with `key` those of one key only. `limit` defaults to 100. */
  async list({ key, limit = 100 }: { key?: string; limit?: number } = {}): Promise<
    ParkedMessage[]
  > {
    const values = [this.consumer, key ?? null, limit];
    return (await this.#pool.query<ParkedMessage>(listOfConsumer, values)).rows;
  }

  /**
   * Handles the parked messages of a key in order, until one fails again or none is left; then the key
   * is free. Messages that arrive meanwhile are parked behind them and handled as well.
   *
   * @returns each message that was tried, with its result
   * @throws InfrastructureError when the database fails; tried messages keep their results
   */
  async retry(key: string, handling: RetryHandling): Promise<TriedMessage[]> {
    const tried: TriedMessage[] = [];
    for (;;) {
      const [message] = await this.list({ key, limit: 1 });
      if (message === undefined) return tried;
      const one = await this.#tryAgain(message, handling);
      tried.push(one);
      if (one.result.status === 'parked') return tried;
    }
  }

  /**
   * Handles one message, when it still is the first one of its key. When it fails again, it stays there.
   *
   * @returns undefined when the message is not the first parked one any more; nothing was handled then
   * @throws InfrastructureError when the database fails; the message may have been handled, and a further attempt
   *   recognises this
   */
  async retryFirst(
    { key, seq }: Pick<ParkedMessage, 'key' | 'seq'>,
    handling: RetryHandling,
  ): Promise<TriedMessage | undefined> {
    const [first] = await this.list({ key, limit: 1 });
    return first?.seq === seq ? this.#tryAgain(first, handling) : undefined;
  }

  /**
   * Discards a message. The reason stays in the table. Messages behind it stay parked until `retry`.
   *
   * @returns false when the message is no longer parked
   */
  async discard(
    { key, seq }: Pick<ParkedMessage, 'key' | 'seq'>,
    reason: string,
  ): Promise<boolean> {
    return (await this.#change(key, discardOne, [seq, reason])) > 0;
  }

  async #tryAgain(message: ParkedMessage, handling: RetryHandling): Promise<TriedMessage> {
    const { key, seq } = message;
    const result = await this.#retryOne(message, handling);
    if (result.status === 'parked') {
      await this.#change(key, countFailure, [seq, result.reason.replaceAll('\u0000', '')]);
    } else {
      await this.#change(key, forget, [seq]);
    }
    return { message, result };
  }

  async #retryOne(message: ParkedMessage, handling: RetryHandling): Promise<SliceResult> {
    const { store, consumer } = this;
    let item: SliceItem;
    try {
      item = await handling.toItem(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { status: 'parked', reason, error };
    }
    const { execute, usesInbox = true } = handling;
    return retryItem({ store, consumer, execute, usesInbox }, item);
  }

  async #change(key: string, sql: string, values: unknown[]): Promise<number> {
    return withKeyLocked(this.#pool, this.consumer, key, async (client) => {
      return (await client.query(sql, values)).rowCount ?? 0;
    });
  }
}
