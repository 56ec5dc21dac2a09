import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { notes, range } from './bench.js';
import type { Bench } from './bench.js';
import { eventually } from '@nordgate/testing';

const names = ['a', 'b', 'c', 'd', 'e'];

/** Order per key within a group, and every group receives every message. */
export const orderContract = {
  'keeps the order of the commands of a key': keepsOrderOfCommands,
  'keeps the order of the events of a stream in every group': keepsOrderOfEvents,
  'delivers all events from the first one on to a new group': startsAtTheFirst,
};

async function keepsOrderOfCommands(bench: Bench): Promise<void> {
  const keys = names.map((name) => bench.key(name));
  const recorder = bench.recorder(unevenly());
  await bench.consumeCommands(recorder);
  for (const from of [0, 8, 16]) {
    const numbers = range(from, from + 8);
    await bench.publish(
      ...numbers.flatMap((number) => keys.flatMap((key) => notes(key, [number]))),
    );
  }
  await eventually('all commands are handled', () =>
    keys.every((key) => recorder.firstSeenOf(key).length === 24),
  );
  for (const key of keys) expect(recorder.firstSeenOf(key)).toEqual(range(0, 24));
}

async function keepsOrderOfEvents(bench: Bench): Promise<void> {
  const keys = names.map((name) => bench.key(name));
  const groups = ['one', 'two'].map((group) => ({ group, recorder: bench.recorder(unevenly()) }));
  for (const { group, recorder } of groups) await bench.consumeEvents(recorder, group);
  for (const from of range(0, 6)) {
    await Promise.all(
      keys.map((key) => bench.record(...notes(key, range(from * 5, from * 5 + 5)))),
    );
  }
  for (const { group, recorder } of groups) {
    await eventually(`group ${group} has seen everything`, () =>
      keys.every((key) => recorder.firstSeenOf(key).length === 30),
    );
    for (const key of keys) expect(recorder.firstSeenOf(key)).toEqual(range(0, 30));
  }
}

async function startsAtTheFirst(bench: Bench): Promise<void> {
  const key = bench.key('a');
  await bench.record(...notes(key, range(0, 3)));
  const recorder = bench.recorder();
  await bench.consumeEvents(recorder, 'latecomer');
  await bench.record(...notes(key, [3]));
  await eventually('the latecomer is up to date', () => recorder.firstSeenOf(key).length === 4);
  expect(recorder.firstSeenOf(key)).toEqual(range(0, 4));
}

/** Handling that takes longer for some slices than for the slices after them. */
function unevenly(): () => Promise<void> {
  let nth = 0;
  return () => delay([8, 1, 4][nth++ % 3]);
}
