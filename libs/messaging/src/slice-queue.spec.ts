import { AdaptivePoll } from '@nordgate/event-store';
import type { ReceivedMessage, Slice } from './bus.js';
import { SliceQueue } from './slice-queue.js';
import type { Delivery, SliceQueueOptions } from './slice-queue.js';

const topic = 'payments.commands.v1';
const message = (value: string, partition = 0): ReceivedMessage => ({
  key: 'journal-1',
  value,
  headers: {},
  partition,
  offset: value,
});

/** A delivery that records its notifications. */
class RecordedDelivery implements Delivery {
  cancelled = false;
  readonly notified: string[] = [];
  private readonly settled = Promise.withResolvers<void>();
  readonly end = this.settled.promise;

  handled({ value }: ReceivedMessage): void {
    this.notified.push(`handled ${value}`);
    this.settled.resolve();
  }

  failed(): void {
    this.notified.push('failed');
  }

  dropped(): void {
    this.notified.push('dropped');
    this.settled.resolve();
  }
}

function aQueue(handle: (slice: Slice, nth: number) => void, options?: SliceQueueOptions) {
  const slices: string[][] = [];
  const queue = new SliceQueue(
    {
      topic,
      group: 'payments',
      handle(slice) {
        slices.push(slice.messages.map(({ value }) => value));
        handle(slice, slices.length);
        return Promise.resolve();
      },
    },
    () => undefined,
    options,
  );
  return { queue, slices };
}

describe('SliceQueue', () => {
  it('has a backlog of messages that wait and are in flight, with the time of the oldest', async () => {
    const at = (time: string): ReceivedMessage => ({
      ...message(time),
      headers: { ce_time: time },
    });
    const inFlight = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    const handle = () => {
      seen.resolve();
      return inFlight.promise;
    };
    const queue = new SliceQueue({ topic, group: 'payments', handle }, () => undefined);
    const delivery = new RecordedDelivery();
    queue.push(at('2026-03-01T10:00:02Z'), delivery);
    await seen.promise;
    for (const time of ['2026-03-01T10:00:03Z', '2026-03-01T10:00:01Z', 'no time']) {
      queue.push(at(time), delivery);
    }
    const cancelled = new RecordedDelivery();
    cancelled.cancelled = true;
    queue.push(at('2026-03-01T09:00:00Z'), cancelled);
    const oldestAtMs = Date.parse('2026-03-01T10:00:01Z');
    expect(queue.backlog()).toEqual({ messages: 4, oldestAtMs });
    inFlight.resolve();
    await delivery.end;
    await queue.stop();
    expect(queue.backlog()).toEqual({ messages: 0, oldestAtMs: undefined });
  });

  it('handles messages of several partitions in one slice', async () => {
    const { queue, slices } = aQueue(() => undefined);
    const delivery = new RecordedDelivery();
    queue.push(message('1', 4), delivery);
    queue.push(message('2', 7), delivery);
    await delivery.end;
    expect(slices).toEqual([['1', '2']]);
    expect(delivery.notified).toEqual(['handled 1', 'handled 2']);
  });

  it.each([
    ['quiet', 0, [['first'], ['second']]],
    ['busy', 1000, [['first', 'second']]],
  ])(
    'puts a message that arrives a little later into the right slice in a %s time',
    async (_time, came, expected) => {
      const adaptivePoll = new AdaptivePoll(() => 0);
      adaptivePoll.received(came);
      const { queue, slices } = aQueue(() => undefined, { lingerMs: 100, adaptivePoll });
      const [first, second] = [new RecordedDelivery(), new RecordedDelivery()];
      queue.push(message('first'), first);
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      queue.push(message('second'), second);
      await second.end;
      expect(slices).toEqual(expected);
    },
  );

  it('ends the linger time when it stops', async () => {
    const adaptivePoll = new AdaptivePoll(() => 0);
    adaptivePoll.received(1000);
    const { queue, slices } = aQueue(() => undefined, { lingerMs: 60_000, adaptivePoll });
    const delivery = new RecordedDelivery();
    queue.push(message('1'), delivery);
    await new Promise(setImmediate);
    await queue.stop();
    expect(delivery.notified).toEqual(['dropped']);
    expect(slices).toEqual([]);
  });

  it('notifies deliveries behind a failed slice once, so that they count as making progress', async () => {
    const { queue, slices } = aQueue((_slice, nth) => {
      if (nth === 1) throw new Error('the database is away');
    });
    const [ahead, behind] = [new RecordedDelivery(), new RecordedDelivery()];
    for (let n = 0; n < 150; n += 1) queue.push(message(String(n)), n < 100 ? ahead : behind);
    await behind.end;
    expect(slices.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(ahead.notified.filter((one) => one === 'failed')).toHaveLength(1);
    expect(behind.notified.filter((one) => one === 'failed')).toHaveLength(1);
  });

  it('notifies a delivery of every failed attempt', async () => {
    const { queue } = aQueue((_slice, nth) => {
      if (nth < 3) throw new Error('the database is away');
    });
    const delivery = new RecordedDelivery();
    queue.push(message('1'), delivery);
    await delivery.end;
    expect(delivery.notified).toEqual(['failed', 'failed', 'handled 1']);
  });

  it('skips messages that were cancelled between two attempts and handles the others', async () => {
    const [gone, here] = [new RecordedDelivery(), new RecordedDelivery()];
    const { queue, slices } = aQueue((_slice, nth) => {
      if (nth > 1) return;
      gone.cancelled = true;
      throw new Error('the database is away');
    });
    queue.push(message('1'), gone);
    queue.push(message('2'), here);
    await here.end;
    expect(slices).toEqual([['1', '2'], ['2']]);
    expect(gone.notified).toEqual(['failed']);
  });

  it('skips a slice whose messages are all cancelled', async () => {
    const [gone, here] = [new RecordedDelivery(), new RecordedDelivery()];
    gone.cancelled = true;
    const { queue, slices } = aQueue(() => undefined);
    queue.push(message('1'), gone);
    await new Promise(setImmediate);
    queue.push(message('2'), here);
    await here.end;
    expect(slices).toEqual([['2']]);
  });

  it('drops a message that is pushed after the stop', async () => {
    const { queue } = aQueue(() => undefined);
    await queue.stop();
    const delivery = new RecordedDelivery();
    queue.push(message('1'), delivery);
    expect(delivery.notified).toEqual(['dropped']);
  });
});
