import type { PlayResult } from './play.js';
import { readOptions } from './options.js';
import { percentile, reportOn } from './report.js';

const good = {
  rows: [
    {
      ...{ name: 'A to B', seconds: 20, idle: 0.4, requests: 3 },
      ...{ failed: [], unavailable: [], ms: [10, 20, 30] },
    },
  ],
  ends: [{ pod: 'payments-1', code: 0, seconds: 1, readyAfterSignal: 0 }],
  restarts: 0,
  verdict: [{ id: 'L1', promise: 'acknowledged', looked: { requests: 3 }, violations: [] }],
} satisfies PlayResult;

describe('the report of a rehearsal', () => {
  it('passes when nothing failed', () => {
    const { passed, failed, text } = reportOn(good);
    expect([passed, failed]).toEqual([5, 0]);
    expect(text).toContain(
      'A to B           20         3         0         0       20       30   40 %',
    );
  });

  it.each<[string, Partial<PlayResult>]>([
    ['a request failed', { rows: [{ ...good.rows[0]!, failed: ['POST: ECONNREFUSED'] }] }],
    [
      'a request was unavailable',
      { rows: [{ ...good.rows[0]!, idle: 0.05, unavailable: ['GET: 503'] }] },
    ],
    [
      'a payment was lost on a busy machine',
      { rows: [{ ...good.rows[0]!, idle: 0, failed: ['lost: GET is 404'] }] },
    ],
    ['a phase had no requests', { rows: [{ ...good.rows[0]!, requests: 0 }] }],
    ['a pod was killed', { ends: [{ ...good.ends[0]!, code: 'SIGKILL' }] }],
    ['a pod was ready after SIGTERM', { ends: [{ ...good.ends[0]!, readyAfterSignal: 2 }] }],
    ['a liveness probe failed', { restarts: 1 }],
    ['a law is broken', { verdict: [{ ...good.verdict[0]!, violations: ['lost'] }] }],
    ['the checker cannot judge the bank', { verdict: new Error('payments is behind') }],
  ])('fails when %s', (_what, change) => {
    expect(reportOn({ ...good, ...change }).failed).toBe(1);
  });

  it('judges no request that was unavailable when the processors were hardly idle, and says so', () => {
    const rows = [{ ...good.rows[0]!, idle: 0.04, unavailable: ['GET: 503', 'POST: 503'] }];
    const { failed, text } = reportOn({ ...good, rows });
    expect(failed).toBe(0);
    expect(text).toContain('no request failed, 2 unavailable on processors that were 4 % idle');
  });

  it('has the percentile below which a share of the values lies', () => {
    expect(percentile([4, 1, 3, 2], 0.5)).toBe(2);
    expect(percentile([], 0.99)).toBe(0);
  });
});

describe('the command line of the rehearsal', () => {
  it('plays everything when nothing is given', () => {
    expect(readOptions([])).toEqual({
      ...{ short: false, plant: undefined, rate: 10, seed: 1 },
      manifests: 'deploy/k8s/rendered/sandbox.yaml',
    });
  });

  it.each([
    ['an unknown fault', ['--plant=fire'], '--plant has to be one of no-pre-stop'],
    ['a rate of 0', ['--rate=0'], '--rate has to be a whole number above 0'],
  ])('refuses %s', (_what, args, reason) => {
    expect(() => readOptions(args)).toThrow(reason);
  });
});
