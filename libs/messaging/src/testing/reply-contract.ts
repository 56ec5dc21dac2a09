import { expect } from '@jest/globals';
import type { Reply } from '../bus.js';
import type { Bench } from './bench.js';
import { aMoment, eventually } from '@nordgate/testing';

/** A reply reaches the instance that sent the command, as long as it runs. */
export const replyContract = {
  'delivers a reply to the instance that sent the command, and to no other': reachesTheSender,
  'ignores a reply whose receiver has gone': ignoresMissingReceivers,
};

async function reachesTheSender({ harness: { bus } }: Bench): Promise<void> {
  const [mine, others]: [Reply[], Reply[]] = [[], []];
  const sender = await bus.openReplies((reply) => mine.push(reply));
  await bus.openReplies((reply) => others.push(reply));
  const reply = { commandId: 'c1', outcome: { refused: 'CONFLICT' } };
  bus.reply(sender.address, reply);
  await eventually('the reply is there', () => mine.length > 0);
  expect(mine).toEqual([reply]);
  expect(others).toEqual([]);
}

async function ignoresMissingReceivers({ harness: { bus } }: Bench): Promise<void> {
  const received: Reply[] = [];
  const gone = await bus.openReplies((reply) => received.push(reply));
  await gone.close();
  bus.reply(gone.address, { commandId: 'c1', outcome: null });
  bus.reply('an instance that never was', { commandId: 'c2', outcome: null });
  await aMoment();
  expect(received).toEqual([]);
}
