import type { Manifest } from '../rendered.js';

interface Variable {
  readonly name: string;
  readonly valueFrom: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

/**
 * Secrets in environment variables, in pods and in custom resources. Child processes and crash reports get the variables
 * of a process, and a new value needs a restart: secrets are files. No component needs an exception.
 */
export function secretVariableFaults(manifests: readonly Manifest[]): readonly string[] {
  return manifests.flatMap((manifest) => {
    const title = `${manifest.kind} ${manifest.metadata.name}`;
    return [...variablesIn(manifest)].map((what) => `${title}: ${what}`);
  });
}

function* variablesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if (isVariable(value)) {
    const { name, key } = value.valueFrom.secretKeyRef;
    yield `${value.name} is the key ${key} of the Secret ${name}`;
  }
  for (const [field, inner] of Object.entries(value)) {
    if (field === 'envFrom') yield* wholeSecretsIn(inner);
    yield* variablesIn(inner);
  }
}

const isVariable = (value: object): value is Variable =>
  'valueFrom' in value &&
  typeof value.valueFrom === 'object' &&
  value.valueFrom !== null &&
  'secretKeyRef' in value.valueFrom;

function wholeSecretsIn(sources: unknown): readonly string[] {
  if (!Array.isArray(sources)) return [];
  return (sources as readonly { readonly secretRef?: { readonly name: string } }[]).flatMap(
    ({ secretRef }) =>
      secretRef === undefined ? [] : [`every key of the Secret ${secretRef.name} is a variable`],
  );
}
