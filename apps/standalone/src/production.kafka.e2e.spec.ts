import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import type { IssuedPem } from '@nordgate/signature/issue';
import {
  actAs,
  aDomesticPayment,
  codesOf,
  PatientTpp,
  eventually,
  instantPath,
  jsonWith,
  PsuBrowser,
  scaRedirectOf,
  singlePath,
} from '@nordgate/testing';
import type { World } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { apps } from './config-check/env-files.js';
import type { App } from './config-check/env-files.js';
import { Load } from './testing/load.js';
import { ProductionBank } from './testing/production-bank.js';
import {
  anne,
  bjorn,
  kari,
  kariBban,
  ola,
  olaBban,
  torsk,
  torskBban,
} from './testing/production-customers.js';
import type { ProductionCustomer } from './testing/production-customers.js';
import { bankId, mountedAt, newTppSeal, respondersAt } from './testing/production-files.js';
import { ProductionKeys } from './testing/production-keys.js';
import { registerOf } from './testing/production-neighbours.js';
import { PsuAtProvider } from './testing/psu-at-provider.js';

const limitMs = 600_000;
const slowly = { limitMs: 90_000, everyMs: 500 };

const openApi = join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'openapi.json');
const { paths } = JSON.parse(readFileSync(openApi, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
};
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Every operation of the sandbox, with a value in place of each parameter. */
const sandboxRoutes = Object.entries(paths)
  .filter(([path]) => path.startsWith('/v1/sandbox'))
  .flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(
        (method) => [method.toUpperCase() as Method, path.replaceAll(/\{[^}]*\}/g, 'x')] as const,
      ),
  );

const tppId = 'PSDNO-FSA-100000001';
const otherTppId = 'PSDNO-FSA-100000003';

/** A payment or a basket. */
interface Made {
  readonly paymentId: string;
  readonly basketId: string;
  readonly scaHref: string;
}

interface PatientWorld extends World {
  readonly tpp: PatientTpp;
}

