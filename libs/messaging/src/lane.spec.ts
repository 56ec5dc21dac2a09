import { AdaptivePoll } from '@nordgate/event-store';
import type { ReceivedMessage, Slice } from './bus.js';
import { Lane } from './lane.js';
import type { LaneOptions, Ticket } from './lane.js';

const topic = 'payments.commands.v1';
const message = (value: string, partition = 0): ReceivedMessage => ({
  key: 'journal-1',
  value,
  headers: {},
  partition,
  offset: value,
});

/** A ticket that writes down what it is told. */
class Told implements Ticket {
  cancelled = false;
  readonly heard: string[] = [];
  private readonly settled = Promise.withResolvers<void>();
  readonly end = this.settled.promise;

  handled({ value }: ReceivedMessage): void {
    this.heard.push(`handled ${value}`);
    this.settled.resolve();
  }

  failed(): void {
    this.heard.push('failed');
  }

  lost(): void {
    this.heard.push('lost');
    this.settled.resolve();
  }
}

function aLane(handle: (slice: Slice, nth: number) => void, options?: LaneOptions) {
  const slices: string[][] = [];
  const lane = new Lane(
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
  return { lane, slices };
}

describe('a lane', () => {
  it('handles messages of several partitions in one slice', async () => {
    const { lane, slices } = aLane(() => undefined);
    const told = new Told();
    lane.push(message('1', 4), told);
    lane.push(message('2', 7), told);
    await told.end;
    expect(slices).toEqual([['1', '2']]);
    expect(told.heard).toEqual(['handled 1', 'handled 2']);
  });

  it.each([
    ['quiet', 0, [['first'], ['second']]],
    ['busy', 1000, [['first', 'second']]],
  ])(
    'in a %s time cuts what comes a little later into this slice or the next',
    async (_time, came, expected) => {
      const traffic = new AdaptivePoll(() => 0);
      traffic.received(came);
      const { lane, slices } = aLane(() => undefined, { gatherMs: 100, traffic });
      const [first, second] = [new Told(), new Told()];
      lane.push(message('first'), first);
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      lane.push(message('second'), second);
      await second.end;
      expect(slices).toEqual(expected);
    },
  );

  it('gathers no longer once it stops', async () => {
    const traffic = new AdaptivePoll(() => 0);
    traffic.received(1000);
    const { lane, slices } = aLane(() => undefined, { gatherMs: 60_000, traffic });
    const told = new Told();
    lane.push(message('1'), told);
    await new Promise(setImmediate);
    await lane.stop();
    expect(told.heard).toEqual(['lost']);
    expect(slices).toEqual([]);
  });

  it('tells those behind a slice that fails, once each, that it is at work', async () => {
    const { lane, slices } = aLane((_slice, nth) => {
      if (nth === 1) throw new Error('the database is away');
    });
    const [ahead, behind] = [new Told(), new Told()];
    for (let n = 0; n < 150; n += 1) lane.push(message(String(n)), n < 100 ? ahead : behind);
    await behind.end;
    expect(slices.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(ahead.heard.filter((heard) => heard === 'failed')).toHaveLength(1);
    expect(behind.heard.filter((heard) => heard === 'failed')).toHaveLength(1);
  });

  it('tells who waits of every failed attempt', async () => {
    const { lane } = aLane((_slice, nth) => {
      if (nth < 3) throw new Error('the database is away');
    });
    const told = new Told();
    lane.push(message('1'), told);
    await told.end;
    expect(told.heard).toEqual(['failed', 'failed', 'handled 1']);
  });

  it('passes over what was cancelled between two attempts, and goes on with the rest', async () => {
    const [gone, here] = [new Told(), new Told()];
    const { lane, slices } = aLane((_slice, nth) => {
      if (nth > 1) return;
      gone.cancelled = true;
      throw new Error('the database is away');
    });
    lane.push(message('1'), gone);
    lane.push(message('2'), here);
    await here.end;
    expect(slices).toEqual([['1', '2'], ['2']]);
    expect(gone.heard).toEqual(['failed']);
  });

  it('handles nothing of a slice that was cancelled as a whole', async () => {
    const [gone, here] = [new Told(), new Told()];
    gone.cancelled = true;
    const { lane, slices } = aLane(() => undefined);
    lane.push(message('1'), gone);
    await new Promise(setImmediate);
    lane.push(message('2'), here);
    await here.end;
    expect(slices).toEqual([['2']]);
  });

  it('refuses what comes after it has stopped', async () => {
    const { lane } = aLane(() => undefined);
    await lane.stop();
    const told = new Told();
    lane.push(message('1'), told);
    expect(told.heard).toEqual(['lost']);
  });
});
