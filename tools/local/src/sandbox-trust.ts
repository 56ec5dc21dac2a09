import { X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '@nordgate/service/settings';
import { sealAlgorithmOf, sealCertificateOf } from '@nordgate/signature';
import { issueBankSeal, issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { SignatureAlgorithm } from '@nordgate/signature';
import type { IssuedPem, Validity } from '@nordgate/signature/issue';

/** The certificates of a sandbox bank, as PEM. */
export interface SandboxTrust {
  readonly ca: IssuedPem;
  /** The file of the certificate of the CA. */
  readonly caFile: string;
  /** A TPP with the roles PSP_PI and PSP_AI. */
  readonly demoTpp: IssuedPem;
  /** The seal of the bank's answers, and the files that the bank reads it from. */
  readonly bankSeal: IssuedPem;
  readonly bankSealFiles: { readonly certificate: string; readonly key: string };
}

const country = 'NO';
const yearMs = 365 * 86_400_000;
const tenYearsMs = 10 * yearMs;
const restMsMin = yearMs;

/**
 * Reads the sandbox's certificates, or creates them at the first start. A certificate with less than a year left is
 * renewed. The CA keeps its key, so the certificates that it has issued to TPPs stay trusted. Without an algorithm the bank's seal
 * is the one that is there, such as the RSA seal of an older release, else a new ECDSA seal. With one, a seal
 * of the other algorithm is replaced.
 */
export async function openSandboxTrust(
  dataDir: string,
  now: Date,
  algorithm?: SignatureAlgorithm,
): Promise<SandboxTrust> {
  const folder = join(dataDir, 'sandbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const validity = {
    validFrom: new Date(now.getTime() - 3_600_000),
    validTo: new Date(now.getTime() + tenYearsMs),
  };
  const lasts = (found: IssuedPem) => lastsFrom(found, now);
  const ca = await kept(
    folder,
    'ca',
    (old) =>
      issueSandboxCa({
        ...validity,
        country,
        commonName: 'Nordgate Sandbox CA',
        organisation: 'Nordgate Sandbox',
        ...(old !== undefined && { key: old.key }),
      }),
    lasts,
  );
  const demoTpp = await kept(
    folder,
    'demo-tpp',
    () =>
      issueTppSeal({
        ...validity,
        ca,
        country,
        commonName: 'Demo TPP',
        organisation: 'Demo TPP AS',
        organizationIdentifier: 'PSDNO-FSA-900000001',
        roles: ['PSP_PI', 'PSP_AI'],
      }),
    lasts,
  );
  const bankSeal = await keptSeal(folder, { ca, validity, algorithm, lasts });
  const bankSealFiles = {
    certificate: join(folder, 'bank-seal.pem'),
    key: join(folder, 'bank-seal.key.pem'),
  };
  return { ca, caFile: join(folder, 'ca.pem'), demoTpp, bankSeal, bankSealFiles };
}

interface SealOptions {
  readonly ca: IssuedPem;
  readonly validity: Validity;
  readonly algorithm: SignatureAlgorithm | undefined;
  /** Whether a certificate is valid for long enough. */
  readonly lasts: (found: IssuedPem) => boolean;
}

function keptSeal(
  folder: string,
  { ca, validity, algorithm, lasts }: SealOptions,
): Promise<IssuedPem> {
  return kept(
    folder,
    'bank-seal',
    (old) =>
      issueBankSeal({
        ...validity,
        ...{ ca, country, algorithm: algorithm ?? (old && algorithmOf(old)) ?? 'ecdsa-sha256' },
        commonName: 'Nordgate Bank Seal',
        organisation: 'Nordgate Bank',
        organizationIdentifier: 'PSDNO-FSA-900000002',
      }),
    (seal) => lasts(seal) && (algorithm === undefined || algorithmOf(seal) === algorithm),
  );
}

async function kept(
  folder: string,
  name: string,
  issue: (old?: IssuedPem) => Promise<IssuedPem>,
  isWanted: (found: IssuedPem) => boolean,
): Promise<IssuedPem> {
  const certificatePath = join(folder, `${name}.pem`);
  const keyPath = join(folder, `${name}.key.pem`);
  const certificate = await readIfThere(certificatePath);
  const found =
    certificate === undefined ? undefined : { certificate, key: await readFile(keyPath, 'utf8') };
  if (found !== undefined && isWanted(found)) return found;
  const issued = await issue(found);
  // The key is written first: a certificate on disk then implies its key.
  await writePrivateFile(keyPath, issued.key);
  await writePrivateFile(certificatePath, issued.certificate);
  return issued;
}

/** Undefined without the file. A file that cannot be read is no reason for a new key. */
function readIfThere(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Whether a certificate is valid for long enough. */
function lastsFrom({ certificate }: IssuedPem, now: Date): boolean {
  const { validToDate } = new X509Certificate(certificate);
  return validToDate.getTime() - now.getTime() >= restMsMin;
}

/** Undefined for files that do not belong together, as a crash leaves them. */
function algorithmOf(seal: IssuedPem): SignatureAlgorithm | undefined {
  try {
    return sealAlgorithmOf(sealCertificateOf(seal));
  } catch {
    return undefined;
  }
}
