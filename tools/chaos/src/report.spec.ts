import { brokenLaws, judge } from './checker/law.js';
import { soundEvidence } from './checker/testing/evidence.js';
import { bugs } from './planted/bugs.js';
import { describeVerdict, reportOn, reportOnBug } from './report.js';

describe('a verdict', () => {
  const law = (id: 'L1' | 'L2', violations: string[]) => ({
    id,
    promise: 'something',
    check: () => ({ looked: { things: 5 }, violations }),
  });

  it('names each broken law once, and shows the first violations in full', () => {
    const found = ['first', 'second', 'third', 'fourth'];
    const verdict = judge([law('L1', []), law('L2', found), law('L2', found)], soundEvidence());
    expect(brokenLaws(verdict)).toEqual(['L2']);
    const text = describeVerdict(verdict);
    expect(text).toContain('L1  holds   something');
    expect(text).toContain('5 things');
    expect(text).toContain('- third\n      … and 1 more');
    expect(text).not.toContain('fourth');
  });

  it('fails a run with a broken law, and a run whose fault had unexpected effects', () => {
    const report = (violations: string[], failures: string[]) =>
      reportOn({
        verdict: judge([law('L1', violations)], soundEvidence()),
        failures,
        historyFile: 'h.jsonl',
      });
    expect(report([], []).passed).toBe(true);
    expect(report(['lost'], []).passed).toBe(false);
    expect(report([], ['sca-1 ended with 1'])).toMatchObject({
      passed: false,
      text: expect.stringContaining('FAULT   sca-1 ended with 1') as string,
    });
  });

  it('fails a planted bug that its law has not caught', () => {
    const bug = bugs.find(({ breaks }) => breaks === 'L1')!;
    const report = (violations: string[]) =>
      reportOnBug(bug, { verdict: judge([law('L1', violations)], soundEvidence()) });
    expect(report(['lost'])).toMatchObject({ passed: true });
    expect(report([]).text).toContain('NOT CAUGHT by L1');
  });
});
