import type { Manifest } from './documents.js';

/** The fields of a pod's specification that checks read or change. */
export interface PodSpec {
  readonly terminationGracePeriodSeconds?: number;
  readonly containers: readonly Container[];
  readonly topologySpreadConstraints?: readonly object[];
}

interface Container {
  readonly name: string;
  readonly image: string;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
}

export interface PodTemplate {
  readonly metadata?: object;
  readonly spec: PodSpec;
}

/** A manifest that makes pods, with its template. */
export interface Workload extends Manifest {
  readonly spec: Readonly<Record<string, unknown>> & { readonly template: PodTemplate };
}

/** Whether a manifest holds a pod template directly: a Deployment, a StatefulSet, a Job. */
export function isWorkload(manifest: Manifest): manifest is Workload {
  return ['Deployment', 'StatefulSet', 'DaemonSet', 'Job'].includes(manifest.kind);
}

/**
 * The pod that a controller would create, as a manifest. Pod Security and policies refuse pods; of a workload the
 * server checks the fields only.
 */
export function podOf({ kind, metadata, spec: { template } }: Workload): Manifest {
  const { name, namespace } = metadata;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...template.metadata,
      name: `${name}-${kind.toLowerCase()}`,
      ...(namespace === undefined ? {} : { namespace }),
    },
    spec: template.spec,
  };
}

/** The pods of all templates of some manifests, those of a CronJob included. */
export function podsOf(manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.flatMap((manifest) => {
    if (isWorkload(manifest)) return [podOf(manifest)];
    if (manifest.kind !== 'CronJob') return [];
    const { jobTemplate } = manifest['spec'] as { jobTemplate: { spec: Workload['spec'] } };
    return [podOf({ ...manifest, spec: jobTemplate.spec })];
  });
}
