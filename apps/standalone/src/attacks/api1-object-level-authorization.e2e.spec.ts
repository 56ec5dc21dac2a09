import {
  accountOf,
  aDomesticPayment,
  codesOf,
  grantAt,
  jsonWith,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, PatientTpp, World } from '@nordgate/testing';
import { startTestBank } from '../testing/test-bank.js';
import type { TestBank } from '../testing/test-bank.js';
import { descriptionAt, operationsOf } from './testing/described-operations.js';
import type { Operation } from './testing/described-operations.js';

const consents = '/v1/bank-offered-consents';
const baskets = '/v1/signing-baskets';
const kinds = ['payment', 'basket', 'consent', 'account', 'card account', 'transaction'] as const;
type Kind = (typeof kinds)[number] | 'authorisation';

/** The kind of resource that the first id of a path names. */
const kindByPrefix: readonly (readonly [string, Kind])[] = [
  ['/v1/payments/', 'payment'],
  ['/v1/signing-baskets/', 'basket'],
  ['/v1/bank-offered-consents/', 'consent'],
  ['/v1/consents/', 'consent'],
  ['/v1/accounts/', 'account'],
  ['/v1/card-accounts/', 'card account'],
];
/** No id made here is one of theirs: single payments are other resources than bulk and periodic ones. */
const withoutOwn = ['/v1/bulk-payments/', '/v1/periodic-payments/'];

/** What one PSU has at one TPP: two of what has parts. */
interface Holding {
  readonly world: World;
  /** The same client, for calls that are not sent again after a 503. */
  readonly tpp: PatientTpp;
  readonly ids: Readonly<Record<Kind, string>>;
  /** Paths of parts (an authorisation, a transaction) with the parent that has none of them. */
  readonly misplaced: readonly string[];
}

let test: TestBank;
let operations: readonly Operation[];
let own: Holding;
let other: Holding;
beforeAll(async () => {
  test = await startTestBank();
  const [person] = await setUpSandbox(test.world());
  const elsewhere = { ...test.world(), tpp: await test.newTpp('PSDNO-FSA-830000002') };
  await setUpSandbox(elsewhere);
  own = await holdingOf(test.world(), person!);
  other = await holdingOf(elsewhere, person!);
  operations = operationsOf(await descriptionAt(test.bank.gatewayUrl));
});
afterAll(() => test.stop());

async function holdingOf(
  world: World & { readonly tpp: PatientTpp },
  person: ListedCustomer,
): Promise<Holding> {
  const { tpp } = world;
  const made = async <T extends object>(path: string, body?: object) =>
    jsonWith<T>(await tpp.call({ method: 'POST', path, ...(body && { body }) }), 201);
  const read = async <T extends object>(path: string) =>
    jsonWith<T>(await tpp.call({ method: 'GET', path }), 200);
  const consent = await made<{ consentId: string }>(consents);
  const bbans = [accountOf(person), accountOf(person, 1)];
  const cards = person.cardAccounts.map(({ maskedPan }) => maskedPan);
  const back = await grantAt(world, scaRedirectOf(consent), person, { bbans, cards });
  const parameter = (name: string) => back.searchParams.get(name) ?? '';
  tpp.actFor({ psuId: parameter('psu-id'), tppSessionId: parameter('tpp-session-id') });
  const body = aDomesticPayment({ debtorAccount: { bban: accountOf(person), currency: 'NOK' } });
  const [payment, second] = [
    await made<{ paymentId: string }>(singlePath, body),
    await made<{ paymentId: string }>(singlePath, body),
  ];
  const basket = await made<{ basketId: string }>(baskets, { paymentIds: [second.paymentId] });
  const started = await made<{ authorisationId: string }>(
    `${singlePath}/${payment.paymentId}/authorisations`,
  );
  const { accounts } = await read<{ accounts: { resourceId: string }[] }>('/v1/accounts');
  const { cardAccounts } = await read<{ cardAccounts: { resourceId: string }[] }>(
    '/v1/card-accounts',
  );
  const [account, next] = accounts.map(({ resourceId }) => resourceId);
  const page = await read<{ transactions: { booked: { transactionId: string }[] } }>(
    `/v1/accounts/${account!}/transactions?bookingStatus=booked`,
  );
  const transaction = page.transactions.booked[0]!.transactionId;
  return {
    ...{ world, tpp },
    ids: {
      payment: payment.paymentId,
      basket: basket.basketId,
      consent: consent.consentId,
      account: account!,
      'card account': cardAccounts[0]!.resourceId,
      transaction,
      authorisation: started.authorisationId,
    },
    misplaced: [
      `${singlePath}/${second.paymentId}/authorisations/${started.authorisationId}`,
      `${baskets}/${basket.basketId}/authorisations/${started.authorisationId}`,
      `${consents}/${consent.consentId}/authorisations/${started.authorisationId}`,
      `${singlePath}/${payment.paymentId}/cancellation-authorisations/${started.authorisationId}`,
      `/v1/accounts/${next!}/transactions/${transaction}`,
      `/v1/card-accounts/${cardAccounts[0]!.resourceId}/transactions/${transaction}`,
    ],
  };
}

