import { join } from 'node:path';
import { isRejected, judged, judgeProgram } from '@nordgate/linearisability/judge';
import { models } from '@nordgate/linearisability/recorder';
import type { SeedSummary } from './report.js';
import { SeedWorkers } from './seed-workers.js';
import type { SeedJob } from './simulator.js';

/** The simulator replaces the clock and the driver of its process, so it runs in separate ones. */
const worker = join(import.meta.dirname, '../dist/seed-worker.js');
/** Go compiles the judge and its standard library once on each machine. */
const compileMs = 600_000;
const limitMs = 300_000;
const first = 500;

describe('porcupine, as the judge of the simulated bank', () => {
  let program: string;
  let workers: SeedWorkers;
  beforeAll(async () => {
    program = await judgeProgram(() => undefined, process.env);
    workers = new SeedWorkers(worker, 1);
  }, compileMs);
  afterAll(() => workers.end());

  const record = (count: number, job: Omit<SeedJob, 'seed'>) =>
    Promise.all(
      Array.from({ length: count }, (_, place) =>
        workers.run({ ...job, seed: first + place, isRecorded: true }),
      ),
    );
  const judgedOf = async (runs: readonly SeedSummary[]) =>
    judged(
      program,
      runs.flatMap(({ operations }) => operations),
    );
  const rejectedIn = async (runs: readonly SeedSummary[]) => {
    const rejected = (await judgedOf(runs)).filter(isRejected);
    return [...new Set(rejected.map(({ model }) => model))];
  };

  it(
    'accepts what clients are answered while services crash and messages are lost, late or repeated: ten seeds',
    async () => {
      const runs = await record(10, { rate: 1 });
      expect(runs.flatMap(({ violations }) => violations)).toEqual([]);
      const crashes = runs.map(({ crashedAt }) => crashedAt.length);
      expect(Math.max(...crashes)).toBeGreaterThan(0);
      const verdicts = await judgedOf(runs);
      expect(verdicts.filter(isRejected)).toEqual([]);
      expect(verdicts).toHaveLength(10 * models.length);
    },
    limitMs,
  );

  it(
    'accepts what clients are answered by two gateways that crash and two processes of each service, of which some are frozen: five seeds',
    async () => {
      const runs = await record(5, { rate: 1, replicas: 2, gateways: 2 });
      expect(runs.flatMap(({ violations }) => violations)).toEqual([]);
      expect(runs.map(({ faults }) => faults['crash of a gateway'] ?? 0)).not.toContain(0);
      expect((await judgedOf(runs)).filter(isRejected)).toEqual([]);
    },
    limitMs,
  );

  it.each([
    ['permit-off-by-one', 'permits'],
    ['stale-balance', 'balances'],
    ['revoked-still-read', 'consents'],
  ])(
    'rejects the answers of a bank with the planted bug %s, in the model of %s alone',
    async (plant, model) => {
      expect(await rejectedIn(await record(4, { rate: 1, plant }))).toEqual([model]);
    },
    limitMs,
  );
});
