import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from './generated-files.js';
import {
  bankOverlays,
  changesPath,
  overlays,
  renderedText,
  renderedPath,
  root,
  sourcesDigest,
} from './sources.js';
import type { BankOverlay } from './sources.js';

/**
 * `npm run render:k8s`: writes the generated parts of deploy/k8s, then both overlays into deploy/k8s/rendered, and what the
 * overlays of a bank change into examples/bank-overlay/rendered. Needs kubectl with kustomize 5.5 or later, at
 * NORDGATE_KUBECTL or on the path.
 */
function render(): void {
  for (const path of writeGenerated()) process.stdout.write(`${path}\n`);
  const write = (path: string, body: string) => {
    writeFileSync(join(root, path), renderedText(sourcesDigest(), body));
  };
  const bodies = overlays.map(
    (overlay) => [overlay, kustomize(`deploy/k8s/overlays/${overlay}`)] as const,
  );
  for (const [overlay, body] of bodies) write(renderedPath(overlay), body);
  // The Secrets of External Secrets follow from the rendered production, and they are sources of the banks' overlays.
  writeGenerated();
  for (const [overlay, body] of bodies) {
    write(renderedPath(overlay), body);
    process.stdout.write(`${renderedPath(overlay)}\n`);
  }
  for (const overlay of Object.keys(bankOverlays) as BankOverlay[]) {
    write(changesPath(overlay), changesOf(overlay));
    process.stdout.write(`${changesPath(overlay)}\n`);
  }
}

/** The manifests of a bank's overlay that the overlay below it does not have in this form. */
function changesOf(overlay: BankOverlay): string {
  const below = new Set(kustomize(bankOverlays[overlay]).trimEnd().split(separator));
  const all = kustomize(`examples/bank-overlay/${overlay}`).trimEnd().split(separator);
  return `${all.filter((one) => !below.has(one)).join(separator)}\n`;
}

const separator = '\n---\n';

function kustomize(folder: string): string {
  const kubectl = process.env['NORDGATE_KUBECTL'] ?? 'kubectl';
  return execFileSync(kubectl, ['kustomize', folder], {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

try {
  render();
} catch (error) {
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
  const why = isMissing ? 'kubectl is needed (or its path in NORDGATE_KUBECTL)' : String(error);
  process.stderr.write(`nothing is rendered: ${why}\n`);
  process.exitCode = 1;
}
