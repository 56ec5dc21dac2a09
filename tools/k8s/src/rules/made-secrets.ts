import type { Manifest, Rendered } from '../rendered.js';
import { namedSecrets, secretsOfOperators, tlsSecrets, tlsType } from './named-secrets.js';

/**
 * Secrets that manifests name and nobody makes, that two make, that nobody needs, and that a Gateway does not take for their type.
 *
 * @param makers the ExternalSecrets and Certificates
 */
export function secretFaults(
  rendered: Rendered,
  makers: readonly Pick<Manifest, 'kind' | 'spec' | 'metadata'>[],
): readonly string[] {
  const operators = secretsOfOperators(rendered);
  const made = makers.flatMap(madeBy);
  const named = namedSecrets(rendered);
  const isMade = (name: string, key: string) =>
    operators.has(name) || made.some((one) => one.name === name && one.keys.includes(key));
  const tls = tlsSecrets(rendered);
  const otherType = made.filter(({ name, type }) => tls.has(name) && type !== tlsType);
  const names = made.map(({ name }) => name);
  const missing = [...named].flatMap(([name, keys]) =>
    [...keys].filter((key) => !isMade(name, key)).map((key) => `nobody makes ${name} ${key}`),
  );
  const twice = names.filter((name, at) => operators.has(name) || names.indexOf(name) !== at);
  return [
    ...missing,
    ...twice.map((name) => `two make ${name}`),
    ...names.filter((name) => !named.has(name)).map((name) => `nobody needs ${name}`),
    ...otherType.map(({ name }) => `${name} is not of the type ${tlsType}`),
  ];
}

interface Made {
  readonly name: string;
  readonly keys: readonly string[];
  /** Of the API server when the maker names none: Opaque. */
  readonly type?: string | undefined;
}

interface ExternalSecretSpec {
  readonly target?: { readonly template?: { readonly type?: string } };
  readonly data: readonly { readonly secretKey: string }[];
}

function madeBy({ kind, metadata, spec }: Pick<Manifest, 'kind' | 'spec' | 'metadata'>): Made[] {
  if (kind === 'ExternalSecret') {
    const { data, target } = spec as ExternalSecretSpec;
    const keys = data.map(({ secretKey }) => secretKey);
    return [{ name: metadata.name, keys, type: target?.template?.type }];
  }
  if (kind !== 'Certificate') return [];
  const { secretName } = spec as { readonly secretName: string };
  return [{ name: secretName, keys: ['tls.crt', 'tls.key', 'ca.crt'], type: tlsType }];
}
