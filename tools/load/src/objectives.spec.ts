import { answeredShare, verdictsOn } from './objectives.js';
import type { Measurements } from './objectives.js';
import { Samples } from './samples.js';

/** This many durations, of which so many are slow. */
function samplesOf(count: number, slow: number, slowMs: number): Samples {
  const samples = new Samples();
  for (let at = 0; at < count; at += 1) samples.add(at < slow ? slowMs : 10);
  return samples;
}

const calm = (): Measurements => ({
  accept: samplesOf(100, 0, 0),
  visible: samplesOf(100, 0, 0),
  page: samplesOf(100, 0, 0),
  status: samplesOf(100, 0, 0),
  answers: new Map([['201', 1000]]),
  pageAnswers: new Map([['200', 1000]]),
});

const missed = (measured: Partial<Measurements>) =>
  verdictsOn({ ...calm(), ...measured })
    .filter(({ held }) => !held)
    .map(({ objective }) => objective);

describe('the service level objectives', () => {
  it('hold when everything is fast and answered', () => {
    expect(missed({})).toEqual([]);
  });

  it.each([
    ['accept', 1, 301, []],
    ['accept', 2, 300, []],
    ['accept', 2, 301, ['accepted: p99 within 300 ms']],
    ['visible', 1, 2001, []],
    ['visible', 2, 2001, ['visible: p99 within 2000 ms']],
    ['page', 5, 501, []],
    ['page', 6, 501, ['approval page: p95 within 500 ms']],
  ])('judge %s with %d of 100 durations of %d ms', (kind, slow, slowMs, expected) => {
    expect(missed({ [kind]: samplesOf(100, slow, slowMs) })).toEqual(expected);
  });

  it.each([
    [
      'one 503 in a thousand',
      [
        ['201', 999],
        ['503', 1],
      ],
      [],
    ],
    [
      'two without an answer in a thousand',
      [
        ['201', 998],
        ['none (ECONNRESET)', 1],
        ['none (Error: no)', 1],
      ],
      ['99.9 %'],
    ],
    [
      'refusals of callers',
      [
        ['201', 1],
        ['400', 500],
        ['429', 500],
      ],
      [],
    ],
  ] as const)('judge %s', (_what, answers, expected) => {
    const seen = missed({ answers: new Map(answers) });
    expect(seen).toEqual(expected.map((bound) => `answered without 5xx: ${bound}`));
  });

  it('judge the pages of the site apart from the answers of the gateway', () => {
    const pageAnswers = new Map([
      ['200', 99],
      ['500', 1],
    ]);
    expect(missed({ pageAnswers })).toEqual(['pages without 5xx: 99.9 %']);
  });

  it('print a percentile of failed pages as failed', () => {
    const page = samplesOf(100, 6, Infinity);
    const verdict = verdictsOn({ ...calm(), page }).find(({ held }) => !held);
    expect(verdict?.measured).toBe('failed');
  });

  it('do not hold when nothing was measured', () => {
    const none = new Samples();
    const noAnswers = { answers: new Map(), pageAnswers: new Map() };
    expect(missed({ accept: none, visible: none, page: none, ...noAnswers })).toHaveLength(5);
    expect(answeredShare(new Map())).toBeNaN();
  });
});
