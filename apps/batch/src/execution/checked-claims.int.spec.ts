import { jest } from '@jest/globals';
import type { PaymentClaimed, PaymentInstruction } from '@nordgate/contracts/events';
import { executionIdOf, instructionHash, proofOf, streams } from '@nordgate/contracts/rules';
import {
  sealedApproval,
  sealedPayment,
  strangerApprovalKey,
  testApprovals,
} from '@nordgate/contracts/testing';
import { UntrustedEventError } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import { InfrastructureError } from '@nordgate/event-store';
import type { CaughtUp } from '@nordgate/messaging';
import type { ApprovalCheck } from '@nordgate/service';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { eventually } from '@nordgate/testing';
import { batchAppWith } from '../batch.module.js';
import { aProfile } from '../testing/a-profile.js';
import { aTransfer, bulkOf, claimed, paymentIdOf } from '../testing/an-order.js';
import { run } from '../testing/run-commands.js';
import { ApprovalArrivals } from './approval-arrivals.service.js';
import { ClaimCheck } from './claim-check.service.js';
import { findingApprovals } from './approvals.rows.js';

const neighbours = ['payments.events.v1', 'accounts.events.v1', 'sca.events.v1'] as const;
type Batch = ServiceOnABus<(typeof neighbours)[number]>;

let batch: Batch;
const start = (unsealedUntil?: string) =>
  serviceOnABus(batchAppWith(aProfile, { ...testApprovals, unsealedUntil }), neighbours);
beforeAll(async () => {
  batch = await start();
});
afterAll(() => batch.stop());

const executionOf = (paymentId: string) => streams.execution.id(executionIdOf({ paymentId }));

/** What was instructed for a payment, as soon as it is there. */
async function instructionOf(at: Batch, paymentId: string) {
  const [first] = await readUntil(
    () => at.eventsOf(executionOf(paymentId)),
    ({ length }) => length > 0,
  );
  return first?.data;
}

/** The fault with which a claim is parked; nothing has been instructed. */
async function faultOf(paymentId: string, act: () => Promise<void>) {
  const before = await batch.parked();
  await act();
  const faults = await readUntil(
    () => batch.faults(),
    ({ length }) => length > before,
  );
  expect(await batch.eventsOf(executionOf(paymentId))).toEqual([]);
  return faults[before];
}

function claim(
  at: Batch,
  paymentId: string,
  changes: Partial<PaymentClaimed['data']> = {},
  instruction: PaymentInstruction = aTransfer,
) {
  const { type, data } = claimed(run, { instruction });
  const event = { type, data: { ...data, ...changes } };
  return at.happens('payments.events.v1', streams.payment.id(paymentId), 3, event);
}

function approve(paymentId: string, instruction: PaymentInstruction = aTransfer) {
  const { stream, event } = sealedPayment(paymentId, instruction);
  return batch.happens('sca.events.v1', stream, 4, event);
}

