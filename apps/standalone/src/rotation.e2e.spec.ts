import { createPublicKey, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { makeKeyPair, newKeyText } from '@nordgate/service/new-secrets';
import {
  operationsPath,
  OperatorTokens,
  SecretsFolder,
  writePrivateFile,
} from '@nordgate/service/settings';
import { certificatesIn, checkAnswer, decodeEncodedWords } from '@nordgate/signature';
import { issueBankSeal } from '@nordgate/signature/issue';
import {
  approveAt,
  PatientTpp,
  departureOf,
  eventually,
  initiate,
  jsonWith,
  meetPsu,
  orderBetween,
  outcomeOf,
  pageOf,
  scaRedirectOf,
  setUpSandbox,
  singlePath,
} from '@nordgate/testing';
import type { ListedCustomer, Page, PsuBrowser, World } from '@nordgate/testing';
import type { TppAnswer } from '@nordgate/tpp-client';
import { request } from 'undici';
import { Load } from './testing/load.js';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const published = '/.well-known/nordgate/response-seal.pem';
const setNames = ['ids', 'links', 'codes', 'cookies'] as const;

/** What a PSU and a TPP have in hand before the keys change. */
interface InHand {
  readonly paymentId: string;
  readonly href: string;
  readonly browser: PsuBrowser;
  /** The page with the customer number. */
  readonly logIn: Page;
}

describe('the keys of a bank that serves requests', () => {
  let test: TestBank;
  let world: World;
  let customers: readonly ListedCustomer[];
  let load: Load;
  let firstApprovalsKey: string;

  beforeAll(async () => {
    test = await startTestBank();
    const { gatewayUrl: baseUrl, trust } = test.bank;
    const tpp = new PatientTpp({
      baseUrl,
      identity: trust.demoTpp,
      redirectUri: 'https://tpp.example/back',
      seal: { authorities: [trust.ca.certificate], organizationIdentifier: 'PSDNO-FSA-900000002' },
    });
    world = { ...test.world(), tpp };
    firstApprovalsKey = await read('secrets/approvals.key.pem');
    customers = await setUpSandbox(world);
    await meetPsu(world, debtor());
    load = new Load([readsItsPayments, approves, operates]);
    await load.settled();
  });
  afterAll(async () => {
    await load.stop();
    await test.stop();
  });

  const debtor = () => customers[0]!;
  const pay = () =>
    initiate(world, singlePath, orderBetween({ debtor: debtor(), creditor: customers[1]! }));
  const statusOf = (paymentId: string) =>
    world.tpp.call({
      method: 'GET',
      path: `${singlePath}/${paymentId}/status`,
      headers: { 'x-accept-fix': 'payment-status-before-approval' },
    });

  async function readsItsPayments(): Promise<void> {
    const { paymentId } = await pay();
    jsonWith(await statusOf(paymentId), 200);
  }

  async function approves(): Promise<void> {
    await approveAt(world, (await pay()).scaHref, debtor());
  }

  const operates = () => operate('tpp', 'list');

  /** What the operator's command prints. */
  async function operate(...args: readonly string[]): Promise<string> {
    const lines: string[] = [];
    const settings = {
      OPERATIONS_URL: test.bank.operationsUrl,
      NORDGATE_SECRETS_DIR: secretsDir(),
    };
    const client = await OperationsClient.open(settings);
    const program = operatorProgram(client, (line) => lines.push(line));
    await program.parseAsync(args, { from: 'user' });
    return lines.join('\n');
  }

  async function inHand(): Promise<InHand> {
    const { paymentId, scaHref: href } = await pay();
    const browser = world.newBrowser();
    let logIn = pageOf(await browser.open(href));
    await eventually('the link is open', async () => {
      logIn = pageOf(await browser.open(href));
      return logIn.html.querySelector('[name=customerNumber]') !== null;
    });
    return { paymentId, href, browser, logIn };
  }

  const secretsDir = () => join(test.dataDir, 'secrets');
  const fileOf = (name: string) => join(test.dataDir, name);
  const read = (name: string) => readFile(fileOf(name), 'utf8');
  const write = (name: string, text: string) => writePrivateFile(fileOf(name), text);
  type Sets = Record<string, { current: string; keys: Record<string, string> }>;

  /** Changes every key set of the bank. */
  async function changeSets(change: (set: Sets[string]) => void): Promise<void> {
    const sets = JSON.parse(await read('secrets.json')) as Sets;
    for (const name of setNames) change(sets[name]!);
    await write('secrets.json', JSON.stringify(sets));
  }

  /** The answer of a call as it was sent, for a check by another certificate. */
  const rawHeadersOf = ({ headers }: TppAnswer) =>
    Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
  const serialsPublished = async () => {
    const text = await (await request(`${test.bank.gatewayUrl}${published}`)).body.text();
    return certificatesIn(text).map(({ serial }) => serial);
  };
  const algorithmOf = ({ headers }: TppAnswer) => {
    const parts = decodeEncodedWords(String(headers['signature'])) ?? '';
    return /algorithm="([^"]*)"/.exec(parts)?.[1];
  };

  it('rotate without a refused request, and refuse what a withdrawn key made', async () => {
    const { ca, bankSeal } = test.bank.trust;
    const before = { used: await inHand(), left: await inHand() };
    const requestId = randomUUID();
    const repeated = async () => {
      const body = orderBetween({ debtor: debtor(), creditor: customers[1]! });
      const headers = { 'x-request-id': requestId };
      const answer = await world.tpp.call({ method: 'POST', path: singlePath, body, headers });
      return jsonWith<{ paymentId: string }>(answer, 201);
    };
    const made = await repeated();
    const sealed = await statusOf(before.used.paymentId);
    const firstKey = await new SecretsFolder(secretsDir()).signingKey('operator');
    const sendToken = async () => {
      const call = { method: 'POST', path: operationsPath, body: '{}' } as const;
      const token = await new OperatorTokens(firstKey).tokenFor({ service: 'accounts', ...call });
      const { statusCode } = await request(`${test.bank.operationsUrl}${operationsPath}`, {
        method: call.method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: call.body,
      });
      return statusCode;
    };
    expect([before.used.paymentId[0], algorithmOf(sealed)]).toEqual(['A', 'ecdsa-sha256']);
    expect(await sendToken()).toBe(400);

    // 1. The new keys are added: they verify.
    const validity = { validFrom: new Date(Date.now() - 60_000), validTo: new Date('2099-01-01') };
    const seal = await issueBankSeal({
      ...{ ...validity, ca, algorithm: 'rsa-sha256' as const },
      ...{ commonName: 'New seal', organisation: 'Nordgate Bank' },
      organizationIdentifier: 'PSDNO-FSA-900000002',
    });
    const pairs = ['approvals', 'operator'] as const;
    const oldKeys = new Map<string, string>();
    for (const pair of pairs) {
      await makeKeyPair(fileOf('new'), pair);
      oldKeys.set(pair, await read(`secrets/${pair}.pub.pem`));
    }
    const newKey = (pair: string) => read(`new/${pair}.pub.pem`);
    await changeSets((set) => (set.keys['B'] = newKeyText()));
    for (const pair of pairs) {
      await write(`secrets/${pair}.pub.pem`, (oldKeys.get(pair) ?? '') + (await newKey(pair)));
    }
    await write('sandbox/bank-seal.pem', bankSeal.certificate + seal.certificate);
    await test.bank.secrets.look();
    await load.settled();
    expect(await serialsPublished()).toEqual(serialsOf(bankSeal.certificate + seal.certificate));

    // 2. They make what is new.
    await changeSets((set) => (set.current = 'B'));
    for (const pair of pairs) {
      await write(`secrets/${pair}.key.pem`, await read(`new/${pair}.key.pem`));
    }
    await write('sandbox/bank-seal.key.pem', seal.key);
    await test.bank.secrets.look();
    await load.settled();
    const { customerNumber } = debtor();
    const { browser, logIn } = before.used;
    const page = pageOf(
      await browser.submit(logIn, { withField: 'customerNumber' }, { customerNumber }),
    );
    const code = page.html.querySelector('#sandbox-code')?.textContent.trim() ?? '';
    const back = departureOf(await browser.submit(page, { withField: 'code' }, { code }));
    expect(back.origin).toBe('https://tpp.example');
    expect((await statusOf(before.used.paymentId)).status).toBe(200);
    const again = await repeated();
    expect([again.paymentId[0], scaRedirectOf(again) === scaRedirectOf(made)]).toEqual([
      'B',
      false,
    ]);
    await approveAt(world, scaRedirectOf(again), debtor());
    expect(await sendToken()).toBe(400);
    expect(algorithmOf(await statusOf(again.paymentId))).toBe('rsa-sha256');
    expect(await serialsPublished()).toEqual(serialsOf(seal.certificate + bankSeal.certificate));

    // 3. The old keys are withdrawn: what they made is refused.
    await changeSets((set) => delete set.keys['A']);
    for (const pair of pairs) await write(`secrets/${pair}.pub.pem`, await newKey(pair));
    await write('sandbox/bank-seal.pem', seal.certificate);
    await test.bank.secrets.look();
    await load.settled();
    await load.stop();
    expect(load.errors).toEqual([]);
    const { left } = before;
    expect((await statusOf(left.paymentId)).status).toBe(404);
    const refused = pageOf(
      await left.browser.submit(left.logIn, { withField: 'customerNumber' }, { customerNumber }),
    );
    expect(refused.html.querySelector('[name=code], [name=customerNumber]')).toBeNull();
    const opened = pageOf(await world.newBrowser().open(left.href));
    expect(opened.html.querySelector('[name=customerNumber]')).toBeNull();
    expect(await sendToken()).toBe(401);
    const fault = checkAnswer({
      rawHeaders: rawHeadersOf(sealed),
      body: sealed.bytes,
      now: new Date(String(sealed.headers['date'])),
      certificate: certificatesIn(seal.certificate)[0]!,
    });
    expect(fault?.reason).toBe('key-id-serial-mismatch');
  });

  it('let no approval take effect that sca seals with a withdrawn key', async () => {
    const publicKey = await read('secrets/approvals.pub.pem');
    await write('secrets/approvals.key.pem', firstApprovalsKey);
    await test.bank.secrets.look();
    const { paymentId, scaHref } = await pay();
    const approving = outcomeOf(approveAt(world, scaHref, debtor()));
    const parked = new RegExp(`\\n(\\d+) .*no key in approvals.pub.pem is that of the approval`);
    await eventually('the approval is parked', async () =>
      parked.test(await operate('parked', 'list', 'payments')),
    );
    await approving;
    const statusNow = async () =>
      jsonWith<{ transactionStatus: string }>(await statusOf(paymentId), 200).transactionStatus;
    expect(await statusNow()).toBe('RCVD');
    const known = createPublicKey(firstApprovalsKey).export({ type: 'spki', format: 'pem' });
    await write('secrets/approvals.pub.pem', publicKey + known.toString());
    await test.bank.secrets.look();
    const [, seq = ''] = parked.exec(await operate('parked', 'list', 'payments')) ?? [];
    await operate('parked', 'retry', 'payments', seq);
    expect(await statusNow()).toBe('ACTC');
  });
});

const serialsOf = (pem: string) => certificatesIn(pem).map(({ serial }) => serial);
