import { createSecretKey } from 'node:crypto';
import {
  GetAccountAccess,
  GetActingCustomer,
  GetAuthorisation,
  GetAuthorisations,
  GetBasket,
  GetConsent,
  GetConsentInForce,
  GetCustomerOfPsu,
  GetOpenBaskets,
  GetPayment,
  GetReadableAccounts,
} from '@nordgate/contracts/queries';
import { publicAgreementOf, publicIdOf } from '@nordgate/contracts/rules';
import type { ResourceKind } from '@nordgate/contracts/rules';
import { createSigner } from '@nordgate/signature';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

const tpp = 'PSDNO-FSA-900000001';
const otherTpp = 'PSDNO-FSA-900000002';
const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 7)) } };
const agreement = '5f0a1c7e-0000-4000-8000-0000000000a1';
const otherAgreement = '5f0a1c7e-0000-4000-8000-0000000000a2';
const [kari, ola] = [
  '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
  '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a11',
] as const;

/** The resources of these tests, by the first digit of their id. */
const [ofKari, ofOla, ofCompany, ofOtherCompany] = ['1', '2', '3', '4'].map((digit) =>
  digit.repeat(32),
) as [string, string, string, string];

/** Kari acts under both agreements; each resource is that of its owner. */
const initiators: Readonly<Record<string, { psuId: string; corporateId?: string }>> = {
  [ofKari]: { psuId: kari },
  [ofOla]: { psuId: ola },
  [ofCompany]: { psuId: kari, corporateId: agreement },
  [ofOtherCompany]: { psuId: kari, corporateId: otherAgreement },
};
const context = (corporateId: string) => ({ corporateId, roles: ['APPROVE'] });
const contextsOf: Readonly<Record<string, readonly { readonly corporateId: string }[]>> = {
  [kari]: [context(agreement), context(otherAgreement)],
  [ola]: [],
};

const actsUnder = (customerId: string, agreement: string) =>
  (contextsOf[customerId] ?? []).some(({ corporateId }) => corporateId === agreement);

function answer(query: unknown): unknown {
  return answerOfPsu(query) ?? answerOfResource(query);
}

function answerOfPsu(query: unknown): unknown {
  if (query instanceof GetCustomerOfPsu) return { customerId: query.psuId };
  if (query instanceof GetActingCustomer) {
    const { customerId = '' } = query.by as { readonly customerId?: string };
    return { customerId, contexts: contextsOf[customerId] };
  }
  if (query instanceof GetAccountAccess) {
    const known = { customerId: query.psuId, accounts: [], cardAccounts: [], idKeys: {} };
    const isGranted = query.corporateId === null || actsUnder(query.psuId, query.corporateId);
    return isGranted
      ? { access: 'allowed', ...known }
      : { access: 'refused', customerId: query.psuId, code: 'CONSENT_UNKNOWN' };
  }
  return query instanceof GetConsentInForce ? { customerId: query.psuId } : undefined;
}

function answerOfResource(query: unknown): unknown {
  if (query instanceof GetPayment) return paymentOf(query.paymentId);
  if (query instanceof GetBasket) {
    const view = { transactionStatus: 'RCVD', isOpen: true, paymentIds: [] };
    return { ...view, initiator: initiators[query.basketId] };
  }
  if (query instanceof GetConsent) {
    return { consentStatus: 'received', initiator: initiators[query.consentId] };
  }
  if (query instanceof GetReadableAccounts) {
    const { customerId, corporateId } = query.reader;
    return corporateId === null || actsUnder(customerId, corporateId) ? [] : null;
  }
  if (query instanceof GetOpenBaskets) return {};
  if (query instanceof GetAuthorisation) return { scaStatus: 'received' };
  return query instanceof GetAuthorisations ? [] : undefined;
}

const product = 'norwegian-domestic-credit-transfers';
const paymentOf = (paymentId: string) => ({
  ...{ paymentId, product, transactionStatus: 'RCVD', instruction: {}, version: 1 },
  initiator: initiators[paymentId],
});

/** What the ids in a route's path name; null for a part of the path that is no id. */
const kindOf: Readonly<Record<string, ResourceKind | null>> = {
  '/v1/payments/:product/:id': 'payment',
  '/v1/periodic-payments/:product/:id': 'periodic',
  '/v1/bulk-payments/:product/:id': 'bulk',
  '/v1/payments/:product': null,
  '/v1/periodic-payments/:product': null,
  '/v1/bulk-payments/:product': null,
  '/v1/signing-baskets/:id': 'basket',
  '/v1/bank-offered-consents/:id': 'consent',
  '/v1/consents/:id': 'consent',
  '/v1/accounts/:id': 'account',
  '/v1/card-accounts/:id': 'card-account',
};

interface Route {
  readonly method: string;
  readonly url: string;
}

/** The part of a route up to its first id. */
const resourceOf = ({ url }: Route) =>
  /^\/v1\/(?:[\w-]*payments\/:product|[\w-]+)(?:\/:id)?/.exec(url)?.[0] ?? url;

/** The kinds whose ids are judged by the grant: an id outside of it is 403. */
const isGranted = (kind: ResourceKind) => kind === 'account' || kind === 'card-account';

interface Case {
  readonly what: string;
  readonly id: (kind: ResourceKind) => string;
  readonly psuId?: string;
  /** The agreement of PSU-Corporate-ID. */
  readonly acting?: string;
  readonly answer: (kind: ResourceKind) => string;
}

