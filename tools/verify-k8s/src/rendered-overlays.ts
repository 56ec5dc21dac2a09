import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifests } from './documents.js';
import type { Manifest } from './documents.js';
import { repository } from './schemas/bundle.js';

export type RenderedOverlays = Readonly<Record<'sandbox' | 'production', readonly Manifest[]>>;

/** Both overlays of `deploy/k8s/rendered`. `renderOverlays` has to come before. */
export function renderedOverlays(): RenderedOverlays {
  return { sandbox: read('sandbox'), production: read('production') };
}

function read(overlay: string): readonly Manifest[] {
  const path = join(repository, 'deploy/k8s/rendered', `${overlay}.yaml`);
  return readManifests(readFileSync(path, 'utf8'));
}
