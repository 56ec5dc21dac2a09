import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { apps, services } from './apps.js';
import { Rendered } from './rendered.js';
import type { WorkloadSpec } from './rendered.js';
import { mountsOf } from './rules/mounts.js';
import type { MountedFile } from './rules/mounts.js';
import { root } from '@nordgate/local/overlays';
import type { Overlay } from '@nordgate/local/overlays';

/** A program in place of kubectl that keeps what `create` gets, below $KEPT, and lets everything else succeed. */
const kubectl = `#!${process.execPath}
const { cpSync, mkdirSync, readdirSync, statSync } = require('node:fs');
const { basename, join } = require('node:path');
const args = process.argv.slice(2);
const at = args.findIndex((one) => one === 'secret' || one === 'configmap');
process.stdin.resume();
if (at < 0) process.exit(0);
const isSecret = args[at] === 'secret';
const folder = join(process.env.KEPT, isSecret ? 'Secret' : 'ConfigMap', args[at + (isSecret ? 2 : 1)]);
mkdirSync(folder, { recursive: true });
for (const one of args.slice(at + 1)) {
  const [, option, rest] = /^--(from-file|cert|key)=(.+)$/.exec(one) ?? [];
  if (option === 'from-file') {
    const [, key, path] = /^(?:([^/=]+)=)?(.+)$/.exec(rest);
    const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
    for (const file of files) cpSync(file, join(folder, key ?? basename(file)));
  } else if (option !== undefined) cpSync(rest, join(folder, option === 'cert' ? 'tls.crt' : 'tls.key'));
}
process.exit(0);
`;

