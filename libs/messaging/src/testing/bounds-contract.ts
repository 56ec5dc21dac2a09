import { expect } from '@jest/globals';
import { on } from '@nordgate/decider';
import { eventBytesMax } from '@nordgate/event-store';
import type { Reply, Slice } from '../bus.js';
import { commandMessage } from '../command-message.js';
import type { BusServer } from '../nest/bus-server.js';
import { sliceBounds } from '../slices.js';
import { listen, notes, range } from './bench.js';
import type { Bench } from './bench.js';
import { eventually } from '@nordgate/testing';
import { journal } from './journal.js';
import type { Note, Noted } from './journal.js';
import type { Recorder } from './recorder.js';

/** Letters of two bytes each: a bus that counts characters would make slices of twice the bound. */
const sixtyKib = 'ø'.repeat(30 * 1024);

/** No slice exceeds the bounds of one transaction. */
export const boundsContract = {
  'puts at most 100 commands into a slice': countsCommands,
  'puts at most 256 KiB of commands into a slice': weighsCommands,
  'puts at most 100 events into a slice': countsEvents,
  'puts at most 256 KiB of events into a slice': weighsEvents,
  'delivers a message that exceeds the bounds as a slice alone': deliversLargeMessages,
  'refuses a command whose event is above half of a message, and its key goes on':
    refusesLargeEvents,
  'delivers an event of half of a message': deliversLargestEvent,
};

async function countsCommands(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const recorder = await consumed(bench, key, range(0, 250), '');
  expect(recorder.firstSeenOf(key)).toEqual(range(0, 250));
  // Messages that pile up are handled together, not one by one.
  expect(recorder.done.length).toBeLessThan(25);
}

async function weighsCommands(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const recorder = await consumed(bench, key, range(0, 12), sixtyKib);
  expect(recorder.firstSeenOf(key)).toEqual(range(0, 12));
}

async function countsEvents(bench: Bench): Promise<void> {
  const key = bench.key('a');
  await bench.record(...notes(key, range(0, 250)));
  const recorder = await followed(bench, key, 250);
  expect(recorder.firstSeenOf(key)).toEqual(range(0, 250));
}

async function weighsEvents(bench: Bench): Promise<void> {
  const key = bench.key('a');
  await bench.record(...notes(key, range(0, 12), sixtyKib));
  const recorder = await followed(bench, key, 12);
  expect(recorder.firstSeenOf(key)).toEqual(range(0, 12));
}

async function deliversLargeMessages(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const recorder = await consumed(bench, key, range(0, 3), sixtyKib.repeat(5));
  expect(recorder.firstSeenOf(key)).toEqual(range(0, 3));
}

async function refusesLargeEvents(bench: Bench): Promise<void> {
  const { bus, commands: topic } = bench.harness;
  const replies: Reply[] = [];
  const { address } = await bus.openReplies((reply) => replies.push(reply));
  await listen(multiplying(bench));
  const key = bench.key('a');
  const commands = [...notes(key, [1], ''), ...notes(key, [2], 'x'), ...notes(key, [3], '')];
  await bus.publish(
    topic,
    commands.map((command) => commandMessage(command, '/contract', address)),
  );
  await eventually('all replies are there', () => replies.length >= 3);
  const outcomes = commands.map(({ id }) => replies.find((one) => one.commandId === id)?.outcome);
  expect(outcomes).toEqual([null, expect.objectContaining({ refused: 'BAD_REQUEST' }), null]);
  expect(await bench.journalOf(key)).toEqual([1, 3]);
}

/** An app that makes a large event of a small command: one byte above the limit for every letter of its text. */
function multiplying(bench: Bench): BusServer {
  return bench.server({
    Note: on(journal, ({ data }: Note): Noted[] => [
      { type: 'Noted', data: { ...data, text: data.text.repeat(eventBytesMax) } },
    ]),
  });
}

async function deliversLargestEvent(bench: Bench): Promise<void> {
  const key = bench.key('a');
  const rest = Buffer.byteLength(JSON.stringify({ number: 1, text: '' }));
  await bench.record(...notes(key, [1], 'x'.repeat(eventBytesMax - rest)), ...notes(key, [2]));
  const recorder = await followed(bench, key, 2);
  expect(recorder.firstSeenOf(key)).toEqual([1, 2]);
}

/** Publishes all commands behind a slice that is held, so that they pile up. */
async function consumed(
  bench: Bench,
  key: string,
  numbers: readonly number[],
  text: string,
): Promise<Recorder> {
  const gate = Promise.withResolvers<void>();
  const recorder = bench.recorder(() => gate.promise);
  await bench.consumeCommands(recorder);
  const published = bench.publish(...notes(key, numbers, text));
  await eventually('the first slice is in flight', () => recorder.begun.length > 0);
  gate.resolve();
  await published;
  await eventually('all is handled', () => recorder.firstSeenOf(key).length === numbers.length);
  recorder.begun.forEach(expectBounded);
  return recorder;
}

async function followed(bench: Bench, key: string, count: number): Promise<Recorder> {
  const recorder = bench.recorder();
  await bench.consumeEvents(recorder);
  await eventually('all is handled', () => recorder.firstSeenOf(key).length === count);
  recorder.begun.forEach(expectBounded);
  return recorder;
}

function expectBounded({ messages }: Slice): void {
  expect(messages.length).toBeLessThanOrEqual(sliceBounds.messagesMax);
  const bytes = messages.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
  if (messages.length > 1) expect(bytes).toBeLessThanOrEqual(sliceBounds.bytesMax);
}
