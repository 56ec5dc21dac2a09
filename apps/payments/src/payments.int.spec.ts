import { PAYMENT_STATUSES } from '@nordgate/contracts/codes';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { Handled, ScaEvent } from '@nordgate/contracts/events';
import {
  GetApprovedPayments,
  GetDeletedPayments,
  GetPayment,
  GetPayments,
} from '@nordgate/contracts/queries';
import type { PaymentView } from '@nordgate/contracts/queries';
import {
  aBulkInstruction,
  anInstruction,
  otherTpp,
  partRejected,
  tpp,
} from './testing/a-payment.js';
import { anAuthorisation } from './testing/an-authorisation.js';
import { basketApproved, basketRejected } from './testing/basket-events.js';
import { sealed } from '@nordgate/contracts/testing';
import { instructionHash } from '@nordgate/contracts/rules';
import { deleteEnded, openReader } from '@nordgate/event-store';
import { readUntil } from '@nordgate/service/testing';
import { paymentsApp, SandboxPaymentsModule } from './payments.module.js';
import {
  toAuthorise,
  toCancel,
  toInitiate,
  toProgress,
  toProgressParts,
  toReject,
  toSign,
} from './testing/payment-commands.js';
import type { authorisationEvents } from './approve/settle-authorisation.js';
import { paymentsOnABus } from './testing/payments-on-a-bus.fixture.js';
import type { PaymentsOnABus } from './testing/payments-on-a-bus.fixture.js';

const hash = instructionHash(anInstruction);
const receipt = {
  transactionStatus: 'RCVD',
  fingerprint: 'fingerprint-of-the-request',
  acceptedAt: '2030-03-01T09:00:00.000Z',
};

let payments: PaymentsOnABus;
beforeAll(async () => {
  payments = await paymentsOnABus();
});
afterEach(async () => expect(await payments.parked()).toBe(0));
afterAll(() => payments.stop());

/** The TPP's request for the payment with this id. */
function initiation(id: string, changes: Parameters<typeof toInitiate>[0] = {}) {
  const command = toInitiate(changes);
  const stream = `payment-${id}`;
  return { ...command, stream, id: `${stream}/${command.data.fingerprint}` };
}

async function initiated(...ids: readonly string[]): Promise<void> {
  const results = await Promise.all(ids.map((id) => payments.send(initiation(id))));
  expect(results).toEqual(ids.map(() => ({ is: 'decided', receipt })));
}

/** Lets sca write an event of an authorisation. */
const onThePage = (stream: string, event: ScaEvent, version = 4) =>
  payments.happens('sca.events.v1', stream, version, sealed(stream, event));

const view = (id: string): Promise<PaymentView | null> => payments.ask(new GetPayment(tpp, id));
const shows = (id: string, status: string): Promise<PaymentView | null> =>
  readUntil(
    () => view(id),
    (found) => found?.transactionStatus === status,
  );
const typesOf = async (id: string) =>
  (await payments.eventsOf(`payment-${id}`)).map(({ type }) => type);

/** The statuses of a payment that has no parts. */
type Status = Exclude<PaymentStatus, 'PART'>;

/** The commands that lead a payment to each status (specification 3), in the order of the list. */
const waysTo: { readonly [Each in Status]: readonly Act[] } = {
  ACCP: [toAuthorise(), toProgress({ status: 'ACCP', fundsAvailable: true })],
  ACSC: [toAuthorise(), toProgress({ status: 'ACSP' }), toProgress({ status: 'ACSC' })],
  ACSP: [toAuthorise(), toProgress({ status: 'ACSP' })],
  ACTC: [toAuthorise()],
  ACWC: [toAuthorise(), toProgress({ status: 'ACWC' })],
  ACWP: [toAuthorise(), toProgress({ status: 'ACSP' }), toProgress({ status: 'ACWP' })],
  RCVD: [],
  PDNG: [toSign()],
  RJCT: [toReject()],
  CANC: [toCancel()],
};

type Act = ReturnType<
  typeof toAuthorise | typeof toCancel | typeof toProgress | typeof toReject | typeof toSign
>;

describe('the view of a payment', () => {
  it.each(PAYMENT_STATUSES.filter((status) => status !== 'PART'))(
    'shows %s when its commands have led there (specification 3)',
    async (status) => {
      const id = `becomes-${status}`;
      await initiated(id);
      for (const command of waysTo[status]) {
        const stream = `payment-${id}`;
        await payments.execute({ ...command, stream, id: `${stream}/${command.id}` });
      }
      expect((await view(id))?.transactionStatus).toBe(status);
    },
  );
});

