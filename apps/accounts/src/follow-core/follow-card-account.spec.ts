import type { CardAccountReport } from '@nordgate/contracts/core';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';
import { anAccount } from '../testing/ledger-commands.js';

const [card, account] = ['card-account-c1', 'account-a'];
const meta = { at: '2026-11-20T12:00:00.000Z', actor: 'system:test' };
const reported: CardAccountReport = {
  ...{ cardAccountId: 'c1', ownerId: 'kari', maskedPan: '541333******1234', currency: 'NOK' },
  ...{ name: 'Mastercard', creditLimit: '15000', openingBalance: '-250.5' },
};

const follow = (sequence: number, change: Partial<CardAccountReport> = {}) => ({
  ...{ type: 'FollowCardAccount', id: `report-${String(sequence)}`, stream: card, meta },
  data: { report: { ...reported, ...change }, sequence },
});
const limit = (sequence: number, creditLimit: string, stream = account) => ({
  ...{ type: 'FollowCreditLimit', id: `limit-${String(sequence)}`, stream, meta },
  data: { report: { accountId: 'a', creditLimit }, sequence },
});
const renamed = (sequence: number) => ({
  ...{ type: 'FollowAccount', id: `account-${String(sequence)}`, stream: account, meta },
  data: {
    report: {
      ...{ accountId: 'a', ownerId: anAccount('a').data.ownerId, bban: '99991200017' },
      ...{ currency: 'NOK', name: 'Ny', kind: 'CACC', openingBalance: '0' },
    },
    sequence,
  },
});
const aLedger = () =>
  new LedgerInMemory().happened(account, anAccount('a', { openingBalance: '100.00' }));

describe('a card account of the core', () => {
  it('opens with its debt and its limit, in the decimals of its currency', async () => {
    const ledger = aLedger();
    await ledger.decide(follow(1));
    expect(ledger.stateOf(card)).toMatchObject({
      ...{ is: 'open', balance: '-250.50', creditLimit: '15000.00', coreSequence: 1 },
    });
  });

  it('has another name, product and limit after a report, and keeps its balance', async () => {
    const ledger = aLedger();
    await ledger.decide(follow(1));
    await ledger.decide(follow(2, { name: 'Gull', product: 'Gold', creditLimit: '20000.00' }));
    expect(ledger.stateOf(card)).toMatchObject({
      ...{ name: 'Gull', product: 'Gold', creditLimit: '20000.00', balance: '-250.50' },
    });
    expect(await ledger.decide(follow(1))).toEqual([]);
    expect(ledger.stateOf(card)).toMatchObject({ name: 'Gull' });
  });

  it('is not changed by a report that says nothing new', async () => {
    const ledger = aLedger();
    await ledger.decide(follow(1));
    expect(await ledger.decide(follow(2, { creditLimit: '15000.00' }))).toEqual([]);
  });

  it('closes, once, and opens again after a later report', async () => {
    const ledger = aLedger();
    await ledger.decide(follow(1));
    await ledger.decide(follow(2, { hasEnded: true }));
    expect(ledger.stateOf(card)).toMatchObject({ is: 'closed', coreSequence: 2 });
    expect(await ledger.decide(follow(3, { hasEnded: true }))).toEqual([]);
    expect(await ledger.decide(follow(2))).toEqual([]);
    await ledger.decide(follow(4));
    expect(ledger.stateOf(card)).toMatchObject({ is: 'open', coreSequence: 4 });
  });

  it.each([
    ['another owner', { ownerId: 'ola' }, { refused: 'CONFLICT', path: '/ownerId' }],
    ['another number', { maskedPan: '541333******9999' }, { refused: 'CONFLICT' }],
    ['a limit in øre', { creditLimit: '1.005' }, { refused: 'FORMAT_ERROR', path: '/creditLimit' }],
    ['19 digits', { creditLimit: '99999999999999999' }, { refused: 'CONFLICT' }],
  ])('is refused with %s', async (_what, change, refusal) => {
    const ledger = aLedger();
    await ledger.decide(follow(1));
    expect(await ledger.decide(follow(2, change))).toMatchObject(refusal);
  });
});

describe('a credit limit of the core', () => {
  it('lets the balance go below zero, and back to not at all', async () => {
    const ledger = aLedger();
    await ledger.decide(limit(5, '5000'));
    expect(ledger.stateOf(account)).toMatchObject({ creditLimit: '5000.00', limitSequence: 5 });
    expect(await ledger.decide(limit(6, '5000.00'))).toEqual([]);
    await ledger.decide(limit(7, '0'));
    expect(ledger.stateOf(account)).toMatchObject({ creditLimit: '0.00' });
  });

  it('has another order than the reports of the account', async () => {
    const ledger = aLedger();
    await ledger.decide(renamed(9));
    await ledger.decide(limit(8, '5000.00'));
    expect(await ledger.decide(limit(8, '1.00'))).toEqual([]);
    expect(await ledger.decide(renamed(9))).toEqual([]);
    expect(ledger.stateOf(account)).toMatchObject({
      ...{ name: 'Ny', creditLimit: '5000.00', limitSequence: 8, coreSequence: 9 },
    });
  });

  it.each([
    ['an account that nobody reported', limit(1, '1.00', 'account-b'), 'RESOURCE_UNKNOWN'],
    ['a third decimal', limit(1, '1.001'), 'FORMAT_ERROR'],
    ['19 digits', limit(1, '99999999999999999'), 'CONFLICT'],
  ])('is refused for %s', async (_what, command, refused) => {
    expect(await aLedger().decide(command)).toMatchObject({ refused });
  });
});
