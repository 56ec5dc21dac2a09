import { expect } from '@jest/globals';
import { notes, range } from './bench.js';
import type { Bench } from './bench.js';
import { aMoment, eventually, isPending, outcomeOf } from '@nordgate/testing';

/** The guarantees of `publish`, `stop` and `close`. */
export const promiseContract = {
  'acknowledges a command only when it can no longer get lost': promisesNothingTooEarly,
  'acknowledges a command without a consumer only when it is logged': needsAConsumer,
  'on stop finishes the command in flight and takes no further command': stopsCommands,
  'on stop finishes the event in flight and takes no further event': stopsEvents,
  'rejects commands after it is closed': refusesWhenClosed,
};

async function promisesNothingTooEarly(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const gate = Promise.withResolvers<void>();
  const recorder = bench.recorder(() => gate.promise);
  await bench.consumeCommands(recorder);
  const published = bench.publish(...notes(key, [0]));
  await eventually('the command is in flight', () => recorder.begun.length > 0);
  expect(await isPending(published)).toBe(bench.harness.durableMeans === 'handled');
  gate.resolve();
  await published;
  await eventually('it is handled', () => recorder.firstSeenOf(key).length === 1);
}

async function needsAConsumer(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const published = await outcomeOf(bench.publish(...notes(key, [0])));
  expect(published).toBe(bench.harness.durableMeans === 'handled' ? 'rejected' : 'resolved');
  const recorder = bench.recorder();
  await bench.consumeCommands(recorder);
  await bench.publish(...notes(key, [1]));
  const expected = published === 'resolved' ? [0, 1] : [1];
  await eventually('it is handled', () => recorder.firstSeenOf(key).includes(1));
  expect(recorder.firstSeenOf(key)).toEqual(expected);
}

async function stopsCommands(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const gate = Promise.withResolvers<void>();
  const recorder = bench.recorder(() => gate.promise);
  const consumption = await bench.consumeCommands(recorder);
  const first = outcomeOf(bench.publish(...notes(key, [0])));
  await eventually('the first is in flight', () => recorder.begun.length === 1);
  const second = outcomeOf(bench.publish(...notes(key, [1])));
  const stopping = consumption.stop();
  expect(await isPending(stopping)).toBe(true);
  gate.resolve();
  await stopping;
  const expected = bench.harness.durableMeans === 'handled' ? 'rejected' : 'resolved';
  expect([await first, await second]).toEqual(['resolved', expected]);
  await aMoment();
  expect(recorder.numbersOf(key)).toEqual([0]);
}

async function stopsEvents(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const gate = Promise.withResolvers<void>();
  const recorder = bench.recorder(() => gate.promise);
  const consumption = await bench.consumeEvents(recorder);
  await bench.record(...notes(key, [0]));
  await eventually('the first is in flight', () => recorder.begun.length === 1);
  await bench.record(...notes(key, [1]));
  const stopping = consumption.stop();
  expect(await isPending(stopping)).toBe(true);
  gate.resolve();
  await stopping;
  await aMoment();
  expect(recorder.numbersOf(key)).toEqual([0]);
  const next = bench.recorder();
  await bench.consumeEvents(next);
  await eventually('the rest is handled', () => next.numbersOf(key).length > 0);
  expect(next.numbersOf(key)).toEqual([1]);
}

async function refusesWhenClosed(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const recorder = bench.recorder();
  await bench.consumeCommands(recorder);
  await bench.publish(...notes(key, range(0, 2)));
  await bench.harness.bus.close();
  expect(await outcomeOf(bench.publish(...notes(key, [2])))).toBe('rejected');
  expect(recorder.firstSeenOf(key)).not.toContain(2);
}
