import type { Consumer, Message, Slice } from '../bus.js';
import { sliceBounds } from '../bus.js';
import { outcomeOf } from '@nordgate/testing';
import { retryPauseMs } from '../retry-pause.js';
import { MemoryLane } from './memory-lane.js';

const topic = 'payments.commands.v1';
const message = (value: string | number): Message => ({
  key: 'journal-1',
  value: String(value),
  headers: {},
});
const valuesOf = ({ messages }: Slice) => messages.map(({ value }) => value);

/** A lane, what its consumer was given and what it reported. */
function aLane(handle: (slice: Slice, nth: number) => Promise<void> | void) {
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
  const lane = new MemoryLane(3, consumer, (error) => errors.push(error));
  return { lane, slices, errors };
}

describe('a lane in memory', () => {
  it('hands its messages over in order, with topic, partition and rising offsets', async () => {
    const { lane, slices } = aLane(() => undefined);
    await Promise.all([1, 2, 3].map((value) => lane.push(message(value))));
    expect(slices).toMatchObject([{ topic, messages: [{ partition: 3 }, {}, {}] }]);
    expect(slices.flatMap(valuesOf)).toEqual(['1', '2', '3']);
    const offsets = slices.flatMap(({ messages }) => messages.map(({ offset }) => BigInt(offset)));
    expect(offsets).toEqual(offsets.toSorted((a, b) => Number(a - b)));
    expect(new Set(offsets).size).toBe(3);
  });

  it('fills the next slice while one is handled', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { lane, slices } = aLane((_slice, nth) => {
      begun.resolve();
      return nth === 1 ? gate.promise : undefined;
    });
    const first = lane.push(message(1));
    await begun.promise;
    const rest = [2, 3, 4].map((value) => lane.push(message(value)));
    gate.resolve();
    await Promise.all([first, ...rest]);
    expect(slices.map(valuesOf)).toEqual([['1'], ['2', '3', '4']]);
  });

  it('makes a slice no larger than its bounds', async () => {
    const { lane, slices } = aLane(() => undefined);
    const numbers = Array.from({ length: 2 * sliceBounds.messagesMax + 1 }, (_, i) => i);
    await Promise.all(numbers.map((value) => lane.push(message(value))));
    expect(slices.map(({ messages }) => messages.length)).toEqual([100, 100, 1]);
  });

  it('resolves a push only when its slice is handled', async () => {
    const handled: string[] = [];
    const { lane } = aLane(async (slice) => {
      await new Promise(setImmediate);
      handled.push(...valuesOf(slice));
    });
    await lane.push(message('a'));
    expect(handled).toEqual(['a']);
  });

  it('hears a push that comes in the moment in which it falls idle', async () => {
    const { lane, slices } = aLane(() => undefined);
    await lane.push(message('first')).then(() => lane.push(message('at once')));
    expect(slices.map(valuesOf)).toEqual([['first'], ['at once']]);
  });

  it('hands a failed slice in again, unchanged and before what came meanwhile', async () => {
    const pushed: Promise<void>[] = [];
    const fault = new Error('the database is away');
    const { lane, slices, errors } = aLane((_slice, nth) => {
      if (nth > 2) return;
      pushed.push(lane.push(message(`behind ${nth}`)));
      throw fault;
    });
    await lane.push(message('first'));
    await Promise.all(pushed);
    const [one, two, three, four] = slices;
    expect([two, three]).toEqual([one, one]);
    expect(four && valuesOf(four)).toEqual(['behind 1', 'behind 2']);
    expect(errors).toEqual([fault, fault]);
  });

  it('refuses on stop what waits, and finishes what is in flight', async () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { lane, slices } = aLane(() => {
      begun.resolve();
      return gate.promise;
    });
    const inFlight = outcomeOf(lane.push(message(1)));
    await begun.promise;
    const waiting = outcomeOf(lane.push(message(2)));
    const stopping = lane.stop();
    expect(await waiting).toBe('rejected');
    expect(await outcomeOf(lane.push(message(3)))).toBe('rejected');
    gate.resolve();
    await stopping;
    expect(await inFlight).toBe('resolved');
    expect(slices.map(valuesOf)).toEqual([['1']]);
  });

  it('gives a failing slice up on stop, without another attempt', async () => {
    const failed = Promise.withResolvers<void>();
    const { lane, slices } = aLane(() => {
      failed.resolve();
      throw new Error('the database is away');
    });
    const push = outcomeOf(lane.push(message(1)));
    await failed.promise;
    await lane.stop();
    expect(await push).toBe('rejected');
    expect(slices).toHaveLength(1);
  });
});

describe('the pause before a failed slice comes again', () => {
  it('doubles up to two seconds and stays there', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map(retryPauseMs)).toEqual([50, 100, 200, 400, 800, 1600, 2000]);
    expect(retryPauseMs(100_000)).toBe(2000);
  });
});
