/** @jest-environment-options {"ownModules": true} */
import { jest } from '@jest/globals';
import { visitProvider } from '@nordgate/local/person-at-provider';
import type { PersonAtProvider } from '@nordgate/local/person-at-provider';
import type { FakeProvider, ProviderManner } from '@nordgate/local/fake-provider';
import type { ProfileIdentityProvider } from '@nordgate/contracts/profile';
import { bankKeys, providerTerms, startProvider } from '../../testing/bank-at-provider.int.js';
import { aPaymentView } from '../../testing/a-payment-view.js';
import { newSecret } from '../security/random.source.js';
import { detailsOf, hashOfDetails } from './approval-details.js';
import { IdentityProviderClient } from './identity-provider.client.js';
import type { Visit } from './identity-provider.client.js';
import { grantsDetails, personOf } from './provider-answer.js';
import type { ProviderAnswer } from './provider-answer.js';

const kari = '14837530114';
const site = 'http://localhost:9';
const approval = {
  authorisationId: 'aut-1',
  customerId: 'cus-1',
  context: 'PRIVATE',
  nonce: newSecret(),
  approves: [{ paymentId: 'pay-1', hash: 'hash-1' }],
} as const;

let provider: FakeProvider;
let signedOnly: FakeProvider;
beforeAll(async () => {
  provider = await startProvider(site);
  signedOnly = await startProvider(site, { hasDetails: false });
});
afterAll(() => Promise.all([provider.stop(), signedOnly.stop()]));
beforeEach(() => provider.behave('well'));
afterEach(() => jest.restoreAllMocks());

const details = detailsOf(providerTerms({ issuer: site }).detailsType, approval, {
  action: 'basket',
  approved: [aPaymentView(), aPaymentView({ paymentId: 'pay-2' })],
});
const asked = hashOfDetails(details)!;

const clientAt = (at: FakeProvider, change: Partial<ProfileIdentityProvider> = {}) =>
  new IdentityProviderClient({
    provider: providerTerms(at, change),
    environment: 'sandbox',
    keys: bankKeys,
  });

const newVisit = (): Visit => ({
  redirectUri: `${site}/oidc/callback`,
  state: newSecret(),
  nonce: newSecret(),
  verifier: newSecret(),
});

/** Goes to the provider and back. Returns the query of the callback. */
async function goThere(
  client: IdentityProviderClient,
  visit: Visit,
  person: Partial<PersonAtProvider> & { readonly isApproval?: boolean } = {},
): Promise<string> {
  const { isApproval = true } = person;
  const asking = isApproval ? { details } : {};
  const url = await client.start({ ...visit, language: 'nb', ...asking });
  expect([...new URL(url).searchParams.keys()].sort()).toEqual(['client_id', 'request_uri']);
  const back = await visitProvider(url, { person: kari, until: site, ...person });
  return new URL(back).search.slice(1);
}

async function approve(client: IdentityProviderClient): Promise<ProviderAnswer> {
  const visit = newVisit();
  return client.finish(await goThere(client, visit), visit);
}

describe('the provider', () => {
  it('logs a person in, as strongly as the bank asks for', async () => {
    const client = clientAt(provider);
    const visit = newVisit();
    const query = await goThere(client, visit, { isApproval: false });
    const answer = await client.finish(query, visit);
    expect(personOf(answer, providerTerms(provider), { now: Date.now() })).toBe(kari);
    expect(answer.granted).toBeUndefined();
  });

  it('grants the details of an approval, in any order of members', async () => {
    const answer = await approve(clientAt(provider));
    expect(grantsDetails(answer, asked, providerTerms(provider))).toBe(true);
    expect(JSON.stringify(answer.granted)).not.toBe(JSON.stringify(details));
  });

  it('takes a signed request object when it grants no details (RFC 9101)', async () => {
    const terms = { dynamicLinking: 'signed-request-object' } as const;
    const answer = await approve(clientAt(signedOnly, terms));
    expect(answer.granted).toBeUndefined();
    expect(grantsDetails(answer, asked, terms)).toBe(true);
    expect(grantsDetails(answer, asked, providerTerms(provider))).toBe(false);
  });

  it.each<readonly [string, ProviderManner]>([
    ['an altered amount', 'altered-amount'],
    ['no details', 'no-details'],
    ['one detail fewer', 'fewer-details'],
    ['one detail more', 'more-details'],
    ['the details of another approval', 'details-of-another'],
  ])('does not approve when it grants %s (RTS on SCA, Article 5)', async (_about, manner) => {
    const client = clientAt(provider);
    const other = { ...newVisit(), language: 'en' };
    const [first] = details;
    const otherUrl = await client.start({
      ...other,
      details: [{ ...first!, identifier: 'other' }],
    });
    await visitProvider(otherUrl, { person: kari, until: site });
    provider.behave(manner);
    const answer = await approve(client);
    expect(grantsDetails(answer, asked, providerTerms(provider))).toBe(false);
  });

  it.each<readonly [string, ProviderManner]>([
    ['acr', 'weak-acr'],
    ['amr', 'weak-amr'],
  ])('does not approve with a log-in whose %s is too weak', async (claim, manner) => {
    provider.behave(manner);
    const answer = await approve(clientAt(provider));
    expect(() => personOf(answer, providerTerms(provider), { now: Date.now() })).toThrow(claim);
  });

  it('is of nobody before the token was issued (OpenID Connect Core, 3.1.3.7)', async () => {
    const answer = await approve(clientAt(provider));
    const now = Date.now() - 120_000;
    expect(() => personOf(answer, providerTerms(provider), { now })).toThrow('iat of the ID token');
  });

  it('is of nobody with a token for another client (OpenID Connect Core, 3.1.3.7)', async () => {
    const { claims, granted } = await approve(clientAt(provider));
    const answer = { claims: { ...claims, azp: 'shop' }, granted };
    expect(() => personOf(answer, providerTerms(provider), { now: Date.now() })).toThrow(
      'azp of the ID token',
    );
  });
});

