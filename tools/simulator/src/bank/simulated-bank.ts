import { createSecretKey } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { accountsAppWith } from '@nordgate/accounts/accounts.module';
import { withSandbox } from '@nordgate/accounts/accounts.sandbox';
import { basketsAppWith } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { defaultProfile, timersOf } from '@nordgate/contracts/profile';
import type { EventSourcedService } from '@nordgate/contracts/queries';
import type { IdKeys } from '@nordgate/contracts/rules';
import { testApprovalKey, testApprovals } from '@nordgate/contracts/testing';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import { sandboxScaWithoutSite } from '@nordgate/sca/testing/sca-without-site';
import type { ServiceDefinition } from '@nordgate/service';
import type { Faults } from '../clock/faults.js';
import { outsideProcesses } from '../clock/process-owner.js';
import type { DatabaseServer } from './database-server.js';
import { endSessionsOf, endSilentSessionsOf } from './driver.js';
import { services } from './service-names.js';
import { BankProcess, startService } from './bank-process.js';
import type { ServiceProcess, Surroundings } from './bank-process.js';

/** The keys of the ids that TPPs get. */
export const ids: IdKeys = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 7)) } };

export const profile = defaultProfile('sandbox');

/** The services of the bank, composed as in production. */
export const definitions: Readonly<Record<EventSourcedService, ServiceDefinition>> = {
  payments: paymentsAppWith(profile, testApprovals),
  baskets: basketsAppWith(profile, testApprovals),
  sca: sandboxScaWithoutSite({
    timers: timersOf(profile),
    approvals: testApprovals,
    keys: { approvals: testApprovalKey, ids },
  }),
  // The known customers, without a year of transactions.
  accounts: withSandbox(accountsAppWith(), {
    historyUntil: () => ({ openings: new Map(), entries: [] }),
    // The clocks may jump to the end of a consent, and the world has to last until then.
    unusedDays: 366,
  }),
  batch: batchAppWith(profile, testApprovals),
};

const restartMs = { min: 20, max: 1500 };

/** Between the end of a process and the start of the next one. */
export const restartDelayMs = (faults: Faults): number =>
  restartMs.min + faults.latencyMs(restartMs.max);

/** As the services ask of PostgreSQL for transactions and leaders, and of Kafka for members. */
const [silentMs, sessionMs] = [6_000, 10_000];

/** Where the services run. */
export interface SimulatedBankOptions {
  readonly surroundings: Surroundings;
  /** Ends a session of a process on its database. */
  readonly cut: DatabaseServer['cut'];
  /** Processes of each service. Default 1. */
  readonly replicas?: number;
}

/** All services, each in one process or several. A process that ends is started again after a while. */
export class SimulatedBank {
  /** The newest process by its name, which may still be starting. */
  readonly #processes = new Map<string, BankProcess>();
  readonly #running = new Map<string, ServiceProcess>();
  /** The names of the processes of each service. */
  readonly #names: ReadonlyMap<EventSourcedService, readonly string[]>;
  #turn = 0;

  constructor(private readonly options: SimulatedBankOptions) {
    const { replicas = 1 } = options;
    const names = (name: string) =>
      Array.from({ length: replicas }, (_, at) => (at === 0 ? name : `${name}-${String(at + 1)}`));
    this.#names = new Map(services.map((name) => [name, names(name)]));
  }

  async start(): Promise<void> {
    await Promise.all(this.#all().map(([name, service]) => this.#start(name, service)));
  }

  /** A running process of a service, each of them in turn. Undefined while all are down or start. */
  running(service: EventSourcedService): ServiceProcess | undefined {
    const running = (this.#names.get(service) ?? []).flatMap(
      (name) => this.#running.get(name) ?? [],
    );
    return running[(this.#turn += 1) % running.length];
  }

  get isWhole(): boolean {
    return this.#all().every(([name]) => this.#running.get(name)?.process.owner.isFrozen === false);
  }

  /** Freezes a process, whose server ends its silent sessions and whose groups go on without it when that takes too long. */
  freeze({ process }: ServiceProcess, ms: number): void {
    const { owner } = process;
    owner.freeze(ms);
    const { heldUntilMs } = owner;
    // It may go on, and be frozen again, before the times are over.
    const isStillFrozen = () => owner.isAlive && owner.heldUntilMs === heldUntilMs;
    setTimeout(() => {
      if (isStillFrozen()) endSilentSessionsOf(owner, this.options.cut);
    }, silentMs);
    setTimeout(() => {
      if (isStillFrozen()) process.leaveGroups();
    }, sessionMs);
  }

  /** Ends a process of a service without warning, and starts another one later. */
  kill(name: string): void {
    const known = this.#all().find(([one]) => one === name);
    if (known !== undefined && this.#processes.has(name)) this.#end(...known);
  }

  /** Ends all processes. */
  end(): void {
    for (const [name] of this.#all()) this.kill(name);
    // Nest keeps the logger of the service that started last, and the logger its bank.
    Logger.overrideLogger(false);
  }

  /** The name of each process, and its service. */
  #all(): (readonly [string, EventSourcedService])[] {
    return [...this.#names].flatMap(([service, names]) =>
      names.map((name) => [name, service] as const),
    );
  }

  #end(name: string, service: EventSourcedService): void {
    const process = this.#processes.get(name);
    this.#processes.delete(name);
    this.#running.delete(name);
    process?.kill();
    if (process !== undefined) endSessionsOf(process.owner, this.options.cut);
    // A process ends in the middle of its work, and its timers end with it.
    outsideProcesses(() => this.#startLater(name, service));
  }

  #startLater(name: string, service: EventSourcedService): void {
    const delayMs = restartDelayMs(this.options.surroundings.faults);
    setTimeout(() => void this.#start(name, service), delayMs);
  }

  /** A process that cannot start ends, and another one is started later. */
  async #start(name: string, service: EventSourcedService): Promise<void> {
    const { surroundings } = this.options;
    const process = new BankProcess(name, surroundings, service);
    this.#processes.set(name, process);
    try {
      this.#running.set(name, await startService(definitions[service], process));
      surroundings.trace(`${name} runs`);
    } catch (error) {
      surroundings.trace(`${name} does not start: ${String(error)}`);
      if (this.#processes.get(name) === process) this.#end(name, service);
    }
  }
}
