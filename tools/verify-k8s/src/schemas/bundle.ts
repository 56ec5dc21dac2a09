import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CustomResourceDefinition, OpenApiSchemas } from './open-api.js';

/** The same depth in `src` and `dist`. */
export const repository = fileURLToPath(new URL('../../../../', import.meta.url));

const schemaFolder = join(repository, 'deploy/k8s/schemas');

/** The schemas that lie in `deploy/k8s/schemas`. */
export interface Bundle {
  /** Of the kinds of Kubernetes, as a server of this version publishes them. */
  readonly kubernetes: { readonly version: string; readonly schemas: OpenApiSchemas };
  readonly customResources: readonly CustomResourceDefinition[];
}

export const kubernetesFile = join(schemaFolder, 'kubernetes.json');
export const definitionFolder = join(schemaFolder, 'custom-resources');

/** @throws Error when a file is missing or is no JSON */
export function readBundle(): Bundle {
  const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
  const files = globSync('*.json', { cwd: definitionFolder }).sort();
  return {
    kubernetes: json(kubernetesFile) as Bundle['kubernetes'],
    customResources: files.map(
      (file) => json(join(definitionFolder, file)) as CustomResourceDefinition,
    ),
  };
}
