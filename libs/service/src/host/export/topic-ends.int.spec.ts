import { exportEvents, FolderStore } from '@nordgate/event-store';
import type { ObjectStore } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import type { EndedRecords } from '@nordgate/messaging/kafka';
import { createLog } from '@nordgate/telemetry';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropEnded, endingTopics, ExportLacksPartsError } from './topic-ends.js';
import type { TopicEnds } from './topic-ends.js';

const service = 'payments';
const dayMs = 24 * 3600 * 1000;
const topics = [
  { topic: 'payments.events.v1' },
  { topic: 'payments.commands.v1', group: service },
] as const;

let database: TestDatabase;
let folder: string;
let store: ObjectStore;
let dropped: EndedRecords[];
let lines: { readonly msg: string; readonly err?: { readonly message: string } }[];

beforeEach(async () => {
  database = await testDatabase('topic_ends');
  folder = await mkdtemp(join(tmpdir(), 'nordgate-ends-'));
  store = new FolderStore(folder);
  dropped = [];
  lines = [];
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function append(): Promise<void> {
  await database.pool.query(
    `insert into es.event (stream_id, version, type, schema_version, data, meta)
     values ('tally-a', 1, 'Counted', 1, '{"by":1}', '{"commandId":"c","actor":"a","requestedAt":"t"}')`,
  );
}

const exported = () => exportEvents({ database, service, store }, new AbortController().signal);

function ends(days: number): TopicEnds {
  const write = (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]);
  return {
    ...{ database, service, store: { value: store }, topics, days },
    log: createLog({ app: 'test', destination: { write } }),
    drop: (ended) => {
      dropped.push(ended);
      return Promise.resolve(3);
    },
  };
}

/** How many days before now the records end, in whole days. */
const daysOf = ({ before }: EndedRecords) => Math.round((Date.now() - before.getTime()) / dayMs);

describe('the topics of a service that exports its events', () => {
  it('drop what is older than the days, and only the handled ones of the commands', async () => {
    await append();
    await exported();
    await dropEnded(ends(35));
    expect(dropped.map(({ topic, group }) => ({ topic, ...(group && { group }) }))).toEqual(topics);
    expect(dropped.map(daysOf)).toEqual([35, 35]);
    expect(lines.map(({ msg }) => msg)).toEqual(topics.map(() => 'the topic dropped old records'));
  });

  it('keep what is not exported, however old, and what was written in the day before it', async () => {
    await append();
    await database.pool.query(`update es.event set at = now() - interval '50 days'`);
    await dropEnded(ends(35));
    expect(dropped.map(daysOf)).toEqual([51, 51]);
  });

  it('keep everything when the store has lost a part, and the log names the part', async () => {
    await append();
    await exported();
    await rm(join(folder, service), { recursive: true });
    await expect(dropEnded(ends(35))).rejects.toBeInstanceOf(ExportLacksPartsError);
    await endingTopics(ends(35))();
    expect(dropped).toEqual([]);
    expect(lines.map(({ err }) => err?.message)).toEqual(['the export of payments lacks parts: 1']);
  });

  it('are looked at once in the rest, although the service exports more often', async () => {
    await append();
    await exported();
    const ending = endingTopics(ends(35));
    await ending();
    await ending();
    expect(dropped).toHaveLength(topics.length);
    const always = endingTopics(ends(35), 0);
    await always();
    await always();
    expect(dropped).toHaveLength(3 * topics.length);
  });
});
