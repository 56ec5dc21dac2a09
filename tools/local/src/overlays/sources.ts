import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. */
export const root = join(import.meta.dirname, '..', '..', '..', '..');

/** The overlays that are rendered into `deploy/k8s/rendered`. */
export const overlays = ['sandbox', 'production'] as const;
export type Overlay = (typeof overlays)[number];

/** The path of a rendered overlay below the root. */
export const renderedPath = (overlay: Overlay) => `deploy/k8s/rendered/${overlay}.yaml`;

/** The overlays of a bank in `examples/bank-overlay`, and what each one is compared with. */
export const bankOverlays = {
  sandbox: 'deploy/k8s/overlays/sandbox',
  production: 'deploy/k8s/overlays/production',
  recovery: 'examples/bank-overlay/production',
} as const;
export type BankOverlay = keyof typeof bankOverlays;

/** The path of what a bank's overlay changes, below the root. */
export const changesPath = (overlay: BankOverlay) =>
  `examples/bank-overlay/rendered/${overlay}.yaml`;

/** The files that an overlay is rendered from. */
const sources = [
  'deploy/k8s/{base,cluster,components,overlays}/**',
  'deploy/env/*/*',
  'deploy/observability/{collector,collector-login,kustomization}.yaml',
  'deploy/observability/dashboards/*',
  `examples/bank-overlay/{${Object.keys(bankOverlays).join(',')}}/*`,
];

/**
 * The SHA-256 over the names and contents of all files that the overlays are rendered from. It stands in the head of each
 * rendered file, so `renderOverlays` notices a source that has changed since.
 */
export function sourcesDigest(folder = root): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  for (const file of files) {
    const content = readFileSync(join(folder, file));
    hash.update(`${file}\n${String(content.length)}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * A rendered overlay as its file has it.
 *
 * @param sources the digest of the sources
 * @param body the output of kustomize. Its digest is in the head, too, so `renderOverlays` notices a manual edit.
 */
export function renderedText(sources: string, body: string): string {
  const head = [
    '# Written by npm run render:k8s from deploy/k8s and deploy/env. Do not edit.',
    '# The image digests are placeholders: docs/operations/install.md, "Images".',
    `# sources sha256:${sources}`,
    `# manifests sha256:${createHash('sha256').update(body).digest('hex')}`,
  ];
  return `${head.join('\n')}\n${body}`;
}

/** The output of kustomize in a rendered file: everything after the comments at its beginning. */
const renderedBody = (text: string) => text.replace(/^(#.*\n)*/, '');

/** What a rendered file does not have in common with its sources, or with its own head. */
export function renderedFaults(sources: string, text: string): readonly string[] {
  const expected = renderedText(sources, renderedBody(text)).split('\n');
  const given = text.split('\n');
  return [
    ...(given[2] === expected[2] ? [] : ['a source has changed since the file was rendered']),
    ...(given[3] === expected[3] ? [] : ['a manifest was edited by hand']),
  ];
}
