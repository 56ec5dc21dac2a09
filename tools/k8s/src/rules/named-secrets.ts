import type { Rendered } from '../rendered.js';

/** The keys of each Secret that the manifests name, by the name of the Secret. */
export type NamedSecrets = ReadonlyMap<string, ReadonlySet<string>>;

type Node = Readonly<Record<string, unknown>>;

/**
 * Every Secret that a manifest names: volumes and variables of pods, certificates of a Gateway, log-ins of KEDA and of the
 * object store. It is found by the property that leads to it, so a kind that is new here needs no line of code.
 */
export function namedSecrets(rendered: Rendered): NamedSecrets {
  const found = new Map<string, Set<string>>();
  for (const reference of referencesIn(rendered)) {
    const keys = found.get(reference.name) ?? new Set();
    for (const key of keysOf(reference)) keys.add(key);
    found.set(reference.name, keys);
  }
  return found;
}

/** The type that a Gateway asks for. The API server fixes the type of a Secret when it is made. */
export const tlsType = 'kubernetes.io/tls';

/** The Secrets that have to be of the type `kubernetes.io/tls`: those that `certificateRefs` of a Gateway name. */
export function tlsSecrets(rendered: Rendered): ReadonlySet<string> {
  return new Set(
    referencesIn(rendered)
      .filter(isOfGateway)
      .map(({ name }) => name),
  );
}

/** A place of a manifest that names a Secret, and the property that leads there. */
interface Reference {
  readonly name: string;
  readonly property: string;
  readonly node: Node;
}

function referencesIn({ manifests }: Rendered): readonly Reference[] {
  const found: Reference[] = [];
  const visit = (value: unknown, property: string): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, property);
    } else if (typeof value === 'object' && value !== null) {
      const node = value as Node;
      const name = leadsToSecret.test(property) ? nameIn(node) : undefined;
      if (name !== undefined) found.push({ name, property, node });
      for (const [below, member] of Object.entries(node)) visit(member, below);
    }
  };
  for (const { spec } of manifests) visit(spec, '');
  return found;
}

/** `secret` of a volume, `secretKeyRef`, `secretTargetRef`, `s3Credentials.accessKeyId`, `tls.certificateRefs` … */
const leadsToSecret = /secret|credential|accessKeyId|certificateRefs/i;

const isOfGateway = ({ property }: Reference) => property === 'certificateRefs';

function nameIn(node: Node): string | undefined {
  const { kind = 'Secret' } = node;
  const name = node['secretName'] ?? node['name'];
  return typeof name === 'string' && kind === 'Secret' ? name : undefined;
}

function keysOf(reference: Reference): readonly string[] {
  const { key, items } = reference.node;
  if (Array.isArray(items)) return (items as readonly { key: string }[]).map((one) => one.key);
  if (typeof key === 'string') return [key];
  return isOfGateway(reference) ? ['tls.crt', 'tls.key'] : [];
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
