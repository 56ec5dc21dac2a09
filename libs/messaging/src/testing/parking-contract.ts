import { expect } from '@jest/globals';
import { ParkedMessages } from '@nordgate/event-store';
import type { ParkedMessage } from '@nordgate/event-store';
import { undecidable } from '../bus.js';
import type { Reply } from '../bus.js';
import { commandMessage } from '../command-message.js';
import type { BusServer } from '../nest/bus-server.js';
import { reactionPattern } from '../nest/patterns.js';
import { commandFrom, decisionOn, noReaction, onAnyOf } from '@nordgate/decider';
import type { Reaction, ReceivedEvent } from '@nordgate/decider';
import { listen, notes, range } from './bench.js';
import type { Bench } from './bench.js';
import { eventually } from '@nordgate/testing';
import { journal, mirror, note, poison } from './journal.js';
import type { Note, Noted } from './journal.js';

/** A message that cannot be handled blocks its own key only, and is parked, not lost. */
export const parkingContract = {
  'parks a command that cannot be handled and blocks only its key': parksCommands,
  'parks a command that cannot be handled after a restart, too': parksAfterRestart,
  'tells the senders of a parked command, and of the commands behind it, that they are undecidable':
    tellsSenders,
  'parks an event that cannot be handled and blocks only its stream, in that group only':
    parksEvents,
};

const behind = 'behind a parked message of its key';

async function parksCommands(bench: Bench): Promise<void> {
  const [ill, well] = [bench.key('ill'), bench.key('well')];
  await listen(takingCommands(bench));
  const mixed = [...notes(ill, [0, poison, 1]), ...notes(well, range(0, 3))];
  await bench.publish(...mixed);
  await eventually('the other key is handled', () => holds(bench, well, range(0, 3)));
  await bench.publish(...notes(ill, [2]), ...notes(well, [3]));
  await eventually('the other key goes on', () => holds(bench, well, range(0, 4)));
  const parked = await eventuallyParked(bench, 'service', 3);
  expect(parked.map(({ key, reason }) => [key, reason])).toEqual([
    [ill, 'this number is poison'],
    [ill, behind],
    [ill, behind],
  ]);
  expect(parked.map(numberOf)).toEqual([poison, 1, 2]);
  expect(await bench.journalOf(ill)).toEqual([0]);
  expect(bench.loggedErrorsOf(ill)).toEqual(['this number is poison']);
}

async function tellsSenders(bench: Bench): Promise<void> {
  const { bus, commands: topic } = bench.harness;
  const replies: Reply[] = [];
  const { address } = await bus.openReplies((reply) => replies.push(reply));
  await listen(takingCommands(bench));
  const commands = [...notes(bench.key('told'), [poison, 1]), ...notes(bench.key('unread'), [0])];
  const messages = commands.map((command) => commandMessage(command, '/contract', address));
  const cut = messages.map((one, i) => (i === 2 ? { ...one, value: '{' } : one));
  await bus.publish(topic, cut);
  await eventually('all replies are there', () => replies.length >= 3);
  const told = (commandId: string) => ({ commandId, outcome: undecidable });
  const byId = (a: Reply, b: Reply) => a.commandId.localeCompare(b.commandId);
  expect(replies.toSorted(byId)).toEqual(commands.map(({ id }) => told(id)).sort(byId));
}

async function parksAfterRestart(bench: Bench): Promise<void> {
  for (const key of [bench.key('first'), bench.key('second')]) {
    await listen(takingCommands(bench));
    await bench.publish(...notes(key, [poison]));
    await eventually('it is parked', async () => {
      return (await parkedOf(bench, 'service')).some((message) => message.key === key);
    });
    await bench.harness.crash();
  }
}

async function parksEvents(bench: Bench): Promise<void> {
  const [ill, well] = [bench.key('ill'), bench.key('well')];
  const { events } = bench.harness;
  const server = takingCommands(bench);
  const strict = reacting((event) => event.data.number % 2 === 1);
  server.addHandler(reactionPattern(events, bench.group('strict')), strict(bench), true);
  const easy = bench.recorder();
  await listen(server);
  await bench.consumeEvents(easy, 'easy');
  await bench.record(...notes(ill, range(0, 3)), ...notes(well, [0, 2, 4]));
  await eventually('the other stream is mirrored', () => mirrors(bench, well, [0, 2, 4]));
  await bench.record(...notes(well, [6]));
  await eventually('the other stream goes on', () => mirrors(bench, well, [0, 2, 4, 6]));
  const parked = await eventuallyParked(bench, 'strict', 2);
  expect(parked.map(({ key, reason }) => [key, reason])).toEqual([
    [ill, 'Error: no odd numbers'],
    [ill, behind],
  ]);
  expect(bench.loggedErrorsOf(ill)).toEqual(['no odd numbers']);
  expect(await mirrors(bench, ill, [0])).toBe(true);
  await eventually('the other group has all', () => easy.firstSeenOf(ill).length === 3);
}

/** An app that notes numbers in journals and mirrors. */
function takingCommands(bench: Bench): BusServer {
  return bench.server({
    Note: onAnyOf([journal, mirror], {
      find: () => [],
      decide: (command: Note) => {
        const type = command.stream.startsWith(mirror.name) ? mirror : journal;
        return [decisionOn(type, command.stream, note(command))];
      },
      receipt: () => null,
    }),
  });
}

/** Copies every journal of the bench, and throws for the events that `refuses` names. */
function reacting(refuses: (event: Noted) => boolean) {
  return (bench: Bench) =>
    (received: ReceivedEvent<Noted>): Promise<Reaction> => {
      if (!bench.isMine({ key: received.stream })) return Promise.resolve(noReaction);
      if (refuses(received.event)) return Promise.reject(new Error('no odd numbers'));
      const stream = mirrorOf(received.stream);
      const command = commandFrom(received, { type: 'Note', stream, data: received.event.data });
      return Promise.resolve({ commands: [command] });
    };
}

function mirrorOf(stream: string): string {
  return stream.replace(journal.name, mirror.name);
}

async function mirrors(bench: Bench, stream: string, numbers: readonly number[]) {
  const { state } = await bench.harness.store.state(mirror, mirrorOf(stream));
  return String(state.numbers) === String(numbers);
}

async function holds(bench: Bench, stream: string, numbers: readonly number[]): Promise<boolean> {
  return String(await bench.journalOf(stream)) === String(numbers);
}

/** Only those of this bench: a new group also receives what other tests have published. */
async function parkedOf(bench: Bench, consumer: string): Promise<ParkedMessage[]> {
  const all = await new ParkedMessages(bench.harness.store, bench.group(consumer)).list();
  return all.filter(bench.isMine);
}

async function eventuallyParked(bench: Bench, consumer: string, count: number) {
  await eventually(`${count} messages are parked`, async () => {
    return (await parkedOf(bench, consumer)).length >= count;
  });
  return parkedOf(bench, consumer);
}

function numberOf({ payload }: ParkedMessage): number {
  return (JSON.parse(payload as string) as Noted['data']).number;
}
