import type { EntryReserved, Transfer } from '@nordgate/contracts/events';
import { executionIdOf } from '@nordgate/contracts/rules';
import { anAccount, opened } from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';
import {
  aBatch,
  aTransfer,
  otherBank,
  paymentId,
  toBookTransfer,
  toReserveTransfer,
} from '../testing/transfer-commands.js';
import type { Wish } from '../testing/transfer-commands.js';

const debtor = `account-${opened.data.accountId}`;
const [own, euro, unknown] = ['99991500010', '99996300028', '99990000014'];
const [magicRefusal, magicNoFunds] = ['99970000018', '99970000026'];

/** A debtor with 25,000.00 NOK, another account in NOK and one in EUR, and the owner's name. */
function aLedger(): LedgerInMemory {
  return new LedgerInMemory()
    .happened(debtor, opened)
    .happened('account-own', anAccount('own', { bban: own, iban: 'NO3399991500010' }))
    .happened('account-euro', anAccount('euro', { bban: euro, currency: 'EUR' }))
    .happened(`customer-${opened.data.ownerId}`, {
      type: 'CustomerRegistered',
      data: {
        ...{ customerId: opened.data.ownerId, customerNumber: '14837530114', at: '' },
        ...{ customerType: 'PRIVATE', name: 'Sandbox Person Én' },
      },
    });
}

/** The last event of the entry of a transfer after its reservation. */
async function entryOf(transfer: Transfer, ledger = aLedger()) {
  await ledger.decide(toReserveTransfer(transfer));
  return ledger.eventsOf(`entry-${transfer.executionId}`).at(-1);
}

/** The postings of a transfer that can be made. */
async function postingsOf(transfer: Transfer) {
  const event = (await entryOf(transfer)) as EntryReserved | undefined;
  return event?.data.postings ?? [];
}

