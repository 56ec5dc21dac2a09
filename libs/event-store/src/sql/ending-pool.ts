import { Pool } from 'pg';
import type { PoolConfig } from 'pg';
import { InfrastructureError } from './store-errors.js';

/** A statement that waits for a connection of the pool (`pg-pool`). */
interface Waiting {
  readonly callback: (error: Error) => void;
}

/** The pool with what `pg-pool` does not declare. */
type QueueingPool = new (config?: PoolConfig) => {
  readonly _pendingQueue: Waiting[];
  end(): Promise<void>;
};

/**
 * A pool that refuses the statements that still wait for a connection when it ends. `pg-pool` would answer them never: a
 * reader that waits for one, such as another service in the same process, could not stop.
 */
class EndingPool extends (Pool as unknown as QueueingPool) {
  /** As the drivers call it: with a callback or without. */
  override end(...done: []): Promise<void> {
    const ended = super.end(...done);
    for (const { callback } of this._pendingQueue.splice(0)) {
      callback(new InfrastructureError('the database is closed'));
    }
    return ended;
  }
}

/** The class, for a driver that makes its pool by itself. */
export const endingPool = EndingPool as unknown as typeof Pool;
