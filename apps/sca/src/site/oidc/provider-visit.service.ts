import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { ProfileIdentityProvider } from '@nordgate/contracts/profile';
import type { KeySet } from '@nordgate/contracts/rules';
import { backgroundCheck } from '@nordgate/telemetry';
import type { HealthCheck } from '@nordgate/telemetry';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { ScaSettings } from '../../sca.settings.js';
import { redirectTo } from '../frame/answer.js';
import type { CookieChange, Redirect } from '../frame/answer.js';
import { overviewPath } from '../frame/site-address.js';
import type { Reader } from '../frame/site.service.js';
import { RelyingPartyService } from '../passkey/relying-party.service.js';
import type { Browser } from '../security/browser.js';
import { transactionCookie } from '../security/cookies.js';
import { newSecret } from '../security/random.source.js';
import { hashOf } from '../security/tokens.js';
import type { ApprovalDetail } from './approval-details.js';
import { IdentityProviderClient } from './identity-provider.client.js';
import type { ProviderAnswer } from './provider-answer.js';
import { ProviderError } from './provider-failure.js';
import { sealed, transactionIn, transactionsMax } from './transaction.js';
import type { Transaction, TransactionUse } from './transaction.js';

/** Where the provider sends browsers back to. */
export const callbackPath = '/oidc/callback';

/** What a page needs whose form leads to the provider. */
export interface ProviderOnPage {
  readonly name: string;
  /** The origins over which the browser goes there. */
  readonly targets: readonly string[];
}

/** What a browser brings back, and the cookie that it no longer needs. */
export interface ReturnedVisit {
  readonly transaction: Transaction;
  readonly state: string;
  readonly spent: CookieChange;
}

/** The provider of the bank is asked for its metadata this often by each process. */
const providerCheckMs = 30_000;

/** Sends browsers to the identity provider, and takes what they bring back (docs/adr/0037). */
@Injectable()
export class ProviderVisitService {
  private readonly client: IdentityProviderClient | undefined;

  constructor(
    @Inject(SCA_SETTINGS) private readonly settings: ScaSettings,
    private readonly party: RelyingPartyService,
  ) {
    const { environment, providerClient, sca } = settings;
    const isOn = sca?.methods.includes('oidc') === true;
    if (!isOn || sca.provider === undefined) return;
    if (providerClient === undefined)
      throw new Error('the method oidc needs the key of the client');
    this.client = new IdentityProviderClient({
      ...providerClient,
      provider: sca.provider,
      environment,
    });
  }

  /** The provider of the profile; undefined when PSUs log in with a customer number. */
  get provider(): ProfileIdentityProvider | undefined {
    return this.client && this.settings.sca?.provider;
  }

  /** Whether the provider answers. It informs: the pages that need no provider work on. Undefined without a provider. */
  healthCheck(): HealthCheck | undefined {
    const { client } = this;
    return (
      client &&
      backgroundCheck({
        name: 'identity-provider',
        informs: true,
        everyMs: providerCheckMs,
        outage: { peer: 'identity-provider', words: 'the identity provider does not answer' },
        attempt: () => client.requireAnswer(),
      })
    );
  }

  /** Undefined when PSUs log in with a customer number. */
  async onPage(): Promise<ProviderOnPage | undefined> {
    if (this.client === undefined || this.provider === undefined) return undefined;
    return { name: this.provider.name, targets: await this.client.origins() };
  }

  /** Sends the browser to the provider, for a log-in or to approve these details. Throws ProviderError. */
  async start(
    use: TransactionUse,
    { browser, reader }: { readonly browser: Browser; readonly reader: Reader },
    details?: readonly ApprovalDetail[],
  ): Promise<Redirect> {
    const [state, verifier] = [newSecret(), newSecret()];
    const bound = use.is === 'approval' ? use.details : '';
    const nonce = hashOf(JSON.stringify([newSecret(), bound]));
    const transaction: Transaction = { use, verifier, nonce, startedAt: Date.now() };
    const { language } = reader;
    const visit = { redirectUri: this.callback(), state, nonce, verifier };
    const address = await this.required().start({ ...visit, language, details });
    const name = transactionCookie(state);
    const sealing = { key: this.key, kind: 'transaction', place: name } as const;
    const value = sealed(transaction, sealing, randomBytes(12));
    return redirectTo(address, [...surplusOf(browser), { name, value }]);
  }

  /** The visit that this browser started with this state. Throws ProviderError for any other. */
  returned(browser: Browser, state: string): ReturnedVisit {
    const name = transactionCookie(state);
    const cookie = browser.transactions().find(([one]) => one === name)?.[1] ?? '';
    const transaction = transactionIn(cookie, { key: this.key, state, now: Date.now() });
    if (transaction !== undefined) return { transaction, state, spent: { name } };
    throw new ProviderError('unknown-transaction', 'this browser started no such visit');
  }

  /** Exchanges what the query of the callback holds. Throws ProviderError. */
  finish(query: string, { state, transaction }: ReturnedVisit): Promise<ProviderAnswer> {
    const { nonce, verifier } = transaction;
    const visit = { redirectUri: this.callback(), state, nonce, verifier };
    return this.required().finish(query, visit);
  }

  /** The address that logs the PSU out at the provider and leads back to the overview, if it has one. */
  async logOutAddress(): Promise<string | undefined> {
    return this.client?.logOutAddress(`${this.party.address().origin}${overviewPath}`);
  }

  private get key(): KeySet {
    return this.settings.keys.cookies;
  }

  private callback(): string {
    return `${this.party.address().origin}${callbackPath}`;
  }

  private required(): IdentityProviderClient {
    if (this.client !== undefined) return this.client;
    throw new ProviderError('unknown-transaction', 'the profile names no identity provider');
  }
}

/** The cookies that make room for one more visit. Their order says nothing, so any may go. */
function surplusOf(browser: Browser): readonly CookieChange[] {
  const names = browser.transactions().map(([name]) => name);
  return names.slice(0, Math.max(0, names.length - transactionsMax + 1)).map((name) => ({ name }));
}
