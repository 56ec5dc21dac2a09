import { readManifests } from './documents.js';
import type { Manifest } from './documents.js';

/** The end of a generated name: ten characters of the alphabet that kustomize uses for hashes. */
const hashSuffix = /-[2456789bcdfghkmt]{10}$/;

/**
 * The overlay with other settings: each ConfigMap with a hash in its name gets another name, and so does every
 * reference to it.
 */
export function withOtherSettings(manifests: readonly Manifest[]): readonly Manifest[] {
  const names = manifests
    .filter(({ kind, metadata }) => kind === 'ConfigMap' && hashSuffix.test(metadata.name))
    .map(({ metadata }) => metadata.name);
  const text = asText(manifests);
  const renamed = names.reduce(
    (changed, name) =>
      changed.replaceAll(`"${name}"`, `"${name.replace(hashSuffix, '-2222222222')}"`),
    text,
  );
  return readManifests(renamed);
}

/** The overlay with other images: each digest is another one. */
export function withOtherImages(manifests: readonly Manifest[]): readonly Manifest[] {
  const digest = `@sha256:${'f'.repeat(64)}`;
  return readManifests(asText(manifests).replaceAll(/@sha256:[0-9a-f]{64}/g, digest));
}

function asText(manifests: readonly Manifest[]): string {
  return manifests.map((one) => JSON.stringify(one)).join('\n---\n');
}
