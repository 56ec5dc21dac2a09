import type { StreamDetails } from '@nordgate/contracts/commands';
import { correlationOf } from '@nordgate/telemetry';
import type { Operate } from './operations.js';
import { runService } from '../host/service.js';
import type { OperableService } from '../host/service.js';
import { countMax, countersApp, talliesApp } from '../testing/counting-services.js';
import { testPlatform } from '../testing/test-platform.js';
import type { TestPlatform } from '../testing/test-platform.js';

const iban = 'NO9386011117947';
const audited: Record<string, unknown>[] = [];
const errors: Record<string, unknown>[] = [];
let platform: TestPlatform;
let running: OperableService[];
let payments: Operate;
let baskets: Operate;

beforeAll(async () => {
  const real = await testPlatform(['payments', 'baskets']);
  const log = Object.assign(Object.create(real.log) as typeof real.log, {
    child: () => log,
    info: (line: Record<string, unknown>) => void audited.push(line),
    error: (line: Record<string, unknown>) => void errors.push(line),
  });
  platform = { ...real, log };
  running = await Promise.all([
    runService({ ...countersApp, retention: { counter: 2 } }, platform),
    runService(talliesApp, platform),
  ]);
  [payments, baskets] = running.map(({ operate }) => operate) as [Operate, Operate];
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await platform.close();
});
beforeEach(() => audited.splice(0));

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
    expect(audited).toEqual([{ audit: { operation: 'RetryParked', ...at, seq, dryRun: false } }]);
  });

  it('mask a payload unless it is revealed, which leaves an audit line', async () => {
    const seq = await command('counter-shown', { by: 1, iban, creditorName: 'Kari', note: iban });
    const show = { name: 'ShowParked', ...at, seq };
    expect(await payments({ ...show, reveal: false })).toMatchObject({
      payload: { by: 1, iban: '[redacted]', creditorName: '[redacted]', note: '[account]' },
    });
    expect(audited).toEqual([]);
    expect(await payments({ ...show, reveal: true })).toMatchObject({ payload: { iban } });
    expect(audited).toEqual([{ audit: { operation: 'ShowParked', ...at, seq, reveal: true } }]);
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
      { name: 'counter', kind: 'inline view', version: 1, tableVersion: 1, state: 'following' },
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
    const none = { streamType: 'counter', months: 2, deletable: 0, heldBack: 0 };
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
    expect(await payments({ ...request, reveal: true })).toMatchObject({
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
