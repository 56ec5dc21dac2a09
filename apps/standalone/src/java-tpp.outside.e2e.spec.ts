import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { mavenRepository } from '@nordgate/local/maven-repository';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const run = promisify(execFile);
const example = join(import.meta.dirname, '../../../examples/java-tpp');
const product = '/v1/payments/norwegian-domestic-credit-transfers';

/** Maven fetches the generator once on each machine, and javac compiles a hundred thousand lines. */
const compileMs = 600_000;

describe('examples/java-tpp, a TPP with a client that OpenAPI Generator makes', () => {
  let test: TestBank;
  let folder: string;
  let repository: string;
  beforeAll(async () => {
    test = await startTestBank();
    folder = await mkdtemp(join(tmpdir(), 'nordgate-java-tpp-'));
    const isSource = (path: string) => !/\/(target|openapi\.json)$/.test(path);
    await cp(example, folder, { recursive: true, filter: isSource });
    const { certificate, key } = test.bank.trust.demoTpp;
    await writeFile(join(folder, 'tpp.pem'), certificate);
    await writeFile(join(folder, 'tpp.key.pem'), key, { mode: 0o600 });
    const description = await fetch(`${test.bank.gatewayUrl}/v1/openapi.json?headers=minimal`);
    await writeFile(join(folder, 'openapi.json'), await description.text());
    const goals = ['compile', 'exec:java', '-Dexec.skip=true'];
    repository = await mavenRepository(folder, goals, () => undefined, process.env);
  }, compileMs);
  afterAll(async () => {
    await test.stop();
    await rm(folder, { recursive: true });
  });

  async function maven(goal: string): Promise<string> {
    const env = {
      ...process.env,
      GATEWAY_URL: test.bank.gatewayUrl,
      TPP_CERT: join(folder, 'tpp.pem'),
      TPP_KEY: join(folder, 'tpp.key.pem'),
    };
    const args = ['-q', '-B', '-o', `-Dmaven.repo.local=${repository}`, goal];
    const { stdout } = await run('mvn', args, { cwd: folder, env });
    return stripVTControlCharacters(stdout);
  }

  it(
    'compiles every operation of the bank, initiates a signed payment and reads its status',
    async () => {
      await maven('compile');
      const [made, answer = '', read, status] = (await maven('exec:java')).split('\n');
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
});
