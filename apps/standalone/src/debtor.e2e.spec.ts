import { randomUUID } from 'node:crypto';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { paymentProducts } from '@nordgate/contracts/http';
import {
  accountOf,
  actAs,
  aDomesticPayment,
  approveAt,
  declineAt,
  eventually,
  grantAt,
  initiate,
  instantPath,
  jsonWith,
  makeBasket,
  meetPsu,
  runBatchUntil,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
  statusOf,
  transactionsOf,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const sepa = 'sepa-credit-transfers';
const abroad = 'cross-border-credit-transfers';
const name = 'Sandbox Person To';
const address = {
  ...{ street: 'Prøveveien', buildingNumber: '2 B', postalCode: '5003' },
  ...{ townName: 'Bergen', country: 'NO' },
};

/** What an approval of a payment to this creditor has kept. */
const select = `
select approved.data->'debtor' as debtor
  from es.event approved
  join es.event made on made.stream_id = approved.stream_id and made.type = 'PaymentInitiated'
 where approved.type = 'PaymentAuthorised' and made.data->'instruction'->>'creditorName' = $1`;

describe('the debtor of a payment (specification 9)', () => {
  let test: TestBank;
  let world: World;
  let person: ListedCustomer;
  let database: Database;
  beforeAll(async () => {
    test = await startTestBank();
    world = test.world();
    const customers = await setUpSandbox(world);
    person = customers.find(({ customerName }) => customerName === name)!;
    await meetPsu(world, person);
    const url = test.databaseUrl('payments');
    const migrations: [] = [];
    database = await openDatabase({ url, applicationName: 'test', migrations, poolMax: 1 });
  });
  afterAll(async () => {
    await database.close();
    await test.stop();
  });

  /** A product's example, from the person's account, as soon as possible. */
  const orderOf = (product: string, creditorName: string) => {
    const example = paymentProducts.find((one) => one.name === product)?.services.payments?.body
      .example as unknown as Record<string, unknown>;
    const debtorAccount = { bban: accountOf(person), currency: 'NOK' };
    return { ...example, requestedExecutionDate: undefined, creditorName, debtorAccount };
  };
  const make = (product: string, creditorName: string) =>
    initiate(world, `/v1/payments/${product}`, orderOf(product, creditorName));
  const debtorsTo = async (creditorName: string) => {
    const { rows } = await database.pool.query<{ debtor: unknown }>(select, [creditorName]);
    return rows.map(({ debtor }) => debtor);
  };

  it('is taken from the customer at the approval, and not shown to the TPP', async () => {
    const { paymentId, scaHref } = await make(sepa, 'Buchhandlung');
    await approveAt(world, scaHref, person, ['Buchhandlung']);
    expect(await debtorsTo('Buchhandlung')).toEqual([{ name, address }]);
    const path = `/v1/payments/${sepa}/${paymentId}`;
    const details = await world.tpp.call({ method: 'GET', path });
    expect(jsonWith(details, 200)).toMatchObject({ transactionStatus: 'ACTC' });
    expect(details.text).not.toContain('Bergen');
  });

  it('is stored for the members of a basket that need it', async () => {
    const members = [
      await make(abroad, 'Harbour'),
      await make('norwegian-domestic-credit-transfers', 'Nabo'),
    ];
    const { scaHref } = await makeBasket(world, members);
    await approveAt(world, scaHref, person, ['Harbour', 'Nabo']);
    expect(await debtorsTo('Harbour')).toEqual([{ name, address }]);
    expect(await debtorsTo('Nabo')).toEqual([null]);
  });

  it('has the account in its real currency: another one that the TPP claims is PAYMENT_FAILED', async () => {
    const euro = (amount: string, currency: 'NOK' | 'EUR') => ({
      instructedAmount: { amount, currency: 'EUR' as const },
      debtorAccount: { bban: accountOf(person), currency },
    });
    // Told truly, the exchange needs a structured address.
    const truly = aDomesticPayment(euro('12.50', 'NOK'));
    const answer = await world.tpp.call({ method: 'POST', path: singlePath, body: truly });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('/creditorAddress/');
    // As a payment without an exchange it needs none, and the bank finds the difference.
    const body = aDomesticPayment(euro('12.50', 'EUR'));
    const { paymentId, scaHref } = await initiate(world, singlePath, body);
    const { searchParams } = await declineAt(world, scaHref, person);
    expect(searchParams.get('code')).toBe('PAYMENT_FAILED');
    const path = `${singlePath}/${paymentId}/status`;
    const headers = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
    expect(jsonWith(await world.tpp.call({ method: 'GET', path, headers }), 200)).toMatchObject({
      transactionStatus: 'RJCT',
      tppMessages: [{ code: 'PAYMENT_FAILED' }],
    });
  });

  it('has no address that the TPP gives', async () => {
    const body = aDomesticPayment({ debtorAddress: address });
    const answer = await world.tpp.call({ method: 'POST', path: singlePath, body });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      tppMessages: [{ code: 'FORMAT_ERROR', path: '/debtorAddress' }],
    });
  });

  it('is not taken from a debtorName, which gets a warning', async () => {
    const order = orderOf('norwegian-domestic-credit-transfers', 'Navn');
    const body = { ...order, debtorName: 'Somebody' };
    const answer = await world.tpp.call({ method: 'POST', path: singlePath, body });
    expect(answer.status).toBe(201);
    const { tppMessages } = answer.json as { tppMessages: readonly object[] };
    const warning = { category: 'WARNING', code: 'FORMAT_ERROR', path: '/debtorName' };
    expect(tppMessages).toContainEqual(expect.objectContaining(warning));
    const { _links } = answer.json as { _links: { scaRedirect: { href: string } } };
    await approveAt(world, _links.scaRedirect.href, person, ['Navn']);
    expect(await debtorsTo('Navn')).toEqual([null]);
  });

  it('pays the fee that the answer and the approval page name, in an entry after the payment', async () => {
    const endToEndIdentification = `fee-${randomUUID().slice(0, 8)}`;
    const order = {
      ...aDomesticPayment({ debtorAccount: { bban: accountOf(person), currency: 'NOK' } }),
      endToEndIdentification,
    };
    const created = await world.tpp.call({ method: 'POST', path: instantPath, body: order });
    const made = jsonWith<{ paymentId: string }>(created, 201);
    expect(made).toMatchObject({ transactionFees: { amount: '2.00', currency: 'NOK' } });
    await approveAt(world, scaRedirectOf(made), person, ['125.50', '2.00']);
    await eventually(
      'the payment is ACSC',
      async () => (await statusOf(world, instantPath, made.paymentId)) === 'ACSC',
    );
    const path = `${await transactionsOf(world, person)}?bookingStatus=booked`;
    const entries = async () => {
      const answer = jsonWith<Statement>(await world.tpp.call({ method: 'GET', path }), 200);
      return answer.transactions.booked;
    };
    await eventually('the fee is booked', async () =>
      (await entries()).some(
        (one) =>
          one.endToEndId === endToEndIdentification &&
          one.remittanceInformationUnstructured === 'Gebyr',
      ),
    );
    // Newest first.
    const [fee, payment, before] = await entries();
    expect([fee, payment].map((one) => [one?.endToEndId, amountOf(one)])).toEqual([
      [endToEndIdentification, '-2.00'],
      [endToEndIdentification, '-125.50'],
    ]);
    const cents = [before, payment, fee].map((one) => centsAfter(one));
    expect(cents.map((after) => after - centsAfter(before))).toEqual([0, -12_550, -12_750]);
  });

  it('cannot pay from a blocked account, which the TPP can still read', async () => {
    const { accountId, bban } = person.accounts[1]!;
    const block = (status: 'BLOCKED' | 'ENABLED') =>
      world.tpp.call({
        ...{ method: 'PUT', path: `/v1/sandbox/accounts/${accountId}` },
        body: { name: 'Sparekonto', status },
      });
    const order = aDomesticPayment({ debtorAccount: { bban, currency: 'NOK' } });
    const path = `${singlePath}/`;
    // Approved before the account is blocked: the bank refuses the execution.
    const approved = await initiate(world, singlePath, order);
    await approveAt(world, approved.scaHref, person);
    jsonWith(await block('BLOCKED'), 200);
    await runBatchUntil(
      world,
      async () => (await statusOf(world, singlePath, approved.paymentId)) === 'RJCT',
    );
    const ended = await world.tpp.call({
      method: 'GET',
      path: `${path}${approved.paymentId}/status`,
    });
    expect(jsonWith(ended, 200)).toMatchObject({
      tppMessages: [{ code: 'PAYMENT_FAILED', text: expect.stringContaining('refused') as string }],
    });
    // Not approved yet: the page offers no approval.
    const { paymentId, scaHref } = await initiate(world, singlePath, order);
    const { searchParams } = await declineAt(world, scaHref, person);
    expect(searchParams.get('code')).toBe('PAYMENT_FAILED');
    expect(await statusOf(world, singlePath, paymentId)).toBe('RJCT');
    const asked = jsonWith(await world.tpp.call({ method: 'POST', path: consentsPath }), 201);
    actAs(world.tpp, await grantAt(world, scaRedirectOf(asked), person, { bbans: [bban] }));
    const listed = await world.tpp.call({ method: 'GET', path: '/v1/accounts?withBalance=true' });
    expect(jsonWith(listed, 200)).toMatchObject({
      accounts: [{ bban, status: 'blocked', balances: expect.any(Array) as object[] }],
    });
    jsonWith(await block('ENABLED'), 200);
  });
});

const consentsPath = '/v1/bank-offered-consents';

interface Entry {
  readonly endToEndId?: string;
  readonly remittanceInformationUnstructured?: string;
  readonly transactionAmount: { readonly amount: string };
  readonly balanceAfterTransaction?: { readonly balanceAmount: { readonly amount: string } };
}

interface Statement {
  readonly transactions: { readonly booked: readonly Entry[] };
}

const amountOf = (entry: Entry | undefined) => entry?.transactionAmount.amount;

/** The booked balance after an entry, in hundredths. */
const centsAfter = (entry: Entry | undefined) =>
  Math.round(Number(entry?.balanceAfterTransaction?.balanceAmount.amount) * 100);
