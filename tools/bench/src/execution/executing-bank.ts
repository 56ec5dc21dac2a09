import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxAccountsApp } from '@nordgate/accounts/accounts.sandbox';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { defaultProfile } from '@nordgate/contracts/profile';
import { isBulk } from '@nordgate/contracts/events';
import type {
  BulkInstruction,
  PaymentInitiated,
  PaymentInstruction,
} from '@nordgate/contracts/events';
import { dayInOslo, orderToExecute, proofOf, runIdOf, streams } from '@nordgate/contracts/rules';
import { sealedPayment, testApprovals } from '@nordgate/contracts/testing';
import type { Command, DomainEvent } from '@nordgate/decider';
import { EventStore, handleSlice, openDatabase } from '@nordgate/event-store';
import type { Database, SliceItem } from '@nordgate/event-store';
import { BusClient, CommandClient, MemoryBus } from '@nordgate/messaging';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import { InProcessQueries, runService } from '@nordgate/service';
import type { OperableService, Platform, ServiceDefinition } from '@nordgate/service';
import { createLog, Health } from '@nordgate/telemetry';

const names = ['payments', 'batch', 'accounts'] as const;
type Name = (typeof names)[number];

const debtorCount = 1000;
const seededPerSlice = 100;
const lookMs = 100;
const meta = () => ({ at: new Date(Date.now() - 60_000).toISOString(), actor: 'bench' });

/** Payments, batch and accounts in one process, without gateway and PSUs. */
export class ExecutingBank {
  private readonly bus = new MemoryBus({ log: quiet });
  private readonly databases = new Map<Name, Database>();
  private readonly running: OperableService[] = [];
  private readonly apps: Readonly<Record<Name, ServiceDefinition>>;
  private runs = 0;
  /** Of all runs: batch keeps each approval as long as its payment. */
  private approved = 0;

  private constructor(private readonly others: Database) {
    const profile = defaultProfile('sandbox');
    this.apps = {
      payments: paymentsAppWith(profile, testApprovals),
      batch: batchAppWith(profile, testApprovals),
      accounts: sandboxAccountsApp,
    };
    for (const topic of ['sca.events.v1', 'baskets.events.v1'] as const) {
      this.bus.attachEventTable(topic, others);
    }
  }

  /** Starts the services on these databases, with accounts of 1,000 debtors. */
  static async start(url: (database: Name | 'others') => string): Promise<ExecutingBank> {
    const name = { applicationName: 'nordgate-bench', migrations: [] };
    const bank = new ExecutingBank(await openDatabase({ url: url('others'), ...name }));
    await Promise.all(names.map((service) => bank.startService(service, url(service))));
    await bank.write('accounts', 'account', debtorCount, (n) => [accountOf(n), opened(n)]);
    return bank;
  }

  /** Writes single payments and their sealed approvals, and waits until batch has both. */
  async approve(count: number): Promise<void> {
    await this.approveAll(count, (n) => instructionOf(n % debtorCount));
  }

  /** The same for one bulk whose parts are booked one by one. */
  async approveBulk(parts: number): Promise<void> {
    await this.approveAll(1, () => bulkOf(parts));
  }

  private async approveAll(
    count: number,
    instructionAt: (n: number) => PaymentInstruction,
  ): Promise<void> {
    const approvals: ReturnType<typeof sealedPayment>[] = [];
    await this.write('payments', 'payment', count, (n) => {
      const id = randomBytes(16).toString('hex');
      const instruction = instructionAt(n);
      const approval = sealedPayment(id, instruction);
      approvals.push(approval);
      const { hash } = proofOf(approval.stream, approval.event.data);
      const first = initiated(instruction);
      return [streams.payment.id(id), first, authorised(first, approval.stream, hash)];
    });
    await this.publish(approvals);
    await this.until(`select from order_book where status = 'ACTC'`, count);
    this.approved += count;
    await this.until('select from sealed_approval', this.approved);
  }

  /** Lets sca publish approvals. */
  private async publish(approvals: readonly ReturnType<typeof sealedPayment>[]): Promise<void> {
    const own = { commandId: 'bench', actor: 'bench', requestedAt: '' };
    const rows = approvals.map(({ stream, event: { data } }) => ({ stream, data }));
    await this.others.pool.query(
      `insert into es.event (stream_id, version, type, schema_version, data, meta)
       select a.stream, 4, 'AuthorisationFinalised', 1, a.data, $2::jsonb
         from jsonb_to_recordset($1::jsonb) as a (stream text, data jsonb)`,
      [JSON.stringify(rows), own],
    );
    this.others.appended.wake();
  }

