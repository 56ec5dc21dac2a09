import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cluster } from '@nordgate/local/cluster';
import { Chance } from './chance.js';
import { brokenLaws } from './checker/law.js';
import { meetParties } from './load/parties.js';
import type { Parties } from './load/parties.js';
import { bugs, noBug } from './planted/bugs.js';
import { describeVerdict } from './report.js';
import { commandOf, faultsOfTurn, turnOfCheckout } from './rotation.js';
import { run, runPlanted } from './run.js';
import { makeTrouble } from './trouble.js';

const limitMs = 1_200_000;
const seed = 20_270_101;

// A slice of four minutes. `npm run chaos` inflicts every fault, `npm run chaos -- --planted` plants every bug.
const { turn, from } = turnOfCheckout(new Date());
const faultedRun = { seed, writers: 5, faults: faultsOfTurn(turn) };
const someBugs = bugs.filter(({ name }) => ['dropped-event', 'instruct-twice'].includes(name));

/** A new cluster, which ends with the test. */
async function startBank(brokers: 1 | 3, gateway: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-chaos-'));
  const say = () => undefined;
  const cluster = await Cluster.start({ dataDir, brokers, replicas: { gateway }, say });
  const parties = await meetParties(cluster);
  const stop = async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { cluster, parties, stop, say };
}

describe('the bank under the faults of this commit', () => {
  it(
    'loses nothing',
    async () => {
      process.stderr.write(`the faults of ${from}: ${commandOf(faultedRun)}\n`);
      const { cluster, parties, stop, say } = await startBank(3, 2);
      try {
        const { faults, writers } = faultedRun;
        const chance = new Chance(seed);
        const trouble = { cluster, faults, chance: chance.fork(), seconds: 0, say };
        const meanwhile = () => makeTrouble(trouble);
        const result = await run({ cluster, parties, chance, writers, meanwhile, say });
        const { verdict, failures } = result;
        expect(failures).toEqual([]);
        expect(brokenLaws(verdict).map(() => describeVerdict(verdict))).toEqual([]);
        const looked = (id: string) => verdict.find((law) => law.id === id)?.looked ?? {};
        // How many payments there are depends on the machine: so many are enough to look at.
        expect(looked('L1')['acknowledged']).toBeGreaterThan(20);
        const settled = looked('L10')['settled'] ?? 0;
        const declined = looked('L10')['declined'] ?? 0;
        const completed = looked('L11')['of them completed'] ?? 0;
        expect(settled).toBeGreaterThan(0);
        // On a slow machine few payments are settled while the faults last, and then none may be declined.
        const hasMany = settled > 20;
        expect([hasMany, declined > 0, completed > 5]).toEqual(
          hasMany ? [true, true, true] : [false, expect.any(Boolean), expect.any(Boolean)],
        );
      } finally {
        await stop();
      }
    },
    limitMs,
  );
});

describe('a bank with a bug', () => {
  let cluster: Cluster;
  let parties: Parties;
  let stop: () => Promise<void>;
  const chance = new Chance(seed);
  const say = () => undefined;
  beforeAll(async () => {
    ({ cluster, parties, stop } = await startBank(1, 1));
  }, limitMs);
  afterAll(() => stop(), limitMs);

  it(
    'breaks no law when no bug is planted',
    async () => {
      const { verdict } = await runPlanted(noBug, { cluster, parties, chance, writers: 5, say });
      expect(brokenLaws(verdict).map(() => describeVerdict(verdict))).toEqual([]);
    },
    limitMs,
  );

  it.each(someBugs)(
    'is caught when $behaviour ($breaks)',
    async (bug) => {
      const { verdict } = await runPlanted(bug, { cluster, parties, chance, writers: 5, say });
      expect(brokenLaws(verdict)).toContain(bug.breaks);
    },
    limitMs,
  );
});
