import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BankProcess } from '@nordgate/demo/bank-process';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { demoTpp, psuBrowser } from '@nordgate/testing';
import type { PatientTpp } from '@nordgate/testing';
import { services } from '../checker/evidence/evidence.js';
import { brokenLaws } from '../checker/law.js';
import { awaitRestOfStores } from '../checker/rest.js';
import { describeVerdict } from '../report.js';
import { RunToKill } from '../testing/run-to-kill.js';
import { inDatabase } from './in-database.js';
import { storeBugs } from './store-bugs.js';

describe('a bug planted in a store of a bank in one process', () => {
  let dataDir: string;
  let databases: Awaited<ReturnType<typeof emptyTestDatabase>>[];
  let bank: BankProcess;
  let tpp: PatientTpp;
  const stores = {
    databaseUrl: (name: string) => databases[services.findIndex((one) => one === name)]?.url ?? '',
  };
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-store-bugs-'));
    databases = await Promise.all(services.map((name) => emptyTestDatabase(`bugs_${name}`)));
    const urls = services.map((name) => [
      `DATABASE_URL_${name.toUpperCase()}`,
      stores.databaseUrl(name),
    ]);
    const env = Object.fromEntries(urls) as Readonly<Record<string, string>>;
    bank = await BankProcess.start({ dataDir, env });
    tpp = await demoTpp(bank.addresses, dataDir);
  });
  afterAll(async () => {
    await bank.stop();
    await Promise.all(databases.map((database) => database.drop()));
    await rm(dataDir, { recursive: true, force: true });
  });

  const newBrowser = () => psuBrowser(bank.addresses);
  const prepare = () =>
    RunToKill.prepare({ tpp, newBrowser, narrator: { part: ignore, step: ignore } }, stores);
  const ignore = () => undefined;

  it('is not there: no law is broken', async () => {
    const run = await prepare();
    const { runId } = await run.finish();
    const verdict = await run.verdict(runId);
    expect(brokenLaws(verdict).map(() => describeVerdict(verdict))).toEqual([]);
  });

  it.each(storeBugs.map((bug) => [bug.name, bug] as const))(
    'breaks the law that judges it: %s',
    async (_name, { breaks, plant, service, uproot }) => {
      const run = await prepare();
      await inDatabase(stores, service, plant);
      const runId = await run.ask();
      await awaitRestOfStores(stores);
      await inDatabase(stores, service, uproot);
      const verdict = await run.verdict(runId ?? '');
      expect(verdict.find(({ id }) => id === 'L10')?.looked).toMatchObject({ picked: 6 });
      expect(brokenLaws(verdict)).toContain(breaks);
    },
  );
});
