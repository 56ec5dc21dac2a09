import type { Manifest, Rendered } from '../rendered.js';
import { namedSecrets, secretsOfOperators } from './named-secrets.js';

/**
 * Secrets that manifests name and nobody makes, that two make, and that nobody needs.
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
  const names = made.map(({ name }) => name);
  const missing = [...named].flatMap(([name, keys]) =>
    [...keys].filter((key) => !isMade(name, key)).map((key) => `nobody makes ${name} ${key}`),
  );
  const twice = names.filter((name, at) => operators.has(name) || names.indexOf(name) !== at);
  return [
    ...missing,
    ...twice.map((name) => `two make ${name}`),
    ...names.filter((name) => !named.has(name)).map((name) => `nobody needs ${name}`),
  ];
}

interface Made {
  readonly name: string;
  readonly keys: readonly string[];
}

function madeBy({ kind, metadata, spec }: Pick<Manifest, 'kind' | 'spec' | 'metadata'>): Made[] {
  if (kind === 'ExternalSecret') {
    const { data } = spec as { readonly data: readonly { readonly secretKey: string }[] };
    return [{ name: metadata.name, keys: data.map(({ secretKey }) => secretKey) }];
  }
  if (kind !== 'Certificate') return [];
  const { secretName } = spec as { readonly secretName: string };
  return [{ name: secretName, keys: ['tls.crt', 'tls.key', 'ca.crt'] }];
}