  /** Opens a run on demand. Resolves with the seconds until everything in it has an outcome. */
  async executeRun(): Promise<number> {
    const started = performance.now();
    this.runs += 1;
    const day = dayInOslo(new Date());
    const [id, stream] = [randomUUID(), streams.schedule.id(0, 'sandbox')];
    const data = { day, request: id, by: 'bench' };
    const client = new CommandClient(new BusClient(this.bus, '/bench'));
    const command: Command = { type: 'OpenRun', id, stream, data, meta: meta() };
    await client.ask('batch.commands.v1', command, { readView: () => Promise.resolve(undefined) });
    const run = streams.batchRun.id(runIdOf(day, `now-${String(this.runs)}`, 0));
    await this.until(`select from known_run where run = '${run}' and is_completed`, 1);
    return (performance.now() - started) / 1000;
  }

  async stop(): Promise<void> {
    await this.bus.close();
    for (const service of this.running) await service.stop();
    await this.others.close();
  }

  private async startService(name: Name, url: string): Promise<void> {
    const platform: Platform = {
      ...{ bus: this.bus, queries: new InProcessQueries(), log: quiet, health: new Health() },
      databaseUrl: () => url,
      publishEvents: (topic, database, types) => {
        this.databases.set(name, database);
        this.bus.attachEventTable(topic, database, types);
      },
    };
    this.running.push(await runService(this.apps[name], platform));
  }

  /** Writes the first events of streams, in slices. */
  private async write(
    name: Name,
    category: string,
    count: number,
    eventAt: (n: number) => readonly [stream: string, ...events: DomainEvent[]],
  ): Promise<void> {
    const type = this.apps[name].streams.find((one) => one.name === category);
    const store = new EventStore(this.database(name), this.apps[name].streams);
    const source = { topic: 'bench', partition: 0, offset: '0', payload: '', headers: {} };
    for (let at = 0; at < count; at += seededPerSlice) {
      const events = new Map(
        Array.from({ length: Math.min(seededPerSlice, count - at) }, (_, n) => {
          const [stream, ...written] = eventAt(at + n);
          return [stream, written] as const;
        }),
      );
      const items = [...events.keys()].map((stream): SliceItem => {
        const command = { type: 'Seed', id: randomUUID(), stream, data: {}, meta: meta() };
        return { key: stream, commands: [command], source };
      });
      const execute: Parameters<typeof handleSlice>[0]['execute'] = (command, work) =>
        Promise.resolve(
          work
            .root(type as never, command.stream)
            .run(() => events.get(command.stream) as never, command),
        );
      await handleSlice({ store, consumer: 'bench', items, execute });
    }
  }

  private async until(sql: string, count: number): Promise<void> {
    const { pool } = this.database('batch');
    while ((await pool.query(sql)).rows.length !== count) await pause(lookMs);
  }

  private database(name: Name): Database {
    const database = this.databases.get(name);
    if (database === undefined) throw new Error(`${name} has no database`);
    return database;
  }
}

const quiet = createLog({ app: 'bench', level: 'silent' });

/** Only claims name these numbers, so they need no check digits. */
const numberOf = (n: number) => `8888${String(n).padStart(7, '0')}`;
const accountOf = (n: number) => streams.account.id(`bench-${String(n)}`);

function opened(n: number): DomainEvent {
  const [id, bban] = [`bench-${String(n)}`, numberOf(n)];
  const terms = { currency: 'NOK', name: 'Bench', kind: 'CACC', openingBalance: '1000000000.00' };
  const data = { accountId: id, ownerId: id, bban, iban: `NO00${bban}`, ...terms, at: meta().at };
  return { type: 'AccountOpened', data };
}

/** To another bank. */
const credit = {
  instructedAmount: { amount: '1.00', currency: 'NOK' },
  creditorName: 'Bench',
  creditorAccount: { bban: '86011117947', currency: 'NOK' },
} as const;

const debtorAccountOf = (debtor: number) => ({ bban: numberOf(debtor), currency: 'NOK' }) as const;

function instructionOf(debtor: number): PaymentInstruction {
  return { ...credit, debtorAccount: debtorAccountOf(debtor) };
}

function bulkOf(parts: number): BulkInstruction {
  const payments = Array.from({ length: parts }, () => credit);
  return { debtorAccount: debtorAccountOf(0), payments };
}

function authorised({ data }: PaymentInitiated, by: string, approval: string): DomainEvent {
  const given = { by, customerId: 'customer-1', at: meta().at, approval };
  return { type: 'PaymentAuthorised', data: { ...given, order: orderToExecute(data) } };
}

function initiated(instruction: PaymentInstruction): PaymentInitiated {
  const tpp = 'PSDNO-FSA-999900001';
  const initiator = {
    tpp,
    tppName: 'Bench',
    tppSessionId: 'bench',
    redirectUri: 'https://tpp.example',
  };
  const data: PaymentInitiated['data'] = {
    ...{ service: isBulk(instruction) ? 'bulk-payments' : 'payments', initiator },
    product: 'norwegian-domestic-credit-transfers',
    ...{ fingerprint: 'bench', instruction, authorisation: { id: 'bench', tokenHash: 'bench' } },
    acceptedAt: meta().at,
  };
  return { type: 'PaymentInitiated', data };
}