let work: string;
const at = (...path: readonly string[]) => join(work, ...path);
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'nordgate-install-'));
  mkdirSync(at('bin'));
  writeFileSync(at('bin/kubectl'), kubectl, { mode: 0o755 });
  // The packages and the build are there.
  writeFileSync(at('bin/npm'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(at('bin/node'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
});
afterAll(() => {
  rmSync(work, { recursive: true });
});

/** Runs the shell blocks of a part of a page as one script, as its reader does. */
function runBlocks(page: string, heading: string, overlay: Overlay): void {
  const text = readFileSync(join(root, 'docs/operations', page), 'utf8');
  const part = text.split(/^## /m).find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const blocks = [...part.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  expect(blocks.length).toBeGreaterThan(1);
  run(blocks.join('\n'), overlay);
}

function run(script: string, overlay: Overlay): void {
  const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
    encoding: 'utf8',
    env: {
      PATH: `${at('bin')}:${process.env['PATH'] ?? ''}`,
      ...{ SRC: root, NS: 'nordgate', KEYS: at(overlay, 'keys'), KEPT: at(overlay, 'kept') },
    },
  });
  if (status !== 0) throw new Error(stderr);
}

/** What the pods of the apps and of the operator mount and the blocks have to make. */
function neededBy(overlay: Overlay): readonly MountedFile[] {
  const rendered = Rendered.read(overlay);
  // A bank whose operators have certificates has no issuer of tokens.
  const made = /^Secret nordgate-|-database |-db-ca | operator-issuer\.json$/;
  const operator = rendered.find('Deployment', 'operator')?.spec as WorkloadSpec;
  return [...rendered.apps().map(([, workload]) => workload), operator]
    .flatMap((workload) => mountsOf(rendered, workload).files)
    .filter(({ from }) => !made.test(from))
    .filter(({ from }) => rendered.find('ConfigMap', from.split(' ')[1] ?? '') === undefined);
}

const keptAt = (overlay: Overlay, { from }: MountedFile) => at(overlay, 'kept', ...from.split(' '));
const missingIn = (overlay: Overlay) =>
  neededBy(overlay).filter((file) => !existsSync(keptAt(overlay, file)));

describe('the commands for the Secrets of a sandbox in docs/operations/install.md', () => {
  it('make every file that the pods mount', () => {
    runBlocks('install.md', 'Secrets', 'sandbox');
    expect(neededBy('sandbox').length).toBeGreaterThan(20);
    expect(missingIn('sandbox')).toEqual([]);
    expect(existsSync(at('sandbox/kept/ConfigMap/tpp-trust/sandbox-ca.pem'))).toBe(true);
  });
});

/** What a bank gets from its authorities: here it signs the certificates, and the CA of a TPP has an empty list. */
const filesOfTheBank = `
mkdir -p "$KEYS/trust"
self() { openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj "/CN=$1" -keyout "$2" -out "$3"; }
self api.my-bank.example "$KEYS/gateway.key" "$KEYS/gateway.crt"
self approve.my-bank.example "$KEYS/sca.key" "$KEYS/sca.crt"
openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj "/CN=seal" -keyout "$KEYS/seal.key.pem" -out "$KEYS/seal.pem"
openssl req -x509 -newkey rsa:2048 -nodes -days 90 -subj "/CN=CA of TPPs" -keyout "$KEYS/tpps.key" -out "$KEYS/trust/tpps.pem" \\
  -addext "keyUsage=critical,keyCertSign,cRLSign"
touch "$KEYS/index.txt"
printf '[ca]\\ndefault_ca=c\\n[c]\\ndatabase=%s/index.txt\\ndefault_md=sha256\\n' "$KEYS" > "$KEYS/ca.cnf"
openssl ca -gencrl -config "$KEYS/ca.cnf" -cert "$KEYS/trust/tpps.pem" -keyfile "$KEYS/tpps.key" -crldays 30 -out "$KEYS/trust/tpps.crl"
`;

describe('the commands for the files of production in docs/operations/production-files.md', () => {
  it('make every file that the pods mount, and the check accepts them', () => {
    mkdirSync(at('production/keys'), { recursive: true });
    run(filesOfTheBank, 'production');
    runBlocks('production-files.md', 'Make the files', 'production');
    expect(missingIn('production')).toEqual([]);
    layOut();
    const missing = faultsOfCheck();
    expect(missing).toHaveLength(17);
    const ofOperators = /(kafka-password|kafka\/ca\.pem|database-url|postgres\/ca\.pem)$/;
    expect(missing.filter((fault) => !ofOperators.test(fault))).toEqual([]);
  });

  it('leave nothing to name for the check when the operators have made their Secrets', () => {
    for (const app of apps) writeFileSync(at('mounts/run/nordgate', app, 'kafka-password'), 'word');
    for (const folder of ['kafka', 'postgres']) {
      mkdirSync(at('mounts/run/nordgate', folder));
      cpSync(at('production/keys/internal-ca.crt'), at('mounts/run/nordgate', folder, 'ca.pem'));
    }
    for (const service of services) {
      const login = `nordgate_${service}:word@${service}-db-rw:5432/nordgate_${service}`;
      const url = `postgres://${login}?sslmode=verify-full&sslrootcert=/run/nordgate/postgres/ca.pem`;
      writeFileSync(at('mounts/run/nordgate', service, 'database-url'), url);
    }
    expect(faultsOfCheck()).toEqual([]);
  });
});

/** Lays the files out as the pods mount them. */
function layOut(): void {
  const rendered = Rendered.read('production');
  const put = (path: string, from: string) => {
    mkdirSync(dirname(at('mounts', path)), { recursive: true });
    cpSync(from, at('mounts', path), { recursive: true });
  };
  for (const file of neededBy('production')) put(file.path, keptAt('production', file));
  put('run/nordgate/trust', at('production/kept/ConfigMap/tpp-trust'));
  mkdirSync(at('mounts/run/nordgate/profile'), { recursive: true });
  for (const path of ['profile.yaml', 'profile/profile.yaml', 'ocsp.json']) {
    const name = basename(path);
    const map = rendered.all('ConfigMap').find(({ data = {} }) => name in data);
    writeFileSync(at('mounts/run/nordgate', path), map?.data?.[name] ?? '');
  }
}

/** The faults of `npm run check:config`, by app and file. */
function faultsOfCheck(): string[] {
  const program = join(root, 'apps/standalone/dist/check-config.js');
  const args = [program, join(root, 'deploy/env/production'), '--root', at('mounts')];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const lines = stdout.split('\n').filter((line) => !/^$|apps checked/.test(line));
  return lines.map((line) => line.replaceAll(at('mounts'), '').replace(/ cannot be read.*/, ''));
}
