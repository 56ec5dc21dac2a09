import type { ReceivedMessage, Slice } from './bus.js';
import { Lane } from './lane.js';
import type { Ticket } from './lane.js';

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

function aLane(handle: (slice: Slice, nth: number) => void, gatherMs?: number) {
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
    gatherMs,
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

  it('lets a slice fill up in a busy time, and takes the first at once in a quiet one', async () => {
    const { lane, slices } = aLane(() => undefined, 100);
    const [alone, last] = [new Told(), new Told()];
    lane.push(message('alone'), alone);
    await alone.end;
    for (let n = 0; n < 300; n += 1) lane.push(message('of a crowd'), last);
    await last.end;
    while (last.heard.length < 300) await new Promise(setImmediate);
    const [a, b] = [new Told(), new Told()];
    lane.push(message('a'), a);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    lane.push(message('b'), b);
    await b.end;
    expect(slices[0]).toEqual(['alone']);
    expect(slices.at(-1)).toEqual(['a', 'b']);
  });

  it('gathers no longer once it stops', async () => {
    const { lane, slices } = aLane(() => undefined, 60_000);
    const told = new Told();
    for (let n = 0; n < 300; n += 1) lane.push(message('of a crowd'), told);
    await new Promise(setImmediate);
    await lane.stop();
    expect(told.heard).toContain('lost');
    expect(slices).toEqual([]);
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
