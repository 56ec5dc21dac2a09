import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { mountedText, SettingsError } from '@nordgate/service/process';
import type { SecretsFolder } from '@nordgate/service/process';
import type { ClientKey, ClientKeys, ProviderClientSettings } from '../../sca.settings.js';

/** The private keys of the bank as a client of its identity provider, in the folder of secrets. */
export const providerKeyFile = 'oidc-client.key.pem';

/** Where the files are that the method oidc needs. */
export interface ProviderFiles {
  readonly secrets: SecretsFolder;
  /** CAs of the provider in PEM. */
  readonly caFile: string | undefined;
}

/** Reads the keys, which change when their file does, and the CAs when there are any. Throws SettingsError. */
export async function readProviderClient({
  caFile,
  secrets,
}: ProviderFiles): Promise<ProviderClientSettings> {
  const keyIds = (keys: ClientKeys) => keys.map(({ id }) => id).join(', ');
  const keys = await secrets.open(providerKeyFile, clientKeysIn, keyIds);
  const ca = caFile === undefined ? undefined : await mountedText(caFile, 'SCA_OIDC_CA_FILE');
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
