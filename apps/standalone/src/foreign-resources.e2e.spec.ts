import {
  accountOf,
  aDomesticPayment,
  approveAt,
  aPeriodicPayment,
  codesOf,
  grantAt,
  jsonWith,
  scaRedirectOf,
  setUpSandbox,
} from '@nordgate/testing';
import type { ListedCustomer, World } from '@nordgate/testing';
import type { KnownPsu, TppAnswer, TppCall } from '@nordgate/tpp-client';
import { request } from 'undici';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

type Method = TppCall['method'];

/** An operation of the description whose path names a resource, and the path with ids of the owner. */
interface Named {
  readonly method: Method;
  readonly template: string;
  readonly path: string;
}

const product = 'norwegian-domestic-credit-transfers';
const consents = '/v1/bank-offered-consents';
/** A company for which the owner alone acts, and one for which the colleague acts, too. */
const first = 'Sandbox Bedrift Én AS';
const second = 'Sandbox Bedrift To AS';
const accountOfCompany = new Map([
  [first, '99996000016'],
  [second, '99996000024'],
]);
/** Test data is shared by all TPPs of a sandbox. */
const isShared = (path: string) => path.startsWith('/v1/sandbox/');

interface Parameter {
  readonly in?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly $ref?: string;
}

interface Description {
  readonly paths: Record<string, Record<string, { readonly parameters?: readonly Parameter[] }>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

let test: TestBank;
let owner: World;
let operations: readonly Named[];
/** Who has no part in the resources of the owner, each with a live session and a consent. */
const foreigners = new Map<string, World>();
const foreignerNames = [
  'another TPP with the same PSU',
  'the same TPP with another PSU',
  'the same TPP with the same PSU for a company',
  'the same TPP with another PSU for a company of both',
] as const;

beforeAll(async () => {
  test = await startTestBank();
  const [colleague, person] = await setUpSandbox(test.world());
  const other = { ...test.world(), tpp: await test.newTpp('PSDNO-FSA-830000001') };
  const [elsewhere, another, company, both] = foreignerNames;
  foreigners.set(elsewhere, (await withConsent(other, person!)).world);
  // A PSU has one session at a TPP, and the ids of the last SCA.
  const forCompany = await withConsent(test.world(), person!, first);
  owner = (await withConsent(test.world(), person!)).world;
  operations = await namedOperations(person!);
  foreigners.set(company, actingFor(forCompany, lastIds));
  const forBoth = await withConsent(test.world(), colleague!, second);
  foreigners.set(another, (await withConsent(test.world(), colleague!)).world);
  foreigners.set(both, actingFor(forBoth, lastIds));
});
afterAll(() => test.stop());

/** The ids of the last SCA. */
let lastIds: KnownPsu;

interface Consented {
  readonly world: World;
  readonly corporateId: string;
}

/** A TPP to which the PSU has just given accounts and cards, privately or for a company. */
async function withConsent(
  world: World,
  customer: ListedCustomer,
  company?: string,
): Promise<Consented> {
  const { tpp } = world;
  const asked = jsonWith<object>(await tpp.call({ method: 'POST', path: consents }), 201);
  const cards = customer.cardAccounts.map(({ maskedPan }) => maskedPan);
  const back = await grantAt(
    world,
    scaRedirectOf(asked),
    customer,
    company === undefined
      ? { bbans: [accountOf(customer)], cards }
      : { bbans: [accountOfCompany.get(company)!], actsFor: company },
  );
  continueAs(world, back);
  return { world, corporateId: back.searchParams.get('psu-corporate-id') ?? '' };
}

/** Later private calls carry the ids of the return address. */
function continueAs({ tpp }: World, { searchParams: ids }: URL): void {
  lastIds = { psuId: ids.get('psu-id')!, tppSessionId: ids.get('tpp-session-id')! };
  tpp.actFor(lastIds);
}

/** Later calls are for the company, in the session of these ids. */
function actingFor({ world, corporateId }: Consented, ids: KnownPsu): World {
  world.tpp.actFor({ ...ids, corporateId });
  return world;
}

const call = ({ tpp }: World, method: Method, path: string) => tpp.call({ method, path });

/** Every described operation with an id in its path. The verbs that end something stand last. */
async function namedOperations(person: ListedCustomer): Promise<readonly Named[]> {
  const answer = await request(`${test.bank.gatewayUrl}/v1/openapi.json`);
  const { paths, components } = (await answer.body.json()) as Description;
  const resolved = (one: Parameter) =>
    components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one;
  const ids = new OwnIds(person);
  const found: Named[] = [];
  for (const [template, verbs] of Object.entries(paths)) {
    if (isShared(template) || !template.replace('{payment-product}', '').includes('{')) continue;
    const path = await ids.fill(template);
    for (const [verb, { parameters = [] }] of Object.entries(verbs)) {
      const method = verb.toUpperCase() as Method;
      const query = requiredQuery(parameters.map(resolved));
      found.push({ method, template, path: `${path}${query}` });
    }
  }
  const isRead = ({ method }: Named) => method === 'GET';
  return [...found.filter(isRead), ...found.filter((one) => !isRead(one))];
}

/** A value of each query parameter that a read needs. @throws Error for a parameter without one */
function requiredQuery(parameters: readonly Parameter[]): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required === true);
  return needed.length === 0
    ? ''
    : `?${needed.map(({ name }) => `${name}=${queryValues.get(name) ?? fail(name)}`).join('&')}`;
}

