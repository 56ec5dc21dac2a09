import fc from 'fast-check';
import { TurnQueue } from './turn-queue.js';
import type { Place } from './turn-queue.js';

const wide = { waitingMax: 1000, waitingPerKeyMax: 1000 };
const keys = fc.constantFrom('a', 'b', 'c', 'd', 'e');

type Step =
  | { readonly is: 'enter'; readonly key: string }
  | { readonly is: 'leave'; readonly at: number }
  | { readonly is: 'next' };
/** More places are taken than served, so that keys compete. */
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ is: fc.constant('enter' as const), key: keys }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('leave' as const), at: fc.nat(50) }) },
    { weight: 4, arbitrary: fc.record({ is: fc.constant('next' as const) }) },
  ) satisfies fc.Arbitrary<Step>,
  { minLength: 10, maxLength: 200, size: 'max' },
);

/** All that is left, in the order in which it is served. */
function drained<Item>(queue: TurnQueue<Item>): Place<Item>[] {
  const place = queue.next();
  return place === undefined ? [] : [place, ...drained(queue)];
}

describe('a queue that serves its keys in turn', () => {
  it('serves each of n waiting keys within n turns, however many places the others have', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const queue = new TurnQueue<number>(wide);
        /** Each waiting key: its places, the turns it may still wait. */
        const waiting = new Map<string, { places: number; turns: number }>();
        for (const step of history) {
          if (step.is === 'enter') {
            queue.enter(step.key, 0);
            const turns = waiting.size + 1;
            const key = waiting.get(step.key) ?? { places: 0, turns };
            waiting.set(step.key, { ...key, places: key.places + 1 });
          }
          if (step.is !== 'next') continue;
          const served = queue.next()?.key;
          expect(served === undefined).toBe(waiting.size === 0);
          for (const [key, { places, turns }] of waiting) {
            expect(turns).toBeGreaterThan(key === served ? 0 : 1);
            if (key !== served) waiting.set(key, { places, turns: turns - 1 });
            else if (places === 1) waiting.delete(key);
            else waiting.set(key, { places: places - 1, turns: waiting.size });
          }
        }
      }),
    );
  });

  it('serves n keys with a place each in the next n turns', () => {
    fc.assert(
      fc.property(
        fc.array(keys, { minLength: 1, maxLength: 50 }),
        fc.nat(20),
        (entered, before) => {
          const queue = new TurnQueue<number>(wide);
          entered.forEach((key, at) => queue.enter(key, at));
          for (let turn = 0; turn < before; turn += 1) queue.next();
          const left = new Set<string>();
          const copy = drained(queue);
          for (const { key } of copy) left.add(key);
          const next = copy.slice(0, left.size).map(({ key }) => key);
          expect(new Set(next)).toEqual(left);
        },
      ),
    );
  });

  it('serves the places of one key in their order', () => {
    fc.assert(
      fc.property(fc.array(keys, { maxLength: 50 }), (entered) => {
        const queue = new TurnQueue<number>(wide);
        entered.forEach((key, at) => queue.enter(key, at));
        const served = drained(queue);
        for (const key of new Set(entered)) {
          const own = served.filter((one) => one.key === key).map(({ item }) => item);
          expect(own).toEqual(own.toSorted((a, b) => a - b));
        }
      }),
    );
  });

  it('serves every place once, except those that were given up, and loses none', () => {
    fc.assert(
      fc.property(steps, (history) => {
        const queue = new TurnQueue<number>(wide);
        const entered: Place<number>[] = [];
        const gone = new Set<number>();
        const served: number[] = [];
        for (const step of history) {
          if (step.is === 'enter') entered.push(queue.enter(step.key, entered.length)!);
          if (step.is === 'next') served.push(...[queue.next()].flatMap((one) => one?.item ?? []));
          const place = step.is === 'leave' ? entered[step.at] : undefined;
          if (place === undefined) continue;
          queue.leave(place);
          if (!served.includes(place.item)) gone.add(place.item);
        }
        served.push(...drained(queue).map(({ item }) => item));
        expect(queue.size).toBe(0);
        const expected = entered.map(({ item }) => item).filter((item) => !gone.has(item));
        expect(served.toSorted((a, b) => a - b)).toEqual(expected);
      }),
    );
  });

  it('never has more places than it may, in all or of one key, and has room after a turn', () => {
    const limits = { waitingMax: 6, waitingPerKeyMax: 3 };
    fc.assert(
      fc.property(steps, (history) => {
        const queue = new TurnQueue<number>(limits);
        const held: string[] = [];
        for (const step of history) {
          if (step.is === 'enter') {
            const isFull = held.length >= 6 || held.filter((key) => key === step.key).length >= 3;
            expect(queue.enter(step.key, 0) === undefined).toBe(isFull);
            if (!isFull) held.push(step.key);
          } else if (step.is === 'next') {
            const key = queue.next()?.key;
            if (key !== undefined) held.splice(held.indexOf(key), 1);
          }
          expect(queue.size).toBe(held.length);
        }
      }),
    );
  });
});
