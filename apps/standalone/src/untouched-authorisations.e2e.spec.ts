import { randomUUID } from 'node:crypto';
import {
  accountOf,
  aDomesticPayment,
  codesOf,
  failAt,
  jsonWith,
  meetPsu,
  moveClock,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppCall } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
const max = 20;

let test: TestBank;
let world: World;
let customer: ListedCustomer;
let other: ListedCustomer;
beforeAll(async () => {
  test = await startTestBank();
  world = test.world();
  const [first, second] = await setUpSandbox(world);
  [customer, other] = [first!, second!];
  await meetPsu(world, customer);
});
afterAll(() => test.stop());

const call = (method: TppCall['method'], path: string, rest: Partial<TppCall> = {}) =>
  world.tpp.call({ method, path, ...rest, headers: { ...fix, ...rest.headers } });

interface Made {
  readonly path: string;
  readonly href: string;
  /** Of its first authorisation. */
  readonly scaStatusPath: string;
  readonly answer: unknown;
}

async function newPayment(requestId: string = randomUUID()): Promise<Made> {
  const body = aDomesticPayment({
    debtorAccount: { bban: accountOf(customer), currency: 'NOK' },
    creditorAccount: { bban: accountOf(other), currency: 'NOK' },
    endToEndIdentification: 'untouched',
  });
  const headers = { 'x-request-id': requestId };
  const { json, ...rest } = await call('POST', singlePath, { body, headers });
  const answer = jsonWith<{ paymentId: string; _links: { scaStatus: { href: string } } }>(
    { json, ...rest },
    201,
  );
  return {
    path: `${singlePath}/${answer.paymentId}`,
    href: scaRedirectOf(answer),
    scaStatusPath: answer._links.scaStatus.href,
    answer,
  };
}

const scaStatusAt = async (path: string) =>
  jsonWith<{ scaStatus: string }>(await call('GET', path), 200).scaStatus;
const idsOf = async ({ path }: Made) =>
  jsonWith<{ authorisationIds: string[] }>(await call('GET', `${path}/authorisations`), 200)
    .authorisationIds;
const start = ({ path }: Made) => call('POST', `${path}/authorisations`);

describe('an authorisation that nobody has touched', () => {
  it('is received for its TPP, and stays the first of the list when a later one is used before it', async () => {
    const made = await newPayment();
    const first = made.scaStatusPath.split('/').at(-1);
    expect(await scaStatusAt(made.scaStatusPath)).toBe('received');
    expect(await idsOf(made)).toEqual([first]);
    const second = jsonWith<{ authorisationId: string; _links: object }>(await start(made), 201);
    expect(await idsOf(made)).toEqual([first, second.authorisationId]);
    await failAt(world, scaRedirectOf(second), other);
    await failAt(world, made.href, other);
    expect(await idsOf(made)).toEqual([first, second.authorisationId]);
    expect(await scaStatusAt(made.scaStatusPath)).toBe('failed');
  });

  it('leaves the answer of a repeated POST as it was, also after the touch', async () => {
    const requestId = randomUUID();
    const made = await newPayment(requestId);
    expect((await newPayment(requestId)).answer).toEqual(made.answer);
    await failAt(world, made.href, other);
    expect((await newPayment(requestId)).answer).toEqual(made.answer);
  });

  it('fails with its payment', async () => {
    const made = await newPayment();
    expect((await call('DELETE', made.path)).status).toBe(204);
    expect(await scaStatusAt(made.scaStatusPath)).toBe('failed');
    expect(await idsOf(made)).toHaveLength(1);
  });

  it('belongs to no other payment', async () => {
    const [one, two] = [await newPayment(), await newPayment()];
    const id = one.scaStatusPath.split('/').at(-1);
    const answer = await call('GET', `${two.path}/authorisations/${id}`);
    expect([answer.status, codesOf(answer)]).toEqual([404, ['RESOURCE_UNKNOWN']]);
  });

  it('fails as the clock of its world passes the end of its link, and holds no place of the twenty then', async () => {
    const made = await newPayment();
    for (let started = 0; started < max - 1; started += 1) {
      expect((await start(made)).status).toBe(201);
    }
    expect((await start(made)).status).toBe(409);
    await moveClock(world, { advance: 'PT11M' });
    expect(await scaStatusAt(made.scaStatusPath)).toBe('failed');
    for (let started = 0; started < max; started += 1) {
      expect((await start(made)).status).toBe(201);
    }
    expect((await start(made)).status).toBe(409);
  });
});
