import * as oidc from 'openid-client';
import type { ProfileIdentityProvider } from '@nordgate/contracts/profile';
import type { Current } from '@nordgate/service/settings';
import type { ClientKeys, Environment } from '../../sca.settings.js';
import type { ApprovalDetail } from './approval-details.js';
import type { ProviderAnswer } from './provider-answer.js';
import { kindOfErrorCode, ProviderError, metadataFault } from './provider-failure.js';
import { providerTransport } from './provider-transport.client.js';

/** How this site reaches the provider. */
export interface ProviderAccess {
  readonly provider: ProfileIdentityProvider;
  readonly environment: Environment;
  /** The keys of the bank as a client. They change while the process runs. */
  readonly keys: Current<ClientKeys>;
  /** CAs in PEM; default: those of Node. */
  readonly ca?: Current<string> | undefined;
  /** Default: five seconds for each request. */
  readonly timeoutMs?: number | undefined;
}

/** One visit of a PSU at the provider. */
export interface Visit {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a visit asks for: a log-in, or the approval of these details. */
export interface VisitRequest extends Visit {
  readonly language: string;
  /** Undefined for a log-in. */
  readonly details?: readonly ApprovalDetail[] | undefined;
}

const timeoutMsDefault = 5000;
/** Metadata are read again after an hour, and after a failure not before five seconds. */
const [freshMs, failureMs] = [3_600_000, 5000];

interface Known {
  readonly config: oidc.Configuration;
  readonly at: number;
}

/** The bank's side of OpenID Connect: RFC 9126, 9101, 9396, 9207 and 7636 by `openid-client`. */
export class IdentityProviderClient {
  private known: Known | undefined;
  private failure: { readonly error: ProviderError; readonly at: number } | undefined;
  private reading: Promise<oidc.Configuration> | undefined;

  constructor(private readonly access: ProviderAccess) {}

  /** Reads the metadata of the provider now. @throws ProviderError when they cannot be used */
  async requireAnswer(): Promise<void> {
    await this.reach(() => this.discover());
  }

  /** The origins over which the browser goes to the provider, for form-action. Never fails. */
  async origins(): Promise<readonly string[]> {
    const { issuer, origins = [] } = this.access.provider;
    const config = await this.config().catch(() => undefined);
    const endpoint = config?.serverMetadata().authorization_endpoint ?? issuer;
    return [...new Set([new URL(issuer).origin, new URL(endpoint).origin, ...origins])];
  }

  /** Pushes the request. Returns where the browser goes. Throws ProviderError. */
  async start(request: VisitRequest): Promise<string> {
    const config = await this.config();
    const parameters = await this.parametersOf(request);
    return this.reach(async () => {
      const isSigned =
        request.details !== undefined &&
        this.access.provider.dynamicLinking === 'signed-request-object';
      const url = isSigned
        ? await oidc.buildAuthorizationUrlWithPAR(config, await this.signed(config, parameters))
        : await oidc.buildAuthorizationUrlWithPAR(config, parameters);
      return url.href;
    });
  }

  /** Exchanges the code of the address that the browser came back to. Throws ProviderError. */
  async finish(query: string, visit: Visit): Promise<ProviderAnswer> {
    const config = await this.config();
    return this.reach(async () => {
      const tokens = await oidc.authorizationCodeGrant(
        config,
        new URL(`${visit.redirectUri}?${query}`),
        {
          expectedState: visit.state,
          expectedNonce: visit.nonce,
          pkceCodeVerifier: visit.verifier,
          maxAge: this.access.provider.maxAgeSeconds,
          idTokenExpected: true,
        },
      );
      return { claims: { ...tokens.claims() }, granted: tokens['authorization_details'] };
    });
  }

  /** The address that logs the PSU out there; undefined when the provider has none, or is down. */
  async logOutAddress(back: string): Promise<string | undefined> {
    const config = await this.config().catch(() => undefined);
    if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
    return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href;
  }

