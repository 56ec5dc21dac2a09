import type { Outcome } from '@nordgate/contracts/events';
import { FakeCore } from '@nordgate/local/fake-core';
import { coreMessage } from '@nordgate/messaging';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import {
  batchWithCore,
  creditor,
  debtor,
  historyOf,
  instruct,
  remind,
  transferOf,
} from '../testing/batch-with-core.fixture.js';

const amount = 125_050n;
const settled = ['TransferInstructed', 'TransferStarted', 'TransferSettled'];
const confirmed = ['TransferInstructed', 'TransferStarted', 'TransferDebited', 'TransferSettled'];

const neighbours = ['payments.events.v1', 'accounts.events.v1', 'sca.events.v1'] as const;
let batch: ServiceOnABus<(typeof neighbours)[number]>;
let core: FakeCore;
let sequence = 0;

beforeEach(async () => {
  batch = await serviceOnABus(batchWithCore, neighbours);
  core = new FakeCore({ bus: batch.bus, reportsAccounts: false });
  for (const account of [debtor, creditor]) await core.reportAccount(account);
});
afterEach(async () => {
  await core.stop();
  await batch.stop();
});

/** What the core has left after some transfers. */
function leftAfter(transfers: bigint): string {
  const cents = (1_000_000n - transfers * amount).toString();
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`;
}

/** The core writes something by hand. */
function write(subject: string, data: unknown): Promise<void> {
  sequence += 1;
  const head = { id: `by-hand-${String(sequence)}`, type: 'TransferReported', source: '/test' };
  const message = { ...head, subject, sequence, time: '2030-03-01T13:00:00.000Z', data };
  return batch.bus.publish('core.outcomes.v1', [coreMessage(message)]);
}

async function reported(number: number, outcome: Outcome): Promise<void> {
  const executionId = transferOf(number);
  await write(`execution-${executionId}`, { executionId, outcome });
}

describe('the core as executor', () => {
  it('gets a transfer, moves the money, and its outcomes settle the transfer', async () => {
    await core.start();
    await batch.execute(instruct(1));
    expect(await historyOf(batch, 1, 3)).toEqual(settled);
    expect(core.balanceOf(debtor.bban)).toBe(leftAfter(1n));
  });

  it('gets no transfer of the ledger', async () => {
    await core.start();
    await batch.execute(instruct(2, 'ledger'));
    await batch.execute(instruct(3));
    await historyOf(batch, 3, 3);
    expect(core.ordersOf(transferOf(2))).toBe(0);
  });

  it('gets what was instructed while it was away', async () => {
    await batch.execute(instruct(4));
    await core.start();
    expect(await historyOf(batch, 4, 3)).toEqual(settled);
  });

  it('moves the money once when every order comes again', async () => {
    await core.start();
    await batch.execute(instruct(5));
    await historyOf(batch, 5, 3);
    await batch.database().pool.query(`delete from es.checkpoint where name = 'core-orders'`);
    await batch.execute(instruct(6));
    await readUntil(
      () => Promise.resolve(core.ordersOf(transferOf(5))),
      (orders) => orders > 1,
    );
    expect(await historyOf(batch, 6, 3)).toEqual(settled);
    expect(await historyOf(batch, 5, 3)).toEqual(settled);
    expect(core.balanceOf(debtor.bban)).toBe(leftAfter(2n));
  });

  it('gets no order again whose outcome is known and whose approval has left, and waits for that of another', async () => {
    const { pool } = batch.database();
    const approve = (hash: string) =>
      pool.query(
        `insert into sealed_approval (hash, signature, key_id, text) values ($1, 's', 'k', 't')`,
        [hash],
      );
    const approved = (number: number, hash: string) => {
      const command = instruct(number);
      const approval = { instructionHash: hash, approvals: [hash] };
      return { ...command, data: { ...command.data, approval } };
    };
    await core.start();
    await approve('h1');
    await batch.execute(approved(10, 'h1'));
    expect(await historyOf(batch, 10, 3)).toEqual(settled);
    await pool.query('delete from sealed_approval');
    await pool.query(`delete from es.checkpoint where name = 'core-orders'`);
    await batch.execute(approved(11, 'h2'));
    await batch.execute(instruct(12));
    expect(core.ordersOf(transferOf(11))).toBe(0);
    await approve('h2');
    expect(await historyOf(batch, 11, 3)).toEqual(settled);
    expect(await historyOf(batch, 12, 3)).toEqual(settled);
    // A relay that has begun again passes the first order before this one.
    await readUntil(
      () => Promise.resolve(core.ordersOf(transferOf(12))),
      (orders) => orders > 1,
    );
    await batch.execute(instruct(13));
    expect(await historyOf(batch, 13, 3)).toEqual(settled);
    expect(core.ordersOf(transferOf(10))).toBe(1);
  });

  it('gets the trace of a transfer with a young order, and no trace with an order of the past', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const traces: (string | undefined)[] = [];
    await batch.bus.consume({
      topic: 'core.instructions.v1',
      group: 'reads-traces',
      handle: ({ messages }) => {
        traces.push(...messages.map(({ headers }) => headers['traceparent']));
        return Promise.resolve();
      },
    });
    const tracesWhen = (count: number) =>
      readUntil(
        () => Promise.resolve(traces),
        (found) => found.length >= count,
      );
    const command = instruct(8);
    await batch.execute({ ...command, meta: { ...command.meta, traceparent } });
    expect(await tracesWhen(1)).toEqual([traceparent]);
    const { pool } = batch.database();
    await pool.query(`update es.event set at = at - interval '2 hours'`);
    await pool.query(`delete from es.checkpoint where name = 'core-orders'`);
    await batch.execute(instruct(9));
    expect(await tracesWhen(3)).toEqual([traceparent, undefined, undefined]);
  });

  it('is asked again by a reminder, and the money is moved once', async () => {
    core.behave('forgets');
    await core.start();
    await batch.execute(instruct(7));
    await batch.execute(remind(7, 1));
    const [first, missed, ...outcomes] = await historyOf(batch, 7, 3);
    expect([first, missed]).toEqual(['TransferInstructed', 'OutcomeMissed']);
    expect(outcomes).toEqual(['TransferSettled']);
    expect(core.ordersOf(transferOf(7))).toBe(2);
    expect(core.balanceOf(debtor.bban)).toBe(leftAfter(1n));
  });

  it('declines a transfer without funds', async () => {
    await core.start();
    for (let number = 10; number < 17; number += 1) {
      await batch.execute(instruct(number));
      await historyOf(batch, number, 3);
    }
    await batch.execute(instruct(17));
    expect(await historyOf(batch, 17, 2)).toEqual(['TransferInstructed', 'TransferDeclined']);
    expect(core.balanceOf(debtor.bban)).toBe(leftAfter(7n));
  });
});

describe('a core that misbehaves', () => {
  it.each([
    ['confirms late', confirmed],
    ['repeats', settled],
    ['reorders', ['TransferInstructed', 'TransferSettled']],
    ['leaves out', ['TransferInstructed', 'TransferSettled']],
    ['contradicts', [...settled, 'OutcomeContradicted']],
  ] as const)('%s: the transfer is settled all the same', async (manner, history) => {
    core.behave(manner);
    await core.start();
    await batch.execute(instruct(20));
    expect(await historyOf(batch, 20, history.length)).toEqual(history);
    core.behave('well');
    await batch.execute(instruct(21));
    await historyOf(batch, 21, 3);
    expect(await historyOf(batch, 20, history.length)).toEqual(history);
    expect(await batch.faults()).toEqual([]);
  });

  it('contradicts twice in the same way: the operator sees it once', async () => {
    await core.start();
    await batch.execute(instruct(22));
    await historyOf(batch, 22, 3);
    await reported(22, { is: 'declined', reason: 'refused-by-bank' });
    await reported(22, { is: 'declined', reason: 'refused-by-bank' });
    expect(await historyOf(batch, 22, 4)).toEqual([...settled, 'OutcomeContradicted']);
  });

  it('babbles: its message is parked, and the transfers of others go on', async () => {
    core.behave('babbles');
    await core.start();
    await batch.execute(instruct(23));
    await readUntil(
      () => batch.parked(),
      (parked) => parked > 0,
    );
    core.behave('well');
    await batch.execute(instruct(24));
    expect(await historyOf(batch, 24, 3)).toEqual(settled);
    expect(await batch.faults()).toEqual([
      expect.stringContaining('TransferReported: outcome breaks'),
    ]);
  });

  it('reports under the key of another transfer: nothing happens to either', async () => {
    const outcome = { is: 'settled' };
    await batch.execute(instruct(25));
    await write(`execution-${transferOf(26)}`, { executionId: transferOf(25), outcome });
    expect(await batch.faults()).toEqual([expect.stringContaining('the key has to be')]);
    expect(await historyOf(batch, 25, 1)).toEqual(['TransferInstructed']);
  });

  it('reports a transfer that nobody instructed: nothing happens', async () => {
    await reported(27, { is: 'settled' });
    expect(await historyOf(batch, 27, 0)).toEqual([]);
    expect(await batch.faults()).toEqual([]);
  });
});
