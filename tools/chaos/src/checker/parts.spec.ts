import type { PublishedFact } from './evidence/evidence.js';
import { since } from './evidence/since.js';
import { firstComings } from './first-comings.js';
import { laws } from './laws.js';
import { amountOf, minorOf, sumOf } from './money.js';
import { foldedStatuses, worstOf } from './statuses.js';
import { streamOf } from './stream-ids.js';
import { basketStream, paymentStream, publicId, soundEvidence } from './testing/evidence.js';
import { brokenLaws, describeVerdict, judge } from './verdict.js';

describe('amounts', () => {
  it('are summed exactly', () => {
    expect(sumOf(['0.10', '0.20', '3', '90071992547409.91'])).toBe(9_007_199_254_741_321n);
    expect([1, 99, 100, 12_345].map(amountOf)).toEqual(['0.01', '0.99', '1.00', '123.45']);
    expect(minorOf(amountOf(12_345))).toBe(12_345n);
  });

  it.each(['', '1,5', '-1', '1.234', '1e3'])('are nothing like %p', (text) => {
    expect(() => minorOf(text)).toThrow('no amount');
  });
});

describe('the stream behind a public id', () => {
  it('is read off its octets', () => {
    expect(streamOf(publicId('payment', 258))).toBe(paymentStream(258));
    expect(streamOf(publicId('basket', 258))).toBe(basketStream(258));
  });
});

describe('statuses', () => {
  it('fold to what the latest version says, however the rows come', () => {
    const { events } = soundEvidence().services.payments;
    expect(foldedStatuses([...events].reverse())).toEqual(foldedStatuses(events));
    expect([...foldedStatuses(events).values()].sort()).toEqual(['ACTC', 'ACTC', 'RCVD']);
  });

  it.each([
    [['ACTC', 'ACSC'], 'ACTC'],
    [['ACTC', 'PDNG'], 'PATC'],
    [['PDNG', 'RCVD'], 'RCVD'],
    [['RCVD', 'CANC'], 'RJCT'],
  ])('%p are %s at worst', (statuses, worst) => {
    expect(worstOf(statuses)).toBe(worst);
    expect(worstOf([...statuses].reverse())).toBe(worst);
  });

  it('without a rank are refused', () => {
    expect(() => worstOf(['ACTC', 'NEW'])).toThrow('NEW has no rank');
  });
});

describe('first comings', () => {
  it('leave out repeats, not their order', () => {
    const fact = (version: number): PublishedFact => {
      const data = {};
      return { stream: 's', version, type: 'T', id: String(version), data, partition: 0 };
    };
    const came = [fact(1), fact(2), fact(1), fact(3), fact(2)];
    expect(firstComings(came).map(({ version }) => version)).toEqual([1, 2, 3]);
  });
});

describe('evidence since a moment', () => {
  it('leaves out what was there, everywhere', () => {
    const all = soundEvidence();
    const streams = (name: 'payments' | 'baskets' | 'sca') =>
      new Set(all.services[name].streams.map(({ stream }) => stream));
    const before = {
      payments: streams('payments'),
      baskets: streams('baskets'),
      sca: streams('sca'),
      accounts: new Set<string>(),
    };
    const nothing = since(before, { ...all, requests: [], answers: new Map() });
    expect(brokenLaws(judge(laws, nothing))).toEqual([]);
    expect(nothing.register).toEqual([]);
    expect(nothing.services.payments).toMatchObject({ events: [], streams: [], published: [] });
    const none = { ...before, payments: new Set<string>(), baskets: new Set<string>() };
    expect(since({ ...none, sca: new Set() }, all)).toEqual(all);
  });
});

describe('a verdict', () => {
  const law = (id: 'L1' | 'L2', violations: string[]) => ({
    id,
    says: 'something',
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
});