/** Keeps the reader of approvals from its table, as a database that is slow with it. */
async function heldApprovals(): Promise<() => Promise<void>> {
  const client = await batch.database().pool.connect();
  await client.query('begin');
  await client.query('lock table sealed_approval in exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

/** How often somebody has asked since whether batch has all approvals. */
function countedLooks(): () => number {
  let looks = 0;
  const { bus } = batch;
  const noteEnd = bus.noteEnd.bind(bus);
  jest.spyOn(bus, 'noteEnd').mockImplementation(async (of) => {
    const caughtUp = await noteEnd(of);
    return () => {
      looks += 1;
      return caughtUp();
    };
  });
  return () => looks;
}
afterEach(() => jest.restoreAllMocks());

/** The check of claims with a transport that answers as the test wants. */
function checking(noteEnd: () => Promise<CaughtUp>) {
  const settled = jest.fn(() => {
    throw new UntrustedEventError('missing');
  });
  const approvals = { stateOf: () => 'valid', settleClaim: settled } as unknown as ApprovalCheck;
  const arrivals = new ApprovalArrivals({ noteEnd });
  return { check: new ClaimCheck(batch.database(), null, approvals, arrivals), settled };
}

/** The claim of the nth payment, which names no approval. */
const aClaim = (n: number): ReceivedEvent<PaymentClaimed> => ({
  stream: streams.payment.id(paymentIdOf(n)),
  version: 3,
  at: new Date().toISOString(),
  event: claimed(run),
});

const hashOf = (paymentId: string, instruction: PaymentInstruction = aTransfer) => {
  const { stream, event } = sealedPayment(paymentId, instruction);
  return proofOf(stream, event.data).hash;
};

describe('a claim over the topic of payments', () => {
  it('is instructed with the hash of its approval, which is kept once', async () => {
    const id = paymentIdOf(1);
    const bulk = bulkOf(3);
    await approve(id, bulk);
    await claim(batch, id, { approvals: [hashOf(id, bulk)] }, bulk);
    const parts = [0, 1, 2].map((part) =>
      streams.execution.id(executionIdOf({ paymentId: id, part })),
    );
    const events = await readUntil(
      () => Promise.all(parts.map((stream) => batch.eventsOf(stream))),
      (found) => found.every(({ length }) => length === 1),
    );
    for (const [event] of events) {
      expect(event?.data).toMatchObject({
        approval: { instructionHash: instructionHash(bulk), approvals: [hashOf(id, bulk)] },
      });
      expect(JSON.stringify(event?.data)).not.toContain('signature');
    }
    const { pool } = batch.database();
    const { rows } = await pool.query('select from sealed_approval where hash = $1', [
      hashOf(id, bulk),
    ]);
    expect(rows).toHaveLength(1);
  });

  it('waits as long as the reader of approvals is behind, and is instructed when it has caught up', async () => {
    const id = paymentIdOf(2);
    const parked = await batch.parked();
    const looks = countedLooks();
    const release = await heldApprovals();
    try {
      await approve(id);
      await claim(batch, id, { approvals: [hashOf(id)] });
      await eventually('the claim was tried again and again', () => looks() >= 3);
      expect(await batch.parked()).toBe(parked);
    } finally {
      await release();
    }
    expect(await instructionOf(batch, id)).toMatchObject({ approval: { approvals: [hashOf(id)] } });
    expect(await batch.parked()).toBe(parked);
  });

  it('is known when it comes again after its approval was deleted', async () => {
    const id = paymentIdOf(60);
    await approve(id);
    await claim(batch, id, { approvals: [hashOf(id)] });
    await instructionOf(batch, id);
    const { pool } = batch.database();
    await pool.query('delete from approved_payment where payment_id = $1', [id]);
    await pool.query('delete from sealed_approval where hash = $1', [hashOf(id)]);
    const { check, settled } = checking(() => Promise.reject(new Error('nobody is asked')));
    expect(await check.approvalOf(aClaim(60))).toBe('known');
    expect(settled).not.toHaveBeenCalled();
  });

  it('waits while nobody tells whether all approvals have arrived', async () => {
    const { check, settled } = checking(() => Promise.reject(new Error('no broker answers')));
    await expect(check.approvalOf(aClaim(8))).rejects.toThrow(InfrastructureError);
    expect(settled).not.toHaveBeenCalled();
  });

  it('is proven by an approval that has come since it was looked for', async () => {
    const old = aClaim(9);
    const { check, settled } = checking(async () => {
      await approve(paymentIdOf(9));
      const topic = 'sca.events.v1';
      const caughtUp = await batch.bus.noteEnd({ topic, group: 'batch.approvals' });
      await eventually('batch has the approval', () => caughtUp());
      return () => Promise.resolve(true);
    });
    expect(await check.approvalOf(old)).toMatchObject({ approvals: [hashOf(paymentIdOf(9))] });
    expect(settled).not.toHaveBeenCalled();
  });

  it('without an approval is doubted at each look once all have arrived, so that two of a slice are parked', async () => {
    const arrived = [false, false];
    let noted = 0;
    const { check } = checking(() => {
      const which = noted++;
      return Promise.resolve(() => Promise.resolve(arrived[which] === true));
    });
    const fault = (claim: ReceivedEvent<PaymentClaimed>) =>
      check.approvalOf(claim).catch((error: unknown) => (error as Error).name);
    const [first, second] = [aClaim(10), aClaim(11)];
    expect(await fault(first)).toBe('InfrastructureError');
    expect(await fault(second)).toBe('InfrastructureError');
    arrived[0] = true;
    expect(await fault(first)).toBe('UntrustedEventError');
    expect(await fault(second)).toBe('InfrastructureError');
    arrived[1] = true;
    expect(await fault(first)).toBe('UntrustedEventError');
    expect(await fault(second)).toBe('UntrustedEventError');
  });

  it('of an older release, which names no approval, is instructed with that of its payment', async () => {
    const id = paymentIdOf(3);
    await approve(id);
    await claim(batch, id);
    expect(await instructionOf(batch, id)).toMatchObject({ approval: { approvals: [hashOf(id)] } });
  });

  it('that somebody has forged is parked, and nothing is instructed', async () => {
    const id = paymentIdOf(4);
    await approve(id);
    const more = { ...aTransfer, creditorName: 'Somebody Else' };
    const fault = await faultOf(id, () => claim(batch, id, { approvals: [hashOf(id)] }, more));
    expect(fault).toContain(
      `UntrustedEventError: the seal of the claim of payment-${id} is for another payment`,
    );
  });

  it('of a payment that nobody has approved is parked', async () => {
    const id = paymentIdOf(5);
    const fault = await faultOf(id, () => claim(batch, id));
    expect(fault).toContain(`the claim of payment-${id} has no seal (APPROVALS_UNSEALED_UNTIL)`);
  });

  it('changes nothing when it comes again and its approval is gone, as after a restore', async () => {
    const id = paymentIdOf(6);
    await approve(id);
    await claim(batch, id);
    await instructionOf(batch, id);
    const parked = await batch.parked();
    await batch.database().pool.query('delete from approved_payment');
    await batch.happens('payments.events.v1', streams.payment.id(id), 4, {
      ...claimed(run),
    });
    await approve(paymentIdOf(7));
    await claim(batch, paymentIdOf(7));
    await instructionOf(batch, paymentIdOf(7));
    expect(await batch.parked()).toBe(parked);
    expect(await batch.eventsOf(executionOf(id))).toHaveLength(1);
  });

  it('without a seal is instructed during an upgrade, without an approval', async () => {
    const upgraded = await start('2999-01-01T00:00:00Z');
    try {
      const id = paymentIdOf(8);
      const { stream, event } = sealedPayment(id, aTransfer);
      const unsealed = { ...event.data, seal: undefined };
      await upgraded.happens('sca.events.v1', stream, 4, { type: event.type, data: unsealed });
      await claim(upgraded, id);
      expect(await instructionOf(upgraded, id)).not.toHaveProperty('approval');
    } finally {
      await upgraded.stop();
    }
  });
});

describe('the seal of an approval', () => {
  const keptOf = async (paymentId: string) => {
    const [kept] = await readUntil(
      () => findingApprovals(batch.database())(paymentId),
      ({ length }) => length > 0,
    );
    return kept;
  };

  it('is checked when the approval arrives, and only a valid one is kept as valid', async () => {
    const [valid, strange, without] = [paymentIdOf(30), paymentIdOf(31), paymentIdOf(32)];
    await approve(valid);
    const forged = sealedPayment(strange, aTransfer);
    const data = sealedApproval(forged.stream, forged.event.data, strangerApprovalKey);
    await batch.happens('sca.events.v1', forged.stream, 4, { ...forged.event, data });
    const { stream, event } = sealedPayment(without, aTransfer);
    const unsealed = { ...event.data, seal: undefined };
    await batch.happens('sca.events.v1', stream, 4, { type: event.type, data: unsealed });
    expect(await keptOf(valid)).toMatchObject({ wasValid: true });
    expect(await keptOf(strange)).not.toHaveProperty('wasValid');
    expect(await keptOf(without)).not.toHaveProperty('wasValid');
  });

  it('is checked with the claim where it was kept without a check, and not again where it was valid', async () => {
    const [checked, unchecked] = [paymentIdOf(33), paymentIdOf(34)];
    const { pool } = batch.database();
    for (const id of [checked, unchecked]) {
      await approve(id);
      await keptOf(id);
      // A signature that no check accepts shows whether there was one.
      await pool.query(
        `update sealed_approval set signature = 'AAAA', was_valid = $2 where hash = $1`,
        [hashOf(id), id === checked],
      );
    }
    await claim(batch, checked, { approvals: [hashOf(checked)] });
    expect(await instructionOf(batch, checked)).toMatchObject({
      approval: { approvals: [hashOf(checked)] },
    });
    const fault = await faultOf(unchecked, () =>
      claim(batch, unchecked, { approvals: [hashOf(unchecked)] }),
    );
    expect(fault).toContain('does not fit its content');
  });
});

describe('the approvals of claims that are checked together', () => {
  it('are those of each payment, found by one statement', async () => {
    const [first, second, unknown] = [paymentIdOf(20), paymentIdOf(21), paymentIdOf(22)];
    await approve(first);
    await approve(second);
    const { pool } = batch.database();
    let statements = 0;
    const query = (statement: Parameters<typeof pool.query>[0]) => {
      statements += 1;
      return pool.query(statement);
    };
    const counting = () => findingApprovals({ pool: { query } as unknown as typeof pool });
    await readUntil(
      () => counting()(second),
      ({ length }) => length > 0,
    );
    statements = 0;
    const find = counting();
    const found = await Promise.all([first, unknown, second, first].map((id) => find(id)));
    const hashOf = (id: string) => {
      const { stream, event } = sealedPayment(id, aTransfer);
      return proofOf(stream, event.data).hash;
    };
    expect(found.map((proofs) => proofs.map(({ hash }) => hash))).toEqual([
      ...[[hashOf(first)], [], [hashOf(second)], [hashOf(first)]],
    ]);
    expect(statements).toBe(1);
  });
});