const isShared = ({ template }: Operation) => template.startsWith('/v1/sandbox/');
const withIds = () =>
  operations.filter(
    (one) => !isShared(one) && one.template.replace('{payment-product}', '').includes('{'),
  );

/** The path of an operation with this id in place of its first one, and the kind that belongs there. */
function placed({ template, path }: Operation, id: string): string {
  const [ids = '', query] = path.split('?');
  const places = template.split('/');
  const first = places.findIndex((one) => one.startsWith('{') && one !== '{payment-product}');
  const filled = ids.split('/').map((part, at) => (at === first ? id : part));
  return [filled.join('/'), ...(query === undefined ? [] : [query])].join('?');
}

const kindOf = ({ template }: Operation): Kind | undefined =>
  kindByPrefix.find(([prefix]) => template.startsWith(prefix))?.[1];

/** What the owner reads of the own resources. */
async function statesOf({ world: { tpp }, ids }: Holding): Promise<readonly unknown[]> {
  const fix = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
  const paths = [
    `${singlePath}/${ids.payment}/status`,
    `${singlePath}/${ids.payment}/authorisations`,
    `${baskets}/${ids.basket}/status`,
    `${consents}/${ids.consent}/status`,
  ];
  const states: unknown[] = [];
  for (const path of paths) {
    const { status, json } = await tpp.call({ method: 'GET', path, headers: fix });
    states.push([path, status, json]);
  }
  return states;
}

describe('API1:2023 broken object level authorization', () => {
  it('knows the kind of resource of every path with an id', () => {
    const unknown = withIds().filter(
      (one) => kindOf(one) === undefined && !withoutOwn.some((at) => one.template.startsWith(at)),
    );
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  it.each([...kinds, 'authorisation'] as const)(
    'takes the id of an own %s in the place of no other resource, in every verb, and changes nothing',
    async (kind) => {
      const before = await statesOf(own);
      const taken: string[] = [];
      for (const one of withIds()) {
        if (kindOf(one) === kind) continue;
        const path = placed(one, own.ids[kind]);
        const answer = await own.tpp.callOnce({ method: one.method, path });
        if (answer.status !== 404 || codesOf(answer).join() !== 'RESOURCE_UNKNOWN') {
          taken.push(`${one.name} ${String(answer.status)} ${codesOf(answer).join()}`);
        }
      }
      expect(taken).toEqual([]);
      expect(await statesOf(own)).toEqual(before);
    },
  );

  it('shows a part of a resource under no other resource of its owner', async () => {
    for (const path of own.misplaced) {
      const answer = await own.world.tpp.call({ method: 'GET', path });
      expect([path, answer.status, ...codesOf(answer)]).toEqual([path, 404, 'RESOURCE_UNKNOWN']);
    }
  });

  it.each(kinds)(
    'takes into a basket no id of an own or foreign %s besides own payments',
    async (kind) => {
      const strange = kind === 'payment' ? [other.ids[kind]] : [own.ids[kind], other.ids[kind]];
      for (const id of strange) {
        const body = { paymentIds: [own.ids.payment, id] };
        const answer = await own.world.tpp.call({ method: 'POST', path: baskets, body });
        expect([answer.status, ...codesOf(answer)]).toEqual([400, 'RESOURCE_UNKNOWN']);
      }
      const alone = { method: 'POST', path: baskets } as const;
      const stays = await statesOf(own);
      const foreign = await other.world.tpp.call({
        ...alone,
        body: { paymentIds: [own.ids.payment] },
      });
      expect([foreign.status, ...codesOf(foreign)]).toEqual([400, 'RESOURCE_UNKNOWN']);
      expect(await statesOf(own)).toEqual(stays);
    },
  );

  it('gives a TPP nothing for the PSU-ID and the session that the same person has at another TPP', async () => {
    const { headers } = own.world.tpp.signed({ method: 'GET', path: '/v1/user' });
    const asOwner = {
      'psu-id': headers['psu-id'],
      'tpp-session-id': headers['tpp-session-id'],
    };
    const before = await statesOf(own);
    const given: string[] = [];
    for (const one of withIds()) {
      const kind = kindOf(one);
      if (kind === undefined) continue;
      const call = { method: one.method, path: placed(one, own.ids[kind]), headers: asOwner };
      const { status } = await other.world.tpp.call(call);
      if (status < 400) given.push(`${one.name} ${String(status)}`);
    }
    for (const path of ['/v1/user', '/v1/accounts', '/v1/card-accounts', consents]) {
      const { status, text } = await other.world.tpp.call({
        method: 'GET',
        path,
        headers: asOwner,
      });
      const shown = Object.values(own.ids).filter((id) => text.includes(id));
      if (status < 400 && path !== consents) given.push(`GET ${path} ${String(status)}`);
      given.push(...shown.map((id) => `GET ${path} shows ${id}`));
    }
    expect(given).toEqual([]);
    expect(await statesOf(own)).toEqual(before);
  });
});
