import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamType } from '@nordgate/decider';
import { tally } from '@nordgate/decider/testing';
import type { Tally, TallyEvent } from '@nordgate/decider/testing';
import { EventArchive, exportEvents, FolderStore } from '@nordgate/event-store';
import { endingTally, testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { createLog, startTelemetry } from '@nordgate/telemetry';
import { eventually } from '@nordgate/testing';
import { startRewriting } from './export/rewrite.work.js';
import { startRetention } from './upkeep.work.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('retention_work');
});
afterAll(() => database.close());

it('startRetention deletes rows of the service in each sweep, and logs how many', async () => {
  const lines: { readonly msg: string; readonly deleted?: number }[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]);
  const log = createLog({ app: 'test', destination: { write } });
  const found = [3, 0, 2];
  const deleteRows = () => Promise.resolve(found.shift() ?? 0);
  const options = { database, streams: [], months: {}, service: 'sca', log, restMs: 1 };
  const work = startRetention({ ...options, deleteRows });
  await eventually('three sweeps', () => found.length === 0 && lines.length > 1);
  await work.stop();
  expect(lines.map(({ msg, deleted }) => [msg, deleted])).toEqual([
    ['rows past their retention were deleted', 3],
    ['rows past their retention were deleted', 2],
  ]);
});

it('startRetention moves ended streams into the archive of the database, and logs how many', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLog({ app: 'test', destination: { write } });
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-archive-'));
  const store = new FolderStore(folder);
  const archive = new EventArchive({ value: store });
  await database.pool.query(`
    insert into es.event (stream_id, version, type, schema_version, data, meta, at)
    values ('tally-2', 1, 'Counted', 1, '{"by":1,"note":"end"}', '{"commandId":"c"}', now() - interval '3 months');
    insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
    values ('tally-2', 'tally', 1, pg_current_xact_id(), 1, '{}')`);
  const relay = `insert into es.checkpoint (name, prev) values ('relay', pg_current_snapshot())`;
  await database.pool.query(relay);
  const place = { database: { ...database, archive }, streams: [endingTally], service: 'sca' };
  const terms = { months: { tally: 12 }, archiveMonths: { tally: 2 } };
  const work = startRetention({ ...place, ...terms, log, restMs: 60_000 });
  await eventually('a sweep', () => lines.length > 0);
  await work.stop();
  expect(lines.at(-1)).toMatchObject({
    ...{ msg: 'ended streams were moved into the archive', streamType: 'tally', archived: 1 },
  });
  expect(await store.list('archive/sca/tally/')).toHaveLength(1);
  const { rows } = await database.pool.query('select from es.event');
  expect(rows).toEqual([]);
  await rm(folder, { recursive: true });
  await database.pool.query('truncate es.stream, es.checkpoint, es.archive, es.archive_month');
});

it('startRetention counts each sweep that fails, and begins it again', async () => {
  const telemetry = startTelemetry({ service: 'test', version: '0' });
  const log = createLog({ app: 'test', destination: { write: () => undefined } });
  const counted = async () =>
    /^nordgate_work_errors_total\{.*nordgate_work="retention".*\} (\d+)/m.exec(
      await telemetry.scrape(),
    )?.[1];
  const answers = ['no store', 'no store', undefined];
  const deleteRows = () => {
    const failure = answers.shift();
    return failure === undefined ? Promise.resolve(0) : Promise.reject(new Error(failure));
  };
  const options = { database, streams: [], months: {}, service: 'sca', log, restMs: 60_000 };
  const work = startRetention({ ...options, deleteRows, errorRestMs: 1 });
  expect(await counted()).toBe('0');
  await eventually('a sweep that does not fail', () => answers.length === 0);
  await work.stop();
  expect(await counted()).toBe('2');
  await telemetry.stop();
});

it('startRetention keeps the lead after a sweep that fails, so that no other replica reads all streams at once', async () => {
  const lines: string[] = [];
  const log = createLog({ app: 'test', destination: { write: (line) => lines.push(line) } });
  const deleteRows = () => Promise.reject(new Error('no store'));
  const options = { database, streams: [], months: {}, service: 'sca', log };
  const work = startRetention({ ...options, deleteRows });
  await eventually('a sweep that fails', () => lines.length > 0);
  expect(await database.leaders.tryLock('retention')).toBeUndefined();
  expect(lines).toHaveLength(1);
  await work.stop();
});

it('startRetention deletes what was before in a stream that was forgotten, and logs how many', async () => {
  const lines: { readonly msg: string; readonly deleted?: number }[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]);
  const log = createLog({ app: 'test', destination: { write } });
  await database.pool.query(`
    insert into es.event (stream_id, version, type, schema_version, data, meta)
    select 'tally-1', version, type, 1, '{"by":1}', '{}'
      from (values (1, 'Counted'), (2, 'Counted'), (3, 'Freed')) e (version, type);
    insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
    values ('tally-1', 'tally', 3, pg_current_xact_id(), 1, '{}')`);
  await database.pool.query(
    `insert into es.checkpoint (name, prev) values ('relay', pg_current_snapshot())`,
  );
  const forgetting = streamType<Tally, TallyEvent>({ ...tally, forgottenBy: 'Freed' });
  const options = { database, streams: [forgetting], months: {}, service: 'sca', log, restMs: 1 };
  const work = startRetention(options);
  await eventually('a sweep', () => lines.length > 0);
  await work.stop();
  expect(lines.map(({ msg, deleted }) => [msg, deleted])).toEqual([
    ['histories of forgotten streams were deleted', 1],
  ]);
  const { rows } = await database.pool.query('select version::int from es.event');
  expect(rows).toEqual([{ version: 3 }]);
});

it('startRewriting leaves deleted streams out of the export, and logs how many events they had', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLog({ app: 'test', destination: { write } });
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-rewriting-'));
  const store = new FolderStore(folder);
  const { pool } = database;
  await pool.query('truncate es.event, es.stream, es.checkpoint, es.export');
  await pool.query(`
    insert into es.event (stream_id, version, type, schema_version, data, meta, at)
    values ('tally-3', 1, 'Counted', 1, '{"by":1,"note":"end"}', '{"commandId":"c"}', now() - interval '2 years')`);
  await exportEvents({ database, service: 'sca', store }, new AbortController().signal);
  await pool.query(`
    delete from es.event;
    insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
    values ('tally-3', 'tombstone', 2, pg_current_xact_id(), -1, jsonb_build_object('streamType', 'tally',
      'version', 1, 'fingerprint', 'f', 'deletedAt', now() - interval '1 day'))`);
  const place = { database, service: 'sca', streams: [endingTally], store: { value: store } };
  const work = startRewriting({ ...place, months: { tally: 12 }, log });
  await eventually('a pass', () => lines.length > 0);
  await work?.stop();
  expect(lines).toMatchObject([
    {
      msg: 'parts of the export were rewritten without deleted events',
      ...{ parts: 1, read: 1, leftOut: 1 },
    },
  ]);
  await rm(folder, { recursive: true });
});

it('startRewriting does nothing in a service that deletes no events', () => {
  const log = createLog({ app: 'test', destination: { write: () => undefined } });
  const place = { database, service: 'baskets', streams: [tally], store: { value: null as never } };
  expect(startRewriting({ ...place, months: {}, log })).toBeUndefined();
});
