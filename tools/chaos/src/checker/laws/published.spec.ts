import type { PublishedFact } from '../evidence/evidence.js';
import { soundEvidence, withService } from '../testing/evidence.js';
import { published } from './published.js';

/** What the law says of a topic that has the five versions of one stream in this order, from this offset on. */
function faultsOf(versions: readonly number[], offset: number): readonly string[] {
  const facts = versions.map((version, at): PublishedFact => {
    const place = { partition: 0, offset: offset + at };
    return { stream: 'payment-x', version, type: 'T', id: String(version), data: {}, ...place };
  });
  const events = facts.map(({ partition: _partition, offset: _offset, ...event }) => event);
  const evidence = withService(soundEvidence(), 'payments', () => ({ events, published: facts }));
  return published(evidence).violations;
}

describe('the law of the topics', () => {
  it('accepts a stream whose beginning the partition dropped and has again behind the rest', () => {
    expect(faultsOf([1, 2, 3, 4, 5], 0)).toEqual([]);
    expect(faultsOf([3, 4, 5, 1, 2], 1)).toEqual([]);
    expect(faultsOf([3, 4, 5, 1, 2, 3, 4, 5], 7)).toEqual([]);
  });

  it('reports the same order of a partition that has its first record', () => {
    expect(faultsOf([3, 4, 5, 1, 2], 0)).toEqual([
      'payment-x of payments came in the order 3, 4, 5, 1, 2',
    ]);
  });

  it.each([[[3, 5, 4, 1, 2]], [[5, 4, 3, 2, 1]], [[3, 4, 5, 2, 1]]])(
    'reports the order %j, also of a partition that dropped its beginning',
    (versions) => {
      expect(faultsOf(versions, 7)).toHaveLength(1);
    },
  );
});
