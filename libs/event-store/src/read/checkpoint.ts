import type { Pool } from 'pg';

/** A pool, or one connection of it inside a transaction. */
export type Queryable = Pick<Pool, 'query'>;

/**
 * How far a reader has read. `prev` is the snapshot of everything read before the open window. `cur` is
 * the end of that window, null between windows. `tx` and `position` belong to the last event that was
 * read within it. Snapshots have the text form of PostgreSQL's `pg_snapshot`.
 */
export interface Checkpoint {
  readonly prev: string;
  readonly cur: string | null;
  readonly tx: bigint;
  readonly position: bigint;
}

/** Another reader has opened this checkpoint: this one may neither read nor advance it any more. */
export class StaleReaderError extends Error {
  override readonly name = 'StaleReaderError';
}

/** A snapshot before the first transaction of any cluster: nothing has been read. */
const nothingRead = '3:3:';

const openStatement = `
insert into es.checkpoint as c (name, prev)
values ($1, case when $2 then pg_current_snapshot() else '${nothingRead}'::pg_snapshot end)
on conflict (name) do update set epoch = c.epoch + 1
returning prev::text as prev, cur::text as cur, last_tx::text as tx, last_position as position, epoch`;

/**
 * A lost checkpoint repeats a window, and readers are idempotent. So this commit does not wait for the
 * disk. `set_config` with `true` as last argument holds for this transaction only.
 */
const saveStatement = {
  name: 'es.save_checkpoint',
  text: `update es.checkpoint
            set prev = $3::pg_snapshot, cur = $4::pg_snapshot, last_tx = $5::xid8, last_position = $6
          where name = $1 and epoch = $2
            and set_config('synchronous_commit', 'off', true) is not null`,
};

/** The exclusive right to advance one checkpoint, until another reader opens it. */
export class CheckpointHold {
  private savedAtMs = performance.now();

  private constructor(
    private readonly pool: Queryable,
    readonly name: string,
    private readonly epoch: string,
    private saved: Checkpoint,
  ) {}

  /**
   * Opens the checkpoint and takes it from its current holder. A new checkpoint starts before the first
   * event, or with `from: 'now'` after the last one.
   */
  static async open(pool: Queryable, name: string, from: 'start' | 'now'): Promise<CheckpointHold> {
    const { rows } = await pool.query<
      Record<'prev' | 'tx' | 'position' | 'epoch', string> & {
        cur: string | null;
      }
    >(openStatement, [name, from === 'now']);
    const [row] = rows;
    if (!row) throw new Error(`checkpoint ${name} was not opened`);
    const { prev, cur, tx, position, epoch } = row;
    const saved = { prev, cur, tx: BigInt(tx), position: BigInt(position) };
    return new CheckpointHold(pool, name, epoch, saved);
  }

  get current(): Checkpoint {
    return this.saved;
  }

  /**
   * Moves past an empty window. Saves the checkpoint at most once per `skipSaveMs`; a reader of rare
   * events searches that part of the table again after a restart. Throws as `save`.
   */
  async skipTo(prev: string): Promise<void> {
    if (prev === this.saved.prev) return;
    const next = { prev, cur: null, tx: 0n, position: 0n };
    if (performance.now() - this.savedAtMs < skipSaveMs) this.saved = next;
    else await this.save(next);
  }

  /** Saves the checkpoint. Throws StaleReaderError when another reader has opened it. */
  async save(next: Checkpoint, client: Queryable = this.pool): Promise<void> {
    const { prev, cur, tx, position } = next;
    const values = [this.name, this.epoch, prev, cur, String(tx), String(position)];
    const { rowCount } = await client.query({ ...saveStatement, values });
    if (rowCount !== 1) {
      throw new StaleReaderError(
        `checkpoint ${this.name} was opened by another reader after epoch ${this.epoch}`,
      );
    }
    this.saved = next;
    this.savedAtMs = performance.now();
  }
}

/**
 * Shortest time between two saves of empty windows. A save is a transaction, so it makes a new window for every
 * reader of the cluster: readers that saved at each poll would keep each other awake.
 */
const skipSaveMs = 60_000;
