import { setTimeout as delay } from 'node:timers/promises';
import { sandboxAccountsProcess } from '@nordgate/accounts/accounts.sandbox';
import { basketsProcess } from '@nordgate/baskets/baskets.module';
import { batchProcess } from '@nordgate/batch/batch.module';
import { sandboxGatewayProcess } from '@nordgate/gateway/gateway.sandbox';
import { MemoryBus } from '@nordgate/messaging';
import { startProcess } from '@nordgate/service/process';
import type { ProcessOptions, RunningProcess } from '@nordgate/service/process';
import { sharedBus } from '@nordgate/service/testing';
import { paymentsProcess } from '@nordgate/payments/payments.module';
import { sandboxScaProcess } from '@nordgate/sca/sca.sandbox';
import { createLog } from '@nordgate/telemetry';
import type { Telemetry } from '@nordgate/telemetry';
import { appEnvironments, apps } from './app-environments.js';
import type { App, AppEnvironments } from './app-environments.js';

/** The apps with the boot code of their processes, all in the test's process on one bus in memory. */
export interface TestProcesses {
  readonly environments: AppEnvironments;
  readonly running: ReadonlyMap<App, RunningProcess>;
  stopOne(app: App): Promise<void>;
  stop(): Promise<void>;
}

const starters: Readonly<Record<App, (options: ProcessOptions) => Promise<RunningProcess>>> = {
  payments: (options) => startProcess(paymentsProcess, options),
  baskets: (options) => startProcess(basketsProcess, options),
  batch: (options) => startProcess(batchProcess, options),
  accounts: (options) => startProcess(sandboxAccountsProcess, options),
  sca: (options) => startProcess(sandboxScaProcess, options),
  gateway: (options) => startProcess(sandboxGatewayProcess, options),
};

/** Starts each app with its own settings. The apps query each other over HTTP. */
export async function startTestProcesses(): Promise<TestProcesses> {
  const environments = await appEnvironments('127.0.0.1:1');
  const bus = new MemoryBus({ log: createLog({ app: 'test', level: 'silent' }) });
  const running = new Map<App, RunningProcess>();
  await Promise.all(
    apps.map(async (app) => {
      const env = environments.envOf(app);
      const options = { env, openBus: sharedBus(bus), telemetry: noTelemetry };
      running.set(app, await starters[app](options));
    }),
  );
  await untilReady(environments);
  const stopOne = async (app: App) => {
    await running.get(app)?.stop();
    running.delete(app);
  };
  return {
    environments,
    running,
    stopOne,
    async stop() {
      await stopOne('gateway');
      await bus.close();
      for (const app of [...running.keys()]) await stopOne(app);
      await environments.remove();
    },
  };
}

/** Resolves when every app is ready: gateway and site need an answer of accounts first. */
async function untilReady(environments: AppEnvironments): Promise<void> {
  for (const app of apps) {
    const url = `http://127.0.0.1:${environments.envOf(app)['INTERNAL_PORT'] ?? ''}/health/ready`;
    while (!(await fetch(url)).ok) await delay(20);
  }
}

const noTelemetry: Telemetry = {
  scrape: () => Promise.resolve(''),
  stop: () => Promise.resolve(),
};
