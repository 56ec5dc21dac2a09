import { randomUUID } from 'node:crypto';
import type {
  AuthorisationEvent,
  BasketCreated,
  PaymentInitiated,
} from '@nordgate/contracts/events';
import { GetAuthorisation, GetAuthorisations, GetExpiryMoments } from '@nordgate/contracts/queries';
import { inGeneration } from '@nordgate/contracts/rules';
import { eventually, firstThat } from '@nordgate/testing';
import { anInstruction, aPaymentView } from '../testing/a-payment-view.js';
import { anInitiator, linkToken } from '../testing/an-authorisation.js';
import { goToApproval, linkOf, logIn, sentBack, setUp } from '../testing/psu-steps.js';
import { startTestSca } from '../testing/test-sca.int.js';
import type { TestSca } from '../testing/test-sca.int.js';
import { hashOf } from '../site/security/tokens.js';
import { deleteOldUntouched, touchesBefore } from './untouched-authorisations.rows.js';

const { tpp } = anInitiator();
const at = '2026-03-02T10:00:00.000Z';
const conflict = { code: 'CONFLICT', status: '409', system: 'sca' };

let instances: readonly [TestSca, TestSca];
let sca: TestSca;
beforeAll(async () => {
  const one = await startTestSca({ sweepEveryMs: 10 });
  instances = [one, await startTestSca({}, [], one.databaseUrl)];
  sca = one;
});
beforeEach(() => instances.forEach(setUp));
afterAll(async () => {
  await instances[1].stop();
  await instances[0].stop();
});

interface Made {
  readonly id: string;
  readonly paymentId: string;
  readonly initiated: PaymentInitiated;
}

/** The event of a new payment, whose link a TPP has. */
function aNewPayment(generation = 0): Made {
  const [id, paymentId] = [randomUUID(), randomUUID()].map((one) =>
    inGeneration(one.replaceAll('-', ''), generation),
  ) as [string, string];
  for (const { bank } of instances) bank.payments.set(paymentId, aPaymentView({ paymentId }));
  const initiated: PaymentInitiated = {
    type: 'PaymentInitiated',
    data: {
      service: 'payments',
      product: 'norwegian-domestic-credit-transfers',
      initiator: anInitiator(),
      fingerprint: 'fingerprint-1',
      instruction: anInstruction(),
      authorisation: { id, tokenHash: hashOf(linkToken) },
      acceptedAt: at,
    },
  };
  return { id, paymentId, initiated };
}

/** A payment whose event has arrived. */
async function made(generation?: number): Promise<Made> {
  const payment = aNewPayment(generation);
  await sca.payments.append(`payment-${payment.paymentId}`, payment.initiated);
  await becomes(payment.id, 'received');
  return payment;
}

const cancel = ({ paymentId }: Made) =>
  sca.payments.append(`payment-${paymentId}`, {
    type: 'PaymentCancelled',
    data: { by: tpp, at },
  });

/** Lets the link of a payment end, as if it had been made eleven minutes ago. */
async function expire({ id }: Pick<Made, 'id'>): Promise<void> {
  const { rowCount } = await sca.database.pool.query(
    `update untouched_authorisation set expires_at = clock_timestamp() - interval '1 minute', at = at - interval '11 minutes'
      where authorisation_id = $1`,
    [id],
  );
  expect(rowCount).toBe(1);
}

async function basketOf(members: readonly Made[]): Promise<string> {
  const [basketId, id] = [randomUUID(), randomUUID()];
  const created: BasketCreated = {
    type: 'BasketCreated',
    data: {
      initiator: anInitiator(),
      fingerprint: 'fingerprint-1',
      members: members.map(({ paymentId, id: authorisationId }) => ({
        paymentId,
        authorisationId,
      })),
      authorisation: { id, tokenHash: hashOf(linkToken) },
      acceptedAt: at,
    },
  };
  await sca.baskets.append(`basket-${basketId}`, created);
  await becomes(id, 'received');
  return id;
}

const scaStatus = async (id: string, of = sca) =>
  (await of.queries.ask(new GetAuthorisation(tpp, id)))?.scaStatus;

const becomes = (id: string, status: string) =>
  firstThat(
    `${id} is ${status}`,
    () => scaStatus(id),
    (found) => found === status,
  );

/** The types of the events of an authorisation, with the reason of a failure. */
async function eventsOf(id: string): Promise<readonly string[]> {
  const { rows } = await sca.database.pool.query<
    Pick<AuthorisationEvent, 'type'> & { reason: string | null }
  >(
    `select type, data ->> 'reason' as reason from es.event where stream_id = $1 order by version`,
    [`authorisation-${id}`],
  );
  return rows.map(({ type, reason }) => (reason === null ? type : `${type} ${reason}`));
}

async function hasRow(id: string): Promise<boolean> {
  const { rowCount } = await sca.database.pool.query(
    'select from untouched_authorisation where authorisation_id = $1',
    [id],
  );
  return rowCount === 1;
}

