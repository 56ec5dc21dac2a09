import { mountedText, SettingsError } from '@nordgate/service/process';
import { createAnswerSealer, signingCertificate } from '@nordgate/signature';
import type { ResponseSeal } from '../access/edge.js';

/** The paths of the seal's certificate and key. */
export interface SealFiles {
  readonly RESPONSE_SEAL_CERT_FILE?: string;
  readonly RESPONSE_SEAL_KEY_FILE?: string;
}

/**
 * Reads the seal from its files; returns no seal without paths. Throws SettingsError when one path is
 * missing, a file cannot be used, or the certificate is not valid now.
 */
export async function mountedSeal(
  { RESPONSE_SEAL_CERT_FILE: certFile, RESPONSE_SEAL_KEY_FILE: keyFile }: SealFiles,
  now: Date,
): Promise<{ readonly responseSeal?: ResponseSeal }> {
  if (certFile === undefined && keyFile === undefined) return {};
  if (certFile === undefined || keyFile === undefined) {
    throw new SettingsError('RESPONSE_SEAL_CERT_FILE and RESPONSE_SEAL_KEY_FILE go together');
  }
  const [certificate, key] = await Promise.all([
    mountedText(certFile, 'RESPONSE_SEAL_CERT_FILE'),
    mountedText(keyFile, 'RESPONSE_SEAL_KEY_FILE'),
  ]);
  const responseSeal = { certificate: `${certificate}\n`, key };
  requireUsable(responseSeal, now);
  return { responseSeal };
}

function requireUsable(seal: ResponseSeal, now: Date): void {
  try {
    createAnswerSealer(seal);
  } catch (error) {
    throw new SettingsError(`RESPONSE_SEAL_CERT_FILE: ${(error as Error).message}`);
  }
  const { validFrom, validTo } = signingCertificate(seal.certificate);
  if (validFrom <= now && now <= validTo) return;
  throw new SettingsError('RESPONSE_SEAL_CERT_FILE: the certificate is not valid now');
}
