import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '@nordgate/local/cluster';
import { DescribedTpp, PsuBrowser } from '@nordgate/testing';
import { brokenLaws } from './checker/law.js';
import { awaitRest } from './checker/rest.js';
import { describeVerdict } from './report.js';
import { HeldSteps, stepsOfRun } from './testing/held-steps.js';
import { RunToKill } from './testing/run-to-kill.js';

/** One step of each service, in the order of a run. */
const met = ['PaymentsPicked', 'PaymentClaimed', 'EntryBooked'];

describe('a run over Kafka whose batch, payments and accounts are killed in the middle', () => {
  it('ends with every payment executed exactly once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-killed-run-'));
    const cluster = await Cluster.start({ dataDir, brokers: 1, say: () => undefined });
    let held: HeldSteps | undefined;
    try {
      const tpp = new DescribedTpp({
        baseUrl: cluster.gatewayUrls[0] ?? '',
        identity: cluster.trust.demoTpp,
        redirectUri: 'https://tpp.example/back?state=af0ifjsldkj',
      });
      const narrator = { part: () => undefined, step: () => undefined };
      const newBrowser = () => new PsuBrowser(cluster.scaUrl);
      const run = await RunToKill.prepare({ tpp, newBrowser, narrator }, cluster);
      const steps = stepsOfRun.filter(({ event }) => met.includes(event));
      held = await HeldSteps.hold(cluster, steps);
      void run.ask();
      for (const step of steps) {
        await held.whenReached(step);
        const [victim] = cluster.of(step.service);
        await victim?.kill9();
        await held.release(step);
        await victim?.start();
      }
      const { runId, counts } = await run.finish();
      expect(counts).toMatchObject({ due: 6, executed: 4, withoutFunds: 1, rejected: 1 });
      await awaitRest(cluster);
      const verdict = await run.verdict(runId);
      expect(brokenLaws(verdict).map(() => describeVerdict(verdict))).toEqual([]);
      expect(verdict.find(({ id }) => id === 'L10')?.looked).toEqual({
        ...{ picked: 6, settled: 4, declined: 2 },
      });
    } finally {
      await held?.end();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
