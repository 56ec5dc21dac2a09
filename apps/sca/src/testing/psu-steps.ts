import type {
  ActingCustomer,
  ViewableAccount,
  ViewableCardAccount,
} from '@nordgate/contracts/queries';
import { aPaymentView, ownBban } from './a-payment-view.js';
import { linkToken } from './an-authorisation.js';
import { codeOn, hidden } from './test-browser.js';
import type { Answer, TestBrowser } from './test-browser.js';
import type { TestSca } from './test-sca.int.js';

export const kariNumber = '14837530114';
export const kari: ActingCustomer = {
  customerId: 'cus-kari',
  name: 'Kari Nordmann',
  contexts: [
    {
      context: 'PRIVATE',
      name: 'Kari Nordmann',
      debitable: [ownBban],
      viewable: [viewable('acc-1', ownBban), viewable('acc-2', '12345678903')],
    },
  ],
};

/** The agreement under which Ola acts. */
export const fiskAgreement = '2d1f7c52-6c0e-5e0b-9a53-3b1f0f6f8a11';

export const olaNumber = '02038012345';
/** Acts for himself and for a company. */
export const ola: ActingCustomer = {
  customerId: 'cus-ola',
  name: 'Ola Nordmann',
  contexts: [
    { context: 'PRIVATE', name: 'Ola Nordmann', debitable: ['12345678903'], viewable: [] },
    {
      context: 'CORPORATE',
      corporateId: fiskAgreement,
      name: 'Fisk AS',
      debitable: [ownBban],
      viewable: [viewable('acc-f', ownBban)],
    },
  ],
};

/** Ola with the right to debit the account of the payments in both contexts. */
export const olaWithBoth: ActingCustomer = {
  ...ola,
  contexts: ola.contexts.map((one) => ({ ...one, debitable: [ownBban] })),
};

function viewable(accountId: string, bban: string): ViewableAccount {
  return {
    accountId,
    bban,
    iban: `NO93${bban}`,
    currency: 'NOK',
    name: `Account ${accountId}`,
    cashAccountType: 'CACC',
  };
}

/** Kari with a card account. */
export const kariWithCard: ActingCustomer = {
  ...kari,
  contexts: kari.contexts.map((one) => ({ ...one, viewableCards: [viewableCard('card-1')] })),
};

function viewableCard(cardAccountId: string): ViewableCardAccount {
  const maskedPan = '492500******1234';
  return { cardAccountId, maskedPan, currency: 'NOK', name: `Card ${cardAccountId}` };
}

/** Sets the customers and payments that each test starts with. */
export function setUp({ bank }: TestSca): void {
  bank.down.clear();
  bank.baskets.clear();
  bank.settled.clear();
  bank.meanwhile = () => undefined;
  bank.stuck = false;
  bank.customers.clear();
  bank.customers.set(kariNumber, kari).set(olaNumber, ola);
  bank.payments.clear();
  bank.payments
    .set('pay-1', aPaymentView())
    .set('pay-2', aPaymentView({ paymentId: 'pay-2', hash: 'hash-2' }));
}

/** The path of the link of an authorisation. */
export function linkOf(id: string): string {
  return `/sign/${id}/${linkToken}`;
}

/** Opens the link and sends the log-in form. */
export async function logIn(
  browser: TestBrowser,
  id: string,
  customerNumber = kariNumber,
): Promise<Answer> {
  const form = await browser.get(linkOf(id));
  return browser.post(linkOf(id), { csrf: hidden(form.text, 'csrf'), customerNumber });
}

/** The fields of an approval form. */
export interface FieldsOfApproval extends Readonly<Record<string, string>> {
  readonly csrf: string;
  readonly context: string;
  readonly method: string;
  readonly code: string;
}

/** A browser on the approval page. */
export interface AtApproval {
  readonly id: string;
  readonly browser: TestBrowser;
  readonly page: Answer;
  /** The fields of the form, with the right code. */
  readonly fields: FieldsOfApproval;
}

/** Logs in and goes to the approval page. */
export async function goToApproval(
  sca: TestSca,
  id: string,
  customerNumber = kariNumber,
): Promise<AtApproval> {
  const browser = sca.newBrowser();
  const { location } = await logIn(browser, id, customerNumber);
  const page = await browser.get(location);
  return { id, browser, page, fields: fieldsOf(page) };
}

/** The fields of the approval form on a page. */
export function fieldsOf({ text }: Answer): AtApproval['fields'] {
  const value = (name: string) => hidden(text, name);
  return {
    csrf: value('csrf'),
    context: value('context'),
    method: value('method'),
    code: codeOn(text),
  };
}

/** A code of six digits that is not this one. */
export function wrongCode(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, '0');
}

/** The parameters with which the PSU comes back to the TPP: at once, or from a page that says why. */
export function sentBack({ status, location }: Answer): Record<string, string> {
  if (![303, 410].includes(status) || !location.startsWith('https://tpp.example/back?')) {
    throw new Error(`not sent back: ${String(status)} ${location}`);
  }
  return Object.fromEntries(new URL(location).searchParams);
}
