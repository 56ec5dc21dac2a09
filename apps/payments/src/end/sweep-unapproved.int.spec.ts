import { instructionHash } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import type { StartWork } from '@nordgate/service';
import { anInstruction, tpp } from '../testing/a-payment.js';
import { movedClocks, realClocks, WorldTime1795000000001 } from '@nordgate/service';
import { readUntil } from '@nordgate/service/testing';
import { toInitiate } from '../testing/payment-commands.js';
import { paymentsOnABus } from '../testing/payments-on-a-bus.fixture.js';
import type { PaymentsOnABus } from '../testing/payments-on-a-bus.fixture.js';
import { jest } from '@jest/globals';
import { startSweep, sweepUnapproved } from './sweep-unapproved.work.js';

const unapprovedHours = 24;
const always = new AbortController().signal;

let service: Parameters<StartWork>[0];
let payments: PaymentsOnABus;
beforeAll(async () => {
  const work: StartWork = (running) => {
    service = running;
    return { stop: () => Promise.resolve() };
  };
  payments = await paymentsOnABus({ work });
});
afterAll(() => payments.stop());

const meta = { at: '2030-03-01T10:00:00.000Z', actor: tpp };

/** Payments that this database wrote so many hours ago, at gateways with a right clock. */
async function waitingFor(hours: number, ...ids: readonly string[]): Promise<void> {
  await Promise.all(
    ids.map((id) => payments.send({ ...toInitiate(), stream: `payment-${id}`, id })),
  );
  await Promise.all(ids.map((id) => acceptedAgo(id, hours)));
  await service.database.pool.query(
    `update es.event set at = at - make_interval(hours => $1) where stream_id = any($2)`,
    [hours, ids.map((id) => `payment-${id}`)],
  );
}

async function acceptedAgo(id: string, hours: number): Promise<void> {
  const values = [new Date(Date.now() - hours * 3_600_000).toISOString(), `payment-${id}`];
  const { pool } = service.database;
  await pool.query(
    `update es.event set data = jsonb_set(data::jsonb, '{acceptedAt}', to_jsonb($1::text))::json
      where stream_id = $2 and version = 1`,
    values,
  );
  await pool.query(
    `update es.stream set state = jsonb_set(state, '{acceptedAt}', to_jsonb($1::text))
      where stream_id = $2`,
    values,
  );
}

const approval = (type: 'AuthorisePayment' | 'SignPayment', id: string): Command => ({
  ...{ type, id: `${type}/${id}`, stream: `payment-${id}`, meta },
  data: { by: 'authorisation-1', customerId: 'customer-1', hash: instructionHash(anInstruction) },
});
const typesOf = async (id: string) =>
  (await payments.eventsOf(`payment-${id}`)).map(({ type }) => type);
const sweep = () => sweepUnapproved({ ...service, unapprovedHours, clocks: realClocks }, always);

