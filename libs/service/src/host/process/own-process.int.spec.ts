import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { GetPayment } from '@nordgate/contracts/queries';
import { request } from 'undici';
import { processEnv } from '../../testing/process-env.js';
import type { ProcessEnv } from '../../testing/process-env.js';
import { HttpQueries } from '../../queries/http/http-queries.js';
import { ServiceUnavailableError } from '../../queries/query-client.js';
import { SecretsFolder } from '../secrets/secrets-folder.js';

const main = join(import.meta.dirname, '../../../dist/testing/counters-process.js');

const children: ChildProcess[] = [];

/** The built counters as a child process. */
async function startChild(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], ...env },
  });
  children.push(child);
  const exit = once(child, 'exit') as Promise<[number | null]>;
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const lines: string[] = [];
  const address = await new Promise<string | undefined>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const found = /^ {2}internal address +(\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => resolve(undefined));
  });
  return { child, address, lines, exit: async () => (await exit)[0], stderr: () => errors };
}

describe('a service in its own process', () => {
  let prepared: ProcessEnv;
  let database: Awaited<ReturnType<typeof emptyTestDatabase>>;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    prepared = await processEnv();
    database = await emptyTestDatabase('own-process');
    env = { ...prepared.env, DATABASE_URL: database.url };
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  afterAll(async () => {
    await prepared.remove();
    await database.drop();
  });

  it('answers queries, and stops in order after a signal', async () => {
    const { child, address = '', lines, exit, stderr } = await startChild(env);
    const { statusCode, body } = await request(`${address}/health/ready`);
    expect(await body.json()).toMatchObject({ ready: true });
    expect(statusCode).toBe(200);
    const secrets = new SecretsFolder(env['NORDGATE_SECRETS_DIR'] ?? '');
    const key = await secrets.signingKey('internal-gateway');
    const queries = new HttpQueries({ caller: 'gateway', key, addresses: { payments: address } });
    // The counters know no payments: their refusal shows that the token was good.
    const asked = queries.ask(new GetPayment('tpp-1', 'p-1'));
    await expect(asked).rejects.toThrow(ServiceUnavailableError);
    await expect(asked).rejects.toThrow('status 500');
    await queries.close();
    child.kill('SIGTERM');
    expect(await exit()).toBe(0);
    expect(lines[0]).toMatch(/^payments is ready after/);
    expect(lines.at(-1)).toBe('SIGTERM: payments is stopping');
    expect(stderr()).toBe('');
  });

  it('does not start without its settings, and prints one line per fault', async () => {
    const { exit, stderr } = await startChild({ LOG_LEVEL: 'loud' });
    expect(await exit()).toBe(1);
    expect(stderr().split('\n')).toEqual([
      'payments cannot start:',
      expect.stringMatching(/^KAFKA_BROKERS/),
      expect.stringMatching(/^LOG_LEVEL: The value must be one of/),
      expect.stringMatching(/^NORDGATE_ENVIRONMENT/),
      expect.stringMatching(/^NORDGATE_SECRETS_DIR/),
      '',
    ]);
  });

  it('does not start when its port is in use, and leaves nothing running', async () => {
    const first = await startChild(env);
    const INTERNAL_PORT = new URL(first.address ?? '').port;
    const second = await startChild({ ...env, INTERNAL_PORT });
    expect(await second.exit()).toBe(1);
    expect(second.stderr()).toContain('another program listens on port');
    first.child.kill('SIGINT');
    expect(await first.exit()).toBe(0);
  });

  it('exits with 1 after an uncaught error and logs the error', async () => {
    const { exit, lines } = await startChild(env, 'stray');
    expect(await exit()).toBe(1);
    expect(lines.join()).toContain('a stray error');
  });
});
