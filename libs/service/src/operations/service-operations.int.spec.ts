import type { ProjectionEntry, ServiceStatus, StreamDetails } from '@nordgate/contracts/commands';
import { ViewProgress } from '@nordgate/event-store';
import { eventually } from '@nordgate/testing';
import { correlationOf } from '@nordgate/telemetry';
import type { CarryOut } from './operations.js';
import { runService } from '../host/service.js';
import type { OperableService } from '../host/service.js';
import { countMax, countersApp, talliesApp } from '../testing/counting-services.js';
import { originOf } from '../testing/an-origin.js';
import { testPlatform } from '../testing/test-platform.js';
import type { TestPlatform } from '../testing/test-platform.js';

const iban = 'NO9386011117947';
const errors: Record<string, unknown>[] = [];
let platform: TestPlatform;
let running: OperableService[];
let payments: CarryOut;
let baskets: CarryOut;

beforeAll(async () => {
  const real = await testPlatform(['payments', 'baskets']);
  const log = Object.assign(Object.create(real.log) as typeof real.log, {
    child: () => log,
    error: (line: Record<string, unknown>) => void errors.push(line),
  });
  platform = { ...real, log };
  running = await Promise.all([
    runService({ ...countersApp, retention: { counter: 2 } }, platform),
    runService(talliesApp, platform),
  ]);
  [payments, baskets] = running.map(
    ({ operate }) =>
      (body: unknown) =>
        operate(body, originOf()),
  ) as [CarryOut, CarryOut];
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await platform.close();
});

let offset = 0;
/** A message as an older release has parked it, and its number. */
async function park(
  service: 'payments' | 'baskets',
  {
    consumer,
    key,
    value,
    ...more
  }: { consumer: string; key: string; value: unknown; type: string; version?: string },
): Promise<string> {
  const headers = {
    ...{
      ce_id: `parked-${String((offset += 1))}`,
      ce_type: more.type,
      ce_time: '2030-03-01T09:00:00.000Z',
    },
    ...{ 'nordgate-actor': 'test', 'nordgate-version': more.version ?? '1' },
  };
  const { rows } = await platform.look(service).pool.query<{ seq: string }>(
    `insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
     values ($1, $2, 'payments.commands.v1', 0, $3, $4, $5, $6) returning seq`,
    [consumer, key, String(offset), `no ${iban}`, JSON.stringify(JSON.stringify(value)), headers],
  );
  return rows[0]?.seq ?? '';
}
const eventsOf = async (service: 'payments' | 'baskets', stream: string) =>
  (await platform.look(service).pool.query('select from es.event where stream_id = $1', [stream]))
    .rowCount;
const command = (key: string, value: unknown) =>
  park('payments', { consumer: 'payments', key, value, type: 'Add' });
const at = { service: 'payments' } as const;
const retry = (seq: string, dryRun = false) =>
  payments({ name: 'RetryParked', ...at, seq, dryRun });

