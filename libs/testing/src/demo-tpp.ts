import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import { TppClient } from '@nordgate/tpp-client';
import type { TppOptions } from '@nordgate/tpp-client';
import { PatientTpp } from './described/patient-tpp.js';
import { PsuBrowser } from '@nordgate/tpp-client/psu';

/** The addresses of a running bank. */
export interface BankAddresses {
  readonly gatewayUrl: string;
  readonly scaUrl: string;
  /** The identity provider at which PSUs log in and approve; without it they use the code of the sandbox. */
  readonly providerUrl?: string | undefined;
}

/** The return address of the demo's PSU. Nothing listens there. */
const redirectUri = 'https://tpp.example/back?state=af0ifjsldkj';

/**
 * The demo TPP of a sandbox bank, with the certificate from the bank's data folder. Every answer is
 * compared with the OpenAPI description that the bank serves.
 */
export async function demoTpp(bank: BankAddresses, dataDir: string): Promise<PatientTpp> {
  return new PatientTpp(await optionsOf(bank, dataDir));
}

/** The demo TPP without comparison to the description, for benchmarks. */
export async function uncheckedTpp(bank: BankAddresses, dataDir: string): Promise<TppClient> {
  return new TppClient(await optionsOf(bank, dataDir));
}

async function optionsOf({ gatewayUrl }: BankAddresses, dataDir: string): Promise<TppOptions> {
  const folder = join(dataDir, 'sandbox');
  const [certificate, key] = await Promise.all([
    readFile(join(folder, 'demo-tpp.pem'), 'utf8'),
    readFile(join(folder, 'demo-tpp.key.pem'), 'utf8'),
  ]);
  return { baseUrl: gatewayUrl, identity: { certificate, key }, redirectUri };
}

/** A TPP with a well-formed certificate of a CA that the bank does not trust. */
export async function strangerTpp({ gatewayUrl }: BankAddresses): Promise<PatientTpp> {
  const validity = {
    validFrom: new Date(Date.now() - 60_000),
    validTo: new Date(Date.now() + 3_600_000),
  };
  const ca = await issueSandboxCa({
    ...validity,
    commonName: 'Elsewhere',
    organisation: 'Elsewhere',
  });
  const identity = await issueTppSeal({
    ...validity,
    ca,
    commonName: 'Stranger',
    organisation: 'Stranger AS',
    organizationIdentifier: 'PSDNO-FSA-900000009',
    roles: ['PSP_PI', 'PSP_AI'],
  });
  return new PatientTpp({ baseUrl: gatewayUrl, identity, redirectUri });
}

/** A PSU's browser for the bank's site. */
export function psuBrowser({ scaUrl, providerUrl }: BankAddresses): PsuBrowser {
  return new PsuBrowser(scaUrl, providerUrl);
}
