import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The simulator replaces the clock and the driver of its process, so it runs in a separate one. */
const program = join(import.meta.dirname, '..', 'dist', 'main.js');
const limitMs = 120_000;

async function simulate(...args: readonly string[]): Promise<string> {
  const options = { env: { ...process.env, NODE_OPTIONS: '' }, maxBuffer: 64 * 1024 * 1024 };
  return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout;
}

describe('npm run simulate', () => {
  it(
    'replays a seed: the same trace in another process',
    async () => {
      const traceOf = async () => /trace ([0-9a-f]{64})/.exec(await simulate('--seed', '3'))?.[1];
      const first = await traceOf();
      expect(first).toBeDefined();
      expect(await traceOf()).toBe(first);
    },
    limitMs,
  );

  it(
    'finds a planted bug: payments handles some commands twice',
    async () => {
      const args = ['--seeds', '3', '--from', '500', '--plant', 'no-dedupe'];
      const failure = await simulate(...args).then(
        () => '',
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
      expect(failure).toMatch(/L1: payment \S+ is in the store 2 times/);
    },
    limitMs,
  );

  it(
    'shares the seeds among several processes',
    async () => {
      const said = await simulate('--seeds', '4', '--from', '100', '--workers', '2');
      expect(said).toMatch(/^4 seeds in .*; 0 failed$/m);
    },
    limitMs,
  );

  it(
    'finds a planted bug: a fifth read without the PSU is permitted',
    async () => {
      const args = ['--seeds', '2', '--from', '500', '--plant', 'permit-off-by-one'];
      const failure = await simulate(...args).then(
        () => '',
        ({ stdout }: { readonly stdout: string }) => stdout,
      );
      expect(failure).toMatch(/permits: 5 reads of balances of \S+ were answered/);
    },
    limitMs,
  );

  it(
    'finds that all laws hold over a few seeds',
    async () => {
      expect(await simulate('--seeds', '6', '--from', '100')).toContain('; 0 failed');
    },
    limitMs,
  );
});
