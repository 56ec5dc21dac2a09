import { createRequire } from 'node:module';
import { replaceDriver } from './bank/driver.js';
import type { DatabaseServer } from './bank/database-server.js';
import { rememberMissingPackages } from './bank/missing-modules.js';
import type { PlainClientClass } from './bank/real-server.js';
import { seedRandomness } from './clock/seeded-randomness.js';
import { SimulatedClock } from './clock/simulated-clock.js';
import type { Options } from './options.js';
import type { SeedResult } from './seed.js';

/** A seed that is run once. Plain data, as it goes from one process to another. */
export interface SeedJob {
  readonly seed: number;
  readonly rate: number;
  /** Processes of each service. Default 1. */
  readonly replicas?: number | undefined;
  /** So many gateways, each of which may crash. Undefined: one that does not. */
  readonly gateways?: number | undefined;
  readonly plant?: string | undefined;
  /** Occasions of faults that go well in any case. */
  readonly spared?: readonly number[];
  /** Whether clients record histories in place of the workload. */
  readonly isRecorded?: boolean;
  /** Asks a worker what is in memory after the seed. */
  readonly isMemoryAsked?: boolean;
}

/** Runs seeds in this process, one after another. */
export interface Simulator {
  run(job: SeedJob): Promise<SeedResult>;
  stop(): Promise<void>;
}

/** Replaces the clock and the driver of this process, imports the bank, and makes the template from which each seed begins. */
export async function startSimulator(postgres: Options['postgres']): Promise<Simulator> {
  const server = await serverOf(postgres);
  // The services read the clock when they are imported.
  const clock = SimulatedClock.install(server.beginMs());
  const { makeTemplate } = await import('./bank/bank-template.js');
  const { runSeed } = await import('./run-seed.js');
  const { plantNamed } = await import('./planted/planted-bugs.js');
  clock.uninstall();
  const template = await makeTemplate(server);
  return {
    run: ({ plant, spared = [], ...job }) => {
      const bug = plant === undefined ? undefined : plantNamed(plant);
      return runSeed(server, template, { ...job, spared: new Set(spared), bug });
    },
    stop: () => server.stop(),
  };
}

/** Replaces what the services import, before they are imported. */
async function serverOf(postgres: Options['postgres']): Promise<DatabaseServer> {
  rememberMissingPackages();
  seedRandomness(0);
  const { Client } = createRequire(import.meta.url)('pg') as { readonly Client: PlainClientClass };
  const server: { current?: DatabaseServer } = {};
  replaceDriver((config) => {
    if (server.current === undefined) throw new Error('there is no database server yet');
    return server.current.makeClient(config);
  });
  if (postgres === 'real') {
    const { startRealServer } = await import('./bank/real-server.js');
    server.current = await startRealServer(Client);
  } else {
    const { modelServer } = await import('./bank/model-server.js');
    const { loadModule } = await import('libpg-query');
    const { language } = await import('./postgres/language/language.js');
    await loadModule();
    server.current = modelServer(language);
  }
  return server.current;
}
