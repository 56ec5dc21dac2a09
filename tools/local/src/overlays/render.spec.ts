import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { renderedFiles, renderOverlays } from './render.js';

const source = 'deploy/k8s/overlays/sandbox/kustomization.yaml';
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const bodyOf = (path: string) => read(path).replace(/^#.*\n/gm, '');
let folder: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text, { mode: 0o755 });
}

/** A kubectl that prints the manifests of `<overlay>/kustomization.yaml`. */
const render = () =>
  renderOverlays(() => undefined, { NORDGATE_KUBECTL: join(folder, 'kubectl') }, folder);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-overlays-'));
  write('kubectl', '#!/bin/sh\n[ "$1" = kustomize ] && exec cat "$2/kustomization.yaml"\n');
  for (const overlay of ['sandbox', 'production']) {
    write(`deploy/k8s/overlays/${overlay}/kustomization.yaml`, `kind: A\n---\nkind: B\n`);
    write(`examples/bank-overlay/${overlay}/kustomization.yaml`, `kind: A\n---\nkind: C\n`);
  }
  write('examples/bank-overlay/recovery/kustomization.yaml', `kind: D\n---\nkind: C\n`);
  await render();
});
afterEach(() => rmSync(folder, { recursive: true }));

it('renderOverlays writes both overlays whole, and what a bank changes in the overlay below', () => {
  expect(renderedFiles.map((path) => [path, bodyOf(path)])).toEqual([
    ['deploy/k8s/rendered/sandbox.yaml', 'kind: A\n---\nkind: B\n'],
    ['deploy/k8s/rendered/production.yaml', 'kind: A\n---\nkind: B\n'],
    ['examples/bank-overlay/rendered/sandbox.yaml', 'kind: C\n'],
    ['examples/bank-overlay/rendered/production.yaml', 'kind: C\n'],
    ['examples/bank-overlay/rendered/recovery.yaml', 'kind: D\n'],
  ]);
});

it('renderOverlays writes nothing when all files come from the sources as they are', async () => {
  write('kubectl', '#!/bin/sh\nexit 1\n');
  await expect(render()).resolves.toBe(false);
});

it('renderOverlays renders again when a source has changed', async () => {
  write(source, 'kind: E\n');
  await expect(render()).resolves.toBe(true);
  expect(bodyOf('deploy/k8s/rendered/sandbox.yaml')).toBe('kind: E\n');
});

it.each(renderedFiles)('renderOverlays writes %s again when it is missing', async (path) => {
  const before = read(path);
  rmSync(join(folder, path));
  await expect(render()).resolves.toBe(true);
  expect(read(path)).toBe(before);
});

it.each(renderedFiles)('renderOverlays takes an edit by hand out of %s', async (path) => {
  const before = read(path);
  write(path, before.replace('kind: ', 'kind: Other'));
  await expect(render()).resolves.toBe(true);
  expect(read(path)).toBe(before);
});

it('renderOverlays keeps the files as they are when an overlay cannot be rendered', async () => {
  const before = read('deploy/k8s/rendered/sandbox.yaml');
  rmSync(join(folder, source));
  await expect(render()).rejects.toThrow('kubectl');
  expect(read('deploy/k8s/rendered/sandbox.yaml')).toBe(before);
});
