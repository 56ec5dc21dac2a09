import { outcomeOf } from '@nordgate/testing';
import type { Consumer, Message, Slice } from '../bus.js';
import { sliceBounds } from '../slices.js';
import { TopicQueue } from './topic-queue.js';

const topic = 'payments.commands.v1';
const message = (value: string | number): Message => ({
  key: 'journal-1',
  value: String(value),
  headers: {},
});
const valuesOf = ({ messages }: Slice) => messages.map(({ value }) => value);

/** A queue, the slices that its consumer received and the errors that it reported. */
function aQueue(handle: (slice: Slice, nth: number) => Promise<void> | void) {
  const slices: Slice[] = [];
  const errors: unknown[] = [];
  const consumer: Consumer = {
    topic,
    group: 'payments',
    async handle(slice) {
      slices.push(slice);
      await handle(slice, slices.length);
    },
  };
  const queue = new TopicQueue(consumer, (error) => errors.push(error));
  return { queue, slices, errors };
}

describe('TopicQueue', () => {
  it('delivers messages in order with topic, partition and ascending offsets', async () => {
    const { queue, slices } = aQueue(() => undefined);
    await Promise.all([1, 2, 3].map((value) => queue.push(message(value))));
    expect(slices).toMatchObject([{ topic, messages: [{ partition: 0 }, {}, {}] }]);
    expect(slices.flatMap(valuesOf)).toEqual(['1', '2', '3']);
    const offsets = slices.flatMap(({ messages }) => messages.map(({ offset }) => BigInt(offset)));
    expect(offsets).toEqual(offsets.toSorted((a, b) => Number(a - b)));
    expect(new Set(offsets).size).toBe(3);
  });

  it('collects the next slice while one is handled', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { queue, slices } = aQueue((_slice, nth) => {
      begun.resolve();
      return nth === 1 ? gate.promise : undefined;
    });
    const first = queue.push(message(1));
    await begun.promise;
    const rest = [2, 3, 4].map((value) => queue.push(message(value)));
    gate.resolve();
    await Promise.all([first, ...rest]);
    expect(slices.map(valuesOf)).toEqual([['1'], ['2', '3', '4']]);
  });

  it('keeps every slice within the bounds', async () => {
    const { queue, slices } = aQueue(() => undefined);
    const numbers = Array.from({ length: 2 * sliceBounds.messagesMax + 1 }, (_, i) => i);
    await Promise.all(numbers.map((value) => queue.push(message(value))));
    expect(slices.map(({ messages }) => messages.length)).toEqual([100, 100, 1]);
  });

  it('resolves a push after its slice is handled', async () => {
    const handled: string[] = [];
    const { queue } = aQueue(async (slice) => {
      await new Promise(setImmediate);
      handled.push(...valuesOf(slice));
    });
    await queue.push(message('a'));
    expect(handled).toEqual(['a']);
  });

  it('delivers a message that is pushed at the moment in which the queue becomes empty', async () => {
    const { queue, slices } = aQueue(() => undefined);
    await queue.push(message('first')).then(() => queue.push(message('at once')));
    expect(slices.map(valuesOf)).toEqual([['first'], ['at once']]);
  });

  it('delivers a failed slice again, unchanged and before later messages', async () => {
    const pushed: Promise<void>[] = [];
    const fault = new Error('the database is away');
    const { queue, slices, errors } = aQueue((_slice, nth) => {
      if (nth > 2) return;
      pushed.push(queue.push(message(`behind ${nth}`)));
      throw fault;
    });
    await queue.push(message('first'));
    await Promise.all(pushed);
    const [one, two, three, four] = slices;
    expect([two, three]).toEqual([one, one]);
    expect(four && valuesOf(four)).toEqual(['behind 1', 'behind 2']);
    expect(errors).toEqual([fault, fault]);
  });

  it('on stop rejects the messages that wait and finishes the slice in flight', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { queue, slices } = aQueue(() => {
      begun.resolve();
      return gate.promise;
    });
    const inFlight = outcomeOf(queue.push(message(1)));
    await begun.promise;
    const waiting = outcomeOf(queue.push(message(2)));
    const stopping = queue.stop();
    expect(await waiting).toBe('rejected');
    expect(await outcomeOf(queue.push(message(3)))).toBe('rejected');
    gate.resolve();
    await stopping;
    expect(await inFlight).toBe('resolved');
    expect(slices.map(valuesOf)).toEqual([['1']]);
  });

  it('on stop gives up a failing slice without another attempt', async () => {
    const failed = Promise.withResolvers<void>();
    const { queue, slices } = aQueue(() => {
      failed.resolve();
      throw new Error('the database is away');
    });
    const push = outcomeOf(queue.push(message(1)));
    await failed.promise;
    await queue.stop();
    expect(await push).toBe('rejected');
    expect(slices).toHaveLength(1);
  });
});