describe('initiating a payment over the bus', () => {
  it('shows at once in the view, to the TPP that asked for it', async () => {
    await initiated('first');
    expect(await view('first')).toMatchObject({
      paymentId: 'first',
      version: 1,
      transactionStatus: 'RCVD',
      instruction: anInstruction,
    });
    expect(await payments.ask(new GetPayment(otherTpp, 'first'))).toBeNull();
    expect(await view('never-asked-for')).toBeNull();
  });

  it('shows several payments at once, only those that there are and of that TPP', async () => {
    await initiated('one', 'two');
    const found = await payments.ask(new GetPayments(tpp, ['two', 'none', 'one', 'two']));
    expect(found.map(({ paymentId }) => paymentId).sort()).toEqual(['one', 'two']);
    expect(found.map((one) => one.hash)).toEqual([hash, hash]);
    expect(await payments.ask(new GetPayments(otherTpp, ['one', 'two']))).toEqual([]);
  });

  it('makes one payment of fifty parallel requests that are the same', async () => {
    const command = initiation('same');
    const results = await Promise.all(Array.from({ length: 50 }, () => payments.send(command)));
    expect(results).toEqual(results.map(() => ({ is: 'decided', receipt })));
    expect(await typesOf('same')).toEqual(['PaymentInitiated']);
  });

  it('makes one payment of fifty parallel requests though no two have the same message id', async () => {
    const commands = Array.from({ length: 50 }, (_, i) => ({
      ...initiation('retried'),
      id: `attempt-${String(i)}`,
    }));
    const results = await Promise.all(commands.map((command) => payments.send(command)));
    expect(results).toEqual(results.map(() => ({ is: 'decided', receipt })));
    expect(await typesOf('retried')).toEqual(['PaymentInitiated']);
  });

  it('lets exactly one of many different requests under one id have it', async () => {
    const fingerprints = Array.from({ length: 20 }, (_, i) => `fingerprint-${String(i)}`);
    const results = await Promise.all(
      fingerprints.map((fingerprint) => payments.send(initiation('fought-for', { fingerprint }))),
    );
    const refusal = { is: 'refused', refusal: { refused: 'CONFLICT' } };
    expect(results.filter(({ is }) => is === 'decided')).toHaveLength(1);
    expect(results.filter(({ is }) => is === 'refused')).toEqual(Array(19).fill(refusal));
    const winner = fingerprints[results.findIndex(({ is }) => is === 'decided')];
    expect(await view('fought-for')).toMatchObject({ fingerprint: winner, version: 1 });
  });
});

describe('what the PSU does on the approval page', () => {
  const page = (id: string) => anAuthorisation({ kind: 'payment', paymentId: id });
  const act = (id: string, event: Handled<typeof authorisationEvents>, version = 4) =>
    onThePage(`authorisation-${id}`, event, version);

  it('authorises the payment that was shown', async () => {
    await initiated('approved');
    const approved = [{ paymentId: 'approved', hash }];
    await act('approved', page('approved').finalised({ approved }));
    expect(await shows('approved', 'ACTC')).toMatchObject({ version: 2 });
    const [, authorised] = await payments.eventsOf('payment-approved');
    expect(authorised?.data).toMatchObject({ by: 'authorisation-approved' });
  });

  it('leaves a payment alone that was not what was shown, and goes on with the next', async () => {
    await initiated('changed', 'refused');
    const approved = [{ paymentId: 'changed', hash: 'of-something-else' }];
    await act('changed', page('changed').finalised({ approved }));
    await act('refused', page('refused').refused());
    const rejection = { code: 'PAYMENT_FAILED', reason: 'refused-by-psu' };
    expect(await shows('refused', 'RJCT')).toMatchObject({ rejection });
    expect(await view('changed')).toMatchObject({ transactionStatus: 'RCVD', version: 1 });
  });
});

describe('the sub-payments of a bulk over the bus', () => {
  const bulk = { service: 'bulk-payments', instruction: aBulkInstruction } as const;
  const bulkHash = instructionHash(aBulkInstruction);
  const approve = async (id: string) => {
    await payments.send(initiation(id, bulk));
    const page = anAuthorisation({ kind: 'payment', paymentId: id });
    const approved = [{ paymentId: id, hash: bulkHash }];
    const event = page.finalised({ approved });
    await onThePage(`authorisation-${id}`, event);
    await shows(id, 'ACTC');
  };
  const report = (id: string, command: ReturnType<typeof toProgress>) =>
    payments.execute({ ...command, stream: `payment-${id}`, id: `${id}/${command.id}` });

  it('show each its own status, and the bulk PART when one of them fails', async () => {
    await approve('partly');
    await report('partly', toProgress({ status: 'ACSP' }));
    const settled = [0, 2].map((part) => ({ part, status: 'ACSC' }) as const);
    await report('partly', toProgressParts(...settled, partRejected(1)));
    const found = await view('partly');
    expect(found?.transactionStatus).toBe('PART');
    expect(found?.parts?.map((one) => one.transactionStatus)).toEqual(['ACSC', 'RJCT', 'ACSC']);
  });

  it('are cancelled with their bulk, also when one of them was accepted before', async () => {
    await approve('called-off');
    const accepted = { part: 0, status: 'ACCP', fundsAvailable: true } as const;
    await report('called-off', toProgressParts(accepted));
    const page = anAuthorisation({ kind: 'cancellation', paymentId: 'called-off' });
    const approved = [{ paymentId: 'called-off', hash: bulkHash }];
    const event = page.finalised({ approved });
    await onThePage('authorisation-calls-off', event);
    const found = await shows('called-off', 'CANC');
    expect(found?.parts?.map((one) => one.transactionStatus)).toEqual(['CANC', 'CANC', 'CANC']);
  });
});

