import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperationRefused, OperationsClient } from '@nordgate/operator/operations-client';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { operatedServices } from '@nordgate/contracts/commands';
import { openDatabase } from '@nordgate/event-store';
import { streamIdIn } from '@nordgate/contracts/rules';
import {
  eventually,
  aDomesticPayment,
  PatientTpp,
  jsonWith,
  pageOf,
  scaRedirectOf,
  singlePath,
} from '@nordgate/testing';
import type { MadePayment } from '@nordgate/testing';
import type { TppClient } from '@nordgate/tpp-client';
import { operationsPath, OperatorTokens, SecretsFolder } from '@nordgate/service/settings';
import { request } from 'undici';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';
import { startTestProcesses } from './testing/test-processes.js';
import type { TestProcesses } from './testing/test-processes.js';

/** The change reaches the gateway within seconds, so a look every 0.2 s suffices. */
const slowly = { limitMs: 60_000, everyMs: 200 };

const program = join(import.meta.dirname, '../../operator/dist/main.js');
const run = promisify(execFile);
const tppId = 'PSDNO-FSA-900000001';
const headers = {
  'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
  'tpp-session-id': 's-1',
};

/** The address of a bank for the operator's command. */
interface Reach {
  readonly url: string;
  readonly secrets: string;
}

/** What the operator's command says to these arguments, or its error. */
type Operate = (reach: Reach, ...args: readonly string[]) => Promise<string>;

/** The command in this process. */
const operate: Operate = async ({ url, secrets }, ...args) => {
  const said: string[] = [];
  try {
    const settings = { OPERATIONS_URL: url, NORDGATE_SECRETS_DIR: secrets };
    const program = operatorProgram(await OperationsClient.open(settings), (text) => {
      said.push(text);
    });
    await program.parseAsync(args, { from: 'user' });
    return said.join('\n');
  } catch (error) {
    if (!(error instanceof OperationRefused)) throw error;
    return `failed: ${error.message}`;
  }
};

/** The command as `npm run operator -- …` starts it. */
const operateByHand: Operate = ({ url, secrets }, ...args) => {
  const env = { ...process.env, OPERATIONS_URL: url, NORDGATE_SECRETS_DIR: secrets };
  return run(process.execPath, [program, ...args], { env }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { readonly stderr: string }) => `failed: ${stderr.trim()}`,
  );
};

/** Status, code and text of an answer to a payment. */
async function pay(tpp: TppClient): Promise<string> {
  const body = aDomesticPayment();
  const { status, json } = await tpp.call({ method: 'POST', path: singlePath, body, headers });
  const [message] =
    (json as { tppMessages?: readonly { code: string; text: string }[] }).tppMessages ?? [];
  return status < 300 ? String(status) : `${String(status)} ${message?.code} ${message?.text}`;
}

const isStopped = /^403 FORBIDDEN .*stopped.* until 2099-01-31/;

/** Stops a TPP and releases it again, from the command line to the TPP's answers. */
async function stopAndRelease(reach: Reach, tpp: TppClient, by: Operate): Promise<void> {
  const operator = (...args: readonly string[]) => by(reach, 'tpp', ...args);
  expect(await pay(tpp)).toBe('201');
  const stop = ['stop', tppId, '--until', '2099-01-31', '--reason', 'too many requests'];
  expect(await operator(...stop)).toBe(`${tppId} is stopped until 2099-01-31`);
  await eventually(
    'the stopped TPP is rejected',
    async () => isStopped.test(await pay(tpp)),
    slowly,
  );
  expect(await operator('list')).toMatch(
    new RegExp(`\\n${tppId}\\s+2099-01-31\\s+\\S+\\s+too many requests$`),
  );
  expect(await operator('release', tppId)).toBe(`${tppId} is not stopped`);
  await eventually('the TPP may pay again', async () => (await pay(tpp)) === '201', slowly);
  expect(await operator('list')).toBe('nobody is stopped');
}

