import { expect } from '@jest/globals';
import { handleSlice, ParkedMessages } from '@nordgate/event-store';
import { commandMessage } from '../command-message.js';
import { reactionPattern } from '../nest/patterns.js';
import { noReaction } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { eventually } from '@nordgate/testing';
import { listen, notes } from './bench.js';
import type { Bench } from './bench.js';
import { newer, noteOrErase } from './journal.js';

/** Events of a service that is a release ahead of its consumers. */
export const newerReleaseContract = {
  'parks an event that a group handles in a version that it does not know': parksUnknownVersions,
  'skips the types that a group does not handle, whatever their version': skipsUnknownTypes,
};

const behind = 'behind a parked message of its key';

/** Even numbers are noted, in version 2; odd ones are an event that this release does not know. */
async function parksUnknownVersions(bench: Bench): Promise<void> {
  const [ahead, well] = [streamOf(bench, 'ahead'), bench.key('well')];
  const seen = await reacting(bench, ['Noted']);
  await recordAhead(bench, ahead, [0, 2]);
  await bench.record(...notes(well, [4]));
  await eventually('both are parked', async () => (await parkedOf(bench, ahead)).length === 2);
  await eventually('the event of a known version is handled', () => seen(well).length > 0);
  expect((await parkedOf(bench, ahead)).map(({ reason }) => reason)).toEqual([
    'UnknownVersionError: Noted is in version 2; this release reads 1 to 1',
    behind,
  ]);
  expect(seen(ahead)).toEqual([]);
  expect(seen(well)).toEqual(['Noted']);
  expect(await parkedOf(bench, well)).toEqual([]);
}

async function skipsUnknownTypes(bench: Bench): Promise<void> {
  const [ahead, well] = [streamOf(bench, 'ahead'), bench.key('well')];
  const seen = await reacting(bench, ['Noted']);
  await recordAhead(bench, ahead, [1, 3]);
  await bench.record(...notes(well, [4]));
  await recordAhead(bench, ahead, [2]);
  await eventually('the handled type is parked', async () => {
    return (await parkedOf(bench, ahead)).length > 0;
  });
  await eventually('the other stream is handled', () => seen(well).length > 0);
  const parked = (await parkedOf(bench, ahead)).map(({ headers }) => headers['ce_type']);
  expect(parked).toEqual(['Noted']);
  expect(seen(ahead)).toEqual([]);
}

/** A group that handles these types, and the types of the events that it has got of a stream. */
async function reacting(bench: Bench, eventTypes: readonly string[]) {
  const got: ReceivedEvent[] = [];
  const server = bench.server();
  const react = (received: ReceivedEvent): Promise<Reaction> => {
    got.push(received);
    return Promise.resolve(noReaction);
  };
  const pattern = reactionPattern(bench.harness.events, bench.group('behind'));
  server.addHandler(pattern, react, true, { eventTypes });
  await listen(server);
  return (stream: string) =>
    got.filter((one) => one.stream === stream).map(({ event }) => event.type);
}

function streamOf(bench: Bench, name: string): string {
  return bench.key(name).replace(/^\w+/, newer.name);
}

/** Appends the events of a newer release, one slice for each. */
async function recordAhead(bench: Bench, stream: string, numbers: readonly number[]) {
  const { store } = bench.harness;
  for (const command of notes(stream, numbers)) {
    const { key, value: payload, headers } = commandMessage(command, '/contract');
    const source = { topic: 'contract', partition: 0, offset: '0', payload, headers };
    const [result] = await handleSlice({
      ...{ store, consumer: bench.group('ahead'), items: [{ key, commands: [command], source }] },
      execute: (_, work) => Promise.resolve(work.root(newer, stream).run(noteOrErase, command)),
    });
    if (result?.status !== 'done') throw new Error('an event was parked');
  }
}

async function parkedOf(bench: Bench, stream: string) {
  const all = await new ParkedMessages(bench.harness.store, bench.group('behind')).list();
  return all.filter(({ key }) => key === stream);
}
