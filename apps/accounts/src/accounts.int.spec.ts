import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import { GetActingCustomer, GetSandboxCustomers, GetWorld } from '@nordgate/contracts/queries';
import type { CustomerRegistered } from '@nordgate/contracts/events';
import { generationLeaseMs } from '@nordgate/contracts/rules';
import { EventStore, handleSlice } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import type { DomainEvent, StreamType } from '@nordgate/decider';
import { emptyTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { BusClient, CommandClient, LocalCommands, MemoryBus } from '@nordgate/messaging';
import { InProcessQueries, nestLog, openForQueries, prepareService } from '@nordgate/service';
import { createLog, Health } from '@nordgate/telemetry';
import { sandboxAccountsApp } from './sandbox/accounts.sandbox.js';
import { reachBy } from './acting-customer/acting-customer.queries.js';
import { customerStream } from './domain/customer.js';
import { knownState, knownStreams } from './sandbox/known-state/known-state.js';
import { worldBy } from './sandbox/worlds/world.queries.js';

const at = '2026-03-02T10:00:00.000Z';
const sandbox = 'sandbox-test';
const known = knownStreams(knownState);
const tpp = 'PSDNO-FSA-1';
const log = createLog({ app: 'accounts-test', level: 'silent' });
const queries = new InProcessQueries();
const bus = new MemoryBus({ log });

let drop: () => Promise<void>;
let batch: TestDatabase;
let database: Database;
let app: INestMicroservice;
let client: CommandClient;
let lastId = 0;

beforeAll(async () => {
  const { url, drop: dropIt } = await emptyTestDatabase('accounts');
  batch = await testDatabase('accounts_batch');
  bus.attachEventTable('batch.events.v1', batch);
  drop = dropIt;
  const platform = {
    bus,
    queries,
    log,
    health: new Health(),
    databaseUrl: () => url,
    publishEvents: (topic: typeof sandboxAccountsApp.events, from: Database) =>
      bus.attachEventTable(topic, from),
  };
  const prepared = await prepareService(sandboxAccountsApp, platform);
  database = prepared.database;
  app = await NestFactory.createMicroservice(prepared.module, {
    strategy: prepared.strategy,
    logger: nestLog(log),
  });
  await app.listen();
  openForQueries('accounts', platform, app);
  client = new CommandClient(new BusClient(bus, '/accounts-test'));
});

afterAll(async () => {
  await app.close();
  await bus.close();
  await database.close();
  await batch.close();
  await drop();
});

beforeEach(async () => {
  await database.pool.query('truncate es.stream, es.event, es.claim, es.inbox, es.parked');
});

/** Requested one lease after the reset before, unless `requestedAt` says otherwise. */
function aReset(id = `reset-${(lastId += 1)}`, requestedAt = afterLeases(lastId)) {
  const meta = { at: requestedAt, actor: tpp };
  return { type: 'InitialiseWorld', id, stream: sandbox, data: { tpp }, meta };
}

function afterLeases(count: number): string {
  return new Date(Date.parse(at) + count * generationLeaseMs).toISOString();
}

/** Resets the world of a command. Its generation. */
async function initialise(command = aReset()): Promise<number | undefined> {
  const result = await client.ask('accounts.commands.v1', command, {
    readView: () => Promise.resolve(undefined),
    deadlineMs: 60_000,
  });
  if (result.is !== 'decided') throw new Error(`the reset was ${result.is}`);
  return generationNow(command.data.tpp);
}

async function generationNow(of = tpp): Promise<number | undefined> {
  return (await queries.ask(new GetWorld({ tpp: of })))?.generation;
}

/** Appends an event that no command of this app causes yet: resources made by hand. */
async function byHand<State, Event extends DomainEvent>(
  type: StreamType<State, Event>,
  stream: string,
  event: NoInfer<Event>,
): Promise<void> {
  const command = { ...aReset(), type: 'ByHand', stream };
  const source = { topic: 'test', partition: 0, offset: command.id, payload: '', headers: {} };
  const [result] = await handleSlice({
    store: app.get(EventStore, { strict: false }),
    consumer: 'test',
    items: [{ key: stream, commands: [command], source }],
    execute: (_command, work) =>
      Promise.resolve(work.root(type, stream).run(() => [event], command)),
  });
  expect(result).toMatchObject({ status: 'done' });
}

const visitor: CustomerRegistered['data'] = {
  customerId: 'visitor.1',
  customerNumber: '21819130180',
  customerType: 'PRIVATE',
  name: 'Sandbox Person By Hand',
  at,
};

/** A customer whom the TPP has made. */
function addVisitor(): Promise<void> {
  return byHand(customerStream, 'customer-visitor.1', {
    type: 'CustomerRegistered',
    data: visitor,
  });
}

/** The events of a stream, without those of the transactions that a reset makes. */
async function eventsOf(streamId: string): Promise<readonly string[]> {
  const history = await app.get(EventStore, { strict: false }).history(streamId);
  return history.map(({ type }) => type).filter((type) => !/Booked|Reserved/u.test(type));
}

const numberOf = (at: number) => knownState.customers[at]?.customerNumber ?? '';
const idOf = (at: number, generation = 1) =>
  `${knownState.customers[at]?.customerId ?? ''}.${String(generation)}`;
const agreementOf = (at: number) => `${knownState.agreements[at]?.agreementId ?? ''}.1`;
const streamsIn = (generation: number) => known.ids.map((id) => `${id}.${String(generation)}`);

describe('InitialiseWorld', () => {
  it('opens the known state in the first generation', async () => {
    await expect(generationNow()).resolves.toBeUndefined();
    await expect(initialise()).resolves.toBe(1);
    await expect(queries.ask(new GetWorld({ generation: 1 }))).resolves.toEqual({
      tpp,
      generation: 1,
    });
    await expect(queries.ask(new GetWorld({ generation: 2 }))).resolves.toBeNull();
    const customers = await queries.ask(new GetSandboxCustomers(1));
    expect(customers.map((one) => [one.customerNumber, one.customerName])).toEqual([
      ['05887830195', 'Sandbox Person To'],
      ['14837530114', 'Sandbox Person Én'],
      ['16917930043', 'Sandbox Person Tre'],
      ['19828530057', 'Sandbox Person Fire'],
      ['23887230072', 'Sandbox Person Fem'],
      ['310000108', 'Sandbox Bedrift Én AS'],
      ['310000116', 'Sandbox Bedrift To AS'],
      ['310000124', 'Sandbox Bedrift Tre AS'],
    ]);
    expect(customers.map((one) => [one.accounts.length, one.cardAccounts.length])).toEqual([
      ...Array<number[]>(5).fill([2, 1]),
      ...Array<number[]>(3).fill([2, 0]),
    ]);
  });

  it('opens everything again in the next generation, and leaves the streams of the one before', async () => {
    await initialise();
    const before = await queries.ask(new GetSandboxCustomers(1));
    await expect(initialise()).resolves.toBe(2);
    const after = await queries.ask(new GetSandboxCustomers(2));
    const text = JSON.stringify(before).replaceAll('.1"', '.2"');
    expect(after).toEqual(JSON.parse(text));
    expect(await queries.ask(new GetWorld({ generation: 1 }))).toBeNull();
    for (const streamId of [...streamsIn(1), ...streamsIn(2)]) {
      await expect(eventsOf(streamId)).resolves.toHaveLength(1);
    }
  });

  it('gives each TPP another generation, in which a reset of one changes nothing for the other', async () => {
    const other = 'PSDNO-FSA-2';
    const ofOther = () => {
      const command = aReset();
      return { ...command, data: { tpp: other }, meta: { ...command.meta, actor: other } };
    };
    await expect(initialise()).resolves.toBe(1);
    await expect(initialise(ofOther())).resolves.toBe(2);
    await expect(initialise()).resolves.toBe(3);
    await expect(generationNow(other)).resolves.toBe(2);
    const [own, others] = await Promise.all(
      [3, 2].map((one) => queries.ask(new GetSandboxCustomers(one))),
    );
    expect(own).toHaveLength(8);
    expect(others).toHaveLength(8);
    const number = { customerNumber: numberOf(0) };
    for (const generation of [2, 3]) {
      const found = await queries.ask(new GetActingCustomer({ ...number, generation }));
      expect(found?.customerId).toBe(idOf(0, generation));
    }
  });

  it('begins a world once, however many requests come first', async () => {
    const first = () => {
      const command = aReset();
      return initialise({
        ...command,
        data: { ...command.data, isFirst: true } as typeof command.data,
      });
    };
    const generations = await Promise.all([first(), first(), first()]);
    expect(generations).toEqual([1, 1, 1]);
    await expect(eventsOf(sandbox)).resolves.toEqual(['GenerationTaken']);
  });

  it('does a repeated command once', async () => {
    const command = aReset();
    await expect(initialise(command)).resolves.toBe(1);
    await expect(initialise(command)).resolves.toBe(1);
    for (const streamId of [sandbox, `world-${tpp}`, ...streamsIn(1)]) {
      await expect(eventsOf(streamId)).resolves.toHaveLength(1);
    }
  });

  it('counts every one of many at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => initialise()));
    await expect(generationNow()).resolves.toBe(8);
    await expect(eventsOf(sandbox)).resolves.toHaveLength(8);
    for (const streamId of streamsIn(8)) await expect(eventsOf(streamId)).resolves.toHaveLength(1);
  });

  it('is refused within one lease of another reset of the world, and leaves every stream unchanged', async () => {
    const command = aReset();
    await initialise(command);
    const second = aReset('reset-meanwhile', command.meta.at);
    const refused = client.ask('accounts.commands.v1', second, {
      readView: () => Promise.resolve(undefined),
      deadlineMs: 60_000,
    });
    await expect(refused).resolves.toEqual({ is: 'refused', refusal: { refused: 'CONFLICT' } });
    await expect(generationNow()).resolves.toBe(1);
    await expect(eventsOf(sandbox)).resolves.toHaveLength(1);
    await expect(eventsOf(streamsIn(2)[0] ?? '')).resolves.toEqual([]);
    await expect(initialise(command)).resolves.toBe(1);
  });

  it('leaves behind what was made by hand', async () => {
    await initialise();
    await addVisitor();
    const asked = (generation: number) =>
      queries.ask(new GetActingCustomer({ customerNumber: visitor.customerNumber, generation }));
    await expect(asked(1)).resolves.toMatchObject({ name: visitor.name });
    await initialise();
    await expect(asked(2)).resolves.toBeNull();
    await expect(queries.ask(new GetSandboxCustomers(2))).resolves.toHaveLength(8);
  });

  it('is refused as a whole when one of its streams is', async () => {
    await initialise();
    // Somebody else has an account number of the known state at the moment of the append.
    await database.pool.query(
      `insert into es.claim (scope, key, stream_id) values ('bban', $1, 'account-elsewhere')`,
      [`${knownState.accounts[0]?.bban ?? ''}.2`],
    );
    const positions = () =>
      database.pool
        .query<{ count: string }>('select count(*) from es.event')
        .then(({ rows }) => rows);
    const before = await positions();
    const reset = aReset();
    const local = app.get(LocalCommands, { strict: false });
    await expect(local.execute(reset)).rejects.toThrow(/contended/u);
    expect(await positions()).toEqual(before);
    await expect(generationNow()).resolves.toBe(1);

    await database.pool.query(`delete from es.claim where stream_id = 'account-elsewhere'`);
    await local.execute(reset);
    await expect(generationNow()).resolves.toBe(2);
    await expect(queries.ask(new GetSandboxCustomers(2))).resolves.toHaveLength(8);
  });

  it('finds worlds by indexes', async () => {
    await initialise();
    await database.pool.query(`${crowd}; analyze es.stream`);
    for (const [way, { text }] of Object.entries(worldBy)) {
      const value = way === 'tpp' ? `'world-${tpp}'` : `'1'`;
      const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
        `explain ${text.replace('$1', value)}`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/Index Scan using (stream_pkey|view_world_generation)/u);
    }
  });
});

