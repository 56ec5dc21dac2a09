import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { externalSecrets } from './bank-secrets.js';
import { root } from '@nordgate/local/overlays';

let bin: string;
beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'nordgate-vault-'));
  const program = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  };
  // vault kv put -mount=nordgate <item> <property>=<value> …
  program('vault', 'shift 3; item=$1; shift; for one; do echo "$item ${one%%=*}"; done');
  program('kubectl', 'echo cGFzc3dvcmQ=');
});
afterAll(() => {
  rmSync(bin, { recursive: true });
});

/** The items and properties that the blocks of the page put into the store. */
function putByThePage(): readonly string[] {
  const page = readFileSync(join(root, 'docs/operations/secrets-from-a-vault.md'), 'utf8');
  const blocks = [...page.matchAll(/^ {3}```sh\n([\s\S]*?)^ {3}```/gm)].map(([, text]) => text);
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-euo', 'pipefail', '-c', blocks.join('\n')],
    {
      encoding: 'utf8',
      env: {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        ...{ NS: 'nordgate', KEYS: bin, ID: 'id', KEY: 'key' },
      },
    },
  );
  if (status !== 0) throw new Error(stderr);
  return stdout.trim().split('\n').sort();
}

interface Data {
  readonly data: readonly {
    readonly remoteRef: { readonly key: string; readonly property: string };
  }[];
}

it('the commands of docs/operations/secrets-from-a-vault.md put what the component reads, and nothing else', () => {
  const wanted = externalSecrets()
    .flatMap(({ spec }) => (spec as Data).data)
    .map(({ remoteRef: { key, property } }) => `${key} ${property}`);
  expect(putByThePage()).toEqual([...new Set(wanted)].sort());
});