describe('what becomes of a basket', () => {
  it('authorises its approved members and rejects its declined ones', async () => {
    await initiated('m1', 'm2', 'm3', 'bystander');
    const approved = ['m1', 'm2'].map((paymentId) => ({ paymentId, hash }));
    const event = basketApproved({ approved, declined: ['m3'] }, 'basket-1');
    await payments.happens('baskets.events.v1', 'basket-1', 3, event);
    expect(await shows('m1', 'ACTC')).toMatchObject({ version: 2 });
    expect(await shows('m2', 'ACTC')).toMatchObject({ version: 2 });
    expect(await shows('m3', 'RJCT')).toMatchObject({
      rejection: { code: 'PAYMENT_FAILED', reason: 'account-not-debitable' },
    });
    expect(await view('bystander')).toMatchObject({ transactionStatus: 'RCVD' });
  });

  it('settles each member on its own: one that cannot follow keeps no other back', async () => {
    await initiated('well', 'ill');
    const shown = { well: hash, ill: 'of-something-else' };
    const approved = Object.entries(shown).map(([paymentId, of]) => ({ paymentId, hash: of }));
    const event = basketApproved({ approved: [...approved.reverse()] }, 'basket-2');
    await payments.happens('baskets.events.v1', 'basket-2', 3, event);
    expect(await shows('well', 'ACTC')).toMatchObject({ version: 2 });
    expect(await view('ill')).toMatchObject({ transactionStatus: 'RCVD' });
  });

  it('rejects the members of a refused basket, and changes nothing when all of it comes again', async () => {
    await initiated('n1', 'n2', 'afterwards');
    await payments.happens('baskets.events.v1', 'basket-3', 2, basketRejected(['n1', 'n2']));
    await shows('n2', 'RJCT');
    await payments.redeliverAll();
    await payments.happens('baskets.events.v1', 'basket-4', 2, basketRejected(['afterwards']));
    await shows('afterwards', 'RJCT');
    expect(await typesOf('n1')).toEqual(['PaymentInitiated', 'PaymentRejected']);
    expect(await typesOf('n2')).toEqual(['PaymentInitiated', 'PaymentRejected']);
  });
});

describe('a payment past its retention', () => {
  const deleteOld = async () => {
    const database = payments.database();
    const reader = await openReader({ database, name: 'relay' });
    for (let page = await reader.read(500); page.events.length > 0; page = await reader.read(500)) {
      await page.done();
    }
    await database.pool.query(`update es.event set at = at - interval '73 months'`);
    const months = { payment: 72, exemptions: 72 };
    const { streams, projections = [] } = paymentsApp;
    const { signal } = new AbortController();
    return deleteEnded({ database, streams, projections, months, pauseMs: 0 }, signal);
  };

  it('is unknown once it is deleted, cannot be initiated again, and ignores a late event', async () => {
    await initiated('gone', 'stays');
    const stream = 'payment-gone';
    await payments.execute({ ...toReject(), stream, id: `${stream}/rejected` });
    // A projection saves its checkpoint once a second.
    const afterSweep = () => deleteOld().then(() => view('gone'));
    expect(await readUntil(afterSweep, (found) => found === null)).toBeNull();
    expect(await view('stays')).toMatchObject({ transactionStatus: 'RCVD' });
    expect(await payments.ask(new GetDeletedPayments(['gone', 'stays', 'never']))).toEqual([
      'gone',
    ]);
    expect(await payments.send(initiation('gone'))).toEqual({
      ...{ is: 'refused', refusal: { refused: 'CONFLICT' } },
    });
    const event = basketRejected(['gone', 'stays']);
    await payments.happens('baskets.events.v1', 'basket-late', 2, event);
    await shows('stays', 'RJCT');
    expect(await typesOf('gone')).toEqual([]);
  });
});

describe('the approved payments of a TPP', () => {
  it('are those that wait for their execution, at their versions, of one generation', async () => {
    const sandbox = await paymentsOnABus({ module: SandboxPaymentsModule });
    const ids = ['a1', 'a2', 'a3.1'];
    for (const id of ids) await sandbox.send(initiation(id));
    await sandbox.send(initiation('a5', { initiator: { tpp: otherTpp } } as never));
    for (const id of ['a1', 'a3.1', 'a5']) {
      await sandbox.execute({
        ...toAuthorise({ hash }),
        stream: `payment-${id}`,
        id: `approve-${id}`,
      });
    }
    expect(await sandbox.ask(new GetApprovedPayments(tpp, 0))).toEqual([
      { paymentId: 'a1', version: 2 },
    ]);
    expect(await sandbox.ask(new GetApprovedPayments(tpp, 1))).toEqual([
      { paymentId: 'a3.1', version: 2 },
    ]);
    await sandbox.stop();
  });
});
