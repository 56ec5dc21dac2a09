import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SeedWorkers } from './seed-workers.js';

/** The simulator replaces the clock and the driver of its process, so it runs in separate ones. */
const compiled = join(import.meta.dirname, '../dist');
const limitMs = 420_000;
const [first, seeds] = [1000, 500];
/** A seed in which each service has two processes costs as much as two others. */
const seedsOfTwo = 25;
const seedsOfGateways = 15;
/** Between the seeds after which the memory is asked for, nothing is compiled for the first time any more. */
const asked = [399, 499];
/** A seed that stays in memory is 2 MB or more. */
const growthBytesMax = 3_000_000;

/** What `npm run simulate` says about a seed that fails. */
async function failureOf(...args: readonly string[]): Promise<string> {
  const options = { env: { ...process.env, NODE_OPTIONS: '' }, maxBuffer: 64 * 1024 * 1024 };
  const program = join(compiled, 'main.js');
  return promisify(execFile)(process.execPath, [program, ...args], options).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
}

describe('npm run simulate', () => {
  /** To start one costs as much as twenty seeds, and its first seeds cost twice as much as the later ones. */
  let worker: SeedWorkers;
  let live: readonly number[] = [];
  beforeAll(() => {
    worker = new SeedWorkers(join(compiled, 'seed-worker.js'), 1);
  });
  afterAll(() => worker.end());

  it(
    `finds that all laws hold over ${String(seeds)} seeds`,
    async () => {
      const runs = Array.from({ length: seeds }, (_, n) =>
        worker.run({ seed: first + n, rate: 1, isMemoryAsked: asked.includes(n) }),
      );
      const ran = await Promise.all(runs);
      const failed = ran.filter(({ violations }) => violations.length > 0);
      live = ran.flatMap(({ liveBytes = [] }) => liveBytes);
      const told = failed.map(({ seed, violations }) => ({ command: commandOf(seed), violations }));
      expect(told).toEqual([]);
    },
    limitMs,
  );

  it(
    `finds that all laws hold over ${String(seedsOfTwo)} seeds in which each service has two processes, and some are frozen`,
    async () => {
      const runs = Array.from({ length: seedsOfTwo }, (_, n) =>
        worker.run({ seed: first + n, rate: 1, replicas: 2 }),
      );
      const failed = (await Promise.all(runs)).filter(({ violations }) => violations.length > 0);
      const told = failed.map(({ seed, violations }) => ({
        command: `${commandOf(seed)} --replicas 2`,
        violations,
      }));
      expect(told).toEqual([]);
    },
    limitMs,
  );

  it(
    `finds that all laws hold over ${String(seedsOfGateways)} seeds with two gateways, which crash and are frozen`,
    async () => {
      const runs = Array.from({ length: seedsOfGateways }, (_, n) =>
        worker.run({ seed: first + n, rate: 1, gateways: 2 }),
      );
      const ran = await Promise.all(runs);
      const failed = ran.filter(({ violations }) => violations.length > 0);
      const told = failed.map(({ seed, violations }) => ({
        command: `${commandOf(seed)} --gateways 2`,
        violations,
      }));
      expect(told).toEqual([]);
      expect(ran.some(({ faults }) => (faults['crash of a gateway'] ?? 0) > 0)).toBe(true);
    },
    limitMs,
  );

  it('leaves nothing of a seed in memory', () => {
    const [early = 0, late = 0] = live;
    expect(live).toHaveLength(asked.length);
    expect(late - early).toBeLessThan(growthBytesMax);
  });

  it.each([
    [801_553, 'a PSU refuses at a link whose time is over since the clocks have jumped'],
    [1_009_953, 'the reader of approvals is further behind than that of claims'],
    [802_198, 'a job ends payments that nobody has approved while the evidence is read'],
    [1_101_475, 'a member of a basket that the PSU has refused is asked for by another basket'],
    [1_103_540, 'a member of a refused basket is asked for before payments has rejected it'],
    [1_105_502, 'a PSU refuses a basket, and approves another one of the TPP'],
    [1_104_096, 'the repeat of a basket is refused while its first command is late'],
  ])(
    'finds that all laws hold over seed %s: %s',
    async (seed) => {
      expect((await worker.run({ seed, rate: 1 })).violations).toEqual([]);
    },
    limitMs,
  );

  it.each([
    [2_200_376, 'batch hears of a claim when its world has stood for ten seconds'],
    [2_200_729, 'a PSU gives a second consent while the clock of the gateway is behind'],
  ])(
    'finds that all laws hold over seed %s with two processes of each service: %s',
    async (seed) => {
      expect((await worker.run({ seed, rate: 1, replicas: 2 })).violations).toEqual([]);
    },
    limitMs,
  );

  it(
    'finds a planted bug with two processes of each service that is none with one',
    async () => {
      const job = { seed: 509, rate: 3, plant: 'dedupe-on-disk' };
      const [two, one] = await Promise.all([worker.run({ ...job, replicas: 2 }), worker.run(job)]);
      expect(two.violations.join('\n')).toMatch(/L1: payment \S+ is in the store 2 times/);
      expect(one.violations).toEqual([]);
    },
    limitMs,
  );

  it.each([
    [505, 'requests-in-memory', /L1: payment \S+ is in the store 3 times/],
    [529, 'permits-in-memory', /permits: \d reads of balances of \S+ were answered/],
  ])(
    'finds in seed %s with a gateway that crashes the planted bug %s, which is none with a gateway that does not',
    async (seed, plant, law) => {
      const job = { seed, rate: 1, plant };
      const [crashing, plain] = await Promise.all([
        worker.run({ ...job, gateways: 1 }),
        worker.run(job),
      ]);
      expect(crashing.violations.join('\n')).toMatch(law);
      expect(plain.violations).toEqual([]);
    },
    limitMs,
  );

  it(
    'finds a planted bug, and replays its seed: the same trace in another process',
    async () => {
      const job = { seed: 502, rate: 1, plant: 'no-dedupe' };
      const [{ hash, violations }, said] = await Promise.all([
        worker.run(job),
        failureOf('--seed', '502', '--plant', 'no-dedupe'),
      ]);
      const twice = /L1: payment \S+ is in the store 2 times/;
      expect(violations.join('\n')).toMatch(twice);
      expect(said).toMatch(twice);
      expect(said).toContain(`trace ${hash}`);
    },
    limitMs,
  );

  it(
    'finds a planted bug: a fifth read without the PSU is permitted',
    async () => {
      const job = { seed: 501, rate: 1, plant: 'permit-off-by-one' };
      expect((await worker.run(job)).violations.join('\n')).toMatch(
        /permits: 5 reads of balances of \S+ were answered/,
      );
    },
    limitMs,
  );
});

const commandOf = (seed: number) => `npm run simulate -- --seed ${String(seed)}`;
