import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import { defined } from '@nordgate/decider';
import { EventStore, ParkedMessages } from '@nordgate/event-store';
import { RethrowFilter } from './nest-runtime.js';
import { prepareService } from './service.js';
import type { PreparedService } from './service.js';
import { LocalCommands } from '@nordgate/messaging';
import { countersApp, countMax } from '../testing/counting-services.js';
import { commandOf, testPlatform } from '../testing/test-platform.js';
import type { TestPlatform } from '../testing/test-platform.js';

let platform: TestPlatform;
let prepared: PreparedService;
let app: INestMicroservice;
let local: LocalCommands;
let store: EventStore;

beforeAll(async () => {
  platform = await testPlatform(['payments']);
  prepared = await prepareService(countersApp, platform);
  const { module, strategy } = prepared;
  app = await NestFactory.createMicroservice(module, { strategy, logger: false });
  app.useGlobalFilters(new RethrowFilter());
  await app.listen();
  local = app.get(LocalCommands, { strict: false });
  store = app.get(EventStore, { strict: false });
});

afterAll(async () => {
  await app.close();
  await prepared.database.close();
  await platform.close();
});

const add = (stream: string, by: number, id?: string) =>
  commandOf({ stream, data: { by }, ...defined({ id }) });

describe('LocalCommands', () => {
  it('commits a command before it returns the receipt', async () => {
    expect(await local.execute(add('counter-own', 3))).toEqual({ total: 3 });
    expect(await store.history('counter-own')).toMatchObject([{ type: 'Added', version: 1 }]);
  });

  it('decides nothing when a command is repeated', async () => {
    const command = add('counter-again', 3, 'again');
    expect(await local.execute(command)).toEqual({ total: 3 });
    expect(await local.execute(command)).toEqual({ total: 3 });
    expect(await store.history('counter-again')).toHaveLength(1);
  });

  it('decides the commands that come before in the same transaction, without their ids', async () => {
    const stream = 'counter-before';
    const [first, command] = [add(stream, 2, 'the-first'), add(stream, 3, 'the-command')];
    expect(await local.execute(command, [first])).toEqual({ total: 5 });
    const { rows } = await prepared.database.pool.query<{ count: number; ids: string[] }>(
      `select count(distinct e.tx)::int as count,
              array(select message_id from es.inbox where stream_id = $1) as ids
         from es.event e where e.stream_id = $1`,
      [stream],
    );
    expect(rows).toEqual([{ count: 1, ids: ['the-command'] }]);
  });

  it('returns the refusal of the stream', async () => {
    const refusal = { refused: 'TOO_MUCH' };
    expect(await local.execute(add('counter-full', countMax + 1))).toEqual(refusal);
  });

  it('loses no command in a race against commands from the bus', async () => {
    const stream = 'counter-race';
    for (let i = 0; i < 5; i += 1) {
      await Promise.all([
        local.execute(add(stream, 1)),
        platform.ask({ stream, data: { by: 1 } }),
        local.execute(add(stream, 1)),
        platform.ask({ stream, data: { by: 1 } }),
      ]);
    }
    expect(await local.execute(add(stream, 0))).toEqual({ total: 20 });
  });

  it('throws when a command cannot be decided, and parks the command', async () => {
    const streams = ['counter-broken-1', 'counter-broken-2'];
    for (const stream of streams) {
      await expect(local.execute(add(stream, Number.NaN))).rejects.toThrow('could not be decided');
    }
    const parked = await new ParkedMessages(store, 'payments').list();
    expect(parked).toMatchObject(
      streams.map((key) => ({ key, topic: 'local', reason: 'not a number' })),
    );
    expect(parked.map(({ headers }) => headers['ce_type'])).toEqual(['Add', 'Add']);
  });
});
