import { nameBasedUuid } from '@nordgate/contracts/rules';
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

export type KnownCustomer = Omit<CustomerRegistered['data'], 'at'>;
/** An account of the known state. It opens with less or more, because its history ends at the balance. */
export interface KnownAccount extends Omit<
  AccountOpened['data'],
  'at' | 'generation' | 'openingBalance'
> {
  /** Decimal string in `currency`. */
  readonly balance: string;
}
export type KnownCardAccount = Omit<CardAccountOpened['data'], 'at' | 'generation'>;
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
  balance: string,
): KnownAccount {
  const accountId = knownId(`account/${bban}`);
  const iban = `${ibanStart}${bban}`;
  return { accountId, ownerId, bban, iban, currency: 'NOK', name, kind, balance };
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

/** Namespace of the sandbox's ids: chosen once; another one would give every resource a new id. */
const namespace = '7f75ba31-e6b8-5eb6-9b14-fd3fc2cd8e26';

/**
 * The id of a resource of the known state: the same name gives the same UUID in every sandbox and
 * after every reset, so a TPP's tests may hold on to it.
 */
export function knownId(name: string): string {
  return nameBasedUuid(namespace, name);
}