describe('ReserveTransfer', () => {
  it('reserves the debit of a transfer to another bank, with the parties on the statement', async () => {
    const ledger = aLedger();
    const transfer = aTransfer();
    await ledger.decide(toReserveTransfer(transfer));
    expect(ledger.eventsOf(debtor).at(-1)).toMatchObject({
      type: 'AmountReserved',
      data: {
        posting: {
          amount: '-250.00',
          date: '2026-11-20',
          details: {
            ...{ creditorName: 'Kraftverket AS', debtorName: 'Sandbox Person Én' },
            creditorAccount: { bban: otherBank },
            debtorAccount: { bban: '99991200017', iban: 'NO5399991200017' },
            ...{ endToEndId: 'invoice-1', remittanceInformationUnstructured: 'November' },
            bankTransactionCode: 'PMNT-ICDT-DMCT',
          },
        },
        others: [`clearing-NOK-${debtor}`],
      },
    });
    expect(ledger.stateOf(debtor)).toMatchObject({ balance: '25000.00' });
  });

  it('has a posting for a creditor of this bank too, as a book transfer on both statements', async () => {
    const postings = await postingsOf(aTransfer({ to: own }));
    expect(postings).toMatchObject([
      { account: debtor, amount: '-250.00', details: { bankTransactionCode: 'PMNT-ICDT-BOOK' } },
      {
        account: 'account-own',
        amount: '250.00',
        details: { bankTransactionCode: 'PMNT-RCDT-BOOK' },
      },
    ]);
  });

  it.each<[string, Partial<Transfer>, string, string]>([
    ['a standing order', { service: 'periodic-payments' }, otherBank, 'PMNT-ICDT-STDO'],
    ['a SEPA transfer', { product: 'sepa-credit-transfers' }, otherBank, 'PMNT-ICDT-ESCT'],
    [
      'a transfer abroad',
      { product: 'cross-border-credit-transfers' },
      otherBank,
      'PMNT-ICDT-XBCT',
    ],
    [
      'an instant transfer',
      { product: 'instant-norwegian-domestic-credit-transfers-straks' },
      otherBank,
      'PMNT-IRCT-DMCT',
    ],
  ])('gives %s its bank transaction code', async (_what, changes, to, bankTransactionCode) => {
    const [debit] = await postingsOf(aTransfer({ to }, changes));
    expect(debit?.details).toMatchObject({ bankTransactionCode });
  });

  it('gives a salary its bank transaction code on both statements', async () => {
    const { credits, ...transfer } = aTransfer({ to: own });
    const salaries = credits.map(({ instruction }) => {
      return { instruction: { ...instruction, purposeCode: 'SALA' as const } };
    });
    const postings = await postingsOf({ ...transfer, credits: salaries });
    expect(postings.map(({ details }) => details.bankTransactionCode)).toEqual([
      'PMNT-ICDT-SALA',
      'PMNT-RCDT-SALA',
    ]);
  });

  it.each<[string, Wish, string]>([
    ['more than the debtor has', { amount: '25000.01' }, 'no-funds'],
    ['a debtor who has no open account', { from: unknown }, 'debtor-account-closed'],
    [
      'a creditor of this bank who has no open account',
      { to: unknown },
      'creditor-account-unknown',
    ],
    [
      'an amount that is exchanged for nothing',
      { amount: '0.01', currency: 'VEF' },
      'not-convertible',
    ],
    ['less than the smallest unit', { amount: '0.01', currency: 'HUF' }, 'not-convertible'],
    ['more decimals than the currency has', { amount: '1.001' }, 'not-convertible'],
    ['the magic account of a bank that refuses', { to: magicRefusal }, 'refused-by-bank'],
    ['the magic account of lack of funds', { to: magicNoFunds, amount: '0.01' }, 'no-funds'],
  ])('records that it refuses a transfer of %s', async (_what, wish, reason) => {
    const ledger = aLedger();
    expect(await entryOf(aTransfer(wish), ledger)).toMatchObject({
      type: 'EntryRefused',
      data: { reason },
    });
    expect(ledger.stateOf(debtor)).not.toHaveProperty('reservations');
  });

  it('records that it refuses a transfer from a blocked account, and takes one to it', async () => {
    const blocked = { ...opened, data: { ...opened.data, isBlocked: true } as const };
    const ledger = aLedger().happened(debtor, blocked);
    expect(await entryOf(aTransfer({ to: own }), ledger)).toMatchObject({
      type: 'EntryRefused',
      data: { reason: 'refused-by-bank' },
    });
    const { bban } = opened.data;
    const back = aTransfer({ paymentId: 'b'.repeat(32), from: own, to: bban });
    expect(await entryOf(back, ledger)).toMatchObject({ type: 'EntryReserved' });
  });

  it('records that it refuses a transfer of another generation of the sandbox', async () => {
    const ledger = aLedger().happened(debtor, {
      ...opened,
      data: { ...opened.data, generation: 2 },
    });
    const entry = await entryOf(aTransfer({ paymentId: `${paymentId}.1` }), ledger);
    expect(entry).toMatchObject({ data: { reason: 'debtor-account-closed' } });
  });

  it.each<[string, (transfer: Transfer) => readonly Parameters<LedgerInMemory['decide']>[0][]]>([
    ['that is reserved', () => []],
    ['that is booked', (transfer) => [toBookTransfer(transfer)]],
  ])('changes nothing for a transfer %s', async (_how, before) => {
    const ledger = aLedger();
    const transfer = aTransfer({ to: own });
    await ledger.decide(toReserveTransfer(transfer));
    for (const command of before(transfer)) await ledger.decide(command);
    await expect(ledger.decide(toReserveTransfer(transfer))).resolves.toEqual([]);
  });

  it('changes nothing for a transfer that it has refused, also when there are funds now', async () => {
    const ledger = aLedger();
    const transfer = aTransfer({ amount: '25000.01' });
    await ledger.decide(toReserveTransfer(transfer));
    ledger.happened(debtor, { ...opened, data: { ...opened.data, openingBalance: '90000.00' } });
    await expect(ledger.decide(toReserveTransfer(transfer))).resolves.toEqual([]);
  });
});

describe('ReserveTransfer in another currency', () => {
  it('converts the amount to the currency of the debtor and shows the exchange', async () => {
    const [debit] = await postingsOf(aTransfer({ amount: '100.00', currency: 'EUR' }));
    expect(debit).toMatchObject({
      ...{ amount: '-1172.00', currency: 'NOK' },
      details: {
        currencyExchange: [
          {
            ...{ sourceCurrency: 'EUR', exchangeRate: '11.72', unitCurrency: 'EUR' },
            ...{ targetCurrency: 'NOK', quotationDate: '2026-11-02' },
          },
        ],
      },
    });
  });

  it('credits an account of this bank in the currency of that account', async () => {
    const postings = await postingsOf(aTransfer({ to: euro, amount: '1172.00' }));
    expect(postings).toMatchObject([
      { amount: '-1172.00', currency: 'NOK' },
      {
        amount: '100.00',
        currency: 'EUR',
        details: { currencyExchange: [{ targetCurrency: 'EUR' }] },
      },
    ]);
    expect(postings[0]?.details).not.toHaveProperty('currencyExchange');
  });
});

