import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kustomizeCommand } from './kustomize.js';

let folder: string;
let env: NodeJS.ProcessEnv;

function program(name: string, ...lines: readonly string[]): void {
  writeFileSync(join(folder, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-kustomize-'));
  env = { PATH: `${folder}:/usr/bin:/bin`, NORDGATE_CACHE_DIR: join(folder, 'cache') };
  // `go env GOVERSION`, then `go build … -o FOLDER PACKAGE`, which is noted.
  program(
    'go',
    '[ "$1" = env ] && { echo go1.26.8; exit; }',
    `echo built >> ${folder}/builds`,
    'while [ "$1" != -o ]; do shift; done',
    'touch "$2kustomize"',
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

const command = () => kustomizeCommand(() => undefined, env);
const kubectlWith = (version: string) =>
  program('kubectl', `echo '{ "kustomizeVersion": "${version}" }'`);

it('takes NORDGATE_KUBECTL, whatever the machine has', async () => {
  kubectlWith('v5.5.0');
  env['NORDGATE_KUBECTL'] = '/opt/kubectl';
  await expect(command()).resolves.toEqual(['/opt/kubectl', 'kustomize']);
});

it.each(['v5.5.0', 'v5.10.1', 'v6.0.0'])('takes a kubectl with kustomize %s', async (version) => {
  kubectlWith(version);
  await expect(command()).resolves.toEqual([join(folder, 'kubectl'), 'kustomize']);
});

it.each(['v5.4.3', 'v4.5.7', '(devel)'])(
  'builds kustomize once where kubectl has kustomize %s',
  async (version) => {
    kubectlWith(version);
    const [path, ...args] = await command();
    expect([path.startsWith(join(folder, 'cache')), args]).toEqual([true, ['build']]);
    await expect(command()).resolves.toEqual([path, 'build']);
    expect(readFileSync(join(folder, 'builds'), 'utf8')).toBe('built\n');
    expect(readFileSync(path, 'utf8')).toBe('');
  },
);

it('builds kustomize where kubectl fails', async () => {
  program('kubectl', 'exit 1');
  const [path] = await command();
  expect(path).toMatch(/\/kustomize\/[0-9a-f]{12}\/kustomize$/);
});
