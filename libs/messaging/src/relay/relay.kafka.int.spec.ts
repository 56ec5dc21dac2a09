import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EventStore, handleSlice, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { createLog } from '@nordgate/telemetry';
import { KafkaBus } from '../kafka/kafka-bus.js';
import { createTopics } from '../kafka/topic-admin.js';
import { contractStreams } from '../testing/bus-harness.js';
import { eventually } from '@nordgate/testing';
import { journal, note } from '../testing/journal.js';
import type { Note } from '../testing/journal.js';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const brokers = process.env['NORDGATE_TEST_KAFKA'] ?? '';
const settings = { brokers: brokers.split(','), clientId: 'messaging-test' };
const topic = 'accounts.events.v1';
const program = join(import.meta.dirname, '..', '..', 'dist', 'testing', 'relay-process.js');

describe('three relays of one service', () => {
  const run = randomUUID();
  const relays: ChildProcess[] = [];
  let url: string;
  let drop: () => Promise<void>;
  let database: Database;
  let bus: KafkaBus;
  /** What the topic brought, in its order: versions per stream, repeats included. */
  const seen = new Map<string, number[]>();

  beforeAll(async () => {
    ({ url, drop } = await emptyTestDatabase('relays'));
    database = await openDatabase({ url, applicationName: 'writer', migrations: [], poolMax: 8 });
    await createTopics({ settings, log, replicationFactor: 1 });
    bus = new KafkaBus({ settings, log });
    await bus.consume({
      topic,
      group: `relays-${run}`,
      handle({ messages }) {
        for (const { key, headers } of messages) {
          if (!key.includes(run)) continue;
          const versions = seen.get(key) ?? [];
          seen.set(key, [...versions, Number(headers['nordgate-version'])]);
        }
        return Promise.resolve();
      },
    });
  });
  afterAll(async () => {
    await Promise.all(relays.map(kill));
    await bus.close();
    await database.close();
    await drop();
  });

  async function startRelay(): Promise<void> {
    const child = spawn(process.execPath, [program, url, brokers], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    relays.push(child);
    await once(child.stdout, 'data');
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async function leader(): Promise<ChildProcess | undefined> {
    const { rows } = await database.pool.query<{ leads: boolean }>(
      `select count(*) > 0 as leads from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.leads === true ? relays.at(-1) : undefined;
  }

  it('lose no event and keep the order of every stream when they are killed at random', async () => {
    await Promise.all([startRelay(), startRelay(), startRelay()]);
    await eventually('one leads', async () => (await leader()) !== undefined);
    const writing = writeAll(database, run);
    for (let kills = 0; kills < 4; kills += 1) {
      await delay(700);
      const [victim] = relays.splice(Math.floor(Math.random() * relays.length), 1);
      if (victim) await kill(victim);
      await startRelay();
    }
    const written = await writing;
    await eventually('everything is on the topic', () =>
      [...written].every(([stream, count]) => new Set(seen.get(stream)).size === count),
    );
    for (const [stream, count] of written) {
      const firsts = [...new Set(seen.get(stream))];
      expect(firsts).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    }
  });

  it('take over from a leader that hangs without having ended', async () => {
    await Promise.all(relays.splice(0).map(kill));
    await startRelay();
    const [frozen] = relays;
    await eventually('it leads', async () => (await leader()) !== undefined);
    frozen?.kill('SIGSTOP');
    await startRelay();
    const stream = `journal-${run}-frozen`;
    await append(database, stream, [1, 2]);
    await eventually('the other one relays', () => seen.get(stream)?.length === 2);
    frozen?.kill('SIGCONT');
    await append(database, stream, [3]);
    await eventually('and goes on', () => new Set(seen.get(stream)).size === 3);
    expect([...new Set(seen.get(stream))]).toEqual([1, 2, 3]);
  });
});

/** Many writers on few streams; answers how many events each stream has in the end. */
async function writeAll(database: Database, run: string): Promise<Map<string, number>> {
  const streams = Array.from({ length: 12 }, (_, i) => `journal-${run}-${String(i)}`);
  const rounds = 60;
  await Promise.all(
    streams.map(async (stream) => {
      for (let round = 0; round < rounds; round += 1) {
        await append(database, stream, [round]);
        await delay(Math.random() * 80);
      }
    }),
  );
  return new Map(streams.map((stream) => [stream, rounds]));
}

async function append(database: Database, stream: string, numbers: number[]): Promise<void> {
  const store = new EventStore(database, contractStreams);
  for (const number of numbers) {
    const command: Note = {
      type: 'Note',
      id: randomUUID(),
      stream,
      data: { number, text: '' },
      meta: { at: '2026-03-01T10:00:00Z', actor: 'test' },
    };
    const source = { topic: 'test', partition: 0, offset: '0', payload: '', headers: {} };
    await handleSlice({
      store,
      consumer: 'writer',
      items: [{ key: stream, commands: [command], source }],
      execute: (one, work) =>
        Promise.resolve(work.root(journal, one.stream).run(note, one as Note)),
    });
  }
}
