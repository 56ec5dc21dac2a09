import type { ProductionBank } from '@nordgate/standalone/production-bank';
import { kari, ola, torsk, anne } from '@nordgate/standalone/production-customers';
import type { ProductionCustomer } from '@nordgate/standalone/production-customers';
import { bankId, newTppSeal } from '@nordgate/standalone/production-files';
import { PsuAtProvider } from '@nordgate/standalone/psu-at-provider';
import { jsonWith, scaRedirectOf } from '@nordgate/testing';
import { ReleaseTpp } from './release-tpp.js';
import type { Repeats } from './release-tpp.js';

export const tppId = 'PSDNO-FSA-100000001';

/** The TPP as it acts for each customer, and their browsers. */
export interface BankCustomers {
  /** Pays alone. */
  readonly payer: ReleaseTpp;
  /** Reads accounts. */
  readonly reader: ReleaseTpp;
  /** The first of two signers of an organisation. */
  readonly signer: ReleaseTpp;
  readonly repeats: Repeats;
  readonly psu: (customer: ProductionCustomer) => PsuAtProvider;
}

/** Lets customers of a bank meet the TPP: each logs in at the identity provider once. */
export async function meetCustomers(bank: ProductionBank): Promise<BankCustomers> {
  const repeats: Repeats = { count: 0 };
  const psu = (customer: ProductionCustomer) => new PsuAtProvider(bank.scaUrl, customer);

  const meet = async (customer: ProductionCustomer, organisation?: string) => {
    const tpp = await newTpp(bank, repeats);
    const headers = organisation === undefined ? {} : { 'psu-context': 'CORPORATE' };
    const unknown = await tpp.call({ method: 'GET', path: '/v1/user', headers });
    const href = scaRedirectOf(jsonWith(unknown, 401));
    const back = await psu(customer).approveAt(href, organisation ? { organisation } : {});
    const valueOf = (name: string) => back.searchParams.get(name) ?? undefined;
    const corporateId = valueOf('psu-corporate-id');
    tpp.actFor({
      ...{ psuId: valueOf('psu-id') ?? '', tppSessionId: valueOf('tpp-session-id') ?? '' },
      ...(corporateId !== undefined && { corporateId }),
    });
    return tpp;
  };

  const payer = await meet(ola);
  const reader = await meet(kari);
  const signer = await meet(anne, torsk);
  return { payer, reader, signer, repeats, psu };
}

async function newTpp({ files, gatewayUrl, neighbours }: ProductionBank, repeats: Repeats) {
  const identity = await newTppSeal(files.tppCa, tppId);
  neighbours.ocsp.known.push(identity.certificate);
  const seal = { authorities: [files.tppCa.certificate], organizationIdentifier: bankId };
  const redirectUri = 'https://tpp.example/back';
  return new ReleaseTpp({ baseUrl: gatewayUrl, redirectUri, identity, seal }, repeats);
}
