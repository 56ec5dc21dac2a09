import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SettingsError, watchAuthorities } from '@nordgate/service/settings';
import type { SecretsFolder, SecretWatch } from '@nordgate/service/settings';
import type { ClientKey, ClientKeys, ProviderClientSettings } from '../../sca.settings.js';

/** The private keys of the bank as a client of its identity provider, in the folder of secrets. */
export const providerKeyFile = 'oidc-client.key.pem';

/** Where the files are that the method oidc needs. */
export interface ProviderFiles {
  readonly secrets: SecretsFolder;
  /** Reads the CAs again. */
  readonly watch: SecretWatch;
  /** CAs of the provider in PEM. */
  readonly caFile: string | undefined;
}

/** Reads the keys, and the CAs when there are any; both change when their file does. Throws SettingsError. */
export async function readProviderClient({
  caFile,
  secrets,
  watch,
}: ProviderFiles): Promise<ProviderClientSettings> {
  const keyIds = (keys: ClientKeys) => keys.map(({ id }) => id).join(', ');
  const keys = await secrets.open(providerKeyFile, clientKeysIn, keyIds);
  const ca = await watchAuthorities(watch, 'SCA_OIDC_CA_FILE', caFile);
  return { keys, ca };
}

const privateKeyBlock = /-----BEGIN (EC )?PRIVATE KEY-----[^-]+-----END \1?PRIVATE KEY-----/gu;

function clientKeysIn(text: string): ClientKeys {
  const keys = (text.match(privateKeyBlock) ?? []).map(clientKeyIn);
  const [current, ...others] = keys;
  if (current !== undefined && keys.every((one) => one !== undefined)) {
    return [current, ...others.filter((one) => one !== undefined)];
  }
  throw new SettingsError(`${providerKeyFile} has to be private keys on the curve P-256 in PEM`);
}

function clientKeyIn(pem: string): ClientKey | undefined {
  try {
    const key = createPrivateKey(pem);
    const isOnCurve = key.asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return isOnCurve ? { id: thumbprintOf(key), key } : undefined;
  } catch {
    return undefined;
  }
}

/** The thumbprint of the public key. Source: RFC 7638, section 3. */
function thumbprintOf(key: KeyObject): string {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
