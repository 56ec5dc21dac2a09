import { firstThat } from '@nordgate/testing';
import { basketsApp } from '@nordgate/baskets/baskets.module';
import { GetBasket, GetPayments } from '@nordgate/contracts/queries';
import type { AuthorisedResource, Initiator, RegisteredStatus } from '@nordgate/contracts/events';
import type { PaymentCommands } from '@nordgate/contracts/commands';
import type { QueriedService } from '@nordgate/contracts/queries';
import type { TopicName } from '@nordgate/contracts/topics';
import { emptyTestDatabase, testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { BusClient, CommandClient, MemoryBus } from '@nordgate/messaging';
import { checkingApprovals, InProcessQueries, runService } from '@nordgate/service';
import type { Platform, RunningService } from '@nordgate/service';
import { sealed, testApprovals } from '@nordgate/contracts/testing';
import { paymentsApp } from '@nordgate/payments/payments.module';
import { createLog, Health } from '@nordgate/telemetry';

const at = '2030-03-01T09:00:00.000Z';
const initiator: Initiator = {
  tpp: 'PSDNO-FSA-999900001',
  tppName: 'Sandbox TPP AS',
  tppSessionId: '0f6f2a54-70b1-4a0f-8a53-6a8f2f5d7c11',
  redirectUri: 'https://tpp.example/return',
};

const log = createLog({ app: 'two-apps-test', level: 'silent' });
const bus = new MemoryBus({ log });
const queries = new InProcessQueries();
const client = new CommandClient(new BusClient(bus, '/test'));
const urls = new Map<QueriedService, string>();
const drops: (() => Promise<void>)[] = [];
let sca: TestDatabase;
let services: RunningService[] = [];

beforeAll(async () => {
  sca = await testDatabase('two_apps_sca');
  bus.attachEventTable('sca.events.v1', sca);
  // No run executes anything here.
  bus.attachEventTable('batch.events.v1', sca);
  for (const name of ['payments', 'baskets'] as const) {
    const { url, drop } = await emptyTestDatabase(`two_apps_${name}`);
    urls.set(name, url);
    drops.push(drop);
  }
  const platform: Platform = {
    bus,
    queries,
    log,
    health: new Health(),
    databaseUrl: (name) => urls.get(name) ?? '',
    publishEvents: (topic, database, types) => bus.attachEventTable(topic, database, types),
  };
  // Each of the two follows the other, so they start together.
  services = await Promise.all(
    [paymentsApp, basketsApp].map((service) =>
      runService({ ...service, providers: [checkingApprovals(testApprovals)] }, platform),
    ),
  );
});

afterAll(async () => {
  // Consumption ends first: the services read each other's event tables.
  await bus.close();
  for (const service of services) await service.stop();
  await sca.close();
  for (const drop of drops) await drop();
});

async function send(topic: TopicName, stream: string, type: string, data: unknown): Promise<void> {
  const command = { type, id: `${stream}/1`, stream, data, meta: { at, actor: initiator.tpp } };
  const result = await client.ask(topic, command, {
    readView: () => Promise.resolve(undefined),
    deadlineMs: 30_000,
  });
  expect(result).toMatchObject({ is: 'decided' });
}

async function initiated(id: string): Promise<void> {
  const data: PaymentCommands['InitiatePayment']['data'] = {
    service: 'payments',
    product: 'norwegian-domestic-credit-transfers',
    initiator,
    fingerprint: id,
    instruction: {
      instructedAmount: { amount: '1250.50', currency: 'NOK' },
      creditorName: 'Sandbox Bedrift Én AS',
      creditorAccount: { bban: '99996000016', currency: 'NOK' },
      debtorAccount: { bban: '99991200017', currency: 'NOK' },
    },
    authorisation: { id: `of-${id}`, tokenHash: 'hash-of-token' },
  };
  await send('payments.commands.v1', `payment-${id}`, 'InitiatePayment', data);
}

const payments = (...ids: string[]) => queries.ask(new GetPayments(initiator.tpp, ids));
const basket = (id: string) => queries.ask(new GetBasket(initiator.tpp, id));

async function basketOf(id: string, ...ids: string[]): Promise<void> {
  for (const one of ids) await initiated(one);
  const facts: RegisteredStatus[] = [];
  const members = ids.map((paymentId) => ({ paymentId, authorisationId: `of-${paymentId}` }));
  const authorisation = { id: `of-${id}`, tokenHash: 'hash-of-token' };
  const data = { initiator, fingerprint: id, members, authorisation, facts };
  await send('baskets.commands.v1', `basket-${id}`, 'CreateBasket', data);
}

async function onThePage(id: string, type: string, data: object, link = 'of'): Promise<void> {
  const stream = `authorisation-${link}-${id}`;
  const event = sealed(stream, { type, data });
  await sca.pool.query(
    `insert into es.event (stream_id, version, type, schema_version, data, meta)
     values ($1, 4, $2, 1, $3, '{"commandId":"c","actor":"psu","requestedAt":""}')`,
    [stream, type, event.data],
  );
  sca.appended.wake();
}

async function shows(id: string, status: string): Promise<string | undefined> {
  return firstThat(
    `${id} is ${status}`,
    async () => (await basket(id))?.transactionStatus,
    (found) => found === status,
  );
}

const resourceOf = (basketId: string, ...paymentIds: string[]): AuthorisedResource => ({
  kind: 'basket',
  basketId,
  paymentIds,
});

describe('a basket and its members, each in its own service', () => {
  it('reach ACTC together when the PSU approves', async () => {
    await basketOf('good', 'g1', 'g2', 'g3');
    const shown = await payments('g1', 'g2', 'g3');
    const approved = shown.map(({ paymentId, hash }) => ({ paymentId, hash }));
    const psu = { customerId: 'customer-1', psuId: 'psu-1', context: 'PRIVATE' };
    const resource = resourceOf('good', 'g1', 'g2', 'g3');
    await onThePage('good', 'AuthorisationFinalised', {
      ...{ resource, ...psu, approved, declined: [], at },
    });
    expect(await shows('good', 'ACTC')).toBe('ACTC');
    const members = await payments('g1', 'g2', 'g3');
    expect(members.map(({ transactionStatus }) => transactionStatus)).toEqual(
      Array(3).fill('ACTC'),
    );
  });

  it('reach ACTC by the signatures of two people, with PDNG and PATC in between', async () => {
    await basketOf('two', 't1', 't2');
    const shown = await payments('t1', 't2');
    const approved = shown.map(({ paymentId, hash }) => ({ paymentId, hash }));
    const resource = resourceOf('two', 't1', 't2');
    const signature = (customerId: string) => ({
      ...{
        resource,
        customerId,
        psuId: 'psu-1',
        context: 'CORPORATE',
        corporateId: 'agreement-1',
      },
      ...{ signers: 2, approved, declined: [], at },
    });
    const statuses = async () =>
      (await payments('t1', 't2')).map(({ transactionStatus }) => transactionStatus);
    await onThePage('two', 'AuthorisationFinalised', signature('customer-1'));
    expect(await shows('two', 'PATC')).toBe('PATC');
    expect(await statuses()).toEqual(['PDNG', 'PDNG']);
    expect(await basket('two')).toMatchObject({
      isOpen: true,
      signedBy: { customerId: 'customer-1', corporateId: 'agreement-1' },
    });
    await onThePage('two', 'AuthorisationFinalised', signature('customer-1'), 'again');
    await onThePage('two', 'AuthorisationFinalised', signature('customer-2'), 'second');
    expect(await shows('two', 'ACTC')).toBe('ACTC');
    expect(await statuses()).toEqual(['ACTC', 'ACTC']);
    expect(await basket('two')).toMatchObject({ settledBy: 'authorisation-second-two' });
  });

  it('is RJCT when one member may not be debited, and the other members are ACTC', async () => {
    await basketOf('mixed', 'm1', 'm2');
    const [first] = await payments('m1');
    const approved = [{ paymentId: 'm1', hash: first?.hash }];
    const psu = { customerId: 'customer-1', psuId: 'psu-1', context: 'PRIVATE' };
    const resource = resourceOf('mixed', 'm1', 'm2');
    await onThePage('mixed', 'AuthorisationFinalised', {
      ...{ resource, ...psu, approved, declined: ['m2'], at },
    });
    expect(await shows('mixed', 'RJCT')).toBe('RJCT');
    const members = new Map((await payments('m1', 'm2')).map((one) => [one.paymentId, one]));
    expect(members.get('m1')?.transactionStatus).toBe('ACTC');
    expect(members.get('m2')?.transactionStatus).toBe('RJCT');
  });

  it('are RJCT together when the PSU refuses', async () => {
    await basketOf('refused', 'r1', 'r2');
    const resource = resourceOf('refused', 'r1', 'r2');
    await onThePage('refused', 'AuthorisationRefused', { resource, at });
    expect(await shows('refused', 'RJCT')).toBe('RJCT');
    await firstThat(
      'the members are rejected',
      () => payments('r1', 'r2'),
      (members) => members.every(({ transactionStatus }) => transactionStatus === 'RJCT'),
    );
  });
});
