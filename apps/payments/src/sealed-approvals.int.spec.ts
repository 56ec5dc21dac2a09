import type { BasketEvent, ScaEvent } from '@nordgate/contracts/events';
import { GetPayment } from '@nordgate/contracts/queries';
import {
  sealed,
  sealedApproval,
  strangerApprovalKey,
  testApprovals,
} from '@nordgate/contracts/testing';
import { instructionHash } from '@nordgate/contracts/rules';
import { checkingApprovals } from '@nordgate/service';
import { readUntil } from '@nordgate/service/testing';
import { anInstruction, tpp } from './testing/a-payment.js';
import { anAuthorisation } from './testing/an-authorisation.js';
import { basketApproved, basketSigned } from './testing/basket-events.js';
import {
  toAuthorise,
  toCancel,
  toChange,
  toInitiate,
  toProgress,
  toReject,
  toSign,
} from './testing/payment-commands.js';
import { paymentsOnABus } from './testing/payments-on-a-bus.fixture.js';
import type { PaymentsOnABus } from './testing/payments-on-a-bus.fixture.js';

const hash = instructionHash(anInstruction);

let payments: PaymentsOnABus;
beforeAll(async () => {
  payments = await paymentsOnABus();
});
afterAll(() => payments.stop());

async function initiated(id: string): Promise<void> {
  const stream = `payment-${id}`;
  const command = toInitiate();
  await payments.send({ ...command, stream, id: `${stream}/${command.id}` });
}

const statusOf = async (id: string) =>
  (await payments.ask(new GetPayment(tpp, id)))?.transactionStatus;
const typesOf = async (id: string) =>
  (await payments.eventsOf(`payment-${id}`)).map(({ type }) => type);

/** The fault with which the next message is parked. */
async function nextFault(act: () => Promise<unknown>): Promise<string | undefined> {
  const before = await payments.parked();
  await act();
  return (await readUntil(payments.faults, ({ length }) => length > before))[before];
}

const approvalOf = (id: string, kind: 'payment' | 'cancellation' = 'payment') =>
  anAuthorisation({ kind, paymentId: id }).finalised({ approved: [{ paymentId: id, hash }] });
const onThePage = (stream: string, event: ScaEvent) =>
  payments.happens('sca.events.v1', stream, 4, event);
const inTheBasket = (stream: string, event: BasketEvent) =>
  payments.happens('baskets.events.v1', stream, 3, event);

describe('an approval over the bus', () => {
  it('authorises and cancels a payment with the seal of sca', async () => {
    await initiated('sealed');
    await onThePage('authorisation-1', sealed('authorisation-1', approvalOf('sealed')));
    await readUntil(
      () => statusOf('sealed'),
      (status) => status === 'ACTC',
    );
    const cancellation = approvalOf('sealed', 'cancellation');
    await onThePage('authorisation-2', sealed('authorisation-2', cancellation));
    const types = await readUntil(
      () => typesOf('sealed'),
      ({ length }) => length === 3,
    );
    expect(types).toEqual(['PaymentInitiated', 'PaymentAuthorised', 'PaymentCancelled']);
    expect(await payments.faults()).toEqual([]);
  });

  it.each(['payment', 'cancellation'] as const)(
    'without a seal changes nothing and is parked: the approval of a %s',
    async (kind) => {
      const [id, stream] = [`unsealed-${kind}`, `authorisation-unsealed-${kind}`];
      await initiated(id);
      const fault = await nextFault(() => onThePage(stream, approvalOf(id, kind)));
      expect(fault).toContain(`UntrustedEventError: the approval ${stream} has no seal`);
      expect(await typesOf(id)).toEqual(['PaymentInitiated']);
    },
  );

  it('with the seal of another approval changes nothing and is parked', async () => {
    await initiated('own');
    await initiated('copied');
    const { data } = sealed('authorisation-own', approvalOf('own'));
    const { type, data: forged } = approvalOf('copied');
    const event = { type, data: { ...data, ...forged } } as ScaEvent;
    const fault = await nextFault(() => onThePage('authorisation-own', event));
    expect(fault).toContain('does not fit its content');
    expect(await typesOf('copied')).toEqual(['PaymentInitiated']);
  });
});

