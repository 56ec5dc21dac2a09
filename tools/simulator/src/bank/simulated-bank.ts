import { createSecretKey } from 'node:crypto';
import { accountsAppWith } from '@nordgate/accounts/accounts.module';
import { withSandbox } from '@nordgate/accounts/accounts.sandbox';
import { basketsAppWith } from '@nordgate/baskets/baskets.module';
import { batchAppWith } from '@nordgate/batch/batch.module';
import { defaultProfile, timersOf } from '@nordgate/contracts/profile';
import type { EventSourcedService } from '@nordgate/contracts/queries';
import type { IdKeys } from '@nordgate/contracts/rules';
import { testApprovalKey, testApprovals } from '@nordgate/contracts/testing';
import { paymentsAppWith } from '@nordgate/payments/payments.module';
import { sandboxScaWithoutSite } from '@nordgate/sca/sca.sandbox';
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
  baskets: basketsAppWith(testApprovals, 'sandbox'),
  sca: sandboxScaWithoutSite({
    timers: timersOf(profile),
    approvals: testApprovals,
    keys: { approvals: testApprovalKey, ids },
  }),
  // The known customers, without a year of transactions.
  accounts: withSandbox(accountsAppWith(), {
    historyUntil: () => ({ openings: new Map(), entries: [] }),
  }),
  batch: batchAppWith(profile, testApprovals),
};

/** Between the end of a process and the start of the next one. */
const restartMs = { min: 50, max: 4000 };

/** All services, each in its process. A process that ends is started again after a while. */
export class SimulatedBank {
  readonly #running = new Map<EventSourcedService, ServiceProcess>();
  /** Starts of services, without the first. */
  restarts = 0;

  constructor(
    private readonly surroundings: Surroundings,
    /** Ends the sessions of a process on its databases. */
    private readonly endSessions: (process: ServiceProcess['process']) => void,
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
    const running = service && this.#running.get(service);
    if (service === undefined || running === undefined) return;
    this.#running.delete(service);
    running.process.kill();
    this.endSessions(running.process);
    this.restarts += 1;
    // A process ends itself in the middle of its work, and its timers end with it.
    outsideProcesses(() => this.#startLater(service));
  }

  #startLater(name: EventSourcedService): void {
    const { faults, trace } = this.surroundings;
    setTimeout(
      () => {
        this.#start(name).catch((error: unknown) => {
          trace(`${name} does not start: ${String(error)}`);
          this.#startLater(name);
        });
      },
      restartMs.min + faults.latencyMs(restartMs.max),
    );
  }

  async #start(name: EventSourcedService): Promise<void> {
    const starting = new BankProcess(name, this.surroundings);
    try {
      this.#running.set(name, await startService(definitions[name], starting));
      this.surroundings.trace(`${name} runs`);
    } catch (error) {
      // A process that cannot start ends, and is started again.
      starting.kill();
      this.endSessions(starting);
      throw error;
    }
  }
}