describe('an answer of the provider', () => {
  const rejected = async (
    change: (visit: Visit) => Visit,
    person: Partial<PersonAtProvider> = {},
  ): Promise<unknown> => {
    const client = clientAt(provider);
    const visit = newVisit();
    const query = await goThere(client, visit, person);
    return client.finish(query, change(visit)).then(
      () => 'accepted',
      (error: unknown) => (error as { kind?: string }).kind,
    );
  };

  it.each<readonly [string, (visit: Visit) => Visit]>([
    ['another state', (visit) => ({ ...visit, state: newSecret() })],
    ['the nonce of another visit', (visit) => ({ ...visit, nonce: newSecret() })],
    ['the code verifier of another visit', (visit) => ({ ...visit, verifier: newSecret() })],
  ])('is rejected with %s', async (_about, change) => {
    expect(await rejected(change)).toBe('invalid');
  });

  it.each<ProviderManner>(['no-iss', 'wrong-iss', 'old-log-in'])(
    'is rejected with %s',
    async (manner) => {
      provider.behave(manner);
      expect(await rejected((visit) => visit)).toBe('invalid');
    },
  );

  it('is rejected when it comes a second time', async () => {
    const client = clientAt(provider);
    const visit = newVisit();
    const query = await goThere(client, visit);
    await client.finish(query, visit);
    await expect(client.finish(query, visit)).rejects.toMatchObject({ kind: 'invalid' });
  });

  it.each([
    ['access_denied', 'aborted'],
    ['login_required', 'log-in-required'],
    ['temporarily_unavailable', 'unavailable'],
    ['server_error', 'unavailable'],
  ])('with the error %s means %s', async (error, kind) => {
    expect(await rejected((visit) => visit, { error })).toBe(kind);
  });

  it('is checked with a new key of the provider, which the site reads once a minute at most', async () => {
    const client = clientAt(provider);
    await approve(client);
    provider.rotateKeys();
    await expect(approve(client)).rejects.toMatchObject({ kind: 'invalid' });
    const now = Date.now() + 61_000;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    await approve(client);
  });
});

describe('a provider that does not answer as it should', () => {
  it.each<ProviderManner>(['down', 'slow', 'huge'])(
    'is unavailable while it is %s, from the start and later',
    async (manner) => {
      const known = clientAt(provider);
      const visit = newVisit();
      const query = await goThere(known, visit);
      provider.behave(manner);
      const asking = { ...newVisit(), language: 'en' };
      for (const client of [clientAt(provider), known]) {
        await expect(client.start(asking)).rejects.toMatchObject({ kind: 'unavailable' });
      }
      await expect(known.finish(query, visit)).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await clientAt(provider).origins()).toEqual([provider.issuer]);
    },
  );

  it('is not asked again within seconds of a failure', async () => {
    provider.behave('down');
    const client = clientAt(provider);
    const asking = { ...newVisit(), language: 'en' };
    await expect(client.start(asking)).rejects.toThrow();
    const before = [...provider.requests.values()].reduce((sum, one) => sum + one, 0);
    await expect(client.start(asking)).rejects.toThrow();
    expect([...provider.requests.values()].reduce((sum, one) => sum + one, 0)).toBe(before);
  });

  it('cannot be used in production at an address without TLS', async () => {
    const access = { keys: bankKeys, environment: 'production' } as const;
    const client = new IdentityProviderClient({ provider: providerTerms(provider), ...access });
    await expect(client.start({ ...newVisit(), language: 'en' })).rejects.toThrow('no https');
  });
});
