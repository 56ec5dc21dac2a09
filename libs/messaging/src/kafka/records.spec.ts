import fc from 'fast-check';
import { topics } from '@nordgate/contracts/topics';
import { firstGeneration } from './generations.js';
import { requireAcknowledged, recordsOf } from './records.js';

const topic = 'payments.commands.v1';
const first = firstGeneration(topic);
const message = (key: string) => ({ key, value: '{}', headers: {} });
const answerTo = (partitions: readonly number[], errorCode = 0) =>
  partitions.map((partition) => ({ topicName: topic, partition, errorCode }));

describe('recordsOf', () => {
  it('places all records of a key in one partition, whatever else is sent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 })),
        fc.string({ minLength: 1 }),
        (others, key) => {
          const all = recordsOf(first, [...others, key].map(message)).messages;
          const alone = recordsOf(first, [message(key)]).messages;
          expect(all.at(-1)?.partition).toBe(alone[0]?.partition);
          expect(all.every(({ partition }) => partition < topics[topic].partitions)).toBe(true);
        },
      ),
    );
  });

  it('places a key where earlier releases placed it, so that its order is kept', () => {
    const keys = ['payment-1', 'payment-2', 'basket-3', 'ø'];
    const found = recordsOf(first, keys.map(message)).messages.map(({ partition }) => partition);
    expect(found).toMatchInlineSnapshot(`
      [
        7,
        4,
        7,
        11,
      ]
    `);
  });

  it('uses the partition that a message names', () => {
    const [record] = recordsOf(first, [{ ...message('a'), partition: 7 }]).messages;
    expect(record?.partition).toBe(7);
  });
});

describe('requireAcknowledged', () => {
  const sent = [
    recordsOf(
      first,
      [1, 4].map((partition) => ({ ...message('a'), partition })),
    ),
  ];

  it('accepts an answer that acknowledges every partition', () => {
    expect(() => requireAcknowledged(sent, answerTo([4, 1, 9]))).not.toThrow();
  });

  it.each([
    ['lacks a partition', answerTo([1])],
    ['is empty', []],
    ['has a partition that failed', [...answerTo([1]), ...answerTo([4], 6)]],
    ['is about another topic', answerTo([1, 4]).map((one) => ({ ...one, topicName: 'other' }))],
  ])('throws when the answer %s', (_what, answered) => {
    expect(() => requireAcknowledged(sent, answered)).toThrow(`did not acknowledge ${topic}/`);
  });
});