const named = (kind: ResourceKind, streamId: string, whose = tpp) =>
  publicIdOf({ kind, streamId, ...(kind === 'part' && { part: 0 }) }, whose, ids);
const unknown = () => '404 RESOURCE_UNKNOWN';
const outside = (kind: ResourceKind) => (isGranted(kind) ? '403 RESOURCE_UNKNOWN' : unknown());
const notOwn = () => '401 PSU_CREDENTIALS_INVALID';

const cases: readonly Case[] = [
  { what: "another PSU's id", id: (kind) => named(kind, ofOla), answer: outside },
  {
    what: "another company's id",
    id: (kind) => named(kind, ofOtherCompany),
    acting: agreement,
    answer: outside,
  },
  { what: "another TPP's id", id: (kind) => named(kind, ofKari, otherTpp), answer: unknown },
  { what: 'a made-up id', id: () => 'Ac', answer: unknown },
  { what: 'a long made-up id', id: () => 'A'.repeat(300), answer: unknown },
  { what: 'a changed id', id: (kind) => `${named(kind, ofKari).slice(0, -2)}AA`, answer: unknown },
  {
    what: 'an id of another kind',
    id: (kind) => named(kind === 'authorisation' ? 'basket' : 'authorisation', ofKari),
    answer: unknown,
  },
  {
    what: "the PSU's id with an agreement of nobody",
    id: (kind) => named(kind, ofKari),
    acting: '5f0a1c7e-0000-4000-8000-0000000000a3',
    answer: notOwn,
  },
  {
    what: "a company's id with another PSU, who does not act for it",
    id: (kind) => named(kind, ofCompany),
    psuId: ola,
    acting: agreement,
    answer: notOwn,
  },
];

describe('an id in the path of a route', () => {
  let gateway: StubbedGateway;
  let sign: ReturnType<typeof createSigner>;
  let routes: readonly Route[];
  beforeAll(async () => {
    gateway = await startStubbedGateway({ ids }, { answer });
    sign = createSigner(await gateway.newSeal(tpp, ['PSP_PI', 'PSP_AI', 'PSP_IC']));
    routes = gateway.routes
      .filter(({ requirements, method }) => requirements !== 'unsigned' && method !== 'HEAD')
      .filter(({ url }) => url.includes(':') && !url.startsWith('/v1/sandbox/'));
  });
  afterAll(() => gateway.stop());

  async function call({ method, url }: Route, id: string, headers: Record<string, string>) {
    const target = url
      .replace(':product', product)
      .replace(':id', id)
      .replace(/:\w+/, named('authorisation', ofKari))
      .replace(/transactions$/, 'transactions?bookingStatus=booked');
    const own = {
      'X-Request-ID': crypto.randomUUID(),
      'TPP-Redirect-URI': 'https://tpp.example/back',
      'TPP-Session-ID': 's-1',
      'PSU-IP-Address': '192.0.2.7',
      'x-accept-fix': 'amount-as-string,payment-status-before-approval',
      ...headers,
    };
    const signed = sign({ method, target, now: new Date(), headers: own });
    const answer = await fetch(`${gateway.url}${target}`, {
      method,
      headers: { ...own, ...signed },
    });
    const text = await answer.text();
    const { tppMessages = [] } = (text === '' ? {} : JSON.parse(text)) as {
      tppMessages?: readonly { readonly code: string }[];
    };
    return `${String(answer.status)} ${tppMessages.map(({ code }) => code).join(', ')}`;
  }

  it('names a known kind of resource on every route', () => {
    const unlisted = routes.filter((route) => !(resourceOf(route) in kindOf));
    expect(unlisted.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  });

  const withId = () =>
    routes.flatMap((route) => {
      const kind = kindOf[resourceOf(route)];
      return kind === null || kind === undefined ? [] : [{ route, kind }];
    });

  it.each(cases)('is judged alike everywhere when it is $what', async (one) => {
    const headers = {
      'PSU-ID': one.psuId ?? kari,
      ...(one.acting && { 'PSU-Corporate-ID': publicAgreementOf(one.acting, tpp, ids) }),
    };
    for (const { route, kind } of withId()) {
      const told = await call(route, one.id(kind), headers);
      expect([route.method, route.url, told]).toEqual([route.method, route.url, one.answer(kind)]);
    }
  });

  it('is known on every route when it is the own one', async () => {
    for (const { route, kind } of withId()) {
      if (isGranted(kind) || route.url.includes('Id')) continue;
      const told = await call(route, named(kind, ofKari), { 'PSU-ID': kari });
      expect([route.method, route.url, told]).toEqual([
        route.method,
        route.url,
        expect.not.stringMatching(/^(40[134]|500)/u),
      ]);
    }
  });

  it('of a payment is unknown under another product and in another service', async () => {
    const headers = { 'PSU-ID': kari };
    const moved = withId().flatMap(({ route, kind }) => {
      const other = kind === 'payment' ? 'periodic' : 'payment';
      return route.url.includes(':product') ? [{ route, id: named(other, ofKari) }] : [];
    });
    for (const { route, id } of moved) {
      expect([route.url, await call(route, id, headers)]).toEqual([route.url, unknown()]);
    }
    const single = withId().filter(({ kind }) => kind === 'payment');
    for (const { route } of single) {
      const elsewhere = { ...route, url: route.url.replace(':product', 'sepa-credit-transfers') };
      const told = await call(elsewhere, named('payment', ofKari), headers);
      expect([route.url, told]).toEqual([route.url, unknown()]);
    }
  });
});