describe('ReserveTransfer of a payment with a fee', () => {
  const price = { amount: '2.00', currency: 'NOK' } as const;
  const fee = (amount: string) => ({
    ...{ account: debtor, amount, currency: 'NOK' },
    details: { bankTransactionCode: 'PMNT-ICDT-CHRG', remittanceInformationUnstructured: 'Gebyr' },
  });

  it('reserves payment and fee together, and books each by itself', async () => {
    const ledger = aLedger();
    const transfer = aTransfer({}, { price });
    await ledger.decide(toReserveTransfer(transfer));
    expect(ledger.eventsOf(debtor).at(-1)).toMatchObject({
      type: 'AmountReserved',
      data: {
        posting: { amount: '-252.00', details: { additionalInformation: 'Gebyr 2.00 NOK' } },
      },
    });
    await ledger.decide(toBookTransfer(transfer));
    const booked = ledger.eventsOf(debtor).at(-1);
    expect(booked).toMatchObject({
      type: 'PostingsBooked',
      data: {
        postings: [
          { amount: '-250.00', details: { endToEndId: 'invoice-1' } },
          { amount: '-2.00' },
        ],
        reservation: { posting: { amount: '-252.00' } },
      },
    });
    expect(ledger.stateOf(debtor)).toMatchObject({ balance: '24748.00' });
    expect(ledger.stateOf(debtor)).not.toHaveProperty('reservations');
  });

  it.each([
    ['24998.00', 'EntryReserved'],
    ['24998.01', 'EntryRefused'],
  ])('of %s from 25,000.00 leads to %s: the funds are for both', async (amount, type) => {
    expect(await entryOf(aTransfer({ amount }, { price }))).toMatchObject({ type });
  });

  it('charges the price for each payment of a bulk that can be made', async () => {
    const batch = aBatch([{}, { amount: '1.00' }, { to: unknown }], { price });
    expect(await postingsOf(batch)).toMatchObject([{ amount: '-251.00' }, fee('-4.00')]);
  });

  it('exchanges a fee in another currency than the account', async () => {
    const transfer = aTransfer(
      { from: euro, to: own, amount: '10.00', currency: 'EUR' },
      { price },
    );
    const [, charged] = await postingsOf(transfer);
    expect(charged).toMatchObject({
      ...{ account: 'account-euro', amount: '-0.17', currency: 'EUR' },
      details: { currencyExchange: [{ sourceCurrency: 'NOK', targetCurrency: 'EUR' }] },
    });
  });

  it('has the code of charges of an instant payment', async () => {
    const product = 'instant-norwegian-domestic-credit-transfers-straks';
    const [, charged] = await postingsOf(aTransfer({}, { price, product }));
    expect(charged?.details.bankTransactionCode).toBe('PMNT-IRCT-CHRG');
  });
});

describe('ReserveTransfer of a bulk with one debit', () => {
  it('debits the sum of the credits once, and says how many they are', async () => {
    const batch = aBatch([{}, { to: own, amount: '50.00' }, { amount: '1.00', currency: 'EUR' }]);
    const postings = await postingsOf(batch);
    expect(postings).toMatchObject([
      {
        amount: '-311.72',
        details: {
          ...{ batchIndicator: true, batchNumberOfTransactions: 3 },
          currencyExchange: [{ sourceCurrency: 'EUR' }],
        },
      },
      { account: 'account-own', amount: '50.00' },
    ]);
    expect(postings[0]?.details).not.toHaveProperty('creditorName');
  });

  it('leaves out the credits that cannot be made, and names them', async () => {
    const entry = await entryOf(aBatch([{}, { to: unknown }, { to: magicRefusal }]));
    expect(entry).toMatchObject({
      type: 'EntryReserved',
      data: {
        postings: [{ amount: '-250.00', details: { batchNumberOfTransactions: 1 } }],
        declined: [
          { part: 1, reason: 'creditor-account-unknown' },
          { part: 2, reason: 'refused-by-bank' },
        ],
      },
    });
  });

  it('is refused for the reason of the first credit when none can be made', async () => {
    const entry = await entryOf(aBatch([{ to: unknown }, { to: magicRefusal }]));
    expect(entry).toMatchObject({ data: { reason: 'creditor-account-unknown' } });
  });

  it('is refused as a whole for lack of funds', async () => {
    const entry = await entryOf(aBatch([{ amount: '20000.00' }, { amount: '5000.01' }]));
    expect(entry).toMatchObject({ type: 'EntryRefused', data: { reason: 'no-funds' } });
  });

  it('books 500 credits to one account of this bank', async () => {
    const ledger = aLedger();
    const batch = aBatch(Array.from({ length: 500 }, () => ({ to: own, amount: '1.00' })));
    await ledger.decide(toReserveTransfer(batch));
    await ledger.decide(toBookTransfer(batch));
    expect(ledger.stateOf(debtor)).toMatchObject({ balance: '24500.00' });
    expect(ledger.stateOf('account-own')).toMatchObject({ balance: '25500.00', sequence: 500 });
  });
});

describe('the entry of a transfer', () => {
  it('has the id of the transfer', async () => {
    const entry = await entryOf(aTransfer());
    expect(entry?.data).toMatchObject({ entryId: executionIdOf({ paymentId }) });
  });
});
