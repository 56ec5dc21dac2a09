import { randomUUID } from 'node:crypto';
import {
  accountOf,
  aDomesticPayment,
  approveAt,
  aPeriodicPayment,
  codesOf,
  grantAt,
  jsonWith,
  meetPsu,
  pageOf,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { visitConsole } from './testing/console-visitor.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
const consents = '/v1/bank-offered-consents';
const dearer = { instructedAmount: { amount: '777.25', currency: 'NOK' } };
const refusal = { reason: 'refused-by-bank' };

let test: TestBank;
let world: World;
let other: World;
let customer: ListedCustomer;
beforeAll(async () => {
  test = await startTestBank();
  world = test.world();
  const [first] = await setUpSandbox(world);
  customer = first!;
  await meetPsu(world, customer);
  other = { ...test.world(), tpp: await test.newTpp('PSDNO-FSA-880000001') };
  await setUpSandbox(other);
});
afterAll(() => test.stop());

const acts = { changes: dearer, cancellations: undefined, 'execution-refusals': refusal } as const;
type Act = keyof typeof acts;
const actNames = Object.keys(acts) as Act[];

interface Sent {
  readonly body?: object | undefined;
  readonly id?: string;
  readonly by?: World;
}

/** The request with which the bank acts on a payment. */
async function bank(act: Act, paymentId: string, sent: Sent = {}): Promise<TppAnswer> {
  const { id = randomUUID(), by = world, body = acts[act] } = sent;
  const path = `/v1/sandbox/payments/${paymentId}/${act}`;
  const headers = { 'x-request-id': id };
  return by.tpp.call({ method: 'POST', path, headers, ...(body && { body }) });
}
const revoke = (consentId: string, by = world) =>
  by.tpp.call({ method: 'POST', path: `/v1/sandbox${consents.slice(3)}/${consentId}/revocations` });
const outcomeOf = (answer: TppAnswer) => [answer.status, codesOf(answer)];

async function made(changes: object = {}) {
  const debtorAccount = { bban: accountOf(customer), currency: 'NOK' };
  const body = aDomesticPayment({ debtorAccount, ...changes });
  const answer = await world.tpp.call({ method: 'POST', path: singlePath, body });
  const json = jsonWith<{ readonly paymentId: string }>(answer, 201);
  return { paymentId: json.paymentId, href: scaRedirectOf(json) };
}
async function statusOf(paymentId: string): Promise<unknown> {
  const path = `${singlePath}/${paymentId}/status`;
  const answer = await world.tpp.call({ method: 'GET', path, headers: fix });
  return (answer.json as { readonly transactionStatus?: unknown }).transactionStatus;
}
async function granted(): Promise<string> {
  const asked = await world.tpp.call({ method: 'POST', path: consents });
  const json = jsonWith<{ readonly consentId: string }>(asked, 201);
  await grantAt(world, scaRedirectOf(json), customer, { bbans: [accountOf(customer)] });
  return json.consentId;
}

describe('the bank in other channels', () => {
  it('changes an unapproved payment once for a repeat, and refuses the X-Request-ID for another change', async () => {
    const { paymentId } = await made();
    const id = randomUUID();
    const first = jsonWith(await bank('changes', paymentId, { id }), 200);
    expect(first).toEqual({ paymentId, transactionStatus: 'RCVD' });
    expect(jsonWith(await bank('changes', paymentId, { id }), 200)).toEqual(first);
    const body = { instructedAmount: { amount: '1.00', currency: 'NOK' } };
    const reused = await bank('changes', paymentId, { id, body });
    expect(outcomeOf(reused)).toEqual([409, ['CONFLICT']]);
    const path = `${singlePath}/${paymentId}`;
    const shown = (await world.tpp.call({ method: 'GET', path, headers: fix })).json;
    expect(shown).toMatchObject({ transactionStatus: 'RCVD', ...dearer });
  });

  it('lets the PSU approve the changed content over the link that was open', async () => {
    const { paymentId, href } = await made();
    jsonWith(await bank('changes', paymentId), 200);
    await approveAt(world, href, customer);
    const path = `${singlePath}/${paymentId}`;
    const { json } = await world.tpp.call({ method: 'GET', path, headers: fix });
    expect(json).toMatchObject({ transactionStatus: 'ACTC', ...dearer });
  });

  it.each([
    ['no member', {}, ''],
    ['an unknown member', { ...dearer, colour: 'blue' }, '/colour'],
    ['three decimals', { instructedAmount: { amount: '1.999', currency: 'NOK' } }, '/instructed'],
    ['another type', { instructedAmount: 1 }, '/instructedAmount'],
    ['a day that has passed', { requestedExecutionDate: '2020-01-02' }, '/requestedExecutionDate'],
    ['no day', { requestedExecutionDate: '2030-02-30' }, '/requestedExecutionDate'],
  ])('says what is wrong with a change that has %s', async (_what, body, path) => {
    const { paymentId } = await made();
    const answer = await bank('changes', paymentId, { body });
    expect(answer.status).toBe(400);
    const { tppMessages } = answer.json as { tppMessages: { path?: string; text: string }[] };
    expect(tppMessages[0]?.path ?? '').toContain(path);
    expect(await statusOf(paymentId)).toBe('RCVD');
  });

  it('cancels an approved payment, answers a repeat alike, and changes it no more', async () => {
    const { paymentId, href } = await made();
    await approveAt(world, href, customer);
    expect(outcomeOf(await bank('changes', paymentId))).toEqual([409, ['CONFLICT']]);
    const id = randomUUID();
    const first = jsonWith(await bank('cancellations', paymentId, { id }), 200);
    expect(first).toEqual({ paymentId, transactionStatus: 'CANC' });
    expect(jsonWith(await bank('cancellations', paymentId, { id }), 200)).toEqual(first);
    expect(await statusOf(paymentId)).toBe('CANC');
    for (const act of ['changes', 'execution-refusals'] as const) {
      expect(outcomeOf(await bank(act, paymentId))).toEqual([409, ['CONFLICT']]);
    }
  });

  it('refuses the execution of a payment with the reason, also after the plan was made before the approval', async () => {
    const { paymentId, href } = await made();
    const id = randomUUID();
    const planned = jsonWith(await bank('execution-refusals', paymentId, { id }), 200);
    expect(planned).toEqual({ paymentId, ...refusal });
    await approveAt(world, href, customer);
    const path = '/v1/sandbox/batch-runs';
    jsonWith(await world.tpp.call({ method: 'POST', path }), 202);
    for (let n = 0; n < 100 && (await statusOf(paymentId)) !== 'RJCT'; n += 1);
    expect(await statusOf(paymentId)).toBe('RJCT');
    expect(jsonWith(await bank('execution-refusals', paymentId, { id }), 200)).toEqual(planned);
    expect(outcomeOf(await bank('cancellations', paymentId))).toEqual([409, ['CONFLICT']]);
  });

  it.each([[{}], [{ reason: 'because' }], [{ ...refusal, more: 1 }], [{ reason: null }]])(
    'says what is wrong with the refusal %j',
    async (body) => {
      const { paymentId } = await made();
      const answer = await bank('execution-refusals', paymentId, { body });
      expect(outcomeOf(answer)).toEqual([400, ['FORMAT_ERROR']]);
    },
  );

  it('changes the amount of a standing order', async () => {
    const path = '/v1/periodic-payments/norwegian-domestic-credit-transfers';
    const debtorAccount = { bban: accountOf(customer), currency: 'NOK' };
    const body = aPeriodicPayment({ debtorAccount });
    const answer = await world.tpp.call({ method: 'POST', path, body });
    const { paymentId } = jsonWith<{ readonly paymentId: string }>(answer, 201);
    jsonWith(await bank('changes', paymentId), 200);
    const date = { requestedExecutionDate: '2030-01-02' };
    expect((await bank('changes', paymentId, { body: date })).status).toBe(400);
  });

  it('ends a consent that the PSU revokes there, answers a repeat alike, and revokes no other state', async () => {
    const consentId = await granted();
    const revoked = { consentId, consentStatus: 'revokedByPsu' };
    expect(jsonWith(await revoke(consentId), 200)).toEqual(revoked);
    expect(jsonWith(await revoke(consentId), 200)).toEqual(revoked);
    const asked = await world.tpp.call({ method: 'POST', path: consents });
    const waiting = jsonWith<{ readonly consentId: string }>(asked, 201).consentId;
    expect(outcomeOf(await revoke(waiting))).toEqual([409, ['CONFLICT']]);
  });
});

describe('the console', () => {
  /** Sends the form with this field on the page of other channels. */
  async function post(by: World, withField: string, values: Readonly<Record<string, string>>) {
    const { browser, href } = await visitConsole(by.tpp);
    const page = pageOf(await browser.open(`${href}/channels`));
    return pageOf(await browser.submit(page, { withField }, values)).text;
  }

  it('changes a payment of its TPP and refuses its execution, and touches none of another TPP', async () => {
    const { paymentId: id } = await made();
    expect(await post(other, 'amount', { id, amount: '777.25' })).toContain('no such resource');
    expect(await post(world, 'amount', { id, amount: '1.999' })).toContain(
      '/instructedAmount/amount',
    );
    expect(await post(world, 'amount', { id, amount: '777.25' })).toContain('has changed');
    const path = `${singlePath}/${id}`;
    const { json } = await world.tpp.call({ method: 'GET', path, headers: fix });
    expect(json).toMatchObject({ transactionStatus: 'RCVD', ...dearer });
    expect(await post(world, 'reason', { id, reason: 'no-funds' })).toContain('will refuse');
  });
});

describe('a payment or consent of another TPP', () => {
  it.each(actNames)('is unknown to %s', async (act) => {
    const { paymentId } = await made();
    const answer = await bank(act, paymentId, { by: other });
    expect(outcomeOf(answer)).toEqual([404, ['RESOURCE_UNKNOWN']]);
    expect(await statusOf(paymentId)).toBe('RCVD');
  });

  it('is unknown to a revocation', async () => {
    const consentId = await granted();
    expect(outcomeOf(await revoke(consentId, other))).toEqual([404, ['RESOURCE_UNKNOWN']]);
    const path = `${consents}/${consentId}/status`;
    const { json } = await world.tpp.call({ method: 'GET', path });
    expect(json).toMatchObject({ consentStatus: 'valid' });
  });

  it.each(['x', 'A'.repeat(40)])('is no payment and no consent: %s', async (id) => {
    for (const act of actNames) expect((await bank(act, id)).status).toBe(404);
    expect((await revoke(id)).status).toBe(404);
  });

  it('is unknown when an id of the other kind is named', async () => {
    const { paymentId } = await made();
    const consentId = await granted();
    expect(outcomeOf(await revoke(paymentId))).toEqual([404, ['RESOURCE_UNKNOWN']]);
    const answer = await bank('cancellations', consentId);
    expect(outcomeOf(answer)).toEqual([404, ['RESOURCE_UNKNOWN']]);
  });
});

it('a payment and a consent from before a reset of the world are unknown to the bank', async () => {
  const { paymentId } = await made();
  const consentId = await granted();
  jsonWith(await world.tpp.call({ method: 'POST', path: '/v1/sandbox/initialize' }), 200);
  for (const act of actNames) {
    expect(outcomeOf(await bank(act, paymentId))).toEqual([404, ['RESOURCE_UNKNOWN']]);
  }
  expect(outcomeOf(await revoke(consentId))).toEqual([404, ['RESOURCE_UNKNOWN']]);
});
