import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AuditEntry } from '@nordgate/contracts/commands';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const program = join(import.meta.dirname, '../../operator/dist/main.js');
const sandbox = join(import.meta.dirname, '../../../libs/contracts/profiles/sandbox.yaml');
const run = promisify(execFile);
const tppId = 'PSDNO-FSA-900000001';
let folder: string;
let test: TestBank;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nordgate-audit-'));
  const profileFile = join(folder, 'profile.yaml');
  const operations = 'operations:\n  secondPerson: [stop]\n';
  await writeFile(profileFile, `${await readFile(sandbox, 'utf8')}\n${operations}`);
  test = await startTestBank({ profileFile });
});
afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true });
});

/** The command as `npm run operator -- …` starts it: its exit code, and what it says. */
async function operator(...args: readonly string[]): Promise<readonly [number, string]> {
  const env = {
    PATH: process.env['PATH'],
    // The command starts again and again: Node compiles its modules once.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    OPERATIONS_URL: test.bank.operationsUrl,
    NORDGATE_SECRETS_DIR: join(test.dataDir, 'secrets'),
  };
  return run(process.execPath, [program, ...args], { env }).then(
    ({ stdout }) => [0, stdout.trim()] as const,
    ({ code, stderr }: { code: number; stderr: string }) => [code, stderr.trim()] as const,
  );
}

async function exported(): Promise<readonly AuditEntry[]> {
  const [code, text] = await operator('audit', 'export');
  expect(code).toBe(0);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as AuditEntry);
}

describe('the record of operations of a bank', () => {
  it('has a stop that two people made, and shows a line that is missing', async () => {
    const stop = ['tpp', 'stop', tppId, '--reason', 'fraud'];
    const [code, text] = await operator(...stop);
    expect([code, text]).toEqual([3, expect.stringContaining('nothing is done yet') as string]);
    const [, confirm = ''] = /confirm accounts (\S+)/.exec(text) ?? [];
    expect(await operator('tpp', 'list')).toEqual([0, 'nobody is stopped']);
    expect(await operator('audit', 'confirm', 'accounts', confirm)).toEqual([
      1,
      expect.stringContaining('operator has proposed it') as string,
    ]);
    const [done] = await operator('--as', 'colleague', 'audit', 'confirm', 'accounts', confirm);
    expect(done).toBe(0);
    expect((await operator('tpp', 'list'))[1]).toContain('fraud');
    const entries = await exported();
    const told = entries.map((entry) => [entry.type, 'by' in entry ? entry.by?.name : undefined]);
    expect(told).toEqual([
      ['OperationProposed', 'operator'],
      ['OperationRefused', 'operator'],
      ['OperationConfirmed', 'colleague'],
      ['OperationEnded', undefined],
    ]);
    const file = join(folder, 'audit.jsonl');
    const linesOf = (some: readonly AuditEntry[]) => some.map((one) => JSON.stringify(one));
    await writeFile(file, linesOf(entries).join('\n'));
    expect(await operator('audit', 'check', file)).toEqual([
      ...[0, '4 entries, no entry is missing or changed'],
    ]);
    await writeFile(file, linesOf(entries.filter(({ entry }) => entry !== 2)).join('\n'));
    expect(await operator('audit', 'check', file)).toEqual([
      ...[1, 'accounts entry 3: entry 2 is missing'],
    ]);
  });

  it('has refusals: a name of --as that nobody has verified', async () => {
    const before = (await exported()).length;
    const release = ['tpp', 'release', tppId];
    expect(await operator('--as', 'kari', ...release)).toEqual([
      1,
      expect.stringContaining('nobody is verified') as string,
    ]);
    expect((await exported())[before]).toMatchObject({ refused: 'UNVERIFIED', claimed: 'kari' });
    expect((await operator('tpp', 'list'))[1]).toContain(tppId);
  });
});
