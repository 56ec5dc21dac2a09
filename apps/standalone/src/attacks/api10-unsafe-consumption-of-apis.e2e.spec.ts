import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { openRegister } from '@nordgate/service/trust';
import { issueTppSeal } from '@nordgate/signature/issue';
import { codesOf, pageOf, scaRedirectOf, setUpSandbox } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { startTestBank } from '../testing/test-bank.js';
import type { TestBank } from '../testing/test-bank.js';

const root = join(import.meta.dirname, '../../../..');

/** Every file of the bank that asks a server, with the reason why its answers can be used. */
const askingFiles: Readonly<Record<string, string>> = {
  'apps/operator/src/drill/kubernetes-api.ts': 'the API server of the cluster, by the operator',
  'apps/operator/src/mail.ts': 'the mail server of the bank, which answers with a code alone',
  'apps/operator/src/operations-client.ts': 'services of the bank, by the operator',
  'apps/sca/src/site/oidc/identity-provider.client.ts': 'the provider: openid-client checks it',
  'apps/sca/src/site/oidc/provider-transport.client.ts': 'the provider: size, time, no redirects',
  'libs/service/src/host/outside/outside-peer.ts':
    'the core: size, time, no redirects, whole answers',
  'libs/service/src/queries/http/live-connector.ts': 'connections of the bank and to the core: TLS',
  'libs/service/src/host/trust/outside-answer.ts': 'registers and OCSP: size, time, no redirects',
  'libs/service/src/queries/http/query-peer.ts':
    'services of the bank, over TLS and with tokens of the bank',
  'libs/telemetry/src/collector-agent.ts': 'the collector, whose answers are not read',
};

