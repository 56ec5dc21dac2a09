import { expect } from '@jest/globals';
import type { Reply } from '../bus.js';
import type { Bench } from './bench.js';
import { aMoment, eventually } from '@nordgate/testing';

/** Outcomes find the instance that asked, as long as it is there. */
export const replyContract = {
  'brings a reply to the instance that asked, and to no other': findsTheAsker,
  'lets a reply to nobody go': losesQuietly,
};

async function findsTheAsker({ harness: { bus } }: Bench): Promise<void> {
  const [mine, others]: [Reply[], Reply[]] = [[], []];
  const asker = await bus.openReplies((reply) => mine.push(reply));
  await bus.openReplies((reply) => others.push(reply));
  const reply = { commandId: 'c1', outcome: { refused: 'CONFLICT' } };
  bus.reply(asker.address, reply);
  await eventually('the reply is there', () => mine.length > 0);
  expect(mine).toEqual([reply]);
  expect(others).toEqual([]);
}

async function losesQuietly({ harness: { bus } }: Bench): Promise<void> {
  const received: Reply[] = [];
  const gone = await bus.openReplies((reply) => received.push(reply));
  await gone.close();
  bus.reply(gone.address, { commandId: 'c1', outcome: null });
  bus.reply('an instance that never was', { commandId: 'c2', outcome: null });
  await aMoment();
  expect(received).toEqual([]);
}