describe('a bank in production on Kafka and PostgreSQL with TLS', () => {
  let root: string;
  let bank: ProductionBank;
  let world: World;
  let unsealed: World;
  let revoked: World;
  let load: Load | undefined;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'nordgate-production-'));
    bank = await ProductionBank.start(root, [tppId, otherTppId]);
    world = await worldOf(tppId);
    unsealed = await worldOf(tppId, { isSealed: false });
    revoked = await revokedAfterItsFirstRequest();
  }, limitMs);
  afterAll(async () => {
    await load?.stop();
    await bank.stop();
    await rm(root, { recursive: true, force: true });
  }, limitMs);

  /** A certificate that the responder knows as not revoked. */
  async function newCertificate(organisation: string): Promise<IssuedPem> {
    const seal = await newTppSeal(bank.files.tppCa, organisation);
    bank.neighbours.ocsp.known.push(seal.certificate);
    return seal;
  }

  /** A client of a TPP. Without `seal` it does not check the bank's seal. */
  async function worldOf(organisation: string, { isSealed = true } = {}): Promise<PatientWorld> {
    const { tppCa } = bank.files;
    const seal = { authorities: [tppCa.certificate], organizationIdentifier: bankId };
    const tpp = new PatientTpp({
      ...{ baseUrl: bank.gatewayUrl, redirectUri: 'https://tpp.example/back' },
      identity: await newCertificate(organisation),
      ...(isSealed && { seal }),
    });
    const narrator = { part: () => undefined, step: () => undefined };
    return { tpp, narrator, newBrowser: () => new PsuBrowser(bank.scaUrl) };
  }

  /** A TPP whose certificate was good at its first request. The bank asks again after half of the minute, during other cases. */
  async function revokedAfterItsFirstRequest(): Promise<World> {
    const { ocsp } = bank.neighbours;
    const { minutes } = ocsp;
    ocsp.minutes = 1;
    // The answer to a revoked certificate has no seal.
    const met = await worldOf(tppId, { isSealed: false });
    expect((await met.tpp.call({ method: 'GET', path: '/v1/user' })).status).toBe(401);
    ocsp.minutes = minutes;
    const { certificate } = met.tpp.options.identity;
    ocsp.known = ocsp.known.filter((one) => one !== certificate);
    ocsp.revoked.push(String(certificate));
    return met;
  }

  const told = (answer: TppAnswer) => [answer.status, ...codesOf(answer)].join(' ');

  it('answers no plain HTTP at any port', async () => {
    const addresses = [bank.gatewayUrl, bank.scaUrl, ...apps.map((app) => bank.internalUrl(app))];
    const path = '/health/live';
    const plain = await Promise.all(
      addresses.map((address) =>
        fetch(address.replace('https:', 'http:') + path).then(
          ({ status }) => status,
          () => 'none',
        ),
      ),
    );
    expect(plain).toEqual(addresses.map(() => 'none'));
    expect((await fetch(bank.internalUrl('payments') + path)).status).toBe(200);
  });

  it('sends a new TPP with a signed and sealed answer to the approval site', async () => {
    const answer = await world.tpp.call({ method: 'GET', path: '/v1/user' });
    expect(answer.status).toBe(401);
    expect(scaRedirectOf(answer.json as object)).toContain(bank.scaUrl);
  });

  it.each(sandboxRoutes)('has no route of the sandbox: %s %s', async (method, path) => {
    const answerAt = async (at: string) => {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      // Nobody has proved a signature yet when a path is unknown, so the answer has no seal.
      return told(await unsealed.tpp.call({ method, path: at, ...body }));
    };
    expect(await answerAt(path)).toBe(await answerAt('/v1/no-such-route'));
    const siteAt = async (at: string) => {
      const answer = await fetch(bank.scaUrl + at, { method });
      // The links to other languages repeat the address.
      const text = (await answer.text()).replaceAll(/href="[^"]*language=/g, 'href="');
      // Every error page has a reference that is in the log.
      return [answer.status, text.replaceAll(/quote [0-9A-Z]{4}-[0-9A-Z]{4}/g, 'quote')];
    };
    expect(await siteAt(path)).toEqual(await siteAt('/v1/no-such-route'));
  });

  it('has no console: no query at the gateway, and no tables in accounts', async () => {
    const asked = (app: App) =>
      fetch(`${bank.internalUrl(app)}/internal/queries`, { method: 'POST' });
    expect([(await asked('gateway')).status, (await asked('accounts')).status]).toEqual([404, 401]);
    expect(await bank.tablesOf('accounts', 'console%')).toEqual([]);
  });

  const psuOf = (customer: ProductionCustomer) => new PsuAtProvider(bank.scaUrl, customer);

  it('has no log-in of the sandbox at a link, only that of the identity provider', async () => {
    const { json } = await world.tpp.call({ method: 'GET', path: '/v1/user' });
    const href = scaRedirectOf(json as object);
    const { html } = await psuOf(kari).openReady(href);
    expect(html.querySelector('[name=customerNumber]')).toBeNull();
  });

  /** A client of the TPP that acts for this PSU after the first contact at the identity provider. */
  async function meet(customer: ProductionCustomer, organisation?: string): Promise<World> {
    const met = await worldOf(tppId);
    const headers = organisation === undefined ? {} : { 'psu-context': 'CORPORATE' };
    const unknown = await met.tpp.call({ method: 'GET', path: '/v1/user', headers });
    const href = scaRedirectOf(jsonWith(unknown, 401));
    const back = await psuOf(customer).approveAt(href, organisation ? { organisation } : {});
    const [psuId = '', tppSessionId = '', corporateId] = [
      ...['psu-id', 'tpp-session-id', 'psu-corporate-id'],
    ].map((name) => back.searchParams.get(name) ?? undefined);
    met.tpp.actFor({ psuId, tppSessionId, ...(corporateId !== undefined && { corporateId }) });
    return met;
  }

  async function post(of: World, path: string, body: object): Promise<Made> {
    const answer = await of.tpp.call({ method: 'POST', path, body });
    const made = jsonWith<Omit<Made, 'scaHref'>>(answer, 201);
    return { ...made, scaHref: scaRedirectOf(made) };
  }

  const order = (from: string, to: string, amount: string) =>
    aDomesticPayment({
      debtorAccount: { bban: from, currency: 'NOK' },
      creditorAccount: { bban: to, currency: 'NOK' },
      instructedAmount: { amount, currency: 'NOK' },
    });

  /** The accounts that a TPP may read, with their booked balances. */
  async function balancesSeenBy({ tpp }: World): Promise<Readonly<Record<string, string>>> {
    const answer = await tpp.call({ method: 'GET', path: '/v1/accounts?withBalance=true' });
    const { accounts } = jsonWith<{
      readonly accounts: readonly {
        readonly bban: string;
        readonly balances: readonly { readonly balanceAmount: { readonly amount: string } }[];
      }[];
    }>(answer, 200);
    return Object.fromEntries(
      accounts.map(({ bban, balances }) => [bban, balances[0]?.balanceAmount.amount ?? '']),
    );
  }

  async function reachesStatus({ tpp }: World, path: string, expected: string): Promise<void> {
    const headers = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
    let seen = '';
    const isReached = async () => {
      seen = (await tpp.call({ method: 'GET', path: `${path}/status`, headers })).text;
      return seen.includes(`"transactionStatus":"${expected}"`);
    };
    await eventually(`${path} is ${expected}`, isReached, slowly).catch((error: unknown) => {
      throw new Error(`${(error as Error).message}; seen: ${seen}`);
    });
  }

  /** Work of TPPs, PSUs and operators that needs every key. */
  function workOf(other: World): readonly (() => Promise<unknown>)[] {
    const pay = () => post(other, singlePath, order(olaBban, torskBban, '10.00'));
    const settings = {
      OPERATIONS_URL: bank.internalUrl('accounts'),
      OPERATIONS_CA_FILE: mountedAt(root, 'internal-ca.pem'),
      NORDGATE_SECRETS_DIR: mountedAt(root, 'operator/secrets'),
    };
    return [
      async () => reachesStatus(other, `${singlePath}/${(await pay()).paymentId}`, 'RCVD'),
      async () => psuOf(ola).approveAt((await pay()).scaHref),
      async () => {
        const program = operatorProgram(await OperationsClient.open(settings), () => undefined);
        await program.parseAsync(['tpp', 'list'], { from: 'user' });
      },
    ];
  }

  it('executes a basket that two signers approve at the identity provider while every secret changes, without a refused request', async () => {
    load = new Load(workOf(await meet(ola)));
    const keys = await ProductionKeys.make(bank);
    const [reader, payer] = [await meet(kari), await meet(anne, torsk)];
    const consents = '/v1/bank-offered-consents';
    const consent = jsonWith(await reader.tpp.call({ method: 'POST', path: consents }), 201);
    const members = [
      await post(payer, instantPath, order(torskBban, kariBban, '100.00')),
      await post(payer, instantPath, order(torskBban, kariBban, '23.00')),
    ];
    const paymentIds = members.map(({ paymentId }) => paymentId);
    const basket = await post(payer, '/v1/signing-baskets', { paymentIds });
    const basketPath = `/v1/signing-baskets/${basket.basketId}`;

    const added = await keys.add();
    await load.settled();
    const choice = { bbans: [kariBban] };
    actAs(reader.tpp, await psuOf(kari).approveAt(scaRedirectOf(consent), choice));
    expect(await balancesSeenBy(reader)).toEqual({ [kariBban]: '25000.00' });

    const used = await keys.use();
    await load.settled();
    const first = { organisation: torsk, shown: ['in 2 payments'] };
    await psuOf(anne).approveAt(basket.scaHref, first);
    await reachesStatus(payer, basketPath, 'PATC');
    const signed = await psuOf(bjorn).signAtBank('See and sign 2 payments');
    expect(signed.text).toContain('You were the second to sign.');
    for (const id of paymentIds) await reachesStatus(payer, `${instantPath}/${id}`, 'ACSC');
    await eventually(
      'the money is on the account',
      async () => (await balancesSeenBy(reader))[kariBban] === '25123.00',
      slowly,
    );

    const withdrawn = await keys.withdraw();
    await load.settled();
    await load.stop();
    expect(load.errors.slice(0, 3).map(String)).toEqual([]);
    expect([...new Set([...added, ...used, ...withdrawn])].sort()).toEqual(ProductionKeys.names);
    const [id = ''] = paymentIds;
    const old = { method: 'GET', path: `${instantPath}/${id}/status` } as const;
    expect([id[0], (await reader.tpp.call(old)).status]).toEqual(['A', 404]);
    // The PSU-Corporate-ID of the payer is of the withdrawn key, too.
    expect((await payer.tpp.call(old)).status).toBe(401);
  });

  it('refuses a TPP and its links once the register does not have it any more', async () => {
    const other = await worldOf(otherTppId);
    const asks = ({ tpp }: World) => tpp.call({ method: 'GET', path: '/v1/user' });
    const href = scaRedirectOf(jsonWith(await asks(other), 401));
    await eventually('the link opens', async () => (await psuOf(kari).open(href)).status === 200);
    bank.neighbours.register.entries = registerOf([tppId]);
    const isRefused = async () => told(await asks(other)) === '403 FORBIDDEN';
    await eventually('the TPP is refused', isRefused, slowly);
    const isClosed = async () => (await psuOf(kari).open(href)).status === 403;
    await eventually('the link is closed', isClosed, slowly);
    expect((await asks(world)).status).toBe(401);
  });

  it('refuses a certificate once its responder says that it is revoked', async () => {
    const asks = ({ tpp }: World) => tpp.call({ method: 'GET', path: '/v1/user' });
    const isRefused = async () => told(await asks(revoked)) === '400 BAD_REQUEST';
    await eventually('the certificate is refused', isRefused, slowly);
    expect((await asks(world)).status).toBe(401);
  });

  it('serves a certificate without an answer by a current list while the responder is down, or with 503 as its file says', async () => {
    const { ocsp } = bank.neighbours;
    const asks = async ({ tpp }: World) =>
      (await tpp.call({ method: 'GET', path: '/v1/user' })).status;
    ocsp.manner = 'down';
    expect(await asks(await worldOf(tppId, { isSealed: false }))).toBe(401);
    const file = mountedAt(root, 'ocsp.json');
    await writeFile(file, respondersAt(ocsp.url, 'refuse'));
    const other = await worldOf(tppId, { isSealed: false });
    // A call that is repeated after a 503 would wait for two minutes.
    const once = async () => (await other.tpp.callOnce({ method: 'GET', path: '/v1/user' })).status;
    await eventually('an answer is required', async () => (await once()) === 503, slowly);
    expect(await asks(world)).toBe(401);
    ocsp.manner = 'good';
    await eventually('the certificate is good', async () => (await asks(other)) === 401, slowly);
  });
});
