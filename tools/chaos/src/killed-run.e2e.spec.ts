import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BankProcess } from '@nordgate/demo/bank-process';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { demoTpp, psuBrowser } from '@nordgate/testing';
import { services } from './checker/evidence/evidence.js';
import { brokenLaws } from './checker/law.js';
import { describeVerdict } from './report.js';
import { HeldSteps, stepsOfRun } from './testing/held-steps.js';
import { RunToKill } from './testing/run-to-kill.js';

describe('a run whose bank is killed with kill -9 at step after step', () => {
  it('ends with every payment executed exactly once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-killed-run-'));
    const databases = await Promise.all(services.map((name) => emptyTestDatabase(`run_${name}`)));
    const urls = services.map((name, i) => [name, databases[i]?.url ?? ''] as const);
    const env = Object.fromEntries(
      urls.map(([name, url]) => [`DATABASE_URL_${name.toUpperCase()}`, url]),
    );
    const stores = { databaseUrl: (name: string) => new Map<string, string>(urls).get(name) ?? '' };
    let bank = await BankProcess.start({ dataDir, env });
    let held: HeldSteps | undefined;
    try {
      const { addresses } = bank;
      const again = {
        ...{ dataDir, env, gatewayPort: Number(new URL(addresses.gatewayUrl).port) },
        scaPort: Number(new URL(addresses.scaUrl).port),
      };
      const narrator = { part: () => undefined, step: () => undefined };
      const newBrowser = () => psuBrowser(addresses);
      const tpp = await demoTpp(addresses, dataDir);
      const run = await RunToKill.prepare({ tpp, newBrowser, narrator }, stores);
      held = await HeldSteps.hold(stores, stepsOfRun);
      for (const step of stepsOfRun) {
        void run.ask();
        await held.whenReached(step);
        await bank.kill9();
        await held.release(step);
        bank = await BankProcess.start(again);
      }
      const { runId, counts } = await run.finish();
      expect(counts).toMatchObject({ due: 6, executed: 4, withoutFunds: 1, rejected: 1 });
      const verdict = await run.verdict(runId);
      expect(brokenLaws(verdict).map(() => describeVerdict(verdict))).toEqual([]);
      expect(verdict.find(({ id }) => id === 'L10')?.looked).toEqual({
        ...{ picked: 6, settled: 4, declined: 2 },
      });
      expect(await bank.stop()).toBe(0);
    } finally {
      await held?.end();
      await bank.stop();
      await Promise.all(databases.map((database) => database.drop()));
      await rm(dataDir, { recursive: true, force: true });
    }
  }, 600_000);
});
