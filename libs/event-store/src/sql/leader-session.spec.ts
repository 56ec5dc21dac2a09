import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { LeaderSession } from './leader-session.js';

/** A connection that is lost in the moment in which the server has answered its nth statement, or never. */
class CutClient extends EventEmitter {
  isQueryable = true;
  #statements = 0;

  constructor(private readonly cutAt?: number) {
    super();
  }

  connect(): Promise<void> {
    return Promise.resolve();
  }

  query(): Promise<{ rows: { leads: boolean }[] }> {
    if (!this.isQueryable) return Promise.reject(new Error('not queryable'));
    this.#statements += 1;
    const answer = Promise.resolve({ rows: [{ leads: true }] });
    // Both arrive in one packet: who waits for the answer hears of the end first.
    if (this.#statements === this.cutAt) {
      this.isQueryable = false;
      this.emit('error', new Error('terminating connection due to administrator command'));
    }
    return answer;
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

/** The leaders of a process whose first connection is lost at a statement. */
function leadersCutAt(statement: number) {
  const clients: CutClient[] = [];
  const leaders = new LeaderSession(() => {
    const client = new CutClient(clients.length === 0 ? statement : undefined);
    clients.push(client);
    return client as unknown as Client;
  }, 60_000);
  return { leaders, clients };
}

describe('the session of the leaders of a process', () => {
  it.each([
    ['while it is opened', 1],
    ['with the answer to the first try', 2],
  ])('is opened again when its connection is lost %s', async (_, statement) => {
    const { leaders, clients } = leadersCutAt(statement);
    const first = await leaders.tryLock('relay').catch(() => undefined);
    expect(first === undefined || first.lost.aborted).toBe(true);
    await first?.release();
    const second = await leaders.tryLock('relay');
    expect(clients).toHaveLength(2);
    expect(second?.lost.aborted).toBe(false);
    await leaders.end();
  });
});
