import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider from 'oidc-provider';
import {
  configurationOf,
  fakeAcr,
  fakeDetailsType,
  newProviderKey,
} from './provider-configuration.js';
import type { BankClient, ProviderTerms } from './provider-configuration.js';
import { grantedDetails, strengthIn, withIssuer } from './provider-manners.js';
import type { Detail, ProviderManner } from './provider-manners.js';
import { ProviderMemory } from './provider-memory.js';
import { providerPage } from './provider-page.js';

export { fakeAcr, fakeDetailsType } from './provider-configuration.js';
export type { BankClient } from './provider-configuration.js';
export type { ProviderManner } from './provider-manners.js';

/** Where a fake provider listens, and what it supports. */
export interface FakeProviderOptions extends Partial<ProviderTerms> {
  /** Default: any free port. */
  readonly port?: number;
  /** Its certificate and key; default: plain http. A bank in production needs https. */
  readonly tls?: Pick<ServerOptions, 'cert' | 'key'>;
  /** Test persons that the log-in page offers. */
  readonly persons?: readonly string[];
}

/**
 * An identity provider for tests and trials on this machine: a real one by its protocol, but every test
 * person logs in without a secret. It misbehaves when asked to.
 */
export class FakeProvider {
  private readonly server: Server;
  private readonly cookieKey = randomUUID();
  private keys: readonly object[] = [newProviderKey()];
  private readonly memory: ConstructorParameters<typeof ProviderMemory>[1] = new Map();
  private client: BankClient | undefined;
  private provider: Provider | undefined;
  private manner: ProviderManner = 'well';
  private lastAsked: readonly Detail[] = [];
  private earlier: readonly Detail[] = [];
  /** How often each path was asked for. */
  readonly requests = new Map<string, number>();

  constructor(private readonly options: FakeProviderOptions = {}) {
    const listener: RequestListener = (request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    };
    const { tls } = options;
    this.server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  }

  /** Listens on loopback. */
  async start(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(this.options.port ?? 0, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** The address that ID tokens name. */
  get issuer(): string {
    const { port } = this.server.address() as AddressInfo;
    return `${this.options.tls === undefined ? 'http' : 'https'}://localhost:${String(port)}`;
  }

  /** Serves this bank from now on, and no other. */
  register(client: BankClient): void {
    this.client = client;
    this.build();
  }

  behave(manner: ProviderManner): void {
    this.manner = manner;
  }

  /** Signs with a new key from now on, and withdraws the old one. */
  rotateKeys(): void {
    this.keys = [newProviderKey()];
    this.build();
  }

  private build(): void {
    if (this.client === undefined) return;
    const provider = new Provider(
      this.issuer,
      configurationOf(this.client, this.terms(), {
        keys: this.keys,
        cookieKey: this.cookieKey,
        adapter: (kind) => new ProviderMemory(kind, this.memory),
        grantedTo: (asked) => this.grantedTo(asked),
      }),
    );
    provider.use(async ({ response }, next) => {
      await next();
      const location = response.get('location');
      if (location) response.set('location', withIssuer(location, this.manner));
    });
    this.provider = provider;
  }

  private terms(): ProviderTerms {
    const {
      acrValues = [fakeAcr],
      detailsType = fakeDetailsType,
      hasDetails = true,
    } = this.options;
    return { acrValues, detailsType, hasDetails };
  }

  private grantedTo(asked: readonly Detail[]): readonly Detail[] | undefined {
    const isNew = JSON.stringify(asked) !== JSON.stringify(this.lastAsked);
    if (isNew) [this.earlier, this.lastAsked] = [this.lastAsked, asked];
    return grantedDetails(asked, this.manner, this.earlier);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = ''] = (request.url ?? '').split('?');
    this.requests.set(path, (this.requests.get(path) ?? 0) + 1);
    if (this.manner === 'down') return void request.socket.destroy();
    if (this.manner === 'slow') return;
    if (this.manner === 'huge') return void response.end(`{"x":"${'x'.repeat(2 ** 21)}"}`);
    if (this.provider === undefined) return void response.writeHead(503).end();
    if (path.startsWith('/interaction/')) return this.interact(this.provider, request, response);
    await this.provider.callback()(request, response);
  }

  private async interact(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { params, uid } = await provider.interactionDetails(request, response);
    const details = this.terms().hasDetails ? textOf(params['authorization_details']) : '';
    if (request.method !== 'POST') {
      const page = providerPage({ uid, details, persons: this.options.persons ?? [] });
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
      return;
    }
    const form = new URLSearchParams(await text(request));
    const result =
      form.get('action') === 'approve'
        ? await this.approval(provider, params, form.get('person') ?? '')
        : { error: form.get('error') ?? 'access_denied' };
    const options = { mergeWithLastSubmission: false };
    await provider.interactionFinished(request, response, result, options);
  }

  private async approval(
    provider: Provider,
    params: Readonly<Record<string, unknown>>,
    accountId: string,
  ): Promise<object> {
    const grant = new provider.Grant({ accountId, clientId: textOf(params['client_id']) });
    grant.addOIDCScope('openid');
    const strength = strengthIn(this.manner, textOf(params['acr_values']));
    return {
      login: { accountId, remember: true, ...strength },
      consent: { grantId: await grant.save() },
    };
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
