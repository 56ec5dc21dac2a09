import { randomUUID } from 'node:crypto';
import { GetAuthorisation } from '@nordgate/contracts/queries';
import type { AuthorisedResource } from '@nordgate/contracts/events';
import { firstThat } from '@nordgate/testing';
import { aBasketView } from '../testing/a-basket-view.js';
import { aPaymentView } from '../testing/a-payment-view.js';
import { anInitiator } from '../testing/an-authorisation.js';
import { goToApproval, linkOf, sentBack, setUp } from '../testing/psu-steps.js';
import { startTestSca } from '../testing/test-sca.int.js';
import type { TestSca } from '../testing/test-sca.int.js';

const at = '2026-03-02T10:00:00.000Z';
const conflict = { code: 'CONFLICT', status: '409', system: 'sca' };
const { tpp } = anInitiator();

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca();
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

const scaStatus = async (id: string) =>
  (await sca.queries.ask(new GetAuthorisation(tpp, id)))?.scaStatus;

const becomes = (id: string, status: string) =>
  firstThat(
    `${id} is ${status}`,
    () => scaStatus(id),
    (found) => found === status,
  );

/** A payment or basket that nothing else in this file is about. */
const aNewPayment = () => ({ kind: 'payment', paymentId: randomUUID() }) as const;
const aNewBasket = () =>
  ({ kind: 'basket', basketId: randomUUID(), paymentIds: ['pay-1', 'pay-2'] }) as const;
const cancelled = { type: 'PaymentCancelled', data: { by: tpp, at } } as const;
const deleted = { type: 'BasketDeleted', data: { at } } as const;

/** The event that ends a resource arrives. */
function end(resource: AuthorisedResource): Promise<void> {
  if (resource.kind === 'basket') {
    return sca.baskets.append(`basket-${resource.basketId}`, deleted);
  }
  if (resource.kind === 'access') throw new Error('an access does not end');
  return sca.payments.append(`payment-${resource.paymentId}`, cancelled);
}

describe('the open authorisations of a payment or basket that has ended', () => {
  it.each([
    ['a payment', aNewPayment],
    ['a basket', aNewBasket],
  ])('fail in every state before the approval, those of %s', async (_what, make) => {
    const resource = make();
    if (resource.kind === 'payment') {
      sca.bank.payments.set(resource.paymentId, aPaymentView({ paymentId: resource.paymentId }));
    }
    const received = await sca.open({ resource });
    const { id: shown } = await goToApproval(sca, await sca.open({ resource }));
    expect([await scaStatus(received), await scaStatus(shown)]).toEqual([
      'received',
      'scaMethodSelected',
    ]);
    await end(resource);
    await becomes(received, 'failed');
    await becomes(shown, 'failed');
  });

  it('fail when an authorisation cancels a payment that is executed meanwhile', async () => {
    const paymentId = randomUUID();
    const id = await sca.open({ resource: { kind: 'cancellation', paymentId } });
    const progress = (status: 'ACSP' | 'ACSC') =>
      ({ type: 'PaymentProgressed', data: { by: 'batch', status, at } }) as const;
    await sca.payments.append(`payment-${paymentId}`, progress('ACSP'));
    await sca.payments.append(`payment-${paymentId}`, progress('ACSC'));
    await becomes(id, 'failed');
  });

  it.each([
    ['a payment', aNewPayment],
    ['a basket', aNewBasket],
  ])('fail also when they are opened after the end of %s has arrived', async (_what, make) => {
    const resource = make();
    const early = await sca.open({ resource });
    await end(resource);
    await becomes(early, 'failed');
    await becomes(await sca.open({ resource }), 'failed');
  });

  it('are untouched by the end of another payment, and of a basket with the same id', async () => {
    const { paymentId } = aNewPayment();
    const own = await sca.open({ resource: { kind: 'payment', paymentId } });
    const other = aNewPayment();
    const witness = await sca.open({ resource: other });
    await sca.baskets.append(`basket-${paymentId}`, deleted);
    await end(other);
    await becomes(witness, 'failed');
    expect(await scaStatus(own)).toBe('received');
  });

  it('have no second effect when the end arrives twice', async () => {
    const resource = aNewPayment();
    const id = await sca.open({ resource });
    await end(resource);
    await becomes(id, 'failed');
    await end(resource);
    const witness = await sca.open({ resource });
    await becomes(witness, 'failed');
    const { rows } = await sca.database.pool.query(
      `select type from es.event where stream_id = $1 order by version`,
      [`authorisation-${id}`],
    );
    expect(rows).toEqual([{ type: 'AuthorisationOpened' }, { type: 'AuthorisationFailed' }]);
  });
});

describe('the link of a payment or basket that has ended', () => {
  it('leads to the failure redirect, without a log-in', async () => {
    const resource = aNewBasket();
    const id = await sca.open({ resource });
    await end(resource);
    await becomes(id, 'failed');
    expect(sentBack(await sca.newBrowser().get(linkOf(id)))).toMatchObject(conflict);
  });

  it('leads the browser on its approval page to the failure redirect', async () => {
    const resource = aNewBasket();
    const { id, browser, fields } = await goToApproval(sca, await sca.open({ resource }));
    await end(resource);
    await becomes(id, 'failed');
    expect(sentBack(await browser.get(`/sign/${id}`))).toMatchObject(conflict);
    expect(sentBack(await browser.post(`/sign/${id}/approve`, fields))).toMatchObject(conflict);
    const elsewhere = await sca.newBrowser().get(linkOf(id));
    expect([elsewhere.status, elsewhere.location]).toEqual([410, '']);
  });

  it('leads to the failure redirect also before the event of the basket arrives', async () => {
    const resource = aNewBasket();
    const { basketId, paymentIds } = resource;
    const { id, browser, fields } = await goToApproval(sca, await sca.open({ resource }));
    const over = { transactionStatus: 'RJCT', isOpen: false, deletedBy: 'request-1' } as const;
    sca.bank.baskets.set(basketId, aBasketView({ basketId, paymentIds, ...over }));
    expect(sentBack(await browser.post(`/sign/${id}/approve`, fields))).toMatchObject(conflict);
    expect(await scaStatus(id)).toBe('failed');
    expect(sca.bank.payments.get('pay-1')?.transactionStatus).toBe('RCVD');
  });
});
