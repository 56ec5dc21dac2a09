import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import {
  GetActingCustomer,
  GetSandboxCustomers,
  GetSandboxGeneration,
} from '@nordgate/contracts/queries';
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
import { accountStream } from './domain/account.js';
import { agreementStream } from './domain/agreement.js';
import { cardAccountStream } from './domain/card-account.js';
import { customerStream } from './domain/customer.js';
import { knownState, knownStreams } from './sandbox/known-state/known-state.js';

const at = '2026-03-02T10:00:00.000Z';
const sandbox = 'sandbox-test';
const known = knownStreams(knownState);
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
  const meta = { at: requestedAt, actor: 'PSDNO-FSA-1' };
  return { type: 'InitialiseSandbox', id, stream: sandbox, data: {}, meta };
}

function afterLeases(count: number): string {
  return new Date(Date.parse(at) + count * generationLeaseMs).toISOString();
}

async function initialise(command = aReset()): Promise<unknown> {
  const result = await client.ask('accounts.commands.v1', command, {
    readView: () => Promise.resolve(undefined),
    deadlineMs: 60_000,
  });
  if (result.is !== 'decided') throw new Error(`the reset was ${result.is}`);
  return result.receipt;
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
  customerId: 'visitor',
  customerNumber: '21819130180',
  customerType: 'PRIVATE',
  name: 'Sandbox Person By Hand',
  at,
};

const visitorStreams = {
  'customer-visitor': ['CustomerRegistered', 'CustomerRemoved'],
  'account-visitor': ['AccountOpened', 'AccountClosed'],
  'card-account-visitor': ['CardAccountOpened', 'CardAccountClosed'],
  'agreement-visitor': ['AgreementSigned', 'AgreementEnded'],
};

async function addVisitor(): Promise<void> {
  const owned = { ownerId: visitor.customerId, currency: 'NOK', name: 'By hand', at };
  const numbers = {
    kind: 'CACC',
    bban: '99991200033',
    iban: 'NO0999991200033',
    openingBalance: '1.00',
  } as const;
  const card = { maskedPan: '999999xxxxxx9999', creditLimit: '1.00' };
  const terms = { agreementId: 'visitor', ownerId: visitor.customerId, name: 'By hand', at };
  await byHand(customerStream, 'customer-visitor', { type: 'CustomerRegistered', data: visitor });
  await byHand(accountStream, 'account-visitor', {
    type: 'AccountOpened',
    data: { accountId: 'visitor', ...owned, ...numbers },
  });
  await byHand(cardAccountStream, 'card-account-visitor', {
    type: 'CardAccountOpened',
    data: { cardAccountId: 'visitor', ...owned, ...card },
  });
  await byHand(agreementStream, 'agreement-visitor', {
    type: 'AgreementSigned',
    data: { ...terms, engagements: [] },
  });
}

/** The events of a stream, without those of the transactions that a reset makes. */
async function eventsOf(streamId: string): Promise<readonly string[]> {
  const history = await app.get(EventStore, { strict: false }).history(streamId);
  return history.map(({ type }) => type).filter((type) => !/Booked|Reserved/u.test(type));
}

const numberOf = (at: number) => knownState.customers[at]?.customerNumber ?? '';
const idOf = (at: number) => knownState.customers[at]?.customerId ?? '';
const accountIdOf = (at: number) => knownState.accounts[at]?.accountId ?? '';
const agreementOf = (at: number) => knownState.agreements[at]?.agreementId ?? '';

