import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AuditEntry } from '@nordgate/contracts/commands';
import { personFiles } from '@nordgate/service/settings';
import { startTestBank } from './testing/test-bank.js';
import type { TestBank } from './testing/test-bank.js';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);
const tppId = 'PSDNO-FSA-900000001';
const services = ['payments', 'baskets', 'sca', 'accounts', 'batch'];

let test: TestBank;
let folder: string;
let op: string;

/**
 * In place of kubectl: starts the command of `exec` as the pod of the operator does, with the variables of its ConfigMap and the
 * files that are mounted there. Nothing else of this machine is known to it, and without `-i` not even the standard input.
 */
const kubectl = (pod: string, variables: readonly string[]) => `#!/bin/bash
input=/dev/null
while [ "$1" != -- ]; do
  if [ "$1" = -i ]; then input=/dev/stdin; fi
  shift
done
shift
args=("\${@//\\/run\\/nordgate\\/operator/${pod.replaceAll('/', '\\/')}}")
cd ${root}
args[0]=${process.execPath}
exec env -i PATH="$PATH" ${variables.join(' ')} "\${args[@]}" < $input
`;

beforeAll(async () => {
  test = await startTestBank();
  folder = await mkdtemp(join(tmpdir(), 'nordgate-pod-'));
  const pod = join(folder, 'pod');
  for (const part of ['secrets', 'services']) await mkdir(join(pod, part), { recursive: true });
  const keys = join(test.dataDir, 'secrets');
  await copyFile(join(keys, 'operator.key.pem'), join(pod, 'secrets/operator.key.pem'));
  for (const service of services) {
    const text = `OPERATIONS_URL=${test.bank.operationsUrl}\n`;
    await writeFile(join(pod, 'services', service), text);
  }
  const settings = await readFile(join(root, 'deploy/env/sandbox/operator.env'), 'utf8');
  const variables = settings
    .replaceAll('/run/nordgate/operator', pod)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  await writeFile(join(folder, 'kubectl'), kubectl(pod, variables), { mode: 0o755 });
  for (const name of ['operator', 'colleague']) {
    const { certificate, key } = personFiles(keys, name);
    const parts = await Promise.all([certificate, key].map((one) => readFile(one, 'utf8')));
    await writeFile(join(folder, name), parts.join(''));
  }
  const page = await readFile(join(root, 'docs/operations/operators-command.md'), 'utf8');
  op = /^ {3}op\(\) \{\n[\s\S]*?^ {3}\}$/m.exec(page)?.[0] ?? '';
});
afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true });
});

/** A line of the page, run in a shell that has its function: the exit code, and what it says. */
async function shell(line: string, me = 'operator'): Promise<readonly [number, string]> {
  const env = {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    NS: 'nordgate',
    ME: join(folder, me),
  };
  return run('bash', ['--norc', '-euo', 'pipefail', '-c', `${op}\n${line}`], { env }).then(
    ({ stdout }) => [0, stdout.trim()] as const,
    ({ code, stderr }: { code: number; stderr: string }) => [code, stderr.trim()] as const,
  );
}

const entries = async () => {
  const [, text] = await shell('op accounts audit export --service accounts');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as AuditEntry);
};

describe('the command in a pod, as docs/operations/operators-command.md runs it', () => {
  it('changes something as the person whose certificate comes with it', async () => {
    const [code, text] = await shell(`op accounts tpp stop ${tppId} --reason "case 4711"`);
    expect([code, text]).toEqual([0, expect.stringContaining(tppId) as string]);
    expect((await shell('op accounts tpp list'))[1]).toContain('case 4711');
    expect((await shell(`op accounts tpp release ${tppId}`, 'colleague'))[0]).toBe(0);
    const told = (await entries()).filter(({ type }) => type === 'OperationBegun');
    const names = told.map((entry) => ('by' in entry ? entry.by?.name : undefined));
    expect(names).toEqual(['operator', 'colleague']);
  });

  it('is refused without a person, and the record has the refusal', async () => {
    await writeFile(join(folder, 'nobody'), '');
    const before = (await entries()).length;
    const [code, text] = await shell(`op accounts tpp stop ${tppId} --reason x`, 'nobody');
    expect([code, text]).toEqual([1, expect.stringContaining('nobody is verified') as string]);
    expect((await entries())[before]).toMatchObject({ refused: 'UNVERIFIED' });
    expect((await shell('op accounts tpp list', 'nobody'))[0]).toBe(0);
  });

  it('is refused with an input that is no person, and does not repeat it', async () => {
    await writeFile(join(folder, 'word'), 'a-secret');
    const fault = 'OPERATOR_CERT_FILE: the standard input has no certificate and no token';
    expect(await shell('op accounts tpp list', 'word')).toEqual([1, fault]);
  });

  it('reads a body behind the person', async () => {
    await writeFile(join(folder, 'payment.json'), '{ "debtorAccount": ');
    const id = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
    const change = `op payments payment change ${id} --body /dev/stdin`;
    const body = join(folder, 'payment.json');
    // The fault is that of the body alone: the certificate before it is no part of the JSON.
    expect(await shell(`BODY=${body} ${change}`)).toEqual([
      1,
      '/dev/stdin: Unexpected end of JSON input',
    ]);
    await writeFile(body, '{}');
    const [code, text] = await shell(`BODY=${body} ${change}`);
    expect(code).toBe(1);
    expect(text).not.toContain('/dev/stdin');
  });
});
