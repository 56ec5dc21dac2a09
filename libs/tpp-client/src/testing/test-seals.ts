import { issueBankSeal, issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { SignatureAlgorithm } from '@nordgate/signature';
import type { IssuedPem } from '@nordgate/signature/issue';

/** Certificates for a test: a CA, a TPP and a bank under it. */
export interface TestSeals {
  readonly ca: IssuedPem;
  readonly tpp: IssuedPem;
  readonly bank: IssuedPem;
  readonly bankId: string;
}

const bankId = 'PSDNO-FSA-900000002';

/** Another seal of a bank under a CA. */
export function bankSealUnder(
  ca: IssuedPem,
  id = bankId,
  algorithm: SignatureAlgorithm = 'ecdsa-sha256',
): Promise<IssuedPem> {
  return issueBankSeal({
    ...validNow(),
    ca,
    commonName: 'Seal',
    organisation: 'Bank',
    organizationIdentifier: id,
    algorithm,
  });
}

/** Creates the certificates, valid around now. */
export async function testSeals(): Promise<TestSeals> {
  const ca = await issueSandboxCa({ ...validNow(), commonName: 'CA', organisation: 'CA' });
  const tpp = await issueTppSeal({
    ...validNow(),
    ca,
    commonName: 'TPP',
    organisation: 'TPP AS',
    organizationIdentifier: 'PSDNO-FSA-900000001',
    roles: ['PSP_PI'],
  });
  return { ca, tpp, bank: await bankSealUnder(ca), bankId };
}

function validNow() {
  const now = Date.now();
  return { validFrom: new Date(now - 3_600_000), validTo: new Date(now + 3_600_000) };
}
