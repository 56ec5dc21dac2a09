import type {
  ExecutionEvent,
  PaymentClaimed,
  PaymentInstruction,
} from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { sealedPayment } from '@nordgate/contracts/testing';
import { EventStore } from '@nordgate/event-store';
import { testDatabase } from '@nordgate/event-store/testing';
import type { TestDatabase } from '@nordgate/event-store/testing';
import { MemoryBus } from '@nordgate/messaging';
import { InProcessQueries, runService } from '@nordgate/service';
import type { Platform, RunningService, ServiceDefinition } from '@nordgate/service';
import { appendForeign } from '@nordgate/service/testing';
import { createLog, Health } from '@nordgate/telemetry';

const names = ['batch', 'accounts'] as const;
type Name = (typeof names)[number];
type TwoApps = Readonly<Record<Name, ServiceDefinition>>;

const bookingsSql = `
  select count(*)::int as bookings from es.event e join es.claim c on c.stream_id = e.stream_id
   where c.scope = 'bban' and c.key ~ ('^' || $1 || '([.]1)?$') and e.type = 'PostingsBooked' and e.data->>'entryId' like $2`;
const balanceSql = `
  select v.state->>'balance' as balance from es.claim c join es.view v on v.stream_id = c.stream_id
   where c.scope = 'bban' and c.key ~ ('^' || $1 || '([.]1)?$')`;

/** Readers of event tables look again so often: the services have other connections than the bus. */
const nudgeMs = 10;

/** Batch and accounts on one bus, each to be stopped alone; payments and sca are event tables only. */
export class TwoServices {
  readonly #log = createLog({ app: 'executor-test', level: 'silent' });
  readonly bus = new MemoryBus({ log: this.#log });
  readonly #running = new Map<Name, RunningService>();
  readonly #nudging: NodeJS.Timeout;

  private constructor(
    private readonly apps: TwoApps,
    readonly databases: { readonly [Of in Name | 'payments' | 'sca']: TestDatabase },
  ) {
    const { payments, sca, batch, accounts } = databases;
    this.bus.attachEventTable('payments.events.v1', payments);
    this.bus.attachEventTable('sca.events.v1', sca);
    this.bus.attachEventTable('batch.events.v1', batch, apps.batch.streams);
    this.bus.attachEventTable('accounts.events.v1', accounts, apps.accounts.streams);
    this.#nudging = setInterval(() => {
      for (const { appended } of this.#all()) appended.wake();
    }, nudgeMs);
  }

  /** Starts both on separate databases. */
  static async start(apps: TwoApps): Promise<TwoServices> {
    const two = new TwoServices(apps, {
      payments: await testDatabase('executor_payments'),
      sca: await testDatabase('executor_sca'),
      batch: await testDatabase('executor_batch'),
      accounts: await testDatabase('executor_accounts'),
    });
    for (const name of names) await two.start(name);
    return two;
  }

  #all(): readonly TestDatabase[] {
    return Object.values(this.databases);
  }

  async start(name: Name): Promise<void> {
    const { databases } = this;
    const platform: Platform = {
      ...{ bus: this.bus, queries: new InProcessQueries(), log: this.#log, health: new Health() },
      databaseUrl: () => databases[name].url,
      publishEvents: () => undefined,
    };
    this.#running.set(name, await runService(this.apps[name], platform));
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

  /** Lets a PSU approve a payment, and payments claim it for a run. */
  async claim(paymentId: string, event: PaymentClaimed): Promise<void> {
    await this.approve(paymentId, event.data.order.instruction);
    await this.claimAlone(paymentId, event);
  }

  /** Lets a PSU approve a payment with this instruction. */
  approve(paymentId: string, instruction: PaymentInstruction): Promise<void> {
    const { stream, event } = sealedPayment(paymentId, instruction);
    return appendForeign(this.databases.sca, stream, 4, event);
  }

  /** Lets somebody write a claim to the topic of payments: no PSU has approved the payment. */
  claimAlone(paymentId: string, event: PaymentClaimed): Promise<void> {
    return appendForeign(this.databases.payments, streams.payment.id(paymentId), 2, event);
  }

  /** The events of a transfer, oldest first. */
  async eventsOf(stream: string): Promise<readonly ExecutionEvent[]> {
    const { batch } = this.databases;
    const events = await new EventStore(batch, this.apps.batch.streams).history(stream);
    return events.map(({ type, data }) => ({ type, data }) as ExecutionEvent);
  }

  /** The booked balance of an open account, in øre. */
  async balanceOf(bban: string): Promise<bigint> {
    const { pool } = this.databases.accounts;
    const { rows } = await pool.query<{ balance: string }>(balanceSql, [bban]);
    return BigInt((rows[0]?.balance ?? '').replace('.', ''));
  }

  /** How many bookings of entries whose ids end like this are on an account. */
  async bookingsOn(bban: string, entryEnd: string): Promise<number> {
    const { pool } = this.databases.accounts;
    const values = [bban, `%${entryEnd}`];
    const { rows } = await pool.query<{ bookings: number }>(bookingsSql, values);
    return rows[0]?.bookings ?? 0;
  }

  /** Messages that one of the two could not handle. */
  async parked(): Promise<number> {
    const { batch, accounts } = this.databases;
    const found = [batch, accounts].map(({ pool }) => pool.query('select from es.parked'));
    return (await Promise.all(found)).reduce((sum, { rows }) => sum + rows.length, 0);
  }

  async close(): Promise<void> {
    for (const name of names) await this.stop(name);
    await this.bus.close();
    clearInterval(this.#nudging);
    for (const database of this.#all()) await database.close();
  }
}
