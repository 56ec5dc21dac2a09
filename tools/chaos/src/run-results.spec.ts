import { faults } from './faults.js';
import { describeResults, missingRuns, nextTogether, readResults } from './run-results.js';
import type { RunOutcome } from './run-results.js';

const outcome = (fault: string, seed: number, more: Partial<RunOutcome> = {}): RunOutcome => ({
  ...{ fault, seed, day: '2026-11-29', seconds: 40, result: 'L1 to L11 hold' },
  ...more,
});

describe('the runs of every fault', () => {
  it('go on after those that the file of results has', () => {
    const [first, second] = faults as [(typeof faults)[number], (typeof faults)[number]];
    const lines = [outcome(first.name, 1), outcome(first.name, 3, { result: 'FAILED' })];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    expect(missingRuns([first, second], [1, 2, 3], readResults(text))).toEqual([
      { fault: first.name, seed: 2 },
      ...[1, 2, 3].map((seed) => ({ fault: second.name, seed })),
    ]);
    expect(missingRuns([first], [1, 3], readResults(text))).toEqual([]);
  });

  it('share a cluster while their faults need the same of the machine', () => {
    const names = ['slow-brokers', 'slow-postgres', 'clock-ahead', 'slow-brokers'];
    const runs = names.map((fault) => ({ fault, seed: 1 }));
    expect(nextTogether(runs, faults)).toEqual(runs.slice(0, 2));
    expect(nextTogether(runs.slice(2), faults)).toEqual([runs[2]]);
    expect(nextTogether([], faults)).toEqual([]);
    const many = Array.from({ length: 20 }, (_, seed) => ({ fault: 'kill-sca', seed }));
    expect(nextTogether(many, faults)).toEqual(many.slice(0, 12));
  });

  it('are described by a row for each fault and result', () => {
    const text = describeResults([
      outcome('slow-brokers', 2, { seconds: 50 }),
      outcome('slow-brokers', 1),
      outcome('slow-brokers', 3, { result: 'FAILED' }),
      outcome('kill-sca', 1),
    ]);
    expect(text.split('\n').slice(2)).toEqual([
      '| `slow-brokers` | 2026-11-29 | L1 to L11 hold | 1, 2 | 45 s |',
      '| `slow-brokers` | 2026-11-29 | FAILED | 3 | 40 s |',
      '| `kill-sca` | 2026-11-29 | L1 to L11 hold | 1 | 40 s |',
    ]);
  });
});