describe('an authorisation that nobody has touched', () => {
  it('is received for its TPP, and its link shows the log-in, without an event', async () => {
    const { id, paymentId } = await made();
    expect(await scaStatus(id)).toBe('received');
    expect(await sca.queries.ask(new GetAuthorisation('PSDNO-FSA-2', id))).toBeNull();
    expect((await sca.newBrowser().get(linkOf(id))).status).toBe(200);
    expect((await sca.newBrowser().get(`/sign/${id}/${'x'.repeat(43)}`)).status).not.toBe(410);
    expect(await eventsOf(id)).toEqual([]);
    // The gateway knows that the payment has it.
    expect(await sca.queries.ask(new GetAuthorisations(tpp, 'payment', paymentId))).toEqual([]);
  });

  it('is written by the log-in, with the time at which the payment was stored', async () => {
    const { id, paymentId } = await made();
    const { rows } = await sca.database.pool.query<{ expiresAt: Date; at: Date }>(
      'select expires_at as "expiresAt", at from untouched_authorisation where authorisation_id = $1',
      [id],
    );
    expect((await logIn(sca.newBrowser(), id)).location).toBe(`/sign/${id}`);
    expect(await eventsOf(id)).toEqual(['AuthorisationOpened', 'PsuIdentified']);
    expect(await hasRow(id)).toBe(false);
    const opened = await sca.database.pool.query<{ data: unknown; meta: unknown }>(
      `select data, es.whole_meta(stream_id, data, meta) as meta from es.event where stream_id = $1 and version = 1`,
      [`authorisation-${id}`],
    );
    const [row] = rows;
    expect(opened.rows[0]).toMatchObject({
      data: {
        resource: { kind: 'payment', paymentId },
        initiator: anInitiator(),
        tokenHash: hashOf(linkToken),
        expiresAt: row?.expiresAt.toISOString(),
      },
      meta: {
        actor: `event:payment-${paymentId}`,
        commandId: `payment-${paymentId}@1>authorisation-${id}`,
        requestedAt: row?.at.toISOString(),
      },
    });
  });

  it('is written once when two processes touch it at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await made();
      const answers = await Promise.all(
        [0, 1, 0, 1].map((by) => logIn(instances[by as 0 | 1].newBrowser(), id)),
      );
      expect(answers.filter(({ location }) => location === `/sign/${id}`)).toHaveLength(1);
      expect(await eventsOf(id)).toEqual(['AuthorisationOpened', 'PsuIdentified']);
    }
  });

  it('counts a wrong customer number', async () => {
    const { id } = await made();
    expect((await logIn(sca.newBrowser(), id, '00000000000')).status).toBe(422);
    expect(await eventsOf(id)).toEqual(['AuthorisationOpened', 'CodeRefused']);
    expect(await scaStatus(id)).toBe('received');
  });

  it('can be approved', async () => {
    const { id, paymentId } = await made();
    const { browser, fields } = await goToApproval(sca, id);
    await browser.post(`/sign/${id}/approve`, fields);
    expect(await scaStatus(id)).toBe('finalised');
    expect((await eventsOf(id)).at(-1)).toBe('AuthorisationFinalised');
    const list = await sca.queries.ask(new GetAuthorisations(tpp, 'payment', paymentId));
    expect(list).toEqual([{ authorisationId: id, scaStatus: 'finalised' }]);
  });

  it('stays as it was when the event of its payment is read again after the touch', async () => {
    const payment = await made();
    const { id, initiated } = payment;
    await logIn(sca.newBrowser(), id);
    // A restore reads all events once more.
    await sca.payments.append(`payment-${payment.paymentId}`, initiated);
    await eventually('the row is back', () => hasRow(id));
    expect(await scaStatus(id)).toBe('psuIdentified');
    await cancel(payment);
    await becomes(id, 'failed');
    expect(await eventsOf(id)).toEqual([
      ...['AuthorisationOpened', 'PsuIdentified'],
      'AuthorisationFailed not-approvable',
    ]);
  });
});

describe('the link that nobody has touched', () => {
  it('fails with its payment, and leads to the failure redirect without an event', async () => {
    const payment = await made();
    await cancel(payment);
    await becomes(payment.id, 'failed');
    expect(sentBack(await sca.newBrowser().get(linkOf(payment.id)))).toMatchObject(conflict);
    expect(await eventsOf(payment.id)).toEqual([]);
  });

  it('has failed when the end of its payment arrives before the payment', async () => {
    const payment = aNewPayment();
    await cancel(payment);
    const { rows } = await firstThat(
      'the end has arrived',
      () =>
        sca.database.pool.query('select from ended_resource where stream_id = $1', [
          `payment-${payment.paymentId}`,
        ]),
      ({ rowCount }) => rowCount === 1,
    );
    expect(rows).toHaveLength(1);
    await sca.database.pool.query(
      `update ended_resource set at = clock_timestamp() + interval '1 minute' where stream_id = $1`,
      [`payment-${payment.paymentId}`],
    );
    await sca.payments.append(`payment-${payment.paymentId}`, payment.initiated);
    await becomes(payment.id, 'failed');
  });

  it('expires, which stays so when its payment ends later', async () => {
    const payment = await made();
    await expire(payment);
    const page = async () => {
      const { status, text } = await sca.newBrowser().get(linkOf(payment.id));
      return [status, text.includes('code=SCA_EXPIRED')];
    };
    expect([await scaStatus(payment.id), await page()]).toEqual(['failed', [410, true]]);
    await cancel(payment);
    await eventually('the end has arrived', async () => {
      const { rowCount } = await sca.database.pool.query(
        'select from ended_resource where stream_id = $1',
        [`payment-${payment.paymentId}`],
      );
      return rowCount === 1;
    });
    expect(await page()).toEqual([410, true]);
    expect(await eventsOf(payment.id)).toEqual([]);
  });

  it('is failed for good by a log-in that comes too late', async () => {
    const payment = await made();
    const browser = sca.newBrowser();
    const form = await browser.get(linkOf(payment.id));
    await expire(payment);
    const csrf = /name="csrf" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    await browser.post(linkOf(payment.id), { csrf, customerNumber: '14837530114' });
    expect(await eventsOf(payment.id)).toEqual([
      'AuthorisationOpened',
      'AuthorisationFailed expired',
    ]);
  });
});

