import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { defined } from '@nordgate/decider';
import { createLocalJWKSet } from 'jose';
import type { JSONWebKeySet } from 'jose';
import { SettingsError } from '../../host/settings/read-settings.js';
import type { SecretsFolder } from '../../host/secrets/secrets-folder.js';
import type { OperatorTrust, IssuerKeys } from './operator-person.js';

/** The files of a service that verify who requests an operation. Both are public. */
export const authorityFile = 'operator-ca.pem';
const issuerFile = 'operator-issuer.json';

/** The files of a person's certificate and key, below the folder of the operator's key. */
export const personFiles = (folder: string, name: string) => ({
  certificate: join(folder, 'people', `${name}.pem`),
  key: join(folder, 'people', `${name}.key.pem`),
});

/** What is mounted at the start. Throws SettingsError when a file cannot be used. */
export async function operatorTrustIn(secrets: SecretsFolder): Promise<OperatorTrust> {
  const [authorities, issuerKeys] = await Promise.all([
    secrets.openOptional(authorityFile, authoritiesIn, (all) => all.map(serialOf).join(', ')),
    secrets.openOptional(issuerFile, keysIn, ({ names }) => names),
  ]);
  const keys = issuerKeys && {
    get value(): IssuerKeys {
      return issuerKeys.value.keys;
    },
  };
  return defined({ authorities, issuerKeys: keys });
}

const serialOf = (pem: string) => new X509Certificate(pem).serialNumber;

function authoritiesIn(text: string): readonly string[] {
  const blocks = text.match(certificateBlock) ?? [];
  const isAuthority = (pem: string) => {
    try {
      return new X509Certificate(pem).ca;
    } catch {
      return false;
    }
  };
  if (blocks.length > 0 && !text.includes('PRIVATE KEY') && blocks.every(isAuthority)) {
    return blocks;
  }
  throw faultIn(authorityFile, 'it has to be certificates of authorities in PEM, and no key');
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu;

function keysIn(text: string): { readonly keys: IssuerKeys; readonly names: string } {
  const set = jsonIn(text) as JSONWebKeySet | undefined;
  const isPublic = (key: object) => !('d' in key) && !('k' in key);
  if (!Array.isArray(set?.keys) || set.keys.length === 0 || !set.keys.every(isPublic)) {
    throw faultIn(issuerFile, 'it has to be a set of public keys (RFC 7517)');
  }
  return { keys: createLocalJWKSet(set), names: set.keys.map(({ kid = '' }) => kid).join(', ') };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const faultIn = (file: string, fault: string) =>
  new SettingsError(`NORDGATE_SECRETS_DIR: ${file}: ${fault}`);
