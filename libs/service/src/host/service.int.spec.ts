import { defined } from '@nordgate/decider';
import { EventStore, ParkedMessages } from '@nordgate/event-store';
import { commandMessage, commandOf } from '@nordgate/messaging';
import { clashingApp, countersApp, countMax, talliesApp } from '../testing/counting-services.js';
import { aMoment, eventually, outcomeOf } from '@nordgate/testing';
import { commandOf as aCommand, testPlatform } from '../testing/test-platform.js';
import type { TestPlatform } from '../testing/test-platform.js';
import { prepareService, runService } from './service.js';
import type { RunningService } from './service.js';

const commands = 'payments.commands.v1';

let platform: TestPlatform;
let running: RunningService[];

beforeAll(async () => {
  platform = await testPlatform(['payments', 'baskets', 'sca']);
  running = await Promise.all([talliesApp, countersApp].map((app) => runService(app, platform)));
});

afterAll(async () => {
  await Promise.all(running.map((service) => service.stop()));
  await platform.close();
});

const counters = () => new EventStore(platform.look('payments'), countersApp.streams);
const tallies = () => new EventStore(platform.look('baskets'), talliesApp.streams);
const parked = (key?: string) => new ParkedMessages(counters(), 'payments').list(defined({ key }));
const publish = (...sent: ReturnType<typeof aCommand>[]) =>
  platform.bus.publish(
    commands,
    sent.map((one) => commandMessage(one, '/test')),
  );

async function totalOf(store: EventStore, stream: string): Promise<unknown> {
  const { streams } = await store.load({ consumer: '', streams: [stream], commandIds: [] });
  return streams.get(stream);
}

describe('a service on the bus', () => {
  it('decides a command, replies to the sender, and its events reach other services', async () => {
    const asked = await platform.ask({ stream: 'counter-way', data: { by: 5 } });
    expect(asked).toEqual({ is: 'decided', receipt: { total: 5 } });
    for (const copy of ['tally-way', 'echo-way']) {
      await eventually(`${copy} has followed`, async () =>
        JSON.stringify(await totalOf(tallies(), copy)).includes('"total":5'),
      );
    }
    expect(await tallies().history('tally-way')).toMatchObject([
      { type: 'Added', data: { by: 5 }, meta: { actor: 'event:counter-way' } },
    ]);
  });

  it('keeps one checkpoint per purpose of an app on the same topic', async () => {
    const { pool } = platform.look('payments');
    const { rows } = await pool.query<{ name: string }>(
      'select name from es.checkpoint order by name',
    );
    expect(rows.map(({ name }) => name)).toEqual(['baskets.echo', 'baskets.tally']);
  });

  it('decides nothing for a repeated command id and replies as before', async () => {
    const command = { id: 'the-same', stream: 'counter-repeat', data: { by: 7 } };
    const answers = await Promise.all(Array.from({ length: 10 }, () => platform.ask(command)));
    answers.push(await platform.ask(command));
    const decided = { is: 'decided', receipt: { total: 7 } };
    expect(answers).toEqual(answers.map(() => decided));
    expect(await counters().history('counter-repeat')).toHaveLength(1);
  });

  it('replies with the refusal of the stream', async () => {
    const refused = await platform.ask({ stream: 'counter-full', data: { by: countMax + 1 } });
    expect(refused).toEqual({ is: 'refused', refusal: { refused: 'TOO_MUCH' } });
    expect(await counters().history('counter-full')).toEqual([]);
  });

  it('parks a command of an unknown type with the reason, and does not acknowledge it', async () => {
    const stream = 'counter-unknown';
    const asked = platform.ask({ type: 'Subtract', stream, data: {} }, 500);
    await expect(asked).rejects.toThrow('the command was not acknowledged');
    expect(await parked(stream)).toMatchObject([
      { topic: commands, reason: expect.stringContaining('"Subtract"') as string },
    ]);
  });

  it('parks an unreadable message with the reason', async () => {
    const { headers, ...rest } = commandMessage(
      aCommand({ stream: 'counter-odd', data: {} }),
      '/test',
    );
    await platform.bus.publish(commands, [
      { ...rest, key: 'counter-odd-1', headers, value: '{"by":' },
      { ...rest, key: 'counter-odd-2', headers: { ...headers, ce_id: '' }, value: '{' },
      { ...rest, key: 'counter-odd-3', headers: {} },
    ]);
    const reasons = (await parked())
      .filter(({ key }) => key.startsWith('counter-odd'))
      .map(({ key, reason }) => [key, reason])
      .toSorted();
    expect(reasons).toEqual([
      ['counter-odd-1', 'MalformedMessageError: the value is not JSON'],
      ['counter-odd-2', 'MalformedMessageError: the value is not JSON'],
      ['counter-odd-3', 'MalformedMessageError: header ce_id is missing'],
    ]);
  });

  it('can handle a parked command later, and the commands parked behind it', async () => {
    const stream = 'counter-later';
    await publish(aCommand({ type: 'Subtract', stream, data: { by: 1 } }));
    await publish(aCommand({ stream, data: { by: 2 } }));
    const handled: unknown[] = [];
    const results = await new ParkedMessages(counters(), 'payments').retry(stream, {
      toItem: ({ key, payload, headers, ...source }) => {
        const command = commandOf({ key, value: payload as string, headers });
        return { key, commands: [command], source: { ...source, payload, headers } };
      },
      execute: (command) => Promise.resolve(handled.push([command.type, command.data])),
    });
    expect(results).toHaveLength(2);
    expect(handled).toEqual([
      ['Subtract', { by: 1 }],
      ['Add', { by: 2 }],
    ]);
    expect(await parked(stream)).toEqual([]);
  });

  it('commits many commands in few transactions', async () => {
    const sent = Array.from({ length: 200 }, (_, i) =>
      aCommand({ stream: `counter-many-${i % 20}`, data: { by: 1 } }),
    );
    await Promise.all(sent.map((command) => publish(command)));
    const { rows } = await platform.look('payments').pool.query<Record<string, number>>(
      `select count(*)::int as events, count(distinct tx)::int as slices,
              count(distinct (stream_id, version))::int as places
         from es.event where stream_id like 'counter-many-%'`,
    );
    expect(rows).toMatchObject([{ events: 200, places: 200 }]);
    expect(rows[0]?.['slices']).toBeLessThan(40);
  });

  it('reports its database as up', async () => {
    const { checks } = await platform.health.report();
    expect(checks).toMatchObject({ 'payments-database': 'up', 'baskets-database': 'up' });
  });

  it.each([
    [{}, 10],
    [{ databasePoolMax: 3 }, 3],
  ])('opens, on a platform with %j, a pool of at most %i connections', async (given, max) => {
    const { database } = await prepareService(clashingApp, { ...platform, ...given });
    expect(database.pool.options.max).toBe(max);
    await database.close();
  });

  it('rejects its start with two methods for one purpose and closes its connections', async () => {
    await expect(runService(clashingApp, platform)).rejects.toThrow('two methods');
    await eventually('its connections are closed', async () => {
      const { rows } = await platform.look('sca').pool.query<{ open: number }>(
        `select count(*)::int as open from pg_stat_activity
          where datname = current_database() and application_name = 'nordgate-sca'`,
      );
      return rows[0]?.open === 0;
    });
  });
});

