import type { Rendered } from '../rendered.js';

/** The keys of each Secret that the manifests name, by the name of the Secret. */
export type NamedSecrets = ReadonlyMap<string, ReadonlySet<string>>;

type Node = Readonly<Record<string, unknown>>;

/**
 * Every Secret that a manifest names: volumes and variables of pods, certificates of a Gateway, log-ins of KEDA and of the
 * object store. It is found by the property that leads to it, so a kind that is new here needs no line of code.
 */
export function namedSecrets({ manifests }: Rendered): NamedSecrets {
  const found = new Map<string, Set<string>>();
  const visit = (value: unknown, isSecret: boolean): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, isSecret);
    } else if (typeof value === 'object' && value !== null) {
      const node = value as Node;
      if (isSecret) keep(found, node);
      for (const [name, member] of Object.entries(node)) {
        visit(member, leadsToSecret.test(name));
      }
    }
  };
  for (const { spec } of manifests) visit(spec, false);
  return found;
}

/** `secret` of a volume, `secretKeyRef`, `secretTargetRef`, `s3Credentials.accessKeyId`, `tls.certificateRefs` … */
const leadsToSecret = /secret|credential|accessKeyId|certificateRefs/i;

function keep(found: Map<string, Set<string>>, node: Node): void {
  const { kind = 'Secret' } = node;
  const name = node['secretName'] ?? node['name'];
  if (typeof name !== 'string' || kind !== 'Secret') return;
  const keys = found.get(name) ?? new Set();
  for (const key of keysOf(node)) keys.add(key);
  found.set(name, keys);
}

function keysOf({ kind, key, items }: Node): readonly string[] {
  if (Array.isArray(items)) return (items as readonly { key: string }[]).map((one) => one.key);
  if (typeof key === 'string') return [key];
  // A reference with a kind is that of a Gateway: to a Secret of the type kubernetes.io/tls.
  return kind === 'Secret' ? ['tls.crt', 'tls.key'] : [];
}

/** The Secrets that Strimzi and CloudNativePG make: of each user of Kafka, and of each cluster. */
export function secretsOfOperators(rendered: Rendered): ReadonlySet<string> {
  const names = (kind: string) => rendered.all(kind).map(({ metadata }) => metadata.name);
  return new Set([
    ...names('KafkaUser'),
    ...names('Kafka').map((name) => `${name}-cluster-ca-cert`),
    ...names('Cluster').flatMap((name) => [`${name}-ca`, `${name}-app`]),
  ]);
}
