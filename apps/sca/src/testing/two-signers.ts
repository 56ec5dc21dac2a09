import type { ActingCustomer } from '@nordgate/contracts/queries';
import type { AuthorisedResource } from '@nordgate/contracts/events';
import { aBasketView } from './a-basket-view.js';
import { aPaymentView, ownBban } from './a-payment-view.js';
import { anInitiator } from './an-authorisation.js';
import { fieldsOf } from './psu-steps.js';
import { hidden } from './test-browser.js';
import type { Answer, TestBrowser } from './test-browser.js';
import type { TestSca } from './test-sca.int.js';

/** The agreement of Torsk AS, which needs two signatures. */
export const corporateId = '9c3e4f7a-1b52-4d6e-8f0a-7e5d3c2b1a90';

/** A customer who may act for Torsk AS, with or without APPROVE for its account. */
function signer(name: string, debitable: readonly string[] = [ownBban]): ActingCustomer {
  const torsk = { context: 'CORPORATE', corporateId, name: 'Torsk AS', signers: 2 } as const;
  return {
    customerId: `cus-${name}`,
    name: `${name} Nordmann`,
    contexts: [
      { context: 'PRIVATE', name: `${name} Nordmann`, debitable: [], viewable: [] },
      { ...torsk, debitable, viewable: [] },
    ],
  };
}

/** Three customers who may sign and one who may not. */
export const signers = {
  anne: { number: '01018012345', customer: signer('Anne') },
  bjorn: { number: '02018012345', customer: signer('Bjørn') },
  cecilie: { number: '03018012345', customer: signer('Cecilie') },
  dag: { number: '04018012345', customer: signer('Dag', []) },
} as const;

export type SignerName = keyof typeof signers;

export const basketResource: AuthorisedResource = {
  kind: 'basket',
  basketId: 'bas-2',
  paymentIds: ['pay-1', 'pay-2'],
};
export const forTorsk = anInitiator({ context: 'CORPORATE', corporateId });

/** Adds the signers and two payments of Torsk AS to the bank. */
export function setUpSigners({ bank }: TestSca): void {
  bank.baskets.clear();
  bank.inBaskets.clear();
  for (const { customer, number } of Object.values(signers)) bank.customers.set(number, customer);
  for (const [paymentId, hash] of [
    ['pay-1', 'hash-1'],
    ['pay-2', 'hash-2'],
  ] as const) {
    bank.payments.set(paymentId, aPaymentView({ paymentId, hash, initiator: forTorsk }));
  }
}

/** A basket of both payments. */
export function putInBasket({ bank }: TestSca): void {
  const view = aBasketView({ basketId: 'bas-2', initiator: forTorsk });
  bank.baskets.set(view.basketId, view);
}

/** Logs in to the overview. */
export async function enterOverview(browser: TestBrowser, who: SignerName): Promise<Answer> {
  const start = await browser.get('/my');
  const opened = await browser.post('/my/log-in', {
    app: 'PSDNO-FSA-1',
    csrf: hidden(start.text, 'csrf'),
  });
  const form = await browser.get(opened.location);
  const customerNumber = signers[who].number;
  const { location } = await browser.post(opened.location, {
    csrf: hidden(form.text, 'csrf'),
    customerNumber,
  });
  await browser.post(`${location}/approve`, fieldsOf(await browser.get(location)));
  return browser.get('/my');
}

/** The fields of the first form that leads to an approval page. */
export function signFieldsOf({ text }: Answer): { csrf: string; item: string } {
  return { csrf: hidden(text, 'csrf'), item: hidden(text, 'item') };
}

/** A second signer on the approval page that the overview leads to. */
export async function goToSign(sca: TestSca, who: SignerName) {
  const browser = sca.newBrowser();
  const overview = await enterOverview(browser, who);
  const { location } = await browser.post('/my/sign', signFieldsOf(overview));
  const page = await browser.get(location);
  return { browser, overview, path: location, page };
}
