import { expect } from '@jest/globals';
import type { Slice } from '../bus.js';
import { notes, range } from './bench.js';
import type { Bench } from './bench.js';
import { aMoment, eventually, isPending, outcomeOf } from '@nordgate/testing';
import { numbersIn, offsetsOf } from './recorder.js';
import type { Recorder } from './recorder.js';

/** At least once, whatever fails or crashes in between. */
export const deliveryContract = {
  'delivers a failed command slice again before later commands of its keys': repeatsCommands,
  'delivers a failed event slice again before later events of its keys': repeatsEvents,
  'does not delay a group when another group fails': groupsAreIndependent,
  'skips the event types that a consumer did not choose': choosesTypes,
  'resumes a group at the position where it was stopped': resumesAfterStop,
  'delivers events again when the process crashed before it stored their position':
    survivesCrashWithEvents,
  'loses no acknowledged command when the process crashes': survivesCrashWithCommands,
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
  // More messages may follow, but all messages that failed come first.
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
  const [without, chosen] = [bench.recorder(), bench.recorder()];
  await bench.consumeEvents(without, 'without', { eventTypes: ['Elsewhere'] });
  await bench.consumeEvents(chosen, 'chosen', { eventTypes: ['Elsewhere', 'Noted'] });
  await bench.record(...notes(key, range(0, 3)));
  await eventually('the chosen type is handled', () => chosen.firstSeenOf(key).length === 3);
  await aMoment();
  expect(without.begun).toEqual([]);
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
  const crashing = bench.recorder(async (slice) => {
    committed.push(...numbersIn(slice, key));
    await new Promise(() => undefined);
  });
  await bench.consumeEvents(crashing);
  await bench.record(...notes(key, range(0, 4)));
  await eventually('the effects are committed', () => committed.includes(3));
  await bench.harness.crash();
  await bench.record(...notes(key, range(4, 6)));
  const restarted = bench.recorder();
  await bench.consumeEvents(restarted);
  await eventually('all is handled', () => restarted.firstSeenOf(key).includes(5));
  expect(restarted.firstSeenOf(key)).toEqual(range(0, 6));
  expect(crashing.done).toEqual([]);
}

async function survivesCrashWithCommands(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const crashing = bench.recorder(() => new Promise(() => undefined));
  await bench.consumeCommands(crashing);
  const published = bench.publish(...notes(key, range(0, 2)));
  await eventually('the commands are in flight', () => crashing.begun.length > 0);
  const promised = !(await isPending(published));
  expect(promised).toBe(bench.harness.durableMeans === 'logged');
  await bench.harness.crash();
  const restarted = bench.recorder();
  await bench.consumeCommands(restarted);
  if (promised) {
    await eventually('all is handled', () => restarted.firstSeenOf(key).length === 2);
    expect(restarted.firstSeenOf(key)).toEqual(range(0, 2));
  } else {
    await expect(bench.publish(...notes(key, range(0, 2)))).resolves.toBeUndefined();
    expect(restarted.firstSeenOf(key)).toEqual(range(0, 2));
    expect(await isPending(published)).toBe(true);
  }
}

/** Every attempt fails until it ends. */
class Outage {
  private over = false;

  fail(_slice: Slice): void {
    if (!this.over) throw new Error('the database is unavailable');
  }

  end(): void {
    this.over = true;
  }

  /** Waits for a third attempt, and long enough for messages behind it to overtake. */
  async lasts(recorder: Recorder): Promise<void> {
    await eventually('it fails again', () => recorder.begun.length >= 3);
    await aMoment();
  }
}
