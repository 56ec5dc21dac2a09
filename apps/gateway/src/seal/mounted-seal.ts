import { fileStamp } from '@nordgate/service/process';
import { mountedText, SettingsError } from '@nordgate/service/settings';
import type { SecretWatch } from '@nordgate/service/settings';
import {
  certificatesIn,
  createAnswerSealer,
  formatSerial,
  sealCertificateOf,
} from '@nordgate/signature';
import type { ResponseSeal } from '../access/edge.service.js';

/** The paths of the seal's certificate and key. */
export interface SealFiles {
  readonly RESPONSE_SEAL_CERT_FILE?: string;
  readonly RESPONSE_SEAL_KEY_FILE?: string;
}

export interface SealOptions {
  readonly now: () => Date;
  /** Reads the files again. */
  readonly watch: SecretWatch;
}

/**
 * Reads the seal from its files; returns no seal without paths. The seal changes when the files do. Throws
 * SettingsError when one path is missing, a file cannot be used, or the certificate is not valid now.
 */
export async function mountedSeal(
  { RESPONSE_SEAL_CERT_FILE: certFile, RESPONSE_SEAL_KEY_FILE: keyFile }: SealFiles,
  { now, watch }: SealOptions,
): Promise<{ readonly responseSeal?: ResponseSeal }> {
  if (certFile === undefined && keyFile === undefined) return {};
  if (certFile === undefined || keyFile === undefined) {
    throw new SettingsError('RESPONSE_SEAL_CERT_FILE and RESPONSE_SEAL_KEY_FILE go together');
  }
  const source = {
    // `read` names the file that is absent.
    stamp: () => fileStamp([certFile, keyFile]).catch(() => 'absent'),
    read: async () => {
      const [certificate, key] = await Promise.all([
        mountedText(certFile, 'RESPONSE_SEAL_CERT_FILE'),
        mountedText(keyFile, 'RESPONSE_SEAL_KEY_FILE'),
      ]);
      return usableSeal({ certificate: `${certificate}\n`, key }, now());
    },
  };
  const mounted = await watch.open('response-seal', source, keyNamesOf, sealEndOf);
  return {
    responseSeal: {
      get certificate() {
        return mounted.value.certificate;
      },
      sealer: (answer) => mounted.value.sealer(answer),
    },
  };
}

/** The PEM texts of a seal. */
export interface SealTexts {
  readonly key: string;
  /** The certificate of the key; further seals and issuers may stand before and behind it. */
  readonly certificate: string;
}

/**
 * Makes the seal of a key. The certificate text has several seals while the key is rotated: the one of the
 * key is published first.
 *
 * @throws TypeError when a certificate is malformed, none is that of the key, or the key cannot seal
 */
export function responseSealOf(texts: SealTexts): ResponseSeal {
  const own = sealCertificateOf(texts);
  const all = certificatesIn(texts.certificate);
  const others = all.filter(({ der }) => !der.equals(own.der));
  return {
    sealer: createAnswerSealer(texts),
    certificate:
      all[0]?.der.equals(own.der) === true
        ? texts.certificate
        : [own, ...others].map(({ x509 }) => x509.toString()).join(''),
  };
}

function usableSeal(texts: SealTexts, now: Date): ResponseSeal {
  try {
    const { validFrom, validTo } = sealCertificateOf(texts);
    if (validFrom <= now && now <= validTo) return responseSealOf(texts);
  } catch (error) {
    throw new SettingsError(`RESPONSE_SEAL_CERT_FILE: ${(error as Error).message}`);
  }
  throw new SettingsError('RESPONSE_SEAL_CERT_FILE: the certificate is not valid now');
}

/** The end of the certificate that is published first, which is that of the seal. */
function sealEndOf({ certificate }: ResponseSeal): Date | undefined {
  return certificatesIn(certificate)[0]?.validTo;
}

/** The serial numbers of what is published, that of the seal first. */
function keyNamesOf({ certificate }: ResponseSeal): string {
  return certificatesIn(certificate)
    .filter(({ isCa }) => !isCa)
    .map(({ serial }) => formatSerial(serial))
    .join(', ');
}
