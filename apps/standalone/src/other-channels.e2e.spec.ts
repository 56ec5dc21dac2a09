import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  accountOf,
  approveAt,
  aDomesticPayment,
  departureOf,
  meetPsu,
  pageOf,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, Page, World } from '@nordgate/testing';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { OperationsClient } from '@nordgate/operator/operations-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };

describe("changes of payments by the bank's other channels (specification 3, rule 4)", () => {
  let test: TestBank;
  let world: World;
  let customer: ListedCustomer;
  let to: string;
  let folder: string;
  beforeAll(async () => {
    test = await startTestBank();
    folder = await mkdtemp(join(tmpdir(), 'nordgate-channels-'));
    world = test.world();
    const [first, second] = await setUpSandbox(world);
    customer = first!;
    to = accountOf(second);
    await meetPsu(world, customer);
  });
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true });
  });

  const body = (changes: object = {}) =>
    aDomesticPayment({
      debtorAccount: { bban: accountOf(customer), currency: 'NOK' },
      creditorAccount: { bban: to, currency: 'NOK' },
      ...changes,
    });
  const made = async () => {
    const { json } = await world.tpp.call({ method: 'POST', path: singlePath, body: body() });
    const { paymentId } = json as { readonly paymentId: string };
    return { paymentId, href: scaRedirectOf(json as object) };
  };
  const shown = async (paymentId: string) => {
    const path = `${singlePath}/${paymentId}`;
    return (await world.tpp.call({ method: 'GET', path, headers: fix })).json;
  };

  /** The output of the operator's command, or its error. */
  async function operator(...args: readonly string[]): Promise<string> {
    const said: string[] = [];
    const client = await OperationsClient.open({
      OPERATIONS_URL: test.bank.operationsUrl,
      NORDGATE_SECRETS_DIR: join(test.dataDir, 'secrets'),
    });
    const program = operatorProgram(client, (text) => said.push(text));
    await program
      .parseAsync([...args], { from: 'user' })
      .catch((error: Error) => said.push(`failed: ${error.message}`));
    return said.join('\n');
  }
  async function change(paymentId: string, changes: object): Promise<string> {
    const file = join(folder, 'body.json');
    await writeFile(file, JSON.stringify(body(changes)));
    return operator('payment', 'change', paymentId, '--body', file);
  }
  const dearer = { instructedAmount: { amount: '777.25', currency: 'NOK' } };
  const codeOn = (page: Page) => page.html.querySelector('#sandbox-code')?.textContent.trim() ?? '';

  it('a payment that is changed while its page is open is shown again, and its old content is never approved', async () => {
    const { paymentId, href } = await made();
    const browser = world.newBrowser();
    const { customerNumber } = customer;
    let logIn = pageOf(await browser.open(href));
    while (logIn.html.querySelector('[name=customerNumber]') === null) {
      logIn = pageOf(await browser.open(href));
    }
    const old = pageOf(
      await browser.submit(logIn, { withField: 'customerNumber' }, { customerNumber }),
    );
    expect(old.text).toContain('125.50');
    expect(await change(paymentId, dearer)).toBe('the payment is RCVD');

    const code = codeOn(old);
    const again = pageOf(await browser.submit(old, { withField: 'code' }, { code }));
    expect(again.text).toContain('777.25');
    expect(codeOn(again)).not.toBe(code);
    expect(await shown(paymentId)).toMatchObject({ transactionStatus: 'RCVD', ...dearer });

    departureOf(await browser.submit(again, { withField: 'code' }, { code: codeOn(again) }));
    const after = (await shown(paymentId)) as { readonly transactionStatus: string };
    expect(after).toMatchObject(dearer);
    expect(after.transactionStatus).not.toBe('RCVD');
  });

  it('an approved payment can only be cancelled, and keeps its id', async () => {
    const { paymentId, href } = await made();
    await approveAt(world, href, customer);
    expect(await change(paymentId, dearer)).toMatch(
      /^failed: the payment is \w+: only an unapproved/,
    );
    expect(await operator('payment', 'cancel', paymentId)).toBe('the payment is CANC');
    expect(await operator('payment', 'cancel', paymentId)).toBe('the payment is CANC');
    expect(await shown(paymentId)).toMatchObject({
      transactionStatus: 'CANC',
      instructedAmount: { amount: '125.50' },
    });
  });

  it('a change is validated as a body of its product', async () => {
    const { paymentId } = await made();
    const wrong = { instructedAmount: { amount: '1.999', currency: 'NOK' }, colour: 'blue' };
    const said = await change(paymentId, wrong);
    expect(said).toContain('/colour');
    expect(said).toContain('/instructedAmount/amount');
    expect(await shown(paymentId)).toMatchObject({ instructedAmount: { amount: '125.50' } });
  });

  it('an unknown payment is reported as unknown', async () => {
    const said = await operator('payment', 'cancel', 'a'.repeat(32));
    expect(said).toBe('failed: there is no such payment');
  });
});
