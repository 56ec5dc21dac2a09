import { accountsApp } from '@nordgate/accounts/accounts.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { describeExecutor } from '@nordgate/batch/testing';
import type { ExecutorUnderTest, ReportedOutcome } from '@nordgate/batch/testing';
import type { EntryEvent, ExecutionEvent } from '@nordgate/contracts/events';
import { defaultProfile } from '@nordgate/contracts/profile';
import { streams } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { BusClient, CommandClient, MemoryBus } from '@nordgate/messaging';
import { InProcessQueries, runService } from '@nordgate/service';
import type { Platform, RunningService } from '@nordgate/service';
import { appendForeign } from '@nordgate/service/testing';
import { createLog, Health } from '@nordgate/telemetry';

const apps = { batch: batchAppWith(defaultProfile('sandbox')), accounts: accountsApp };
type Name = keyof typeof apps;
const names = ['batch', 'accounts'] as const;
const at = '2030-03-01T12:30:00.000Z';

/** Readers of event tables look again so often: the services have other connections than the bus. */
const nudgeMs = 10;

/** Batch and accounts on one bus, each to be stopped alone; payments is an event table only. */
class TwoServices {
  readonly #log = createLog({ app: 'executor-test', level: 'silent' });
  readonly #bus = new MemoryBus({ log: this.#log });
  readonly #running = new Map<Name, RunningService>();
  readonly #nudging: NodeJS.Timeout;

  constructor(readonly databases: { readonly [Of in Name | 'payments']: TestDatabase }) {
    const { payments, batch, accounts } = databases;
    this.#bus.attachEventTable('payments.events.v1', payments);
    this.#bus.attachEventTable('batch.events.v1', batch, apps.batch.streams);
    this.#bus.attachEventTable('accounts.events.v1', accounts, apps.accounts.streams);
    this.#nudging = setInterval(() => {
      for (const { appended } of this.#all()) appended.notify();
    }, nudgeMs);
  }

  #all(): readonly TestDatabase[] {
    return Object.values(this.databases);
  }

  async start(name: Name): Promise<void> {
    const { databases } = this;
    const platform: Platform = {
      ...{ bus: this.#bus, queries: new InProcessQueries(), log: this.#log, health: new Health() },
      databaseUrl: () => databases[name].url,
      publishEvents: () => undefined,
    };
    this.#running.set(name, await runService(apps[name], platform));
  }

  async stop(name: Name): Promise<void> {
    await this.#running.get(name)?.stop();
    this.#running.delete(name);
  }

  async redeliverAll(): Promise<void> {
    for (const name of names) await this.stop(name);
    for (const { pool } of this.#all()) await pool.query('delete from es.checkpoint');
    for (const name of names) await this.start(name);
  }

  /** Puts the sandbox back to its known state. */
  async reset(): Promise<void> {
    const client = new CommandClient(new BusClient(this.#bus, '/test'));
    const stream = streams.sandbox.id('test');
    const meta = { at, actor: 'PSDNO-FSA-999900001' };
    const command = { type: 'InitialiseSandbox', id: 'reset', stream, data: {}, meta };
    const options = { readView: () => Promise.resolve(undefined), deadlineMs: 60_000 };
    const result = await client.ask('accounts.commands.v1', command, options);
    if (result.is !== 'decided') throw new Error(JSON.stringify(result));
  }

  async close(): Promise<void> {
    for (const name of names) await this.stop(name);
    await this.#bus.close();
    clearInterval(this.#nudging);
    for (const database of this.#all()) await database.close();
  }
}

/** The event with which the ledger reports an outcome. */
function reportOf(entryId: string, outcome: ReportedOutcome): EntryEvent {
  switch (outcome.is) {
    case 'started':
      return { type: 'EntryReserved', data: { entryId, postings: [], content: '', at } };
    case 'declined':
      return { type: 'EntryRefused', data: { entryId, reason: outcome.reason, at } };
    case 'debited':
      return {
        type: 'EntryBooked',
        data: { entryId, lines: [], content: '', isUnconfirmed: true, at },
      };
    case 'settled':
      return { type: 'EntryBooked', data: { entryId, lines: [], content: '', at } };
  }
}

const bookingsSql = `
  select count(*)::int as bookings from es.event e join es.claim c on c.stream_id = e.stream_id
   where c.scope = 'bban' and c.key = $1 and e.type = 'PostingsBooked' and e.data->>'entryId' = $2`;
const balanceSql = `
  select v.state->>'balance' as balance from es.claim c join es.view v on v.stream_id = c.stream_id
   where c.scope = 'bban' and c.key = $1`;

/** The ledger of a sandbox in its known state. */
async function ledger(): Promise<ExecutorUnderTest> {
  const two = new TwoServices({
    payments: await testDatabase('executor_payments'),
    batch: await testDatabase('executor_batch'),
    accounts: await testDatabase('executor_accounts'),
  });
  for (const name of names) await two.start(name);
  await two.reset();
  const { payments, batch, accounts } = two.databases;
  // Above every version that the ledger itself gives to an entry.
  let version = 1000;
  return {
    generation: 1,
    accounts: {
      ...{ funded: '99996000016', own: '99991200017' },
      ...{ closed: '99990000014', outside: '15030088880' },
    },
    claim: (paymentId, event) => appendForeign(payments, streams.payment.id(paymentId), 2, event),
    report: (executionId, outcome) => {
      version += 1;
      const event = reportOf(executionId, outcome);
      return appendForeign(accounts, streams.entry.id(executionId), version, event);
    },
    eventsOf: async (stream) => {
      const events = await new EventStore(batch, apps.batch.streams).history(stream);
      return events.map(({ type, data }) => ({ type, data }) as ExecutionEvent);
    },
    balanceOf: async (bban) => {
      const { rows } = await accounts.pool.query<{ balance: string }>(balanceSql, [bban]);
      return BigInt((rows[0]?.balance ?? '').replace('.', ''));
    },
    bookingsOn: async (bban, executionId) => {
      const { rows } = await accounts.pool.query<{ bookings: number }>(bookingsSql, [
        ...[bban, executionId],
      ]);
      return rows[0]?.bookings ?? 0;
    },
    parked: async () => {
      const counts = [batch, accounts].map(({ pool }) => pool.query('select from es.parked'));
      return (await Promise.all(counts)).reduce((sum, { rows }) => sum + rows.length, 0);
    },
    redeliverAll: () => two.redeliverAll(),
    stopExecutor: () => two.stop('accounts'),
    startExecutor: () => two.start('accounts'),
    stopBatch: () => two.stop('batch'),
    startBatch: () => two.start('batch'),
    stop: () => two.close(),
  };
}

describeExecutor('the ledger of the sandbox', ledger);
