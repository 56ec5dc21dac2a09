import type { AuditPage, RetriedNext } from '@nordgate/contracts/commands';
import { runService } from '../host/service.js';
import type { OperableService } from '../host/service.js';
import { countersApp } from '../testing/counting-services.js';
import { originOf } from '../testing/an-origin.js';
import { testPlatform } from '../testing/test-platform.js';
import type { TestPlatform } from '../testing/test-platform.js';

let platform: TestPlatform;
let running: OperableService;

beforeAll(async () => {
  const real = await testPlatform(['payments']);
  const log = Object.assign(Object.create(real.log) as typeof real.log, {
    child: () => log,
    error: () => undefined,
  });
  platform = { ...real, log };
  running = await runService(countersApp, platform);
});
afterAll(async () => {
  await running.stop();
  await platform.close();
});

const operate = (body: unknown) => running.operate(body, originOf());
const pageAfter = (after: number) =>
  operate({ name: 'ListAudit', service: 'payments', after: String(after) }) as Promise<AuditPage>;
const entries = async () => (await pageAfter(0)).head.entry;
const recorded = async (after: number) => (await pageAfter(after)).entries;
const pool = () => platform.look('payments').pool;
beforeEach(async () => {
  await pool().query('delete from es.parked');
});

let offset = 0;
/** Parks a command that adds a number to a counter; null is no number, so this command fails. */
async function park(key: string, by: number | null, consumer = 'payments'): Promise<string> {
  const headers = {
    ...{ ce_id: `next-${String((offset += 1))}`, ce_type: 'Add', 'nordgate-actor': 'test' },
    ce_time: '2030-03-01T09:00:00.000Z',
  };
  const { rows } = await pool().query<{ seq: string }>(
    `insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
     values ($1, $2, 'payments.commands.v1', 2, $3, 'down', $4, $5) returning seq`,
    [consumer, key, String(offset), JSON.stringify(JSON.stringify({ by })), headers],
  );
  return rows[0]?.seq ?? '';
}

interface Pass {
  readonly dryRun?: boolean;
  readonly consumer?: string;
  /** The caller is killed after so many messages. */
  readonly max?: number;
}

/** Retries message by message, as the operator's command does. */
async function pass({ max = Infinity, dryRun = false, ...of }: Pass = {}) {
  const service = 'payments';
  const count = { name: 'CountParked', service, ...of };
  const { upTo } = (await operate(count)) as { readonly upTo: string };
  const tried: RetriedNext[] = [];
  for (let after = '0'; upTo !== '0' && tried.length < max;) {
    const request = { name: 'RetryNextParked', service, ...of, after, upTo, dryRun };
    const next = (await operate(request)) as RetriedNext | null;
    if (next === null) break;
    tried.push(next);
    after = next.seq;
  }
  return tried.map(({ seq, result }) => [seq, result]);
}

async function numbersOf(key: string): Promise<number[]> {
  const { rows } = await pool().query<{ by: number }>(
    `select (data->>'by')::integer as by from es.event where stream_id = $1 order by version`,
    [key],
  );
  return rows.map(({ by }) => by);
}
const parkedKeys = async () =>
  (await pool().query<{ key: string }>('select key from es.parked order by seq')).rows.map(
    ({ key }) => key,
  );

describe('the retry of the next parked message', () => {
  it('handles all keys in the order of parking, and leaves nothing parked', async () => {
    const seqs = [
      await park('counter-a1', 1),
      await park('counter-b1', 2),
      await park('counter-a1', 3),
    ];
    expect(await pass()).toEqual(seqs.map((seq) => [seq, 'done']));
    expect([await numbersOf('counter-a1'), await numbersOf('counter-b1')]).toEqual([[1, 3], [2]]);
    expect(await parkedKeys()).toEqual([]);
  });

  it('leaves a key alone once its message has failed again, and goes on with the others', async () => {
    const bad = await park('counter-a2', null);
    await park('counter-a2', 1);
    const good = await park('counter-b2', 2);
    expect(await pass()).toEqual([
      [bad, 'parked'],
      [good, 'done'],
    ]);
    expect(await numbersOf('counter-a2')).toEqual([]);
    expect(await parkedKeys()).toEqual(['counter-a2', 'counter-a2']);
  });

  it('may end after any message and begin again, without a loss or a repeat', async () => {
    for (const by of [1, 2, 3, 4]) await park('counter-a3', by);
    await pass({ max: 1 });
    await pass({ max: 2 });
    await pass();
    expect(await numbersOf('counter-a3')).toEqual([1, 2, 3, 4]);
  });

  it('keeps the order of a key while two operators retry at the same time', async () => {
    for (const by of [1, 2, 3, 4, 5, 6]) await park('counter-a4', by);
    await Promise.all([pass(), pass()]);
    expect(await numbersOf('counter-a4')).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await parkedKeys()).toEqual([]);
  });

  it('reads every message in a dry run, and changes nothing', async () => {
    const before = await entries();
    const seqs = [await park('counter-a5', 1), await park('counter-a5', 2)];
    expect(await pass({ dryRun: true })).toEqual(seqs.map((seq) => [seq, 'readable']));
    expect([await numbersOf('counter-a5'), (await parkedKeys()).length]).toEqual([[], 2]);
    expect(await recorded(before)).toEqual([]);
  });

  it('takes only the messages of the consumer that is named', async () => {
    await park('counter-a6', 1);
    const other = await park('counter-a6', 2, 'payments.gone');
    expect(await pass({ consumer: 'payments.gone' })).toEqual([[other, 'parked']]);
    expect(await numbersOf('counter-a6')).toEqual([]);
  });

  it('tells the place of a message, and why it is still parked', async () => {
    const seq = await park('counter-a7', 1, 'payments.gone');
    const request = { name: 'RetryNextParked', service: 'payments', dryRun: false };
    const outcome = await operate({ ...request, after: '0', upTo: seq });
    expect(outcome).toEqual({
      ...{ seq, consumer: 'payments.gone', key: 'counter-a7', type: 'Add', result: 'parked' },
      ...{ topic: 'payments.commands.v1', partition: 2, offset: String(offset) },
      reason: 'this release has no consumer payments.gone: the message can only wait',
    });
  });

  it('leaves a record of each message with its number, and none without a message', async () => {
    const before = await entries();
    const seq = await park('counter-a8', 1);
    await pass();
    await pass();
    const about = { service: 'payments', after: '0', upTo: seq, dryRun: false, seq };
    expect(await recorded(before)).toMatchObject([
      { type: 'OperationBegun', asked: { name: 'RetryNextParked', about }, by: { name: 'kari' } },
      { type: 'OperationEnded', outcome: 'done' },
    ]);
  });

  it('retries nothing for somebody whom the service has not verified', async () => {
    const upTo = await park('counter-a10', 1);
    const request = {
      name: 'RetryNextParked',
      service: 'payments',
      after: '0',
      upTo,
      dryRun: false,
    };
    const stranger = { ...originOf(), person: { unverified: 'no proof' } };
    await expect(running.operate(request, stranger)).rejects.toThrow('nobody is verified');
    expect(await parkedKeys()).toEqual(['counter-a10']);
  });

  it('leaves a message alone that was parked after the start', async () => {
    const first = await park('counter-a9', 1);
    await park('counter-b9', 2);
    const request = { name: 'RetryNextParked', service: 'payments', dryRun: false, upTo: first };
    await operate({ ...request, after: '0' });
    expect(await operate({ ...request, after: first })).toBeNull();
    expect(await parkedKeys()).toEqual(['counter-b9']);
  });
});
