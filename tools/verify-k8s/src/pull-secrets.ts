import type { Manifest } from './documents.js';
import { isWorkload } from './pods.js';

/** The Secret of the component `pull-secret`. */
const secret = 'registry';

interface WithSecrets {
  readonly imagePullSecrets?: readonly { readonly name: string }[];
}

/**
 * What could not pull an image from a private registry: an account, a pod without an account of the bank, and what the
 * operators of Kafka and PostgreSQL make pods of.
 */
export function pullFaults(manifests: readonly Manifest[]): readonly string[] {
  const accounts = new Set(
    manifests.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata.name),
  );
  const shared = manifests.filter(isWorkload).filter(({ spec: { template } }) => {
    const { serviceAccountName = 'default' } = template.spec as { serviceAccountName?: string };
    return !accounts.has(serviceAccountName);
  });
  return [
    ...shared.map(({ kind, metadata }) => `${kind} ${metadata.name} has no account of the bank`),
    ...manifests
      .filter((manifest) => holderOf(manifest)?.imagePullSecrets?.[0]?.name !== secret)
      .filter((manifest) => manifest.kind in holders)
      .map(({ kind, metadata }) => `${kind} ${metadata.name} has no pull secret`),
  ];
}

/** Where each kind names its pull secrets. */
const holders: Readonly<Record<string, readonly string[]>> = {
  ServiceAccount: [],
  Cluster: ['spec'],
  KafkaNodePool: ['spec', 'template', 'pod'],
  Kafka: ['spec', 'entityOperator', 'template', 'pod'],
};

function holderOf(manifest: Manifest): WithSecrets | undefined {
  const path = holders[manifest.kind] ?? [];
  const found = path.reduce<unknown>(
    (at, key) => (at as Readonly<Record<string, unknown>> | undefined)?.[key],
    manifest,
  );
  return found as WithSecrets | undefined;
}
