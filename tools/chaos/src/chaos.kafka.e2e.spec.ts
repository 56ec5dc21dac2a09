import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cluster } from '@nordgate/local/cluster';
import { Chance } from './chance.js';
import { brokenLaws } from './checker/law.js';
import type { Fault } from './fault.js';
import { faultedRun } from './faulted-run.js';
import { keepFailure } from './kept-failure.js';
import { meetParties } from './load/parties.js';
import type { Parties } from './load/parties.js';
import { isPossibleHere, startFaultyCluster } from './machine/machine.js';
import { bugs, noBug } from './planted/bugs.js';
import { describeVerdict } from './report.js';
import { commandOf, faultsOfTurn, turnOfCheckout, turns } from './rotation.js';
import { runPlanted } from './run.js';

const limitMs = 1_200_000;
const seed = 20_270_101;

// A slice of eight minutes at most. `npm run chaos` inflicts every fault, `npm run chaos -- --planted` plants every bug.
const { turn, from } = turnOfCheckout(new Date());
const ofTurn = faultsOfTurn(turn);
const inflicted = { seed, writers: 5, faults: ofTurn.filter(isPossibleHere) };
const leftOut = ofTurn.filter((fault) => !isPossibleHere(fault)).map(({ name }) => name);
const bugOfTurn = turn % 2 === 0 ? 'dropped-event' : 'instruct-twice';
const someBugs = bugs.filter(({ name }) => name === bugOfTurn);

/** A new cluster, which ends with the test. */
async function startBank(brokers: 1 | 3, gateways: number, faults: readonly Fault[] = []) {
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-chaos-'));
  const say = () => undefined;
  const bank = await startFaultyCluster({ dataDir, brokers, gateways, faults, say });
  const { cluster } = bank;
  const parties = await meetParties(cluster);
  const stop = async () => {
    await bank.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { bank, cluster, parties, stop, say };
}

describe('the bank under the faults of this commit', () => {
  it(
    'loses nothing',
    async () => {
      process.stderr.write(`the faults of ${from}: ${commandOf(inflicted)}\n`);
      if (leftOut.length > 0) process.stderr.write(`only root inflicts ${leftOut.join(', ')}\n`);
      const { faults, writers } = inflicted;
      const { bank, parties, stop, say } = await startBank(3, 2, faults);
      try {
        const chance = new Chance(seed);
        const options = { bank, parties, faults, chance, writers, seconds: 0, say };
        const { verdict, failures } = await faultedRun(options);
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
      } catch (error) {
        const folder = await keepFailure(bank.cluster, `turn-${String(turn % turns)}`, error);
        process.stderr.write(`logs, lags and sessions of the failed run are kept in ${folder}\n`);
        throw error;
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
