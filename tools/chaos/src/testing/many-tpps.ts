import { issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { PatientTpp, psuBrowser } from '@nordgate/testing';
import type { BankAddresses, World } from '@nordgate/testing';

const hourMs = 3_600_000;
const redirectUri = 'https://tpp.example/back?state=af0ifjsldkj';

/**
 * So many TPPs with certificates of the CA of a sandbox, each with a separate world.
 *
 * @param first the national number of the first TPP; the others follow
 */
export async function worldsOfTpps(
  bank: BankAddresses,
  ca: IssuedPem,
  count: number,
  first = 771_000_000,
): Promise<readonly World[]> {
  const numbers = Array.from({ length: count }, (_, at) => first + at);
  return Promise.all(numbers.map((number) => worldOfTpp(bank, ca, `PSDNO-FSA-${String(number)}`)));
}

async function worldOfTpp(
  bank: BankAddresses,
  ca: IssuedPem,
  organizationIdentifier: string,
): Promise<World> {
  const identity = await issueTppSeal({
    ...{ ca, organizationIdentifier, roles: ['PSP_PI', 'PSP_AI'] },
    ...{ commonName: organizationIdentifier, organisation: 'Another TPP AS' },
    validFrom: new Date(Date.now() - hourMs),
    validTo: new Date(Date.now() + hourMs),
  });
  return {
    tpp: new PatientTpp({ baseUrl: bank.gatewayUrl, identity, redirectUri }),
    newBrowser: () => psuBrowser(bank),
    narrator: { part: () => undefined, step: () => undefined },
  };
}
