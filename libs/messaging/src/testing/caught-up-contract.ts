import { expect } from '@jest/globals';
import { aMoment, eventually } from '@nordgate/testing';
import { notes, range } from './bench.js';
import type { Bench } from './bench.js';

const name = 'purpose';

/** Whether a group has handled what its topic had at a moment. */
export const caughtUpContract = {
  'tells that a group has handled the events of a moment once their effects are committed, and not before':
    tellsWhenHandled,
  'does not wait for events that came after the moment': ignoresLaterEvents,
  'does not wait for events whose types the consumer did not choose': ignoresOtherTypes,
  'tells of a member that was restarted': outlivesItsMember,
};

function noteEnd(bench: Bench) {
  const { bus, events: topic } = bench.harness;
  return bus.noteEnd({ topic, group: bench.group(name) });
}

/** A door that a consumer waits at, for as long as it is closed. */
function closedDoor() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: () => resolve() };
}

async function tellsWhenHandled(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const door = closedDoor();
  const recorder = bench.recorder(() => door.passed);
  await bench.consumeEvents(recorder, name);
  await bench.record(...notes(key, range(0, 3)));
  await eventually('the events are in flight', () => recorder.begun.length > 0);
  const caughtUp = await noteEnd(bench);
  await aMoment();
  expect(await caughtUp()).toBe(false);
  door.open();
  await eventually('the group has caught up', () => caughtUp());
  expect(recorder.firstSeenOf(key)).toEqual(range(0, 3));
  expect(await caughtUp()).toBe(true);
}

async function ignoresLaterEvents(bench: Bench): Promise<void> {
  const [key, later] = [bench.key('a'), bench.key('b')];
  const door = closedDoor();
  const recorder = bench.recorder((slice) =>
    slice.messages.some((message) => message.key === later) ? door.passed : undefined,
  );
  await bench.consumeEvents(recorder, name);
  await bench.record(...notes(key, range(0, 3)));
  await eventually('the first events are handled', () => recorder.numbersOf(key).length === 3);
  const caughtUp = await noteEnd(bench);
  await eventually('the group has caught up', () => caughtUp());
  await bench.record(...notes(later, range(0, 3)));
  await eventually('the later events are in flight', () => recorder.begun.length > 1);
  expect(await caughtUp()).toBe(true);
  door.open();
}

async function ignoresOtherTypes(bench: Bench): Promise<void> {
  const recorder = bench.recorder();
  await bench.consumeEvents(recorder, name, { eventTypes: ['Elsewhere'] });
  await bench.record(...notes(bench.key('a'), range(0, 3)));
  const caughtUp = await noteEnd(bench);
  await eventually('the group has caught up', () => caughtUp());
  expect(recorder.begun).toEqual([]);
}

async function outlivesItsMember(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const [before, other] = [bench.recorder(), bench.recorder()];
  await bench.consumeEvents(other, 'other');
  const consumption = await bench.consumeEvents(before, name);
  await bench.record(...notes(key, range(0, 3)));
  await eventually('the first events are handled', () => before.numbersOf(key).length === 3);
  await consumption.stop();
  await bench.record(...notes(key, range(3, 6)));
  await eventually('the topic has them', () => other.firstSeenOf(key).length === 6);
  const caughtUp = await noteEnd(bench);
  expect(await caughtUp()).toBe(false);
  const after = bench.recorder();
  await bench.consumeEvents(after, name);
  await eventually('the group has caught up', () => caughtUp());
  expect(after.numbersOf(key)).toEqual(range(3, 6));
}
