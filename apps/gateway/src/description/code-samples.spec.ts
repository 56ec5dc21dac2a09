import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { servedDescription } from '../testing/described-gateway.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';
import type { OpenApi } from './open-api.js';

const run = promisify(execFile);

interface Sampled {
  readonly security: readonly object[];
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[];
}

/** Whether this machine can run the samples in Python. */
function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import cryptography, requests'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const runners: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  curl: ['bash', '-eu', '-c'],
  ...(hasPython() && { Python: ['python3', '-c'] }),
};

describe('the code samples of the description', () => {
  let gateway: StubbedGateway;
  let document: OpenApi;
  let folder: string;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    gateway = await startStubbedGateway();
    document = await servedDescription();
    folder = await mkdtemp(join(tmpdir(), 'nordgate-samples-'));
    const roles = ['PSP_AI', 'PSP_PI'] as const;
    const { certificate, key } = await gateway.newSeal('PSDNO-FSA-900000001', roles);
    await writeFile(join(folder, 'tpp.pem'), certificate);
    await writeFile(join(folder, 'tpp.key.pem'), key);
    env = {
      ...process.env,
      BANK: gateway.url,
      TPP_CERT: join(folder, 'tpp.pem'),
      TPP_KEY: join(folder, 'tpp.key.pem'),
      PAYMENT_ID: 'unknown',
      PSU_ID: 'c9d7a6b1-5e1f-4a37-9d0a-3c1f6d2b8e47',
    };
  });
  afterAll(async () => {
    await gateway.stop();
    await rm(folder, { recursive: true });
  });

  const operation = (method: string, path: string) => document.paths[path]?.[method] as Sampled;
  const sampleOf = (method: string, path: string, label: string) =>
    operation(method, path)['x-codeSamples']?.find((one) => one.label === label)?.source ?? '';

  it('exist in curl and Python for each signed operation, and for no other', () => {
    const operations = Object.values(document.paths).flatMap(
      (methods) => Object.values(methods) as Sampled[],
    );
    const labels = operations.map(
      (one) => one['x-codeSamples']?.map(({ label }) => label).join() ?? '',
    );
    const expected = operations.map(({ security }) => (security.length > 0 ? 'curl,Python' : ''));
    expect(labels).toEqual(expected);
    expect(labels.filter((label) => label !== '').length).toBeGreaterThan(80);
  });

  it('have the query parameters that the bank requires', () => {
    const sample = sampleOf('get', '/v1/accounts/{account-id}/transactions', 'curl');
    expect(sample).toContain('target="/v1/accounts/$ACCOUNT_ID/transactions?bookingStatus=');
  });

  const payments = '/v1/payments/{payment-product}';
  const cases = Object.keys(runners).flatMap((label) => [
    [label, 'post', payments, '201'],
    [label, 'get', '/v1/sandbox/customers', '200'],
    [label, 'get', `${payments}/{payment-id}/status`, 'RESOURCE_UNKNOWN'],
  ]);

  it.each(cases)(
    'in %s of %s %s sign, so the bank answers %s',
    async (label, method, path, shown) => {
      const [command, ...args] = runners[label]!;
      const sample = sampleOf(method, path, label);
      const source = label === 'curl' ? `${sample} -w ' %{http_code}'` : sample;
      const { stdout } = await run(command, [...args, source], { cwd: folder, env });
      expect(stdout).toContain(shown);
      expect(stdout).not.toContain('"path":"Signature"');
    },
  );
});