describe("a service's operations on parked messages", () => {
  it('list them of every consumer, without account numbers', async () => {
    const seq = await command('counter-listed', { by: 1 });
    const listed = (await payments({ name: 'ListParked', ...at })) as { seq: string }[];
    expect(listed.find((one) => one.seq === seq)).toMatchObject({
      ...{ consumer: 'payments', key: 'counter-listed', type: 'Add', reason: 'no [account]' },
    });
    await retry(seq);
  });

  it('mask a payload unless it is revealed, for a reason', async () => {
    const seq = await command('counter-shown', { by: 1, iban, creditorName: 'Kari', note: iban });
    const show = { name: 'ShowParked', ...at, seq };
    expect(await payments({ ...show, reveal: false })).toMatchObject({
      payload: { by: 1, iban: '[redacted]', creditorName: '[redacted]', note: '[account]' },
    });
    const revealed = { ...show, reveal: true, reason: 'asked by the PSU' };
    expect(await payments(revealed)).toMatchObject({ payload: { iban } });
    await retry(seq);
  });

  it('retry a command as its consumer would have done, and free its key', async () => {
    const seq = await command('counter-retried', { by: 1 });
    expect(await retry(seq, true)).toEqual([{ seq, result: 'readable' }]);
    expect(await eventsOf('payments', 'counter-retried')).toBe(0);
    expect(await retry(seq)).toEqual([{ seq, result: 'done' }]);
    expect(await eventsOf('payments', 'counter-retried')).toBe(1);
    await expect(retry(seq)).rejects.toThrow(`no message ${seq} is parked`);
  });

  it('retry an event by the reaction of its consumer', async () => {
    const [consumer, key] = ['baskets.tally', 'counter-reacted'];
    const seq = await park('baskets', { consumer, key, value: { by: 4 }, type: 'Added' });
    const request = { name: 'RetryParked', service: 'baskets', seq, dryRun: false };
    expect(await baskets(request)).toEqual([{ seq, result: 'done' }]);
    expect(await eventsOf('baskets', 'tally-reacted')).toBe(1);
  });

  it('tell why a message is still parked, and log the error with its stack', async () => {
    const seq = await command('counter-stuck', { by: null });
    expect(await retry(seq)).toEqual([{ seq, result: 'parked', reason: 'not a number' }]);
    const stream = 'counter-stuck';
    expect(errors.filter((line) => line['stream'] === stream)).toMatchObject([
      {
        group: 'payments',
        topic: 'payments.commands.v1',
        type: 'Add',
        err: expect.any(Error) as Error,
      },
    ]);
    const discard = { name: 'DiscardParked', ...at, seq, reason: 'no amount' };
    expect(await payments({ ...discard, dryRun: true })).toMatchObject({ seq });
    expect(await payments({ ...discard, dryRun: false })).toMatchObject({ seq });
    await expect(retry(seq)).rejects.toThrow('is parked');
  });

  it('show the partition and the offset of a message', async () => {
    const seq = await command('counter-placed', { by: 1 });
    expect(await payments({ name: 'ShowParked', ...at, seq, reveal: false })).toMatchObject({
      ...{ topic: 'payments.commands.v1', partition: 0, offset: String(offset) },
    });
    await retry(seq);
  });

  it('leave a message alone whose consumer this release does not have', async () => {
    const seq = await park('payments', {
      consumer: 'payments.gone',
      key: 'k',
      value: {},
      type: 'X',
    });
    await expect(retry(seq)).rejects.toThrow('no consumer payments.gone');
  });
});

describe("a service's operations on its read side", () => {
  it('list and repair inline views', async () => {
    expect(await payments({ name: 'ListProjections', ...at })).toEqual([
      ...['counter', 'operation'].map((name) => ({
        ...{ name, kind: 'inline view', version: 1, tableVersion: 1, state: 'following' },
      })),
    ]);
    await platform.ask({ stream: 'counter-drifted', data: { by: 1 } });
    const { pool } = platform.look('payments');
    await pool.query(`update es.stream set state = '{}' where stream_id = 'counter-drifted'`);
    const request = { name: 'RebuildProjection', ...at, projection: 'counter' };
    const found = { drifted: ['counter-drifted'] };
    expect(await payments({ ...request, dryRun: true })).toMatchObject({ ...found, rewritten: 0 });
    expect(await payments({ ...request, dryRun: false })).toMatchObject({ ...found, rewritten: 1 });
    await expect(payments({ ...request, projection: 'none', dryRun: true })).rejects.toThrow(
      'none',
    );
  });

  it('list how far the views of a stream type are folded, while they are', async () => {
    const { pool } = platform.look('payments');
    const listed = async () => {
      const entries = (await payments({ name: 'ListProjections', ...at })) as ProjectionEntry[];
      return entries.find(({ kind }) => kind === 'inline view');
    };
    const folding = new ViewProgress(pool, 'counter');
    await folding.save(0, 200);
    await folding.save(150, 200);
    expect(await listed()).toMatchObject({ state: 'rebuilding', percent: 75 });
    await folding.end();
    expect(await listed()).not.toHaveProperty('percent');
    expect(await listed()).toMatchObject({ state: 'following' });
  });

  it('count the streams that have ended longer ago than their months', async () => {
    const { pool } = platform.look('payments');
    const counts = async (service: 'payments' | 'baskets') => {
      const operate = service === 'payments' ? payments : baskets;
      return operate({ name: 'ShowRetention', service });
    };
    await platform.ask({ stream: 'counter-ended', data: { by: countMax } });
    await platform.ask({ stream: 'counter-alive', data: { by: countMax - 1 } });
    const ageInMonths = (months: number) =>
      pool.query(
        `update es.event set at = clock_timestamp() - make_interval(months => $1)
          where stream_id in ('counter-ended', 'counter-alive')`,
        [months],
      );
    const none = { streamType: 'counter', months: 2, deletable: 0, heldBack: 0, archived: 0 };
    await ageInMonths(1);
    expect(await counts('payments')).toEqual([none]);
    await ageInMonths(3);
    const [found] = (await counts('payments')) as [typeof none];
    expect(found.deletable + found.heldBack).toBe(1);
    expect(await counts('baskets')).toEqual([]);
  });

  it('show a stream', async () => {
    await platform.ask({ stream: 'counter-seen', data: { by: 7, iban } });
    const request = { name: 'ShowStream', ...at, stream: 'counter-seen' };
    expect(await payments({ ...request, reveal: false })).toMatchObject({
      stream: 'counter-seen',
      correlation: correlationOf('counter-seen'),
      events: [{ version: 1, type: 'Added', actor: 'test', data: { by: 7, iban: '[redacted]' } }],
    });
    expect(await payments({ ...request, reveal: true, reason: 'why' })).toMatchObject({
      events: [{ data: { iban } }],
    });
    await expect(payments({ ...request, stream: 'counter-none', reveal: false })).rejects.toThrow(
      'there is no stream',
    );
  });

  it('show the trace of each event that has one', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await platform.ask({ stream: 'counter-traced', data: { by: 1 } });
    const { pool } = platform.look('payments');
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await pool.query(
      `update es.event set meta = (meta::jsonb || jsonb_build_object('traceparent', $1::text))::json
        where stream_id = 'counter-traced'`,
      [traceparent],
    );
    await platform.ask({ stream: 'counter-traced', data: { by: 2 } });
    const request = { name: 'ShowStream', ...at, stream: 'counter-traced', reveal: false };
    const { events } = (await payments(request)) as StreamDetails;
    expect(events.map((one) => one.traceId)).toEqual([traceId, undefined]);
  });

  it('refuse requests for another service', async () => {
    await expect(payments({ name: 'ListParked', service: 'sca' })).rejects.toThrow(
      'this is payments',
    );
    await expect(payments({ name: 'ListStoppedTpps' })).rejects.toThrow('no such operation');
  });
});

