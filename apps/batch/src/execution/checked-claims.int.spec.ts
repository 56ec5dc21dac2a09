/** @jest-environment-options {"ownModules": true} */
import { jest } from '@jest/globals';
import type { PaymentClaimed, PaymentInstruction } from '@nordgate/contracts/events';
import { executionIdOf, instructionHash, proofOf, streams } from '@nordgate/contracts/rules';
import { sealedPayment, testApprovals } from '@nordgate/contracts/testing';
import { UntrustedEventError } from '@nordgate/decider';
import type { ReceivedEvent } from '@nordgate/decider';
import { InfrastructureError } from '@nordgate/event-store';
import type { ApprovalCheck } from '@nordgate/service';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { batchAppWith } from '../batch.module.js';
import { aProfile } from '../testing/a-profile.js';
import { aTransfer, bulkOf, claimed, paymentIdOf } from '../testing/an-order.js';
import { run } from '../testing/run-commands.js';
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

  it('waits for an approval that comes after it', async () => {
    const id = paymentIdOf(2);
    await claim(batch, id, { approvals: [hashOf(id)] });
    await approve(id);
    expect(await instructionOf(batch, id)).toMatchObject({ approval: { approvals: [hashOf(id)] } });
  });

  it('of an hour ago waits for its approval as a new one does: batch may have paused', async () => {
    const id = paymentIdOf(8);
    const settleClaim = jest.fn();
    const approvals = { stateOf: () => 'valid', settleClaim } as unknown as ApprovalCheck;
    const check = new ClaimCheck(batch.database(), null, approvals);
    const old = {
      stream: streams.payment.id(id),
      version: 3,
      at: new Date(Date.now() - 3_600_000).toISOString(),
      event: claimed(run),
    };
    await expect(check.approvalOf(old)).rejects.toThrow(InfrastructureError);
    await expect(check.approvalOf(old)).rejects.toThrow(InfrastructureError);
    await approve(id);
    const proven = await readUntil(
      () => check.approvalOf(old).catch(() => undefined),
      (found) => found !== undefined,
    );
    expect(proven).toMatchObject({ approvals: [hashOf(id)] });
    expect(settleClaim).not.toHaveBeenCalled();
  });

  it('without an approval is doubted at each look after its wait, so that two of a slice are parked', async () => {
    const settleClaim = jest.fn(() => {
      throw new UntrustedEventError('missing');
    });
    const approvals = { stateOf: () => 'valid', settleClaim } as unknown as ApprovalCheck;
    const check = new ClaimCheck(batch.database(), null, approvals);
    const [first, second] = [9, 10].map((n) => ({
      stream: streams.payment.id(paymentIdOf(n)),
      version: 3,
      at: new Date().toISOString(),
      event: claimed(run),
    })) as [ReceivedEvent<PaymentClaimed>, ReceivedEvent<PaymentClaimed>];
    const clock = jest.spyOn(performance, 'now');
    const fault = async (atMs: number, claim: ReceivedEvent<PaymentClaimed>) => {
      clock.mockReturnValue(atMs);
      return check.approvalOf(claim).catch((error: unknown) => (error as Error).name);
    };
    try {
      expect(await fault(0, first)).toBe('InfrastructureError');
      expect(await fault(2_000, second)).toBe('InfrastructureError');
      expect(await fault(5_000, first)).toBe('UntrustedEventError');
      expect(await fault(5_000, second)).toBe('InfrastructureError');
      expect(await fault(7_000, first)).toBe('UntrustedEventError');
      expect(await fault(7_000, second)).toBe('UntrustedEventError');
    } finally {
      clock.mockRestore();
    }
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

  it('of a payment that nobody has approved is parked after a while', async () => {
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
