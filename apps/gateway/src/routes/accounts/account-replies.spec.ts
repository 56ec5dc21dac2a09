import type { ReadableAccount, ReadableCardAccount } from '@nordgate/contracts/queries';
import { accountReplyOf, balancesOf, cardAccountReplyOf } from './account-replies.js';

const facts = {
  status: 'enabled',
  ...{ product: 'Brukskonto', ownerName: 'Kari', name: 'Lønn', currency: 'NOK' },
  ...{ lastChangeAt: '2026-11-20T09:00:00Z', lastTransactionId: 'tx-9' },
} as const;
const account: ReadableAccount = {
  ...{ kind: 'account', stream: 'account-a', accountId: 'a', ...facts },
  ...{ bban: '99991200017', iban: 'NO5399991200017', cashAccountType: 'CACC' },
  balances: { currency: 'NOK', interimBooked: '100.00', interimAvailable: '-20.50' },
};
const card: ReadableCardAccount = {
  ...{ kind: 'card-account', stream: 'card-account-k', cardAccountId: 'k', ...facts },
  ...{ maskedPan: '999999xxxxxx0014', creditLimit: '30000.00' },
  balances: {
    ...{ currency: 'NOK', interimBooked: '-250.00', interimAvailable: '29750.00' },
    creditLimit: '30000.00',
  },
};
const shown = { resourceId: 'AoX', corporateId: null };

describe('an account of a reply', () => {
  it('has numbers, product, status, usage, owner and links, without balances', () => {
    expect(accountReplyOf(account, { ...shown, bic: 'NGATNOK0' })).toEqual({
      ...{ resourceId: 'AoX', iban: 'NO5399991200017', bban: '99991200017', currency: 'NOK' },
      ...{ bic: 'NGATNOK0', name: 'Lønn', cashAccountType: 'CACC', product: 'Brukskonto' },
      ...{ status: 'enabled', usage: 'PRIV', ownerName: 'Kari' },
      _links: {
        balances: { href: '/v1/accounts/AoX/balances', verbs: ['GET'] },
        transactions: { href: '/v1/accounts/AoX/transactions', verbs: ['GET'] },
      },
    });
  });

  it('is of an organisation under an agreement', () => {
    expect(accountReplyOf(account, { ...shown, corporateId: 'agr-1' }).usage).toBe('ORGA');
  });

  it('has balances for the day that they are shown for, and no bic where the bank has none', () => {
    const reply = accountReplyOf(account, { ...shown, balancesOf: '2026-11-22' });
    expect(reply.balances).toEqual(balancesOf(account, '2026-11-22'));
    expect(reply).not.toHaveProperty('bic');
  });
});

describe('a card account of a reply', () => {
  it('has the masked number, its status, the credit limit and links', () => {
    expect(cardAccountReplyOf(card, shown)).toMatchObject({
      ...{ maskedPan: '999999xxxxxx0014', currency: 'NOK', status: 'enabled', usage: 'PRIV' },
      ...{ debitAccounting: false, creditLimit: { currency: 'NOK', amount: '30000.00' } },
      _links: { balances: { href: '/v1/card-accounts/AoX/balances' } },
    });
  });
});

describe('a name of 70 characters', () => {
  it('is shown in full, of accounts and card accounts', () => {
    const name = 'n'.repeat(70);
    expect(accountReplyOf({ ...account, name }, shown).name).toBe(name);
    expect(cardAccountReplyOf({ ...card, name }, shown).name).toBe(name);
  });
});

describe('the balances', () => {
  it('of an account are what is booked, with its last change, and what can be spent', () => {
    expect(balancesOf(account, '2026-11-22')).toEqual([
      {
        balanceAmount: { currency: 'NOK', amount: '100.00' },
        ...{ balanceType: 'interimBooked', referenceDate: '2026-11-22' },
        ...{ lastChangeDateTime: '2026-11-20T09:00:00Z', lastCommittedTransaction: 'tx-9' },
      },
      {
        balanceAmount: { currency: 'NOK', amount: '-20.50' },
        ...{ balanceType: 'interimAvailable', referenceDate: '2026-11-22' },
      },
    ]);
  });

  it('of a card account say whether the credit limit is in them', () => {
    const seen = balancesOf(card, '2026-11-22').map((one) => [
      ...[one.balanceType, one.balanceAmount.amount, one.creditLimitIncluded],
    ]);
    expect(seen).toEqual([
      ['interimBooked', '-250.00', false],
      ['interimAvailable', '29750.00', true],
    ]);
  });

  it.each([
    ['the balance before today', '2026-11-22', '2026-11-21', '70.00'],
    ['the booked balance where today has no booking', '2026-11-23', '2026-11-22', '100.00'],
  ])('have %s as closingBooked of the day before', (_what, today, day, amount) => {
    const closing = { day: '2026-11-22', before: '70.00' };
    expect(balancesOf({ ...account, closing }, today)[2]).toEqual({
      ...{ balanceAmount: { currency: 'NOK', amount }, balanceType: 'closingBooked' },
      referenceDate: day,
    });
  });

  it('have no closingBooked of a day before the newest booking', () => {
    const closing = { day: '2026-11-22', before: '70.00' };
    expect(balancesOf({ ...account, closing }, '2026-11-21')).toHaveLength(2);
  });
});
