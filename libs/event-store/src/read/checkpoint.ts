import type { Pool } from 'pg';

/** A pool, or one connection of it inside a transaction. */
export type Queryable = Pick<Pool, 'query'>;

/**
 * Where a reader stands. `prev` is everything read before the open window; `cur` is the end of that
 * window, absent between windows; `tx` and `position` are the last event read within it.
 * Snapshots are kept in PostgreSQL's text form.
 */
export interface Checkpoint {
  readonly prev: string;
  readonly cur: string | null;
  readonly tx: bigint;
  readonly position: bigint;
}

/** Another holder has opened this checkpoint since: nothing may be read or advanced here any more. */
export class StaleReaderError extends Error {
  override readonly name = 'StaleReaderError';
}

/** Before the first transaction of any cluster: nothing has been read. */
const nothingRead = '3:3:';

const openStatement = `
insert into es.checkpoint as c (name, prev)
values ($1, case when $2 then pg_current_snapshot() else '${nothingRead}'::pg_snapshot end)
on conflict (name) do update set epoch = c.epoch + 1
returning prev::text as prev, cur::text as cur, last_tx::text as tx, last_position as position, epoch`;

/**
 * A lost checkpoint repeats a window, which readers bear anyway, so this commit does not wait for the
 * disk: set_config with its last argument true holds for this transaction only.
 */
const saveStatement = {
  name: 'es.save_checkpoint',
  text: `update es.checkpoint
            set prev = $3::pg_snapshot, cur = $4::pg_snapshot, last_tx = $5::xid8, last_position = $6
          where name = $1 and epoch = $2
            and set_config('synchronous_commit', 'off', true) is not null`,
};

/** The exclusive right to advance one checkpoint, until somebody else opens it. */
export class CheckpointHold {
  private savedAtMs = performance.now();

  private constructor(
    private readonly pool: Queryable,
    readonly name: string,
    private readonly epoch: string,
    private saved: Checkpoint,
  ) {}

  /**
   * Takes the checkpoint over from whoever held it. A new one starts before the first event, or with
   * `from: 'now'` after the last.
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
   * Moves past a window in which nothing was. Worth a write only now and then, so that a reader of
   * rare events does not search the whole table again after a restart.
   */
  async skipTo(prev: string): Promise<void> {
    if (prev === this.saved.prev) return;
    const next = { prev, cur: null, tx: 0n, position: 0n };
    if (performance.now() - this.savedAtMs < skipSaveMs) this.saved = next;
    else await this.save(next);
  }

  /** Saves the checkpoint. Throws StaleReaderError when it was opened by another holder since. */
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

/** At most so much of the table is searched again. */
const skipSaveMs = 1_000;
