import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The root of the repository. */
export const root = join(import.meta.dirname, '..', '..', '..');

/** The overlays whose rendered files are kept in `deploy/k8s/rendered`. */
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
  'deploy/observability/{collector,kustomization}.yaml',
  `examples/bank-overlay/{${Object.keys(bankOverlays).join(',')}}/*`,
];

/**
 * The SHA-256 over the names and contents of all files that the overlays are rendered from. It stands in the head of each
 * rendered file, so a test without kubectl notices a source that has changed since.
 */
export function sourcesDigest(): string {
  const hash = createHash('sha256');
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${String(content.length)}\n`).update(content);
  }
  return hash.digest('hex');
}

/** The first lines of a rendered overlay. */
export function renderedHead(digest: string): string {
  return [
    '# Written by npm run render:k8s from deploy/k8s and deploy/env. Do not edit.',
    '# The image digests are placeholders: docs/operations/install.md, "Images".',
    `# sources sha256:${digest}`,
    '',
  ].join('\n');
}
