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
import { outsideProcesses } from '../clock/process-owner.js';
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

/** Between the end of a process and the start of the next one. */
const restartMs = { min: 20, max: 1500 };

/** All services, each in its process. A process that ends is started again after a while. */
export class SimulatedBank {
  /** The newest process of each service, which may still be starting. */
  readonly #processes = new Map<EventSourcedService, BankProcess>();
  readonly #running = new Map<EventSourcedService, ServiceProcess>();

  constructor(
    private readonly surroundings: Surroundings,
    /** Ends the sessions of a process on its databases. */
    private readonly endSessions: (process: BankProcess) => void,
  ) {}

  async start(): Promise<void> {
    await Promise.all(services.map((name) => this.#start(name)));
  }

  /** The running process of a service. Undefined while it is down or starts. */
  running(name: EventSourcedService): ServiceProcess | undefined {
    return this.#running.get(name);
  }

  get isWhole(): boolean {
    return services.every((name) => this.#running.has(name));
  }

  /** Ends the process of a service without warning, and starts another one later. */
  kill(name: string): void {
    const service = services.find((one) => one === name);
    if (service !== undefined && this.#processes.has(service)) this.#end(service);
  }

  /** Ends all processes. */
  end(): void {
    for (const name of services) this.kill(name);
    // Nest keeps the logger of the service that started last, and the logger its bank.
    Logger.overrideLogger(false);
  }

  #end(name: EventSourcedService): void {
    const process = this.#processes.get(name);
    this.#processes.delete(name);
    this.#running.delete(name);
    process?.kill();
    if (process !== undefined) this.endSessions(process);
    // A process ends in the middle of its work, and its timers end with it.
    outsideProcesses(() => this.#startLater(name));
  }

  #startLater(name: EventSourcedService): void {
    const delayMs = restartMs.min + this.surroundings.faults.latencyMs(restartMs.max);
    setTimeout(() => void this.#start(name), delayMs);
  }

  /** A process that cannot start ends, and another one is started later. */
  async #start(name: EventSourcedService): Promise<void> {
    const process = new BankProcess(name, this.surroundings);
    this.#processes.set(name, process);
    try {
      this.#running.set(name, await startService(definitions[name], process));
      this.surroundings.trace(`${name} runs`);
    } catch (error) {
      this.surroundings.trace(`${name} does not start: ${String(error)}`);
      if (this.#processes.get(name) === process) this.#end(name);
    }
  }
}