/** Blocks every append of the counters until it is released. */
async function holdAppends(on: TestPlatform): Promise<() => Promise<void>> {
  const client = await on.look('payments').pool.connect();
  await client.query('begin');
  await client.query('lock table es.event in exclusive mode');
  return async () => {
    await client.query('commit');
    client.release();
  };
}

async function isAppendWaiting(on: TestPlatform): Promise<boolean> {
  const { rows } = await on
    .look('payments')
    .pool.query(`select from pg_locks where relation = 'es.event'::regclass and not granted`);
  return rows.length > 0;
}

describe('a service that stops', () => {
  it('finishes commands in flight, rejects later ones and continues after a restart', async () => {
    const inner = await testPlatform(['payments', 'baskets']);
    const first = await Promise.all([countersApp, talliesApp].map((app) => runService(app, inner)));
    const stream = 'counter-stop';
    const release = await holdAppends(inner);
    const inFlight = outcomeOf(inner.ask({ stream, data: { by: 1 } }));
    await eventually('the append is in flight', () => isAppendWaiting(inner));
    const behind = outcomeOf(inner.ask({ stream, data: { by: 2 } }));
    await aMoment();
    const stopping = Promise.all(first.map((service) => service.stop()));
    await release();
    await stopping;
    expect([await inFlight, await behind]).toEqual(['resolved', 'rejected']);
    expect(await outcomeOf(inner.ask({ stream, data: { by: 2 } }))).toBe('rejected');
    // The owner of the events first, because its previous event table is closed.
    const again = [await runService(countersApp, inner), await runService(talliesApp, inner)];
    expect(await inner.ask({ stream, data: { by: 4 } })).toMatchObject({ receipt: { total: 5 } });
    const copies = new EventStore(inner.look('baskets'), talliesApp.streams);
    await eventually('the other service has followed', async () =>
      JSON.stringify(await totalOf(copies, 'tally-stop')).includes('"total":5'),
    );
    expect(await copies.history('tally-stop')).toHaveLength(2);
    await inner.bus.close();
    expect(await outcomeOf(inner.ask({ stream, data: { by: 8 } }))).toBe('rejected');
    await Promise.all(again.map((service) => service.stop()));
    await inner.close();
  });
});
