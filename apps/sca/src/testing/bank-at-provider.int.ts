import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { FakeProvider, fakeAcr, fakeDetailsType } from '@nordgate/local/fake-provider';
import type { FakeProviderOptions } from '@nordgate/local/fake-provider';
import type { ProfileIdentityProvider } from '@nordgate/contracts/profile';

/**
 * The structuredClone of Jest makes objects of another realm, and `oidc-provider` takes these for no plain
 * objects.
 */
globalThis.structuredClone = ((value: unknown) => cloneInRealm(value)) as typeof structuredClone;

function cloneInRealm(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneInRealm);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cloneInRealm(one)]));
}

/** The key of the bank as a client of the provider. */
const bankKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const bankKeyId = 'bank-1';
export const bankKeys = { value: [{ id: bankKeyId, key: bankKey }] } as const;

const publicJwk = createPublicKey(bankKey).export({ format: 'jwk' });
const bankJwks = {
  keys: [{ ...publicJwk, kid: bankKeyId, alg: 'ES256', use: 'sig' }],
};

/** What the profile says of a fake provider. */
export function providerTerms(
  { issuer }: Pick<FakeProvider, 'issuer'>,
  change: Partial<ProfileIdentityProvider> = {},
): ProfileIdentityProvider {
  return {
    name: 'TestID',
    issuer,
    clientId: 'nordgate',
    acrValues: [fakeAcr],
    amr: ['pop'],
    maxAgeSeconds: 300,
    customerClaim: 'pid',
    customerClaimHolds: 'customer-number',
    dynamicLinking: 'authorization-details',
    detailsType: fakeDetailsType,
    ...change,
  };
}

/** Starts a fake provider that knows the bank at this address. */
export async function startProvider(
  siteUrl: string,
  options: FakeProviderOptions = {},
): Promise<FakeProvider> {
  const provider = new FakeProvider(options);
  await provider.start();
  registerSite(provider, siteUrl);
  return provider;
}

/** Tells the provider where the site of the bank is. */
export function registerSite(provider: FakeProvider, siteUrl: string): void {
  provider.register({
    clientId: 'nordgate',
    redirectUri: `${siteUrl}/oidc/callback`,
    logOutUri: `${siteUrl}/my`,
    jwks: bankJwks,
  });
}
