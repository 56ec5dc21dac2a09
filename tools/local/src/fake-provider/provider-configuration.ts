import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Detail } from './provider-manners.js';

export const fakeDetailsType = 'urn:nordgate:approval';
export const fakeAcr = 'urn:fake:strong';

/** The bank as a client of the provider. */
export interface BankClient {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly logOutUri?: string;
  /** The public keys of the bank (RFC 7517), or where the bank publishes them. */
  readonly jwks?: { readonly keys: readonly object[] };
  readonly jwksUri?: string;
}

/** What the provider supports. */
export interface ProviderTerms {
  readonly detailsType: string;
  readonly acrValues: readonly string[];
  /** Knows RFC 9396; otherwise the details are a parameter that it passes over. */
  readonly hasDetails: boolean;
}

/** A private key for ID tokens, as a JWK. */
export function newProviderKey(): object {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = privateKey.export({ format: 'jwk' });
  return { ...jwk, kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

interface SourceOfDetails {
  readonly rar?: readonly Detail[];
}

const tenMinutes = 600;

const ttl = {
  ...{ Interaction: tenMinutes, Grant: tenMinutes, Session: tenMinutes },
  ...{ AccessToken: tenMinutes, IdToken: tenMinutes },
};

/** What access tokens are for: nothing uses them, but details need one (RFC 8707). */
const resource = 'urn:nordgate:bank';

/** The settings of `oidc-provider` for one bank. */
export function configurationOf(
  bank: BankClient,
  { acrValues, detailsType, hasDetails }: ProviderTerms,
  parts: {
    readonly keys: readonly object[];
    readonly cookieKey: string;
    readonly adapter: (kind: string) => object;
    readonly grantedTo: (asked: readonly Detail[]) => readonly Detail[] | undefined;
  },
): object {
  return {
    adapter: parts.adapter,
    clients: [clientOf(bank, { detailsType, hasDetails })],
    jwks: { keys: parts.keys },
    cookies: { keys: [parts.cookieKey] },
    acrValues: [...acrValues, 'urn:fake:weak'],
    claims: { openid: ['sub', 'pid', 'acr', 'amr', 'auth_time'] },
    pkce: { required: () => true },
    ttl,
    responseTypes: ['code'],
    fetch: fetchFromLoopback,
    enabledJWA: { requestObjectSigningAlgValues: ['ES256'] },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, pid: accountId }),
    }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
      requestObjects: { enabled: true },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => (hasDetails ? resource : undefined),
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: '', accessTokenTTL: tenMinutes }),
      },
      ...(hasDetails ? { richAuthorizationRequests: detailsFeature(detailsType, parts) } : {}),
    },
  };
}

/** Reads the keys of a bank on this machine, which the dispatcher of `oidc-provider` rejects. */
function fetchFromLoopback(
  address: string,
  options: RequestInit & { readonly dispatcher?: unknown },
): Promise<Response> {
  return fetch(address, { ...options, dispatcher: undefined });
}

/** The bank in the words of `oidc-provider`. */
function clientOf(
  { clientId, jwks, jwksUri, logOutUri, redirectUri }: BankClient,
  { detailsType, hasDetails }: Pick<ProviderTerms, 'detailsType' | 'hasDetails'>,
): object {
  return {
    client_id: clientId,
    jwks,
    jwks_uri: jwksUri,
    redirect_uris: [redirectUri],
    post_logout_redirect_uris: logOutUri === undefined ? [] : [logOutUri],
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    id_token_signed_response_alg: 'ES256',
    request_object_signing_alg: hasDetails ? undefined : 'ES256',
    require_auth_time: true,
    ...(hasDetails ? { authorization_details_types: [detailsType] } : {}),
  };
}

function detailsFeature(
  detailsType: string,
  { grantedTo }: { readonly grantedTo: (asked: readonly Detail[]) => unknown },
): object {
  const ofSource = (_context: unknown, _token: unknown, source: SourceOfDetails) => source.rar;
  return {
    enabled: true,
    types: { [detailsType]: { validate: () => undefined } },
    authorizationDetailsForGrantSource: (context: {
      readonly oidc: { readonly params: { readonly authorization_details?: string } };
    }) => {
      const asked = context.oidc.params.authorization_details;
      return asked === undefined ? undefined : grantedTo(JSON.parse(asked) as Detail[]);
    },
    authorizationDetailsForAccessToken: ofSource,
    authorizationDetailsForIntrospection: () => undefined,
  };
}