describe('acting customer', () => {
  beforeEach(() => initialise());

  it('has private and corporate contexts with the accounts that may be debited', async () => {
    const asked = await queries.ask(
      new GetActingCustomer({ customerNumber: numberOf(0), generation: 1 }),
    );
    expect(asked).toMatchObject({
      customerId: idOf(0),
      name: 'Sandbox Person Én',
      contexts: [
        {
          context: 'PRIVATE',
          name: 'Sandbox Person Én',
          debitable: ['99991200017', '99991500010'],
        },
        {
          context: 'CORPORATE',
          corporateId: agreementOf(1),
          name: 'Sandbox Bedrift To AS',
          debitable: ['99996000024'],
        },
        {
          context: 'CORPORATE',
          corporateId: agreementOf(0),
          name: 'Sandbox Bedrift Én AS',
          debitable: ['99996000016', '99996300028'],
        },
      ],
    });
  });

  it('has the accounts that may be let to a TPP, where REGISTER and VIEW are enough', async () => {
    const asked = await queries.ask(
      new GetActingCustomer({ customerNumber: numberOf(0), generation: 1 }),
    );
    const viewable = asked?.contexts.map((one) => one.viewable.map(({ bban }) => bban));
    expect(viewable).toEqual([
      ['99991200017', '99991500010'],
      ['99996000024', '99996300036'],
      ['99996000016', '99996300028'],
    ]);
  });

  it('needs two signatures where the agreement says so', async () => {
    const asked = await queries.ask(
      new GetActingCustomer({ customerNumber: '16917930043', generation: 1 }),
    );
    expect(asked?.contexts.map(({ name, signers }) => [name, signers])).toEqual([
      ['Sandbox Person Tre', undefined],
      ['Sandbox Bedrift Tre AS', 2],
    ]);
  });

  it('is the same by customer id', async () => {
    const byNumber = await queries.ask(
      new GetActingCustomer({ customerNumber: numberOf(1), generation: 1 }),
    );
    const byId = await queries.ask(new GetActingCustomer({ customerId: idOf(1) }));
    expect(byNumber?.contexts.map(({ context }) => context)).toEqual(['PRIVATE', 'CORPORATE']);
    expect(byId).toEqual(byNumber);
  });

  it.each([
    ['an organisation, by number', { customerNumber: numberOf(2), generation: 1 }],
    ['an organisation, by id', { customerId: idOf(2) }],
    ['a number that nobody has', { customerNumber: '21819130180', generation: 1 }],
    ['a number in another world', { customerNumber: numberOf(0), generation: 2 }],
    ['an id that nobody has', { customerId: 'nobody' }],
  ])('is unknown: %s', async (_sentence, by) => {
    await expect(queries.ask(new GetActingCustomer(by))).resolves.toBeNull();
  });

  it.each(Object.entries(reachBy))('is found through indexes by %s', async (way, { text }) => {
    await database.pool.query(crowd);
    await database.pool.query('analyze es.stream');
    const value = way === 'customerId' ? idOf(0) : numberOf(0);
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain ${text.replace('$1', `'${value}'`).replace('$2', '1')}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan');
    const start = way === 'customerId' ? 'stream_pkey' : 'view_number_in_generation';
    for (const index of [start, 'view_account_owner', 'view_agreement_engagements']) {
      expect(plan).toContain(index);
    }
  });
});

/** Enough other customers, accounts and agreements that a plan has to choose well. */
const crowd = `
  insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
  select kind || '-crowd-' || i, kind, 1, '3', 1, jsonb_build_object(
           'is', case kind when 'customer' then 'registered' when 'account' then 'open' else 'signed' end,
           'customerId', 'crowd-' || i, 'customerNumber', 'crowd-' || i, 'customerType', 'PRIVATE',
           'ownerId', 'crowd-' || i, 'accountId', 'crowd-' || i, 'bban', 'crowd-' || i,
           'engagements', jsonb_build_array(jsonb_build_object('customerId', 'crowd-' || i)))
    from generate_series(1, 2000) i, unnest(array['customer', 'account', 'agreement']) kind`;
