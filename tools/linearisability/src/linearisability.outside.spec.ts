import { judged, judgeProgram } from './judge.js';
import type { Verdict } from './judge.js';
import { historyWith, plantedFaults, soundHistory } from './planted-faults.js';
import { RecordedBank } from './record.js';
import { models } from './recorder.js';
import type { Operation } from './recorder.js';

/** Go compiles the judge and its standard library once on each machine. */
const compileMs = 600_000;
const seeds = [1, 2];

let program: string;
beforeAll(async () => {
  program = await judgeProgram(() => undefined, process.env);
}, compileMs);

const badOnes = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ verdict }) => verdict !== 'linearisable').map(({ model }) => model);

describe('porcupine, as the judge of histories', () => {
  it('accepts a history that a correct bank could have, in every model', async () => {
    const verdicts = await judged(program, soundHistory);
    expect(verdicts.map(({ model }) => model).sort()).toEqual([...models].sort());
    expect(badOnes(verdicts)).toEqual([]);
  });

  it.each(Object.entries(plantedFaults))(
    'rejects the history of a bank in which %s, in that model alone',
    async (_what, fault) => {
      expect(badOnes(await judged(program, historyWith(fault)))).toEqual([fault.model]);
    },
  );

  it('lets a call without an answer take effect at any time, or never', async () => {
    const paid = (id: string | undefined, call: number): Operation => ({
      ...{ model: 'payments', seed: 0, client: 0, operation: 'pay', call },
      input: { key: 'k-1', body: 'a' },
      ...(id !== undefined && { return: call + 1, output: { outcome: 'made', id } }),
    });
    const read = (outcome: string, call: number): Operation => ({
      ...{ model: 'permits', seed: 0, client: 1, operation: 'read', call, return: call + 1 },
      ...{ input: { account: 'A1' }, output: { outcome } },
    });
    const lost = { model: 'permits', seed: 0, client: 2, operation: 'read', call: 0 } as const;
    const exceeded = [1, 2, 3].map((at) => read('shown', at * 10));
    const whole = [
      ...[paid(undefined, 0), paid('p-1', 10), paid('p-1', 20)],
      ...[{ ...lost, input: { account: 'A1' } }, ...exceeded, read('exceeded', 50)],
    ];
    expect(badOnes(await judged(program, whole))).toEqual([]);
    const twice = [paid(undefined, 0), paid('p-1', 10), paid('p-2', 20)];
    expect(badOnes(await judged(program, twice))).toEqual(['payments']);
  });
});

describe('the real bank under clients at once', () => {
  let bank: RecordedBank;
  beforeAll(async () => {
    bank = await RecordedBank.inOneProcess();
  });
  afterAll(() => bank.stop());

  it.each(seeds)(
    'has a linearisable history of payments, baskets, consents, permits and balances: seed %i',
    async (seed) => {
      const operations = await bank.record(seed);
      const verdicts = await judged(program, operations);
      expect(verdicts.map(({ model }) => model).sort()).toEqual([...models].sort());
      expect(badOnes(verdicts)).toEqual([]);
      expect(operations.filter((one) => one.return === undefined).length).toBeGreaterThan(0);
    },
  );
});
