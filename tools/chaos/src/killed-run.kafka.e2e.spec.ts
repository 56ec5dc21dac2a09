import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '@nordgate/local/cluster';
import { DescribedTpp, PsuBrowser } from '@nordgate/testing';
import { brokenLaws } from './checker/law.js';
import { awaitRest } from './checker/rest.js';
import { describeVerdict } from './report.js';
import { HeldSteps, stepsOfMove, stepsOfRun } from './testing/held-steps.js';
import type { Step } from './testing/held-steps.js';
import { worldsOfTpps } from './testing/many-tpps.js';
import { MovedWorlds } from './testing/moved-worlds.js';
import { RunToKill } from './testing/run-to-kill.js';

const limitMs = 600_000;
const named = (steps: readonly Step[], names: readonly string[]) =>
  steps.filter(({ event }) => names.includes(event));

describe('a bank over Kafka whose batch, payments and accounts are killed in the middle', () => {
  let dataDir: string;
  let cluster: Cluster;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'nordgate-killed-run-'));
    cluster = await Cluster.start({ dataDir, brokers: 1, say: () => undefined });
  }, limitMs);
  afterAll(async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }, limitMs);

  /** Kills the service of each step when it is there, and lets the step happen before the service starts again. */
  async function killAt<T>(steps: readonly Step[], begin: () => Promise<T>): Promise<T> {
    const held = await HeldSteps.hold(cluster, steps);
    try {
      const begun = begin();
      for (const step of steps) {
        await held.whenReached(step);
        const [victim] = cluster.of(step.service);
        await victim?.kill9();
        await held.release(step);
        await victim?.start();
      }
      return await begun;
    } finally {
      await held.end();
    }
  }

  it(
    'ends a run with every payment executed exactly once',
    async () => {
      const tpp = new DescribedTpp({
        baseUrl: cluster.gatewayUrls[0] ?? '',
        identity: cluster.trust.demoTpp,
        redirectUri: 'https://tpp.example/back?state=af0ifjsldkj',
      });
      const narrator = { part: () => undefined, step: () => undefined };
      const newBrowser = () => new PsuBrowser(cluster.scaUrl);
      const run = await RunToKill.prepare({ tpp, newBrowser, narrator }, cluster);
      const steps = named(stepsOfRun, ['PaymentsPicked', 'PaymentClaimed', 'EntryBooked']);
      await killAt(steps, () => run.ask());
      const { runId, counts } = await run.finish();
      expect(counts).toMatchObject({ due: 6, executed: 4, withoutFunds: 1, rejected: 1 });
      await awaitRest(cluster);
      const verdict = await run.verdict(runId);
      expect(brokenLaws(verdict).map(() => describeVerdict(verdict))).toEqual([]);
      expect(verdict.find(({ id }) => id === 'L10')?.looked).toEqual({
        ...{ picked: 6, settled: 4, declined: 2 },
      });
    },
    limitMs,
  );

  it(
    'moves clocks over standing orders that are executed on their days exactly once, and no other clock',
    async () => {
      const [gatewayUrl = ''] = cluster.gatewayUrls;
      const { scaUrl, trust } = cluster;
      const tpps = await worldsOfTpps({ gatewayUrl, scaUrl }, trust.ca, 3);
      const worlds = await MovedWorlds.prepare(tpps);
      const steps = named(stepsOfMove, ['WorldMovedOn', 'EntryBooked', 'WorldArrived']);
      await killAt(steps, () => worlds.move());
      expect(await worlds.faults()).toEqual([]);
    },
    limitMs,
  );
});
