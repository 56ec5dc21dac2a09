import type { AccountReport, AgreementReport, CustomerReport } from '@nordgate/contracts/core';

/** A customer of a bank in production, by what the identity provider calls the person. */
export interface ProductionCustomer {
  readonly pid: string;
  readonly name: string;
}

export const kari: ProductionCustomer = { pid: 'pid-kari', name: 'Kari Nordmann' };
export const ola: ProductionCustomer = { pid: 'pid-ola', name: 'Ola Nordmann' };
/** Both have to sign for Torsk AS. */
export const anne: ProductionCustomer = { pid: 'pid-anne', name: 'Anne Nordmann' };
export const bjorn: ProductionCustomer = { pid: 'pid-bjorn', name: 'Bjørn Nordmann' };

export const torsk = 'Torsk AS';

/** Two accounts of Kari, so that a consent to one of them shows. */
export const kariBban = '99991200017';
export const kariOtherBban = '99991200025';
export const olaBban = '99991200033';
export const torskBban = '99996000016';

const accountId = (last: number) => `2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b0${String(last)}`;
const torskAccountId = accountId(3);

const person = (customerId: string, customerNumber: string, { name, pid }: ProductionCustomer) => ({
  ...{ customerId, customerNumber, name, identifiers: [pid] },
  customerType: 'PRIVATE' as const,
});

const account = (last: number, ownerId: string, bban: string, openingBalance: string) => ({
  ...{ accountId: accountId(last), ownerId, bban, openingBalance, name: 'Konto' },
  ...{ currency: 'NOK' as const, kind: 'CACC' as const },
});

/** What the core reports of them at its start. */
export const coreBeginning: {
  readonly customers: readonly CustomerReport[];
  readonly agreements: readonly AgreementReport[];
  readonly accounts: readonly AccountReport[];
} = {
  customers: [
    person('101', '14837530114', kari),
    person('102', '05887830195', anne),
    person('103', '17056012345', bjorn),
    person('105', '02038012345', ola),
    { customerId: '104', customerNumber: '310000108', customerType: 'CORPORATE', name: torsk },
  ],
  agreements: [
    {
      ...{ agreementId: '0b5d5f7e-0f0a-4f7e-8a55-6c1f1d2e3f40', ownerId: '104', name: torsk },
      signers: 2,
      engagements: ['102', '103'].map((customerId) => ({
        ...{ engagementId: `e-${customerId}`, customerId, accountId: torskAccountId },
        roles: ['REGISTER', 'VIEW', 'APPROVE'] as const,
      })),
    },
  ],
  accounts: [
    account(1, '101', kariBban, '25000.00'),
    account(2, '101', kariOtherBban, '8500.50'),
    account(4, '105', olaBban, '1000000.00'),
    account(3, '104', torskBban, '750000.00'),
  ],
};
