import { createSecretKey } from 'node:crypto';
import {
  GetAccountAccess,
  GetActingCustomer,
  GetAuthorisation,
  GetAuthorisations,
  GetBasket,
  GetCustomerOfPsu,
  GetDeletedAuthorisations,
  GetDeletedBaskets,
  GetDeletedPayments,
  GetOpenBaskets,
  GetPayment,
  GetPayments,
} from '@nordgate/contracts/queries';
import { publicIdOf } from '@nordgate/contracts/rules';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { codesOf } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { ServiceUnavailableError } from '@nordgate/service';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const tppId = 'PSDNO-FSA-900000001';
const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 7)) } };
const psuId = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';
const product = 'norwegian-domestic-credit-transfers';
const [deleted, undecided, shown] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [
  string,
  string,
  string,
];
const view = {
  ...{ paymentId: shown, product, transactionStatus: 'RCVD', instruction: {}, version: 1 },
  initiator: { psuId },
};

/** Whether the services know the queries about what was deleted. */
let isOlder = false;

function deletedOf(streamIds: readonly string[]): readonly string[] {
  if (isOlder) throw new ServiceUnavailableError('there is no such query');
  return streamIds.filter((id) => id === deleted);
}

function answer(query: unknown): unknown {
  return answerOfPsu(query) ?? answerOfResource(query);
}

function answerOfPsu(query: unknown): unknown {
  if (query instanceof GetCustomerOfPsu) return { customerId: psuId };
  if (query instanceof GetActingCustomer) return { customerId: psuId, contexts: [] };
  const known = { customerId: psuId, accounts: [], cardAccounts: [], idKeys: {} };
  return query instanceof GetAccountAccess ? { access: 'allowed', ...known } : undefined;
}

function answerOfResource(query: unknown): unknown {
  if (query instanceof GetDeletedPayments) return deletedOf(query.paymentIds);
  if (query instanceof GetDeletedBaskets) return deletedOf(query.basketIds);
  if (query instanceof GetDeletedAuthorisations) return deletedOf(query.authorisationIds);
  if (query instanceof GetPayment) return query.paymentId === shown ? view : null;
  if (query instanceof GetPayments) return query.paymentIds.includes(shown) ? [view] : [];
  if (query instanceof GetBasket || query instanceof GetAuthorisation) return null;
  if (query instanceof GetAuthorisations) return [];
  return query instanceof GetOpenBaskets ? {} : undefined;
}

const named = (kind: ResourceKind, streamId: string) => publicIdOf({ kind, streamId }, tppId, ids);
const payment = (streamId: string) => `/v1/payments/${product}/${named('payment', streamId)}`;
const basket = (streamId: string) => `/v1/signing-baskets/${named('basket', streamId)}`;

const reads: readonly ((streamId: string) => string)[] = [
  payment,
  (streamId) => `${payment(streamId)}/status`,
  (streamId) => `${payment(streamId)}/authorisations`,
  basket,
  (streamId) => `${basket(streamId)}/status`,
  (streamId) => `${payment(shown)}/authorisations/${named('authorisation', streamId)}`,
];

describe('a resource whose retention is over', () => {
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    gateway = await startStubbedGateway({ ids }, { answer });
    const identity = await gateway.newSeal(tppId, ['PSP_PI', 'PSP_AI']);
    tpp = new TppClient({
      baseUrl: gateway.url,
      identity,
      redirectUri: 'https://tpp.example/back',
    });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    isOlder = false;
  });

  const headers = {
    'psu-id': psuId,
    'tpp-session-id': 's-1',
    'psu-ip-address': '192.0.2.7',
    'x-accept-fix': 'amount-as-string,payment-status-before-approval',
  };
  const call = async (one: TppCall) => {
    const reply = await tpp.call({ ...one, headers });
    return `${String(reply.status)} ${codesOf(reply).join(', ')}`.trim();
  };
  const readAll = (streamId: string) =>
    Promise.all(reads.map((path) => call({ method: 'GET', path: path(streamId) })));
  const signed = (streamId: string) =>
    call({
      method: 'POST',
      path: '/v1/signing-baskets',
      body: { paymentIds: [named('payment', shown), named('payment', streamId)] },
    });

  it('answers as an unknown id, and one that is not decided yet does not', async () => {
    const [gone, waiting] = await Promise.all([readAll(deleted), readAll(undecided)]);
    expect(gone).toEqual(reads.map(() => '404 RESOURCE_UNKNOWN'));
    expect(waiting.filter((one) => one.startsWith('404'))).toEqual([]);
  });

  it('is refused as a member of a new basket', async () => {
    const [gone, waiting] = await Promise.all([signed(deleted), signed(undecided)]);
    expect([gone, waiting]).toEqual(['400 RESOURCE_UNKNOWN', '503 SYSTEM_ERROR']);
  });

  it('counts as not decided yet while a service is of a release before', async () => {
    isOlder = true;
    const answers = await readAll(deleted);
    expect(answers.filter((one) => /^(404|500)/u.test(one))).toEqual([]);
  });
});