const queryValues = new Map([['bookingStatus', 'booked']]);

function fail(name: string): never {
  throw new Error(`nobody gives the query parameter ${name} here`);
}

/** Makes what a path names, as the owner. */
class OwnIds {
  private readonly made = new Map<string, Promise<string>>();

  constructor(private readonly person: ListedCustomer) {}

  /** The path with ids. @throws Error for a parameter of a kind that nobody makes here */
  async fill(template: string): Promise<string> {
    let path = '';
    for (const part of template.split('/').slice(1)) {
      path += `/${part.startsWith('{') ? await this.idFor(path, part.slice(1, -1)) : part}`;
    }
    return path;
  }

  private idFor(parent: string, parameter: string): Promise<string> {
    if (parameter === 'payment-product') return Promise.resolve(product);
    const key = `${parent}/${parameter}`;
    const id = this.made.get(key) ?? this.make(parent, parameter);
    this.made.set(key, id);
    return id;
  }

  private make(parent: string, parameter: string): Promise<string> {
    switch (parameter) {
      case 'payment-id':
        return this.payment(parent);
      case 'basket-id':
        return this.basket();
      case 'bank-offered-consent-id':
      case 'consent-id':
        return this.listed(consents, ['consents', 'consentId']);
      case 'account-id':
        return this.listed('/v1/accounts', ['accounts', 'resourceId']);
      case 'card-account-id':
        return this.listed('/v1/card-accounts', ['cardAccounts', 'resourceId']);
      case 'transaction-id':
        return this.transaction(parent);
      case 'authorisation-id':
        return this.authorisation(parent);
      default:
        throw new Error(`nobody makes a ${parameter} of ${parent}`);
    }
  }

  /** An approved payment: its status is shown, it can be cancelled, and a cancellation needs an approval. */
  private async payment(path: string): Promise<string> {
    const debtorAccount = { bban: accountOf(this.person), currency: 'NOK' };
    const single = aDomesticPayment({ debtorAccount });
    const part = Object.fromEntries(
      Object.entries(single).filter(([member]) => member !== 'debtorAccount'),
    );
    const body = path.includes('/bulk-')
      ? { debtorAccount, payments: [part, part] }
      : path.includes('/periodic-')
        ? aPeriodicPayment({ debtorAccount })
        : single;
    const { paymentId, ...made } = await this.create<{ paymentId: string }>(path, body);
    continueAs(owner, await approveAt(owner, scaRedirectOf(made), this.person));
    return paymentId;
  }

  private async basket(): Promise<string> {
    const debtorAccount = { bban: accountOf(this.person), currency: 'NOK' };
    const order = aDomesticPayment({ debtorAccount });
    const member = await this.create<{ paymentId: string }>(`/v1/payments/${product}`, order);
    const body = { paymentIds: [member.paymentId] };
    return (await this.create<{ basketId: string }>('/v1/signing-baskets', body)).basketId;
  }

  /** Makes it as a private person: without PSU-Context, the PSU could still pick a company. */
  private async create<Made extends object>(path: string, body: object): Promise<Made> {
    const headers = { 'psu-context': 'PRIVATE' };
    return jsonWith<Made>(await owner.tpp.call({ method: 'POST', path, body, headers }), 201);
  }

  private async listed(path: string, [list, id]: readonly [string, string]): Promise<string> {
    const lists = jsonWith<Record<string, readonly Record<string, string>[]>>(
      await call(owner, 'GET', path),
      200,
    );
    return lists[list]![0]![id]!;
  }