describe("the operator's command on the bank in one process", () => {
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());
  const reach = () => ({
    url: test.bank.operationsUrl,
    secrets: join(test.dataDir, 'secrets'),
  });

  const operator = (...args: readonly string[]) => operate(reach(), 'tpp', ...args);

  it('stops a TPP within one poll interval, and releases it', async () => {
    await stopAndRelease(reach(), test.tpp, operate);
  });

  it('signs with a key that only its owner may read', async () => {
    const { mode } = await stat(join(reach().secrets, 'operator.key.pem'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('reaches a service with a token for this service alone', async () => {
    const key = await new SecretsFolder(reach().secrets).signingKey('operator');
    const asked = [
      { executedBy: 'accounts', body: '{"name":"ListStoppedTpps"}' },
      { executedBy: 'payments', body: '{"name":"ListParked","service":"payments"}' },
    ] as const;
    for (const { executedBy, body } of asked) {
      const statuses = operatedServices.map(async (addressee) => {
        const call = { service: addressee, method: 'POST', path: operationsPath, body };
        const token = await new OperatorTokens(key).tokenFor(call);
        const { statusCode } = await request(`${reach().url}${operationsPath}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body,
        });
        return [addressee, statusCode];
      });
      expect(await Promise.all(statuses)).toEqual(
        operatedServices.map((one) => [one, one === executedBy ? 200 : 401]),
      );
    }
  });

  it('does not stop any other TPP', async () => {
    const stop = await operator('stop', 'PSDNO-FSA-100000001', '--reason', 'fraud');
    expect(stop).toBe('PSDNO-FSA-100000001 is stopped without an end');
    const stopped = await test.newTpp('PSDNO-FSA-100000001');
    await eventually(
      'the stopped TPP is rejected',
      async () => (await pay(stopped)).startsWith('403 FORBIDDEN'),
      slowly,
    );
    expect(await pay(test.tpp)).toBe('201');
  });

  it('ends the links of a stopped TPP on a page, without a redirect', async () => {
    const stopped = await test.newTpp('PSDNO-FSA-100000002');
    const path = '/v1/bank-offered-consents';
    const asked = jsonWith<object>(await stopped.call({ method: 'POST', path }), 201);
    const browser = test.world().newBrowser();
    const open = async () => pageOf(await browser.open(scaRedirectOf(asked)));
    expect((await open()).html.querySelector('[name=customerNumber]')).not.toBeNull();
    await operator('stop', 'PSDNO-FSA-100000002', '--reason', 'fraud');
    const page = await open();
    expect(page.status).toBe(403);
    expect(page.text).toContain('This app may not act for you');
    expect(page.html.querySelector('a[href*="tpp.example"]')).toBeNull();
    await operator('release', 'PSDNO-FSA-100000002');
    expect((await open()).status).toBe(410);
  });

  it('begins a window of maintenance and ends it, and a payment is refused in between alone', async () => {
    const maintenance = (...args: readonly string[]) => operate(reach(), 'maintenance', ...args);
    const begins = async () => {
      const body = aDomesticPayment();
      const { status } = await test.tpp.callOnce({
        method: 'POST',
        path: singlePath,
        body,
        headers,
      });
      return status;
    };
    const state = async () => {
      const answer = await fetch(`${test.bank.gatewayUrl}/v1/status`);
      return ((await answer.json()) as { readonly state: string }).state;
    };
    expect(await begins()).toBe(201);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect(await maintenance('begin', '--until', until)).toContain(until.slice(0, 10));
    await eventually('the window runs', async () => (await state()) === 'maintenance', slowly);
    expect(await begins()).toBe(503);
    await maintenance('end');
    await eventually('the bank is open', async () => (await state()) === 'open', slowly);
    expect(await begins()).toBe(201);
    expect(await maintenance('list')).not.toContain(until.slice(0, 10));
  });

  it('lists a parked message, cannot retry it, and discards it', async () => {
    const seq = await parkUnreadable(test.databaseUrl('payments'));
    const parked = (...args: readonly string[]) => operate(reach(), 'parked', ...args);
    expect(await parked('list', 'payments')).toMatch(new RegExp(`\\n${seq} .*payment-unreadable`));
    expect(await parked('show', 'payments', seq)).toContain('"type": "Unknown"');
    expect(await parked('retry', 'payments', seq)).toContain('failed');
    const why = ['--reason', 'made by a test'];
    expect(await parked('discard', 'payments', seq, ...why, '--dry-run')).toContain(seq);
    expect(await parked('list', 'payments')).toContain('payment-unreadable');
    expect(await parked('discard', 'payments', seq, ...why)).toContain(seq);
    expect(await parked('list', 'payments')).not.toContain('payment-unreadable');
    expect(await parked('discard', 'payments', seq, ...why)).toBe(
      `failed: no message ${seq} is parked`,
    );
  });

  it('retries a deletion that was parked behind another message and answered 503', async () => {
    const body = aDomesticPayment();
    const made = await test.tpp.call({ method: 'POST', path: singlePath, body, headers });
    const { paymentId } = made.json as MadePayment;
    const key = `payment-${String(streamIdIn(paymentId)?.streamId)}`;
    const first = await parkUnreadable(test.databaseUrl('payments'), key);
    const path = `${singlePath}/${paymentId}`;
    const { status, json } = await test.tpp.callOnce({ method: 'DELETE', path, headers });
    expect(status).toBe(503);
    expect(json).toMatchObject({ tppMessages: [{ code: 'SYSTEM_ERROR' }] });
    const parked = (...args: readonly string[]) => operate(reach(), 'parked', ...args);
    await parked('discard', 'payments', first, '--reason', 'made by a test');
    const [, second = ''] =
      new RegExp(`\\n(\\d+) .*${key}`).exec(await parked('list', 'payments')) ?? [];
    await parked('retry', 'payments', second);
    const fixes = 'amount-as-string,payment-status-before-approval';
    const early = { ...headers, 'x-accept-fix': fixes };
    const now = await test.tpp.call({ method: 'GET', path: `${path}/status`, headers: early });
    expect(now.json).toMatchObject({ transactionStatus: 'CANC' });
  });

  it.each([
    ['a day of the past', ['--until', '2020-01-31'], 'until is in the past'],
    [
      'no day',
      ['--until', 'tomorrow'],
      'until has to be the last day of the stop in Oslo, YYYY-MM-DD',
    ],
  ])('explains what is wrong with %s', async (_what, args, said) => {
    const answer = await operator('stop', tppId, '--reason', 'any', ...args);
    expect(answer).toContain(`failed: ${said}`);
  });
});

/** Parks a command of a type that no release knows, as the payments service does; returns its number. */
async function parkUnreadable(databaseUrl: string, key = 'payment-unreadable'): Promise<string> {
  const own = { applicationName: 'test', migrations: [], poolMax: 1 };
  const database = await openDatabase({ url: databaseUrl, ...own });
  const headers = { ce_id: 'c-1', ce_type: 'Unknown', ce_time: '2030-03-01T09:00:00.000Z' };
  const { rows } = await database.pool.query<{ seq: string }>(
    `insert into es.parked (consumer, key, topic, partition, "offset", reason, payload, headers)
     values ('payments', $3, 'payments.commands.v1', 0, $4, 'no decider', $1, $2)
     returning seq`,
    [
      JSON.stringify('{}'),
      { ...headers, 'nordgate-actor': 'test', 'nordgate-version': '1' },
      key,
      Date.now(),
    ],
  );
  await database.close();
  return rows[0]?.seq ?? '';
}

describe("the operator's command on separate processes", () => {
  let test: TestProcesses;
  beforeAll(async () => {
    test = await startTestProcesses();
  });
  afterAll(() => test.stop());

  it('stops a TPP within one poll interval, and releases it', async () => {
    const { INTERNAL_PORT, NORDGATE_SECRETS_DIR } = test.environments.envOf('accounts');
    const tpp = new PatientTpp({
      baseUrl: test.environments.gatewayUrl,
      identity: test.environments.trust.demoTpp,
      redirectUri: 'https://tpp.example/back',
    });
    const url = `http://127.0.0.1:${String(INTERNAL_PORT)}`;
    const reach = { url, secrets: String(NORDGATE_SECRETS_DIR) };
    await stopAndRelease(reach, tpp, operateByHand);
  });
});