describe('the approval of a basket over the bus', () => {
  const approved = (id: string) => ({ approved: [{ paymentId: id, hash }] });

  it('authorises its members with the seal of sca', async () => {
    await initiated('member');
    await inTheBasket('basket-1', basketApproved(approved('member'), 'basket-1'));
    const status = await readUntil(
      () => statusOf('member'),
      (found) => found === 'ACTC',
    );
    expect(status).toBe('ACTC');
  });

  it.each([
    ['approval', basketApproved],
    ['first signature', basketSigned],
  ])('changes nothing and is parked when baskets has made up the %s', async (what, event) => {
    const [id, stream] = [`made-up-${what}`, `basket-made-up-${what}`];
    await initiated(id);
    const { type, data } = event(approved(id), stream);
    const { sealedApproval: proof, ...unsealed } = data;
    const stranger = sealedApproval(data.by, proof!, strangerApprovalKey);
    const faults = [
      await nextFault(() => inTheBasket(stream, { type, data: unsealed })),
      await nextFault(() =>
        inTheBasket(`${stream}-2`, { type, data: { ...unsealed, sealedApproval: stranger } }),
      ),
      await nextFault(() => inTheBasket(`${stream}-other`, { type, data })),
    ];
    expect(faults).toEqual([
      expect.stringContaining('has no seal'),
      expect.stringContaining('no key in approvals.pub.pem'),
      expect.stringContaining(`is not for ${stream}-other`),
    ]);
    expect(await typesOf(id)).toEqual(['PaymentInitiated']);
  });
});

describe('a command over the topic of payments', () => {
  it.each([
    ['an approval', toAuthorise()],
    ['a signature', toSign()],
    ['the cancellation of an approved payment', toCancel({ onlyUnapproved: false })],
    ['the progress of an execution', toProgress()],
    ['a rejection', toReject()],
    ['a change', toChange()],
  ])('changes nothing and is parked when it is %s: nothing proves it', async (what, command) => {
    const id = what.replaceAll(' ', '-');
    await initiated(id);
    const stream = `payment-${id}`;
    const forged = { ...command, stream, id: `${stream}/forged` };
    const fault = await nextFault(() => payments.sendOverTopic(forged).catch(() => undefined));
    expect(fault).toContain(`${command.type} is not accepted from payments.commands.v1`);
    expect(await typesOf(id)).toEqual(['PaymentInitiated']);
  });
});

describe('an approval of an older release, without a seal', () => {
  it('authorises a payment and the members of a basket during an upgrade', async () => {
    const trust = { ...testApprovals, unsealedUntil: '2999-01-01T00:00:00Z' };
    const upgraded = await paymentsOnABus({ providers: [checkingApprovals(trust)] });
    try {
      const sent = ['alone', 'member'].map((id) => ({
        ...toInitiate(),
        stream: `payment-${id}`,
        id,
      }));
      await Promise.all(sent.map((command) => upgraded.send(command)));
      const { type, data } = basketApproved({ approved: [{ paymentId: 'member', hash }] });
      const { sealedApproval: left, ...unsealed } = data;
      expect(left).toBeDefined();
      await upgraded.happens('sca.events.v1', 'authorisation-1', 4, approvalOf('alone'));
      await upgraded.happens('baskets.events.v1', 'basket-1', 3, { type, data: unsealed });
      for (const id of ['alone', 'member']) {
        const view = await readUntil(
          () => upgraded.ask(new GetPayment(tpp, id)),
          (found) => found?.transactionStatus === 'ACTC',
        );
        expect(view?.transactionStatus).toBe('ACTC');
      }
    } finally {
      await upgraded.stop();
    }
  });
});
