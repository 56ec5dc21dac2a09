import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import { BankProcess } from '@nordgate/demo/bank-process';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { services } from '../checker/evidence/evidence.js';
import type { History } from './history.js';
import { recordingIn } from './recording-environment.js';
import { runScenarios } from './run-scenarios.js';
import { takeHistory } from './take-history.js';

/** A rate would refuse requests of scenarios that run one after the other. */
const profile = {
  ...defaultProfile('sandbox'),
  rates: {
    everyTpp: { readsPerSecond: 100_000, writesPerSecond: 100_000, linksPerSecond: 100_000 },
  },
};

/** The history of a bank in one process that runs every scenario. @throws Error when one fails */
export async function recordScenarios(say: (line: string) => void): Promise<History> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-record-'));
  const dataDir = join(folder, 'bank');
  const decisions = join(folder, 'decisions');
  await Promise.all([mkdir(dataDir), mkdir(decisions)]);
  const server = await startEmbeddedServer({ dataDir: join(folder, 'postgres'), log: () => {} });
  try {
    await Promise.all(services.map((name) => server.ensureDatabase(name)));
    const urls: Readonly<Record<string, string>> = Object.fromEntries(
      services.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, server.url(name)]),
    );
    const profileFile = join(folder, 'profile.json');
    await writeFile(profileFile, JSON.stringify(profile));
    const own = { NORDGATE_PROFILE: profileFile, LOG_LEVEL: 'error' };
    const env = { ...own, ...urls, ...recordingIn(decisions) };
    const bank = await BankProcess.start({ dataDir, env });
    try {
      await runScenarios({ addresses: bank.addresses, dataDir, say });
    } finally {
      await bank.stop();
    }
    const stores = { databaseUrl: (name: string) => server.url(name) };
    const from = 'the scenarios of examples/scenarios';
    const { history, dropped } = await takeHistory({ folder: decisions, stores, profile, from });
    say(`${String(dropped)} decisions that no store has kept`);
    return history;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
