import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { goProgram } from '@nordgate/local/go-program';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const run = promisify(execFile);
const example = join(import.meta.dirname, '../../../examples/go-tpp');
const product = '/v1/payments/norwegian-domestic-credit-transfers';

/** Go compiles its standard library and the generator once on each machine. */
const compileMs = 600_000;

describe('examples/go-tpp, a TPP with a client that oapi-codegen generates', () => {
  let test: TestBank;
  let folder: string;
  let go: string;
  beforeAll(async () => {
    test = await startTestBank();
    folder = await mkdtemp(join(tmpdir(), 'nordgate-go-tpp-'));
    await cp(example, folder, { recursive: true });
    const { certificate, key } = test.bank.trust.demoTpp;
    await writeFile(join(folder, 'tpp.pem'), certificate);
    await writeFile(join(folder, 'tpp.key.pem'), key, { mode: 0o600 });
    const required = /^go (\S+)$/m.exec(await readFile(join(example, 'go.mod'), 'utf8'))?.[1] ?? '';
    go = await goProgram(required, () => undefined, process.env);
    await mkdir(join(folder, 'bank'), { recursive: true });
    await mkdir(join(folder, 'whole'), { recursive: true });
  }, compileMs);
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true });
  });

  async function inFolder(...args: string[]): Promise<string> {
    const env = {
      ...process.env,
      GATEWAY_URL: test.bank.gatewayUrl,
      TPP_CERT: join(folder, 'tpp.pem'),
      TPP_KEY: join(folder, 'tpp.key.pem'),
    };
    const { stdout } = await run(go, args, { cwd: folder, env });
    return stdout;
  }

  async function fetchDescription(query: string): Promise<void> {
    const answer = await fetch(`${test.bank.gatewayUrl}/v1/openapi.json${query}`);
    await writeFile(join(folder, 'openapi.json'), await answer.text());
  }

  it.each([['?headers=minimal'], ['']])(
    'initiates a signed payment and reads its status, generated from /v1/openapi.json%s',
    async (query) => {
      await fetchDescription(query);
      await inFolder('generate');
      const [made, answer = '', read, status] = (await inFolder('run', '.')).split('\n');
      expect(made).toBe(`POST ${product} -> 201`);
      const { paymentId, ...others } = JSON.parse(answer) as { readonly paymentId: string };
      expect(others).toMatchObject({
        transactionStatus: 'RCVD',
        _links: { scaRedirect: { href: expect.stringMatching(/^http/) as unknown } },
      });
      expect(read).toBe(`GET ${product}/${paymentId}/status -> 200`);
      expect(JSON.parse(status ?? '')).toMatchObject({ transactionStatus: 'RCVD' });
    },
    compileMs,
  );

  it(
    'could have every operation of the bank: the whole client compiles',
    async () => {
      await fetchDescription('?headers=minimal');
      await inFolder(
        ...['tool', 'oapi-codegen', '-generate', 'types,client', '-package', 'whole'],
        ...['-o', 'whole/client.go', 'openapi.json'],
      );
      await inFolder('build', './whole');
    },
    compileMs,
  );
});
