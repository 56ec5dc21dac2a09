import {
  codesOf,
  jsonWith,
  meetPsu,
  PsuBrowser,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import { aDomesticPayment } from '@nordgate/testing';
import type { PatientTpp } from '@nordgate/testing';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const reset = { method: 'POST', path: '/v1/sandbox/initialize' } as const;
/** The status of a payment that waits for its approval. */
const early = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
const customersPath = '/v1/sandbox/customers';

let test: TestBank;
beforeAll(async () => {
  test = await startTestBank();
});
afterAll(() => test.stop());

let tpps = 0;
/** A TPP that has sent nothing yet. */
function newTpp(): Promise<PatientTpp> {
  tpps += 1;
  return test.newTpp(`PSDNO-FSA-87000000${String(tpps)}`);
}

type Listed = Pick<ListedCustomer, 'customerNumber'> & { readonly customerId: string };
const customersOf = async (tpp: PatientTpp) =>
  jsonWith<readonly Listed[]>(await tpp.call({ method: 'GET', path: customersPath }), 200);
const numbersOf = async (tpp: PatientTpp) =>
  (await customersOf(tpp)).map(({ customerNumber }) => customerNumber);

describe('the world of a TPP', () => {
  it('is the known state from its first request on, with the same ids and numbers for each TPP', async () => {
    const [one, other] = [await newTpp(), await newTpp()];
    const customers = await customersOf(one);
    expect(customers).toHaveLength(8);
    expect(await customersOf(other)).toEqual(customers);
  });

  it('begins once for many first requests at once', async () => {
    const tpp = await newTpp();
    const lists = await Promise.all(Array.from({ length: 8 }, () => customersOf(tpp)));
    for (const list of lists) expect(list).toHaveLength(8);
  });

  it('has what its TPP makes by hand, and no other has it, also under the same number', async () => {
    const [one, other] = [await newTpp(), await newTpp()];
    const body = { customerType: 'PRIVATE', customerNumber: '21819130180', customerName: 'Kari' };
    const made = await one.call({ method: 'POST', path: customersPath, body });
    const { customerId } = jsonWith<Listed>(made, 201);
    const path = `${customersPath}/${customerId}`;
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await other.call({ method, path });
      expect([answer.status, codesOf(answer)]).toEqual([404, ['RESOURCE_UNKNOWN']]);
    }
    expect(await numbersOf(other)).not.toContain(body.customerNumber);
    jsonWith(await other.call({ method: 'POST', path: customersPath, body }), 201);
    expect(await numbersOf(one)).toContain(body.customerNumber);
  });

  it('is shared by all certificates of the TPP', async () => {
    const one = await newTpp();
    const body = { customerType: 'PRIVATE', customerName: 'Kari' };
    const made = await one.call({ method: 'POST', path: customersPath, body });
    const { customerId } = jsonWith<Listed>(made, 201);
    const same = await test.newTpp(`PSDNO-FSA-87000000${String(tpps)}`, ['PSP_IC']);
    jsonWith(await same.call({ method: 'GET', path: `${customersPath}/${customerId}` }), 200);
  });

  it('is reset alone: payments, sessions and customers of other TPPs stay', async () => {
    const [one, other] = [await newTpp(), await newTpp()];
    const world: World = { ...test.world(), tpp: other };
    const [person] = await setUpSandbox(world);
    if (person === undefined) throw new Error('no customers');
    await meetPsu(world, person);
    const debtorAccount = { bban: person.accounts[0]?.bban ?? '', currency: 'NOK' };
    const body = aDomesticPayment({ debtorAccount });
    const answer = await other.call({ method: 'POST', path: singlePath, body });
    const { paymentId } = jsonWith<{ paymentId: string }>(answer, 201);
    const asked = async () => {
      const path = `${singlePath}/${paymentId}/status`;
      const status = await other.call({ method: 'GET', path, headers: early });
      return [status.status, (await numbersOf(other)).length];
    };
    expect(await asked()).toEqual([200, 8]);
    for (let resets = 0; resets < 3; resets += 1) {
      const during = Promise.all([one.call(reset), asked(), asked()]);
      const [done, ...seen] = await during;
      expect(done.status).toBe(200);
      expect(seen).toEqual([
        [200, 8],
        [200, 8],
      ]);
    }
    expect(await asked()).toEqual([200, 8]);
  });

  it('is asked for at the bank’s own page, which says when no app has this identifier', async () => {
    const tpp = await newTpp();
    const browser = new PsuBrowser(test.bank.scaUrl);
    const start = await browser.open(`${test.bank.scaUrl}/my?app=${tpp.tppId}`);
    if ('leftTo' in start) throw new Error('the browser left the bank');
    const unknown = await browser.submit(start, { to: '/my/log-in' });
    if ('leftTo' in unknown) throw new Error('the browser left the bank');
    expect(unknown.text).toContain('No app with this identifier has used the test environment.');
    await customersOf(tpp);
    const known = await browser.submit(unknown, { to: '/my/log-in' });
    if ('leftTo' in known) throw new Error('the browser left the bank');
    expect(known.html.querySelector('[name=customerNumber]')).not.toBeNull();
  });
});
