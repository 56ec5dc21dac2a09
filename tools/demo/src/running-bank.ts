import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SEAL_PATH } from '@nordgate/signature';
import type { BankAddresses } from '@nordgate/testing';

/** Where a bank may be running, and the data folder that would be its own. */
export interface ExpectedBank {
  readonly host: string;
  readonly gatewayPort: number;
  readonly scaPort: number;
  readonly dataDir: string;
}

/** What answers at the gateway's address. */
export type FoundBank =
  | { readonly is: 'ours'; readonly addresses: BankAddresses }
  /** A bank with another data folder, or another program. */
  | { readonly is: 'other'; readonly gatewayUrl: string }
  | { readonly is: 'nobody' };

const waitMs = 5000;

/**
 * Looks for the bank of a data folder. It is known by its seal: the published file has the certificate of the
 * data folder.
 */
export async function findBank(expected: ExpectedBank): Promise<FoundBank> {
  const gatewayUrl = `http://${expected.host}:${String(expected.gatewayPort)}`;
  const signal = AbortSignal.timeout(waitMs);
  const answer = await fetch(`${gatewayUrl}${SEAL_PATH}`, { signal }).catch(() => undefined);
  if (answer === undefined) return { is: 'nobody' };
  const published = answer.ok ? await answer.text().catch(() => '') : '';
  if (!(await hasSealOf(published, expected.dataDir))) return { is: 'other', gatewayUrl };
  // With a host name, as passkeys need a domain.
  const scaUrl = `http://localhost:${String(expected.scaPort)}`;
  return { is: 'ours', addresses: { gatewayUrl, scaUrl } };
}

/** While a bank changes its seal, several are published. */
async function hasSealOf(published: string, dataDir: string): Promise<boolean> {
  const own = await readFile(join(dataDir, 'sandbox', 'bank-seal.pem'), 'utf8').catch(() => '');
  return own !== '' && published.includes(own.trim());
}