describe('the authorisations of payments that join a basket untouched', () => {
  it('fail with one event, and that of the basket is untouched', async () => {
    const payment = await made();
    const id = await basketOf([payment]);
    await becomes(payment.id, 'failed');
    expect(await eventsOf(payment.id)).toEqual(['AuthorisationFailed joined-basket']);
    expect(await eventsOf(id)).toEqual([]);
    expect(sentBack(await sca.newBrowser().get(linkOf(payment.id)))).toMatchObject({
      code: 'SCA_INVALID',
    });
  });

  it('have expired when their links were over before', async () => {
    const payment = await made();
    await expire(payment);
    await basketOf([payment]);
    await eventually('the member has failed', async () => (await eventsOf(payment.id)).length > 0);
    expect(await eventsOf(payment.id)).toEqual(['AuthorisationFailed expired']);
    const { text } = await sca.newBrowser().get(linkOf(payment.id));
    expect(text).toContain('code=SCA_EXPIRED');
  });
});

describe('the authorisation of a payment that is older than the end of an upgrade', () => {
  it('is written at once, for the pods of the release before', async () => {
    const anHourAhead = new Date(Date.now() + 3_600_000).toISOString();
    const upgraded = await startTestSca({ authorisationsAtOnceUntil: anHourAhead });
    try {
      const { id, paymentId, initiated } = aNewPayment();
      await upgraded.payments.append(`payment-${paymentId}`, initiated);
      await eventually(
        'the link is open',
        async () => (await scaStatus(id, upgraded)) === 'received',
      );
      const { rows } = await upgraded.database.pool.query(
        'select type, (select count(*)::int from untouched_authorisation) as untouched from es.event',
      );
      expect(rows).toEqual([{ type: 'AuthorisationOpened', untouched: 0 }]);
    } finally {
      await upgraded.stop();
    }
  });
});

describe('the rows of untouched authorisations', () => {
  it('are deleted when they are older than the months of authorisations', async () => {
    const [old, young] = [await made(), await made()];
    await sca.database.pool.query(
      `update untouched_authorisation set at = at - interval '73 months' where authorisation_id = $1`,
      [old.id],
    );
    expect(await deleteOldUntouched(sca.database, 72, new AbortController().signal)).toBe(1);
    expect([await hasRow(old.id), await hasRow(young.id)]).toEqual([false, true]);
  });

  it('name no touch for another stream', async () => {
    const { id } = await made();
    expect(await touchesBefore(sca.database, `authorisation-${id}`)).toHaveLength(1);
    expect(await touchesBefore(sca.database, `authorisation-x${id}`)).toEqual([]);
    expect(await touchesBefore(sca.database, `psu-${tpp}-${id}`)).toEqual([]);
  });
});

describe('the timeline of a sandbox', () => {
  it('has the end of a link that nobody has touched, and none of a link that failed before', async () => {
    const generation = 77;
    const [unused, failed, cancelled] = [
      await made(generation),
      await made(generation),
      await made(generation),
    ];
    await cancel(cancelled);
    await becomes(cancelled.id, 'failed');
    await sca.database.pool.query(
      `update ended_resource set at = at - interval '5 minutes' where stream_id = $1`,
      [`payment-${cancelled.paymentId}`],
    );
    const data = { reason: 'joined-basket' };
    await sca.decide({ type: 'FailAuthorisation', stream: `authorisation-${failed.id}`, data });
    const moments = (from: number, to: number) => {
      const [first, last] = [from, to].map((minutes) =>
        new Date(Date.now() + minutes * 60_000).toISOString(),
      ) as [string, string];
      return sca.queries.ask(new GetExpiryMoments(tpp, generation, first, last));
    };
    expect(await moments(-5, 5)).toEqual([]);
    for (const one of [unused, failed, cancelled]) await expire(one);
    expect(await moments(-5, 5)).toMatchObject([{ what: 'link', of: { kind: 'payment' } }]);
    expect(await moments(5, 20)).toEqual([]);
  });
});