  private async transaction(path: string): Promise<string> {
    const answer = await call(owner, 'GET', `${path}?bookingStatus=booked`);
    type Ids = { readonly transactionId?: string; readonly cardTransactionId?: string };
    type List = { readonly booked: readonly Ids[] };
    type Page = { readonly transactions?: List; readonly cardTransactions?: List };
    const { transactions, cardTransactions = transactions } = jsonWith<Page>(answer, 200);
    const [booked] = cardTransactions!.booked;
    return booked!.cardTransactionId ?? booked!.transactionId!;
  }

  /** A further one, or the one that the consent has been given with. */
  private async authorisation(path: string): Promise<string> {
    const started = await call(owner, 'POST', path);
    if (started.status === 201) {
      return jsonWith<{ authorisationId: string }>(started, 201).authorisationId;
    }
    type List = { readonly authorisationIds: readonly string[] };
    return jsonWith<List>(await call(owner, 'GET', path), 200).authorisationIds[0]!;
  }
}

/** The same path with ids of the same form that nobody has. */
function unknownTwin({ template, path }: Named): string {
  const places = template.split('/');
  const [ids = '', query] = path.split('?');
  const twin = ids
    .split('/')
    .map((part, at) =>
      places[at]!.startsWith('{') && places[at] !== '{payment-product}' ? altered(part) : part,
    )
    .join('/');
  return query === undefined ? twin : `${twin}?${query}`;
}

/** The middle is reversed: the same length and characters, and another id. */
function altered(id: string): string {
  const [from, to] = [Math.floor(id.length / 3), Math.floor((2 * id.length) / 3)];
  const middle = [...id.slice(from, to)].reverse().join('');
  const other =
    middle === id.slice(from, to) ? middle.replace(/./u, (c) => (c === '0' ? '1' : '0')) : middle;
  return id.slice(0, from) + other + id.slice(to);
}

interface Judged {
  readonly status: number;
  readonly codes: readonly string[];
  readonly body: unknown;
}

const judged = (answer: TppAnswer): Judged => ({
  status: answer.status,
  codes: codesOf(answer),
  body: answer.json,
});

const named = ({ method, template }: Named) => `${method} ${template}`;

describe('the resources of a PSU at a TPP', () => {
  it('are all that the paths of the description name, and the owner reads each', async () => {
    expect(operations.length).toBeGreaterThan(50);
    const reads = operations.filter(({ method }) => method === 'GET');
    const seen: (readonly [string, number])[] = [];
    for (const one of reads) {
      seen.push([named(one), (await call(owner, 'GET', one.path)).status]);
    }
    expect(seen).toEqual(reads.map((one) => [named(one), 200]));
  });

  it.each(foreignerNames)(
    'are to %s like ids that nobody has, in every verb, and stay as they were',
    async (name) => {
      const foreigner = foreigners.get(name)!;
      const before = await statesOf();
      const faults: unknown[] = [];
      for (const one of operations) {
        const answer = judged(await call(foreigner, one.method, one.path));
        const unknown = judged(await call(foreigner, one.method, unknownTwin(one)));
        if (!isForeign(answer, unknown, isOutsideConsent(one, name))) {
          faults.push(`${named(one)} ${String(answer.status)} ${answer.codes.join(' ')}`);
        }
      }
      expect(faults).toEqual([]);
      expect(await statesOf()).toEqual(before);
    },
  );
});

/** Whether an answer is that of a resource that is not the caller's (docs/reference/error-codes.md, ids of others). */
function isForeign(answer: Judged, unknown: Judged, isOutside: boolean): boolean {
  const { status, codes } = answer;
  const isKnownCode = codes.length === 1 && codes[0] === 'RESOURCE_UNKNOWN';
  return unknown.status === 404 && isKnownCode && status === (isOutside ? 403 : 404);
}

/** An account that the TPP knows from another PSU or context is outside the consent, and no unknown id. */
const isOutsideConsent = ({ template }: Named, foreigner: string) =>
  foreigner !== foreignerNames[0] && /^\/v1\/(card-)?accounts\//.test(template);

/** What the owner reads of each resource. */
async function statesOf(): Promise<readonly unknown[]> {
  const states: unknown[] = [];
  for (const { method, path } of operations) {
    if (method !== 'GET') continue;
    const { text } = await call(owner, method, path);
    // A link to the next page has the moment of the read in it.
    states.push([path, text.replaceAll(/offset=[^"]+/g, 'offset')]);
  }
  return states;
}
