import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writePrivateFile } from '@nordgate/service/process';
import { issueBankSeal, issueSandboxCa, issueTppSeal } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature';

/** The certificates of a sandbox bank, as PEM. */
export interface SandboxTrust {
  readonly ca: IssuedPem;
  /** A TPP with the roles PSP_PI and PSP_AI. */
  readonly demoTpp: IssuedPem;
  /** The seal of the bank's answers. */
  readonly bankSeal: IssuedPem;
}

const country = 'NO';
const tenYearsMs = 10 * 365 * 86_400_000;

/** Reads the sandbox's certificates, or creates them at the first start. */
export async function openSandboxTrust(dataDir: string, now: Date): Promise<SandboxTrust> {
  const folder = join(dataDir, 'sandbox');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const validity = {
    validFrom: new Date(now.getTime() - 3_600_000),
    validTo: new Date(now.getTime() + tenYearsMs),
  };
  const ca = await kept(folder, 'ca', () =>
    issueSandboxCa({
      ...validity,
      country,
      commonName: 'Nordgate Sandbox CA',
      organisation: 'Nordgate Sandbox',
    }),
  );
  const demoTpp = await kept(folder, 'demo-tpp', () =>
    issueTppSeal({
      ...validity,
      ca,
      country,
      commonName: 'Demo TPP',
      organisation: 'Demo TPP AS',
      organizationIdentifier: 'PSDNO-FSA-900000001',
      roles: ['PSP_PI', 'PSP_AI'],
    }),
  );
  const bankSeal = await kept(folder, 'bank-seal', () =>
    issueBankSeal({
      ...validity,
      ca,
      country,
      commonName: 'Nordgate Bank Seal',
      organisation: 'Nordgate Bank',
      organizationIdentifier: 'PSDNO-FSA-900000002',
    }),
  );
  return { ca, demoTpp, bankSeal };
}

async function kept(
  folder: string,
  name: string,
  issue: () => Promise<IssuedPem>,
): Promise<IssuedPem> {
  const certificatePath = join(folder, `${name}.pem`);
  const keyPath = join(folder, `${name}.key.pem`);
  const certificate = await readFile(certificatePath, 'utf8').catch(() => undefined);
  if (certificate !== undefined) return { certificate, key: await readFile(keyPath, 'utf8') };
  const issued = await issue();
  // The key is written first: a certificate on disk then implies its key.
  await writePrivateFile(keyPath, issued.key);
  await writePrivateFile(certificatePath, issued.certificate);
  return issued;
}