  private async parametersOf({
    details,
    language,
    nonce,
    redirectUri,
    state,
    verifier,
  }: VisitRequest): Promise<Record<string, string>> {
    const { acrValues, maxAgeSeconds, scopes = [] } = this.access.provider;
    return {
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: ['openid', ...scopes].join(' '),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      max_age: String(maxAgeSeconds),
      acr_values: acrValues.join(' '),
      ui_locales: language,
      // Each visit needs its own authentication code (RTS on SCA, Articles 4 and 5).
      prompt: 'login',
      ...(details && { authorization_details: JSON.stringify(details) }),
    };
  }

  private async signed(
    config: oidc.Configuration,
    parameters: Record<string, string>,
  ): Promise<Record<string, string>> {
    const url = await oidc.buildAuthorizationUrlWithJAR(config, parameters, this.clientKey());
    return { request: url.searchParams.get('request') ?? '' };
  }

  private clientKey(): oidc.PrivateKey {
    const [{ id, key }] = this.access.keys.value;
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    return { key: key.toCryptoKey(algorithm, false, ['sign']), kid: id };
  }

  /** The metadata of the provider. The last good ones stay in use while the provider is down. */
  private async config(): Promise<oidc.Configuration> {
    const now = Date.now();
    if (this.known !== undefined && now - this.known.at < freshMs) return this.known.config;
    if (this.failure !== undefined && now - this.failure.at < failureMs) {
      if (this.known === undefined) throw this.failure.error;
      return this.known.config;
    }
    this.reading ??= this.discover().finally(() => (this.reading = undefined));
    try {
      const config = await this.reading;
      this.known = { config, at: now };
      return config;
    } catch (error) {
      this.failure = { error: providerErrorOf(error), at: now };
      if (this.known === undefined) throw this.failure.error;
      return this.known.config;
    }
  }

  private async discover(): Promise<oidc.Configuration> {
    const { ca, environment, provider, timeoutMs = timeoutMsDefault } = this.access;
    const isPlain = provider.issuer.startsWith('http:');
    const config = await oidc.discovery(
      new URL(provider.issuer),
      provider.clientId,
      {},
      // The key may change while these metadata are in use.
      (...request) => oidc.PrivateKeyJwt(this.clientKey())(...request),
      {
        [oidc.customFetch]: providerTransport(ca),
        timeout: timeoutMs / 1000,
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(isPlain ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    const fault = metadataFault(config.serverMetadata(), environment);
    if (fault !== undefined) throw new ProviderError('unavailable', fault);
    return config;
  }

  private async reach<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      return await step();
    } catch (error) {
      throw providerErrorOf(error);
    }
  }
}

/** What an error of the library means for the PSU. */
function providerErrorOf(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const options = { cause: error };
  if (error instanceof oidc.AuthorizationResponseError) {
    return new ProviderError(
      kindOfErrorCode(error.error),
      `the provider answered ${error.error}`,
      options,
    );
  }
  if (error instanceof oidc.ResponseBodyError) {
    const kind = error.status >= 500 ? 'unavailable' : 'invalid';
    return new ProviderError(kind, `the provider refused: ${error.error}`, options);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new ProviderError(isOfTransport(error) ? 'unavailable' : 'invalid', message, options);
}

const transportCodes =
  /^(?:ECONN|ENOTFOUND|EAI_|EPIPE|ETIMEDOUT|EHOST|ENET|ABORT_ERR|CERT_|DEPTH_|SELF_|UNABLE_|ERR_TLS|OAUTH_RESPONSE_IS_NOT_(?:CONFORM|JSON)|OAUTH_TIMEOUT|OAUTH_PARSE_ERROR)/u;

/** Whether the provider could not be reached, was too slow, or answered with something else than JSON. */
function isOfTransport(error: unknown): boolean {
  let cause = error;
  while (typeof cause === 'object' && cause !== null) {
    if (cause instanceof ProviderError) return cause.kind === 'unavailable';
    const { code, name } = cause as { readonly code?: unknown; readonly name?: unknown };
    if (transportCodes.test(String(code))) return true;
    if (name === 'AbortError' || name === 'TimeoutError') return true;
    cause = (cause as { readonly cause?: unknown }).cause;
  }
  return false;
}
