import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { mountedText, SettingsError } from '@nordgate/service/process';
import type { ProviderClientSettings } from '../../sca.settings.js';

/** The private key of the bank as a client of its identity provider, in the folder of secrets. */
export const providerKeyFile = 'oidc-client.key.pem';

/** Where the files are that the method oidc needs. */
export interface ProviderFiles {
  readonly secretsFolder: string;
  /** CAs of the provider in PEM. */
  readonly caFile: string | undefined;
}

/** Reads the key, and the CAs when there are any. Throws SettingsError. */
export async function readProviderClient({
  caFile,
  secretsFolder,
}: ProviderFiles): Promise<ProviderClientSettings> {
  const pem = await mountedText(join(secretsFolder, providerKeyFile), 'NORDGATE_SECRETS_DIR');
  const key = ecKeyIn(pem);
  if (key === undefined) {
    throw new SettingsError(`${providerKeyFile} has to be a private key on the curve P-256 in PEM`);
  }
  const ca = caFile === undefined ? undefined : await mountedText(caFile, 'SCA_OIDC_CA_FILE');
  return { key, keyId: thumbprintOf(key), ca };
}

function ecKeyIn(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The thumbprint of the public key. Source: RFC 7638, section 3. */
function thumbprintOf(key: KeyObject): string {
  const { crv, kty, x, y } = createPublicKey(key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}