const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'libs'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((path) => /^(apps|libs)\/[^/]+\/src\/.+\.ts$/.test(path))
  .filter((path) => !/\.spec\.ts$|\/testing\/|^libs\/(testing|tpp-client)\//.test(path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const asksServers =
  /^import (?!type)[^;]*\b(?:request|Agent|Pool|Client|fetch|buildConnector)\b[^;]* from '(?:undici|node:https?)'|^import (?!type)[^;]*from '(?:openid-client|nodemailer|axios)'|import\('nodemailer'\)|[^.\w]fetch\(/m;

/** A fault goes to the log: it names what is wrong, and repeats no answer. */
const faultLengthMax = 200;
const tppId = 'PSDNO-FSA-830000001';
const entry = { organizationIdentifier: tppId, name: 'A TPP AS', roles: ['PSP_PI'] };
const good = JSON.stringify([{ ...entry, status: 'authorised', from: '2026-01-01' }]);

let answer: RequestListener;
let upstream: Server;
let url: string;
let asked: string[];
beforeAll(async () => {
  upstream = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${String((upstream.address() as AddressInfo).port)}`;
});
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  asked = [];
});

const says =
  (status: number, body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };
const listOf = (changes: object) => JSON.stringify([{ ...entry, from: '2026-01-01', ...changes }]);
const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024, 0x20));

/** What a register that was taken over could answer. */
const hostileAnswers: readonly (readonly [string, RequestListener])[] = [
  ...[301, 302, 303, 307, 308].map(
    (status) =>
      [`a redirect ${String(status)}`, says(status, good, { location: '/elsewhere' })] as const,
  ),
  ['a list of 32 MiB that is packed into little', says(200, bomb, { 'content-encoding': 'gzip' })],
  [
    'an encoding that was not asked for',
    says(200, brotliCompressSync(good), { 'content-encoding': 'br' }),
  ],
  ['a page in place of a list', says(200, '<html>', { 'content-type': 'text/html' })],
  ['an error with a good list in it', says(500, good)],
  ['half of a list', says(200, good.slice(0, -20))],
  ['text that is not UTF-8', says(200, Buffer.from([0x5b, 0xff, 0x5d]))],
  ['an object in place of a list', says(200, '{"length":1}')],
  [
    'a member __proto__',
    says(200, listOf({}).replace('{', '{"__proto__":{"status":"authorised"},')),
  ],
  ['a status that is not known', says(200, listOf({ status: 'AUTHORISED' }))],
  ['roles that are not known', says(200, listOf({ status: 'authorised', roles: ['ADMIN'] }))],
  ['roles as a text', says(200, listOf({ status: 'authorised', roles: 'PSP_PI' }))],
  [
    'an identifier as a list',
    says(200, listOf({ status: 'authorised', organizationIdentifier: [tppId] })),
  ],
];

describe('API10:2023 unsafe consumption of APIs', () => {
  it('asks servers in no file besides those of the table', () => {
    const asking = sources.filter((path) => asksServers.test(read(path))).sort();
    expect(asking).toEqual(Object.keys(askingFiles).sort());
  });

  it('follows no redirect of a server in any of these files', () => {
    const following = Object.keys(askingFiles).filter((path) =>
      /maxRedirections|redirect: 'follow'|interceptors\.redirect|[^.\w]fetch\(/.test(read(path)),
    );
    expect(following).toEqual([]);
  });

  it.each(hostileAnswers)(
    'keeps the last good register when the service answers with %s',
    async (_what, hostile) => {
      const settings = {
        NORDGATE_ENVIRONMENT: 'sandbox',
        NORDGATE_TPP_REGISTER_URL: `${url}/register`,
        NORDGATE_TPP_REGISTER_POLL_SECONDS: 1,
      } as Parameters<typeof openRegister>[0];
      const start = Date.now();
      const register = (await openRegister(settings, new Date(start)))!;
      answer = says(200, good);
      expect((await register.look(new Date(start))).is).toBe('changed');
      const before = register.value;
      answer = hostile;
      const look = await register.look(new Date(start + 2000));
      expect(look.is).toBe('faulty');
      expect(register.value).toBe(before);
      expect(asked).toEqual(['/register', '/register']);
      if (look.is === 'faulty') expect(look.fault.length).toBeLessThan(faultLengthMax);
    },
  );
});

describe('API10:2023 unsafe consumption of the texts of others', () => {
  const markup = '"><img src=x onerror=alert(1)>&amp;{{7*7}}';
  let test: TestBank;
  beforeAll(async () => {
    test = await startTestBank();
  });
  afterAll(() => test.stop());

  it('shows the name in the certificate of a TPP as text on the pages of PSUs', async () => {
    const identity = await issueTppSeal({
      validFrom: new Date(Date.now() - 60_000),
      validTo: new Date(Date.now() + 3_600_000),
      ca: test.bank.trust.ca,
      commonName: markup.slice(0, 40),
      organisation: markup.slice(0, 40),
      organizationIdentifier: 'PSDNO-FSA-830000004',
      roles: ['PSP_AI', 'PSP_PI'],
    });
    const redirectUri = 'https://tpp.example/back';
    const tpp = new TppClient({ baseUrl: test.bank.gatewayUrl, identity, redirectUri });
    const world = { ...test.world(), tpp };
    const [person] = await setUpSandbox(world);
    const asked = await tpp.call({ method: 'POST', path: '/v1/bank-offered-consents' });
    const browser = world.newBrowser();
    const logIn = pageOf(await browser.open(scaRedirectOf(asked.json as object)));
    const { customerNumber } = person!;
    const inside = pageOf(
      await browser.submit(logIn, { withField: 'customerNumber' }, { customerNumber }),
    );
    for (const { text, html } of [logIn, inside]) {
      expect(html.querySelectorAll('img[src=x], [onerror]')).toEqual([]);
      expect(text).not.toContain('<img src=x');
    }
    expect(logIn.text + inside.text).toContain('&lt;img src=x');
  });

  it.each(['creditorName', 'remittanceInformationUnstructured'])(
    'takes no markup of an order from %s into its answers as anything but JSON',
    async (name) => {
      const path = '/v1/payments/norwegian-domestic-credit-transfers';
      const body = {
        instructedAmount: { amount: '1.00', currency: 'NOK' },
        creditorName: 'Kari Kreditor',
        creditorAccount: { bban: '97104133219', currency: 'NOK' },
        debtorAccount: { bban: '86011117947', currency: 'NOK' },
        [name]: '<script>alert(1)</script>',
      };
      const headers = { 'psu-context': 'PRIVATE' };
      const answer = await test.world().tpp.call({ method: 'POST', path, body, headers });
      expect(String(answer.headers['content-type'])).toContain('application/json');
      if (answer.status !== 201) expect(codesOf(answer)).toContain('FORMAT_ERROR');
      expect(answer.text).not.toContain('<script>');
    },
  );
});
