import type { AccountKind } from '@nordgate/contracts/codes';
import type {
  AccountOpened,
  AgreementRole,
  AgreementSigned,
  CardAccountOpened,
  CustomerRegistered,
  CustomerType,
  Engagement,
  PostalAddress,
  Signers,
} from '@nordgate/contracts/events';
import { knownId } from './known-id.js';

export type KnownCustomer = Omit<CustomerRegistered['data'], 'at'>;
export type KnownAccount = Omit<AccountOpened['data'], 'at'>;
export type KnownCardAccount = Omit<CardAccountOpened['data'], 'at'>;
export type KnownAgreement = Omit<AgreementSigned['data'], 'at'>;

export function address(
  street: string,
  buildingNumber: string,
  postalCode: string,
  townName: string,
): PostalAddress {
  return { street, buildingNumber, postalCode, townName, country: 'NO' };
}

export function customer(
  customerType: CustomerType,
  customerNumber: string,
  name: string,
  where: PostalAddress,
): KnownCustomer {
  const customerId = knownId(`customer/${customerNumber}`);
  return { customerId, customerNumber, customerType, name, address: where };
}

export function account(
  { customerId: ownerId }: KnownCustomer,
  kind: AccountKind,
  ibanStart: string,
  bban: string,
  name: string,
  openingBalance: string,
): KnownAccount {
  const accountId = knownId(`account/${bban}`);
  const iban = `${ibanStart}${bban}`;
  return { accountId, ownerId, bban, iban, currency: 'NOK', name, kind, openingBalance };
}

export function cardAccount(
  { customerId: ownerId }: KnownCustomer,
  maskedPan: string,
  creditLimit: string,
): KnownCardAccount {
  const cardAccountId = knownId(`card-account/${maskedPan}`);
  return { cardAccountId, ownerId, maskedPan, currency: 'NOK', name: 'Kredittkort', creditLimit };
}

type Acting = readonly [KnownCustomer, KnownAccount, readonly AgreementRole[]];

export function agreement(
  owner: KnownCustomer,
  acting: readonly Acting[],
  signers: Signers = 1,
): KnownAgreement {
  const { customerId: ownerId, customerNumber, name } = owner;
  const engagements = acting.map(
    ([{ customerId, customerNumber: who }, { accountId, bban }, roles]) => {
      const engagementId = knownId(`engagement/${customerNumber}/${who}/${bban}`);
      return { engagementId, customerId, accountId, roles } satisfies Engagement;
    },
  );
  const agreementId = knownId(`agreement/${customerNumber}`);
  return { agreementId, ownerId, name: `Avtale ${name}`, engagements, signers };
}
