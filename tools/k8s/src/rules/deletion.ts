import type { Manifest, Rendered } from '../rendered.js';

/**
 * Kinds whose deletion also deletes what the bank stores. Brokers and databases keep their volumes, but a topic takes its
 * events with it, and a namespace takes everything.
 */
const heldKinds = ['Namespace', 'Kafka', 'KafkaNodePool', 'KafkaTopic', 'Cluster'];

/** Options of Argo CD for one resource, with a comma between them (Argo CD, "Sync options"). */
const syncOptions = 'argocd.argoproj.io/sync-options';
const neededOptions = ['Prune=false', 'Delete=false'];

/** Argo CD deletes no data: neither when a manifest is missing in a release, nor with its Application. */
export function deletionFaults(rendered: Rendered): readonly string[] {
  return rendered.manifests
    .filter(({ kind }) => heldKinds.includes(kind))
    .flatMap(({ kind, metadata }) =>
      neededOptions
        .filter((option) => !optionsOf(metadata).includes(option))
        .map((option) => `${kind} ${metadata.name} lacks ${option}`),
    );
}

function optionsOf({ annotations = {} }: Manifest['metadata']): readonly string[] {
  return (annotations[syncOptions] ?? '').split(',').map((option) => option.trim());
}
