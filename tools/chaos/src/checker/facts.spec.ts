import type { PublishedFact } from './evidence/evidence.js';
import { foldedStatuses, withoutRepeats } from './facts.js';
import { soundEvidence } from './testing/evidence.js';

describe('the folded status of a payment', () => {
  it('is that of the latest version, in any order of the rows', () => {
    const { events } = soundEvidence().services.payments;
    expect(foldedStatuses([...events].reverse())).toEqual(foldedStatuses(events));
    expect([...foldedStatuses(events).values()].sort()).toEqual([
      'ACCP',
      'ACSC',
      'ACTC',
      'ACTC',
      'RCVD',
    ]);
  });
});

describe('the records of a topic without repeats', () => {
  it('keep the order of the first occurrences', () => {
    const fact = (version: number): PublishedFact => {
      const place = { partition: 0, offset: version };
      return { stream: 's', version, type: 'T', id: String(version), data: {}, ...place };
    };
    const came = [fact(1), fact(2), fact(1), fact(3), fact(2)];
    expect(withoutRepeats(came).map(({ version }) => version)).toEqual([1, 2, 3]);
  });
});