describe('initialise sandbox', () => {
  it('opens the known state and counts one', async () => {
    await expect(queries.ask(new GetSandboxGeneration('test'))).resolves.toBe(0);
    await expect(initialise()).resolves.toEqual({ generation: 1 });
    await expect(queries.ask(new GetSandboxGeneration('test'))).resolves.toBe(1);
    const customers = await queries.ask(new GetSandboxCustomers());
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

  it('opens everything again and counts on when it is asked for again', async () => {
    await initialise();
    const before = await queries.ask(new GetSandboxCustomers());
    await expect(initialise()).resolves.toEqual({ generation: 2 });
    await expect(queries.ask(new GetSandboxGeneration('test'))).resolves.toBe(2);
    expect(await queries.ask(new GetSandboxCustomers())).toEqual(before);
    for (const streamId of known.accounts.keys()) {
      await expect(eventsOf(streamId)).resolves.toEqual(['AccountOpened', 'AccountOpened']);
    }
  });

  it('does a repeated command once', async () => {
    const command = aReset();
    await expect(initialise(command)).resolves.toEqual({ generation: 1 });
    await expect(initialise(command)).resolves.toEqual({ generation: 1 });
    for (const streamId of [sandbox, ...known.ids]) {
      await expect(eventsOf(streamId)).resolves.toHaveLength(1);
    }
  });

  it('counts every one of many at once', async () => {
    const receipts = await Promise.all(Array.from({ length: 8 }, () => initialise()));
    expect(receipts).toEqual(
      expect.arrayContaining([1, 2, 3, 4, 5, 6, 7, 8].map((generation) => ({ generation }))),
    );
    for (const streamId of [sandbox, ...known.ids]) {
      await expect(eventsOf(streamId)).resolves.toHaveLength(8);
    }
  });

  it('is refused within one lease of another reset, and leaves every stream unchanged', async () => {
    const command = aReset();
    await initialise(command);
    const second = aReset('reset-meanwhile', command.meta.at);
    const refused = client.ask('accounts.commands.v1', second, {
      readView: () => Promise.resolve(undefined),
      deadlineMs: 60_000,
    });
    await expect(refused).resolves.toEqual({ is: 'refused', refusal: { refused: 'CONFLICT' } });
    await expect(queries.ask(new GetSandboxGeneration('test'))).resolves.toBe(1);
    for (const streamId of [sandbox, ...known.ids]) {
      await expect(eventsOf(streamId)).resolves.toHaveLength(1);
    }
    await expect(initialise(command)).resolves.toEqual({ generation: 1 });
  });

  it('removes what was made by hand, also what was made before the first reset', async () => {
    await addVisitor();
    await initialise();
    const ask = new GetActingCustomer({ customerNumber: visitor.customerNumber });
    await expect(queries.ask(ask)).resolves.toBeNull();
    await expect(queries.ask(new GetSandboxCustomers())).resolves.toHaveLength(8);
    for (const [streamId, events] of Object.entries(visitorStreams)) {
      await expect(eventsOf(streamId)).resolves.toEqual(events);
    }
    await initialise();
    for (const [streamId, events] of Object.entries(visitorStreams)) {
      await expect(eventsOf(streamId)).resolves.toEqual(events);
    }
  });

  it('takes a known customer number back from a customer made by hand', async () => {
    await byHand(customerStream, 'customer-visitor', {
      type: 'CustomerRegistered',
      data: { ...visitor, customerNumber: numberOf(0) },
    });
    await initialise();
    const found = await queries.ask(new GetActingCustomer({ customerNumber: numberOf(0) }));
    expect(found?.customerId).toBe(idOf(0));
  });

  it('is refused as a whole when one of its streams is', async () => {
    await initialise();
    await addVisitor();
    // Somebody else has an account number of the known state at the moment of the append.
    await byHand(accountStream, `account-${accountIdOf(0)}`, {
      type: 'AccountClosed',
      data: { at },
    });
    await database.pool.query(
      `insert into es.claim (scope, key, stream_id) values ('bban', $1, 'account-elsewhere')`,
      [knownState.accounts[0]?.bban],
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
    await expect(queries.ask(new GetSandboxGeneration('test'))).resolves.toBe(1);
    await expect(queries.ask(new GetSandboxCustomers())).resolves.toHaveLength(9);

    await database.pool.query(`delete from es.claim where stream_id = 'account-elsewhere'`);
    await expect(local.execute(reset)).resolves.toEqual({ generation: 2 });
    await expect(queries.ask(new GetSandboxCustomers())).resolves.toHaveLength(8);
  });
});

describe('acting customer', () => {
  beforeEach(() => initialise());

  it('has private and corporate contexts with the accounts that may be debited', async () => {
    const asked = await queries.ask(new GetActingCustomer({ customerNumber: numberOf(0) }));
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
    const asked = await queries.ask(new GetActingCustomer({ customerNumber: numberOf(0) }));
    const viewable = asked?.contexts.map((one) => one.viewable.map(({ bban }) => bban));
    expect(viewable).toEqual([
      ['99991200017', '99991500010'],
      ['99996000024', '99996300036'],
      ['99996000016', '99996300028'],
    ]);
  });

  it('needs two signatures where the agreement says so', async () => {
    const asked = await queries.ask(new GetActingCustomer({ customerNumber: '16917930043' }));
    expect(asked?.contexts.map(({ name, signers }) => [name, signers])).toEqual([
      ['Sandbox Person Tre', undefined],
      ['Sandbox Bedrift Tre AS', 2],
    ]);
  });

  it('is the same by customer id', async () => {
    const byNumber = await queries.ask(new GetActingCustomer({ customerNumber: numberOf(1) }));
    const byId = await queries.ask(new GetActingCustomer({ customerId: idOf(1) }));
    expect(byNumber?.contexts.map(({ context }) => context)).toEqual(['PRIVATE', 'CORPORATE']);
    expect(byId).toEqual(byNumber);
  });

  it.each([
    ['an organisation, by number', { customerNumber: numberOf(2) }],
    ['an organisation, by id', { customerId: idOf(2) }],
    ['a number that nobody has', { customerNumber: '21819130180' }],
    ['an id that nobody has', { customerId: 'nobody' }],
  ])('is unknown: %s', async (_sentence, by) => {
    await expect(queries.ask(new GetActingCustomer(by))).resolves.toBeNull();
  });

  it.each(Object.entries(reachBy))('is found through indexes by %s', async (way, { text }) => {
    await database.pool.query(crowd);
    await database.pool.query('analyze es.stream');
    const value = way === 'customerId' ? idOf(0) : numberOf(0);
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(
      `explain ${text.replace('$1', `'${value}'`)}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toContain('Seq Scan');
    const start = way === 'customerId' ? 'stream_pkey' : 'view_customer_number';
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
