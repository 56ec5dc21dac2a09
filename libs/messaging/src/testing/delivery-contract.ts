import { expect } from '@jest/globals';
import type { Slice } from '../bus.js';
import { notes, range } from './bench.js';
import type { Bench } from './bench.js';
import { aMoment, eventually, isPending, outcomeOf } from '@nordgate/testing';
import { numbersIn, offsetsOf } from './recorder.js';
import type { Recorder } from './recorder.js';

/** At least once, whatever fails or dies in between. */
export const deliveryContract = {
  'hands a command slice that failed in again, and nothing behind it before': repeatsCommands,
  'hands an event slice that failed in again, and nothing behind it before': repeatsEvents,
  'lets no failing group delay another group': groupsAreIndependent,
  'passes over the event types that a consumer did not choose': choosesTypes,
  'resumes a group where it was stopped': resumesAfterStop,
  'repeats events whose effects were committed when the process died': survivesCrashWithEvents,
  'loses no command that it has promised when the process dies': survivesCrashWithCommands,
};

async function repeatsCommands(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const outage = new Outage();
  const recorder = bench.recorder((slice) => outage.fail(slice));
  await bench.consumeCommands(recorder);
  const published = outcomeOf(bench.publish(...notes(key, range(0, 3))));
  await eventually('the slice has failed', () => recorder.begun.length >= 2);
  const behind = outcomeOf(bench.publish(...notes(key, range(3, 6))));
  await outage.lasts(recorder);
  outage.end();
  expect([await published, await behind]).toEqual(['resolved', 'resolved']);
  await expectRepeats(recorder, key);
}

async function repeatsEvents(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const outage = new Outage();
  const recorder = bench.recorder((slice) => outage.fail(slice));
  await bench.consumeEvents(recorder);
  await bench.record(...notes(key, range(0, 3)));
  await eventually('the slice has failed', () => recorder.begun.length >= 2);
  await bench.record(...notes(key, range(3, 6)));
  await outage.lasts(recorder);
  outage.end();
  await expectRepeats(recorder, key);
}

async function expectRepeats(recorder: Recorder, key: string): Promise<void> {
  await eventually('all is handled', () => recorder.firstSeenOf(key).length === 6);
  expect(recorder.firstSeenOf(key)).toEqual(range(0, 6));
  const [first, ...attempts] = recorder.begun.slice(0, 3);
  if (first === undefined) throw new Error('nothing was delivered');
  expect(numbersIn(first, key)).toEqual(range(0, 3));
  // More may have joined behind, but the messages that failed come first, all of them.
  const offsets = offsetsOf(first);
  const heads = attempts.map((attempt) => offsetsOf(attempt).slice(0, offsets.length));
  expect(heads).toEqual([offsets, offsets]);
}

async function groupsAreIndependent(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const outage = new Outage();
  const failing = bench.recorder((slice) => outage.fail(slice));
  const healthy = bench.recorder();
  await bench.consumeEvents(failing, 'failing');
  await bench.consumeEvents(healthy, 'healthy');
  await bench.record(...notes(key, range(0, 3)));
  await eventually('one group has seen all', () => healthy.firstSeenOf(key).length === 3);
  await eventually('the other has tried', () => failing.begun.length > 0);
  expect(failing.done).toEqual([]);
  outage.end();
}

async function choosesTypes(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const [deaf, keen] = [bench.recorder(), bench.recorder()];
  await bench.consumeEvents(deaf, 'deaf', { eventTypes: ['Elsewhere'] });
  await bench.consumeEvents(keen, 'keen', { eventTypes: ['Elsewhere', 'Noted'] });
  await bench.record(...notes(key, range(0, 3)));
  await eventually('the chosen type is handled', () => keen.firstSeenOf(key).length === 3);
  await aMoment();
  expect(deaf.begun).toEqual([]);
}

async function resumesAfterStop(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const before = bench.recorder();
  const consumption = await bench.consumeEvents(before);
  await bench.record(...notes(key, range(0, 4)));
  await eventually('the first events are handled', () => before.numbersOf(key).length === 4);
  await consumption.stop();
  await bench.record(...notes(key, range(4, 8)));
  const after = bench.recorder();
  await bench.consumeEvents(after);
  await eventually('the rest is handled', () => after.firstSeenOf(key).includes(7));
  expect(after.numbersOf(key)).toEqual(range(4, 8));
}

async function survivesCrashWithEvents(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const committed: number[] = [];
  const dying = bench.recorder(async (slice) => {
    committed.push(...numbersIn(slice, key));
    await new Promise(() => undefined);
  });
  await bench.consumeEvents(dying);
  await bench.record(...notes(key, range(0, 4)));
  await eventually('the effects are committed', () => committed.includes(3));
  await bench.harness.crash();
  await bench.record(...notes(key, range(4, 6)));
  const reborn = bench.recorder();
  await bench.consumeEvents(reborn);
  await eventually('all is handled', () => reborn.firstSeenOf(key).includes(5));
  expect(reborn.firstSeenOf(key)).toEqual(range(0, 6));
  expect(dying.done).toEqual([]);
}

async function survivesCrashWithCommands(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const dying = bench.recorder(() => new Promise(() => undefined));
  await bench.consumeCommands(dying);
  const published = bench.publish(...notes(key, range(0, 2)));
  await eventually('the commands are in flight', () => dying.begun.length > 0);
  const promised = !(await isPending(published));
  expect(promised).toBe(bench.harness.durableMeans === 'logged');
  await bench.harness.crash();
  const reborn = bench.recorder();
  await bench.consumeCommands(reborn);
  if (promised) {
    await eventually('all is handled', () => reborn.firstSeenOf(key).length === 2);
    expect(reborn.firstSeenOf(key)).toEqual(range(0, 2));
  } else {
    await expect(bench.publish(...notes(key, range(0, 2)))).resolves.toBeUndefined();
    expect(reborn.firstSeenOf(key)).toEqual(range(0, 2));
    expect(await isPending(published)).toBe(true);
  }
}

/** While it lasts, every attempt fails. */
class Outage {
  private over = false;

  fail(_slice: Slice): void {
    if (!this.over) throw new Error('the database is away');
  }

  end(): void {
    this.over = true;
  }

  /** Until a third attempt, and long enough for what is behind to overtake. */
  async lasts(recorder: Recorder): Promise<void> {
    await eventually('it fails again', () => recorder.begun.length >= 3);
    await aMoment();
  }
}
