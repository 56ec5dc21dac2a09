import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from './generated-files.js';
import { overlays, renderedPath, renderedText, root, sourcesDigest } from './sources.js';

/**
 * `npm run render:k8s`: writes the generated parts of deploy/k8s, then both overlays into deploy/k8s/rendered. Needs
 * kubectl with kustomize 5.5 or later, at NORDGATE_KUBECTL or on the path.
 */
function render(): void {
  for (const path of writeGenerated()) process.stdout.write(`${path}\n`);
  const digest = sourcesDigest();
  for (const overlay of overlays) {
    const path = renderedPath(overlay);
    const body = kustomize(`deploy/k8s/overlays/${overlay}`);
    writeFileSync(join(root, path), renderedText(digest, body));
    process.stdout.write(`${path}\n`);
  }
}

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