describe("a service's operations that watch", () => {
  it('tell how the service is', async () => {
    const seq = await command('counter-status', { by: 1 });
    const status = (await payments({ name: 'ShowStatus', ...at })) as ServiceStatus;
    await retry(seq);
    expect(status).toMatchObject({ ready: true, checks: { 'payments-database': 'up' } });
    expect(status.parked.messages).toBeGreaterThanOrEqual(1);
    expect(status.projections.map(({ kind }) => kind)).toContain('inline view');
    expect(status.disk.bytes).toBeGreaterThan(1_000_000);
    expect(Date.parse(status.startedAt)).toBeLessThan(Date.now());
  });

  it('tell the lag of the groups of this service only', async () => {
    const groupsOf = async (operate: CarryOut, service: string) => {
      const status = (await operate({ name: 'ShowStatus', service })) as ServiceStatus;
      return status.lags.map(({ group }) => group);
    };
    await eventually(
      'lags are measured',
      async () => (await groupsOf(payments, 'payments')).length > 0,
    );
    for (const group of await groupsOf(payments, 'payments')) expect(group).toMatch(/^payments/);
    for (const group of await groupsOf(baskets, 'baskets')) expect(group).toMatch(/^baskets/);
  });

  it('find the events of a trace, without their data', async () => {
    const traceId = 'c'.repeat(32);
    const traceparent = `00-${traceId}-${'b'.repeat(16)}-01`;
    const { pool } = platform.look('payments');
    await pool.query(
      `insert into es.event (stream_id, version, type, schema_version, data, meta)
       values ('counter-99991200017', 1, 'Added', 1, '{"by":1}', $1)`,
      [JSON.stringify({ actor: 'test', traceparent })],
    );
    const details = await payments({ name: 'ShowTrace', ...at, traceId });
    expect(details).toEqual({
      eventsSearched: 20_000,
      events: [
        {
          stream: 'counter-[account]',
          version: 1,
          type: 'Added',
          actor: 'test',
          at: expect.any(String) as string,
        },
      ],
    });
  });

  it('refuse what is no id of a trace', async () => {
    const asked = payments({ name: 'ShowTrace', ...at, traceId: 'x' });
    await expect(asked).rejects.toThrow('traceId has to be the id of a trace');
  });
});
