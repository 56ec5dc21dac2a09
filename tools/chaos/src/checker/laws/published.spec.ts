import type { PublishedFact } from '../evidence/evidence.js';
import { soundEvidence, withService } from '../testing/evidence.js';
import { published } from './published.js';

const factOf = (version: number, place: Pick<PublishedFact, 'partition' | 'offset'>) => {
  return { stream: 'payment-x', version, type: 'T', id: String(version), data: {}, ...place };
};

/** What the law says of a topic that has the five versions of one stream in this order, from this offset on. */
function faultsOf(versions: readonly number[], offset: number): readonly string[] {
  return faultsOfFacts(
    versions.map((version, at) => factOf(version, { partition: 0, offset: offset + at })),
  );
}

function faultsOfFacts(facts: readonly PublishedFact[]): readonly string[] {
  const events = facts.map(({ stream, version, type, id, data }) => ({
    ...{ stream, version, type, id, data },
  }));
  const evidence = withService(soundEvidence(), 'payments', () => ({ events, published: facts }));
  return published(evidence).violations;
}

describe('the law of the topics', () => {
  it('accepts a stream whose beginning the partition dropped and has again behind the rest', () => {
    expect(faultsOf([1, 2, 3, 4, 5], 0)).toEqual([]);
    expect(faultsOf([3, 4, 5, 1, 2], 1)).toEqual([]);
    expect(faultsOf([3, 4, 5, 1, 2, 3, 4, 5], 7)).toEqual([]);
  });

  it('accepts a stream that goes on in another partition of the next generation, and in no other', () => {
    const generation = 'payments.events.v1.p24';
    const first = [1, 2, 3].map((version, offset) => factOf(version, { partition: 0, offset }));
    const later = [3, 4].map((version, offset) => ({
      ...factOf(version, { partition: 13, offset }),
      generation,
    }));
    const other = { ...factOf(5, { partition: 14, offset: 0 }), generation };
    expect(faultsOfFacts([...first, ...later])).toEqual([]);
    expect(faultsOfFacts([...first, ...later, other])).toEqual([
      'payment-x of payments is in 2 partitions',
    ]);
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
