import { shownAccountOf } from '../../domain/account.js';
import type { OpenAccount } from '../../domain/account.js';
import { sandboxCustomerOf } from './sandbox-customers.js';

const account: OpenAccount = {
  is: 'open',
  accountId: 'a1',
  ownerId: 'c1',
  bban: '99991200017',
  iban: 'NO5399991200017',
  currency: 'NOK',
  name: 'Sparekonto',
  kind: 'SVGS',
  balance: '1.00',
};

describe('sandbox customer', () => {
  it('shows who it is and what is open, without balances and limits', () => {
    const shown = sandboxCustomerOf({
      customer: {
        is: 'registered',
        customerId: 'c1',
        customerNumber: '14837530114',
        customerType: 'PRIVATE',
        name: 'A Person',
      },
      accounts: [account],
      card_accounts: [
        {
          is: 'open',
          cardAccountId: 'k1',
          ownerId: 'c1',
          maskedPan: '999999xxxxxx0014',
          currency: 'NOK',
          name: 'Kredittkort',
          creditLimit: '30000.00',
        },
      ],
    });
    expect(shown).toEqual({
      customerId: 'c1',
      customerNumber: '14837530114',
      customerType: 'PRIVATE',
      customerName: 'A Person',
      accounts: [
        {
          accountId: 'a1',
          bban: '99991200017',
          iban: 'NO5399991200017',
          currency: 'NOK',
          name: 'Sparekonto',
          cashAccountType: 'SVGS',
        },
      ],
      cardAccounts: [{ cardAccountId: 'k1', maskedPan: '999999xxxxxx0014', name: 'Kredittkort' }],
    });
  });

  it('has current accounts only in rows that were written before accounts had kinds', () => {
    const { kind, ...before } = account;
    expect([kind, shownAccountOf(before).cashAccountType]).toEqual(['SVGS', 'CACC']);
  });
});
