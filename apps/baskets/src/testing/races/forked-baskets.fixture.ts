import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testApprovalKey } from '@nordgate/contracts/testing';
import { openDatabase } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import type { ForeignEvent } from '@nordgate/service/testing';
import type { Told } from './baskets-child.js';
import type { Neighbour, RacingBaskets, Side } from './racing-baskets.js';

const program = join(import.meta.dirname, '../../../dist/testing/races/baskets-child.js');

/** Two processes of the operating system, each with its own bus, on one database. */
export async function forkedBaskets(): Promise<RacingBaskets> {
  const { url, drop } = await emptyTestDatabase('racing_baskets');
  // The first one makes the tables.
  const one = await ForkedBaskets.start(url);
  const other = await ForkedBaskets.start(url);
  const database = await openDatabase({
    url,
    applicationName: 'racing-test',
    migrations: [],
    poolMax: 2,
  });
  let happened = 0;
  return {
    one,
    other,
    database,
    approvalKey: testApprovalKey,
    decided: () => Promise.resolve([one.sent, other.sent]),
    // Each process follows other event tables: what one of them receives, both have in their database.
    happens: (...telling) => {
      happened += 1;
      return (happened % 2 === 0 ? one : other).happens(...telling);
    },
    async stop() {
      await Promise.all([one.stop(), other.stop()]);
      await database.close();
      await drop();
    },
  };
}

class ForkedBaskets implements Side {
  private readonly waiting = new Map<number, (told: Told) => void>();
  private count = 0;
  sent = 0;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (told: Told) => this.waiting.get(told.number)?.(told));
  }

  static async start(url: string): Promise<ForkedBaskets> {
    const env = { ...process.env, NODE_OPTIONS: '' };
    // Flags of Jest's process are not for it.
    const child = fork(program, [url], { env, execArgv: [] });
    const ended = once(child, 'exit').then(() => {
      throw new Error('a process of the service has ended');
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return new ForkedBaskets(child);
  }

  readonly send: Side['send'] = (command) => {
    this.sent += 1;
    return this.tell({ send: command });
  };

  readonly ask: Side['ask'] = (query) =>
    this.tell({ ask: { name: query.constructor.name, query } });

  happens(...event: readonly [Neighbour, ...ForeignEvent]): Promise<void> {
    return this.tell({ happens: event });
  }

  /** Lets go of the channel: the process finishes what it has and ends. */
  async stop(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.disconnect();
    await gone;
  }

  private async tell<Answer>(what: object): Promise<Answer> {
    this.count += 1;
    const number = this.count;
    const told = await new Promise<Told>((resolve) => {
      this.waiting.set(number, resolve);
      this.child.send({ number, ...what });
    });
    this.waiting.delete(number);
    if (told.fault !== undefined) throw new Error(told.fault);
    return told.answer as Answer;
  }
}
