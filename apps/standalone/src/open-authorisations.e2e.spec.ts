import { randomUUID } from 'node:crypto';
import {
  accountOf,
  aDomesticPayment,
  approveAt,
  codesOf,
  eventually,
  failAt,
  jsonWith,
  meetPsu,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const consents = '/v1/bank-offered-consents';
const baskets = '/v1/signing-baskets';
const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
const max = 20;

/** A resource: the path of its list, and how many links it has by its creation. */
interface Resource {
  readonly list: string;
  readonly links: 0 | 1;
}

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
const seen = (answer: TppAnswer) => [answer.status, ...codesOf(answer)];

async function newPayment() {
  const body = aDomesticPayment({
    debtorAccount: { bban: accountOf(customer), currency: 'NOK' },
    creditorAccount: { bban: accountOf(other), currency: 'NOK' },
  });
  const answer = await call('POST', singlePath, { body });
  const { paymentId } = jsonWith<{ paymentId: string }>(answer, 201);
  return {
    paymentId,
    path: `${singlePath}/${paymentId}`,
    href: scaRedirectOf(answer.json as object),
  };
}

const payment = async (): Promise<Resource> => {
  const { path } = await newPayment();
  return { list: `${path}/authorisations`, links: 1 };
};
const cancellation = async (): Promise<Resource> => {
  const { path, href } = await newPayment();
  await approveAt(world, href, customer);
  return { list: `${path}/cancellation-authorisations`, links: 0 };
};
const basket = async (): Promise<Resource> => {
  const { paymentId } = await newPayment();
  const answer = await call('POST', baskets, { body: { paymentIds: [paymentId] } });
  const { basketId } = jsonWith<{ basketId: string }>(answer, 201);
  return { list: `${baskets}/${basketId}/authorisations`, links: 1 };
};
const consent = async (): Promise<Resource> => {
  const { consentId } = jsonWith<{ consentId: string }>(await call('POST', consents), 201);
  return { list: `${consents}/${consentId}/authorisations`, links: 1 };
};

const idsOf = async ({ list }: Resource) =>
  jsonWith<{ authorisationIds: string[] }>(await call('GET', list), 200).authorisationIds;

/** Starts as many authorisations as there may be, one after the other. */
async function fill({ list, links }: Resource) {
  const started: { readonly id: string; readonly answer: TppAnswer }[] = [];
  while (started.length < max - links) {
    const id = randomUUID();
    const answer = await call('POST', list, { headers: { 'x-request-id': id } });
    expect(seen(answer)).toEqual([201]);
    started.push({ id, answer });
  }
  return started;
}

describe('the open authorisations', () => {
  it.each([
    ['payment', payment],
    ['cancellation', cancellation],
    ['basket', basket],
    ['consent', consent],
  ])(
    'of a %s are at most twenty; the next one is 409 until one has failed',
    async (_kind, make) => {
      const resource = await make();
      const started = await fill(resource);
      const refused = await call('POST', resource.list);
      expect(seen(refused)).toEqual([409, 'CONFLICT']);
      expect(refused.text).toContain('At most 20 authorisations');
      await eventually('the first one is listed', async () => {
        return (await idsOf(resource)).length === max;
      });

      const [first, second] = started;
      const headers = { 'x-request-id': first!.id };
      const repeated = await call('POST', resource.list, { headers });
      expect([repeated.status, repeated.json]).toEqual([201, first!.answer.json]);

      await failAt(world, scaRedirectOf(second!.answer.json as object), other);
      expect(seen(await call('POST', resource.list))).toEqual([201]);
      expect(seen(await call('POST', resource.list))).toEqual([409, 'CONFLICT']);
      expect(await idsOf(resource)).toHaveLength(max + 1);
    },
  );

  it('are at most twenty when forty requests come at once', async () => {
    const resource = await payment();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call('POST', resource.list)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(max - 1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(max + 1);
  });

  it('of a cancellation also bound DELETE of the payment', async () => {
    const resource = await cancellation();
    await fill(resource);
    const path = resource.list.slice(0, resource.list.lastIndexOf('/'));
    expect(seen(await call('DELETE', path))).toEqual([409, 'CONFLICT']);
  });
});