describe('the sweep of unapproved payments', () => {
  it('ends those that waited too long, and tells why', async () => {
    await waitingFor(25, 'received', 'signed');
    await service.commands.execute(approval('SignPayment', 'signed'));
    expect(await sweep()).toBe(2);
    expect(await typesOf('received')).toEqual(['PaymentInitiated', 'PaymentRejected']);
    expect(await typesOf('signed')).toEqual([
      'PaymentInitiated',
      'PaymentSigned',
      'PaymentRejected',
    ]);
    const [, rejected] = await payments.eventsOf('payment-received');
    expect(rejected?.data).toMatchObject({ by: 'sweep', reason: 'not-approved-in-time' });
    expect(await sweep()).toBe(0);
  });

  it('leaves those alone that are younger, approved or ended', async () => {
    await waitingFor(23, 'young');
    await waitingFor(25, 'approved', 'ended');
    await service.commands.execute(approval('AuthorisePayment', 'approved'));
    await service.commands.execute({
      ...{ type: 'CancelPayment', id: 'cancel', stream: 'payment-ended', meta },
      data: { by: tpp, onlyUnapproved: true },
    });
    expect(await sweep()).toBe(0);
  });

  it("goes by this database's clock, not by a gateway's", async () => {
    await waitingFor(1, 'slow-gateway');
    await acceptedAgo('slow-gateway', 30);
    expect(await sweep()).toBe(0);
  });

  it('lets a PSU be faster that approves meanwhile', async () => {
    await waitingFor(25, 'late');
    const commands = {
      async execute(command: Command) {
        await service.commands.execute(approval('AuthorisePayment', 'late'));
        return service.commands.execute(command);
      },
    };
    expect(
      await sweepUnapproved({ ...service, commands, unapprovedHours, clocks: realClocks }, always),
    ).toBe(0);
    expect(await typesOf('late')).toEqual(['PaymentInitiated', 'PaymentAuthorised']);
  });

  it('goes on behind a payment that cannot be ended', async () => {
    await waitingFor(30, 'broken');
    await waitingFor(25, 'behind');
    const commands = {
      execute: (command: Command) =>
        command.stream === 'payment-broken'
          ? Promise.reject(new Error('a bug'))
          : service.commands.execute(command),
    };
    expect(
      await sweepUnapproved({ ...service, commands, unapprovedHours, clocks: realClocks }, always),
    ).toBe(1);
    expect(await sweep()).toBe(1);
  });

  it('goes through more than one page, and leads in one replica at a time', async () => {
    const ids = Array.from({ length: 205 }, (_, index) => `many-${String(index)}`);
    await waitingFor(25, ...ids);
    const options = { ...service, unapprovedHours, clocks: realClocks, restMs: 10 };
    const [one, other] = [startSweep(options), startSweep(options)];
    const left = async () => {
      const all = await Promise.all(ids.map(typesOf));
      return all.filter((types) => types.length === 1).length;
    };
    await readUntil(left, (count) => count === 0);
    await one.stop();
    await waitingFor(25, 'after-it');
    await readUntil(
      () => typesOf('after-it'),
      (types) => types.length === 2,
    );
    await other.stop();
    for (const id of ids) {
      expect(await typesOf(id)).toEqual(['PaymentInitiated', 'PaymentRejected']);
    }
  });

  it('looks payments up by an index of unapproved ones only', async () => {
    const client = await service.database.pool.connect();
    try {
      await client.query('set enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select 1 from es.stream where stream_type = 'payment'
            and state ->> 'status' in ('RCVD', 'PDNG') and state ->> 'acceptedAt' <= '2030'`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('unapproved_payments');
    } finally {
      client.release(true);
    }
  });
});

describe('the sweep of a sandbox', () => {
  const moved = () => sweepUnapproved({ ...service, unapprovedHours, clocks: movedClocks }, always);
  const hours = (count: number) => `make_interval(mins => ${String(count * 60)})`;
  const ahead = (generation: number, count: number) =>
    service.database.pool.query(
      `insert into world_time values ($1, $2, ${hours(count)}, clock_timestamp())
           on conflict (generation) do update set ahead = excluded.ahead`,
      [generation, `tpp-${String(generation)}`],
    );
  beforeAll(async () => {
    const query = (sql: string) => service.database.pool.query(sql);
    await new WorldTime1795000000001().up({ query } as never);
  });
  beforeEach(() => service.database.pool.query('truncate world_time'));

  it('ends the payments of each world at its own time', async () => {
    await waitingFor(1, 'of-real-time', 'later.7001', 'much-later.7002', 'same.7003');
    await ahead(7001, 22);
    await ahead(7002, 24);
    expect(await moved()).toBe(1);
    expect(await typesOf('much-later.7002')).toEqual(['PaymentInitiated', 'PaymentRejected']);
    const [, rejected] = await payments.eventsOf('payment-much-later.7002');
    const { at } = (rejected ?? { data: { at: '' } }).data as { at: string };
    expect((Date.parse(at) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    await ahead(7001, 22.5);
    expect(await moved()).toBe(0);
    await ahead(7001, 24);
    expect(await moved()).toBe(1);
    await waitingFor(25, 'of-real-time', 'same.7003');
    expect(await moved()).toBe(2);
  });

  it('sends as few statements for 1,000 worlds that are ahead as for none', async () => {
    // One, and those of the service, which sweeps meanwhile.
    const few = 5;
    const statements = async () => {
      const query = jest.spyOn(service.database.pool, 'query');
      await moved();
      // The relay and the readers of the service ask meanwhile.
      const asked: readonly unknown[] = query.mock.calls.map(([statement]) => statement);
      query.mockRestore();
      return asked.filter((one) => typeof one === 'string' && one.includes('make_interval(hours'))
        .length;
    };
    const without = await statements();
    expect(without).toBeGreaterThan(0);
    expect(without).toBeLessThan(few);
    await service.database.pool.query(
      `insert into world_time select n, 'tpp-' || n, ${hours(1)} * n, clock_timestamp()
         from generate_series(8000, 8999) n`,
    );
    expect(await statements()).toBeLessThan(few);
  });
});
