import { CURRENCIES, MINOR_UNITS } from '@nordgate/contracts/codes';
import { readReport } from '@nordgate/contracts/core';
import type { EntryReserved, Transfer } from '@nordgate/contracts/events';
import { findProduct } from '@nordgate/contracts/http';
import type { CreditorInstruction } from '@nordgate/contracts/http';
import { bodyRulesOf, defaultProfile } from '@nordgate/contracts/profile';
import { received } from '@nordgate/decider/testing';
import fc from 'fast-check';
import { isAmountIn } from './domain/money.js';
import { opened } from './testing/ledger-commands.js';
import { LedgerInMemory } from './testing/ledger-in-memory.js';
import { aTransfer, toReserveTransfer } from './testing/transfer-commands.js';

const { body } = findProduct('payments', 'cross-border-credit-transfers')!.offer;
const context = {
  ...bodyRulesOf(defaultProfile('sandbox'), '2030-01-01'),
  fixes: new Set<string>(),
};

/** Whether the interface accepts a payment of an amount. */
function isAccepted(amount: string, currency: string): boolean {
  const sent = { ...body.example, instructedAmount: { amount, currency } };
  const parsed = body.parse(sent, context);
  return !('faults' in parsed && parsed.faults.some(({ path }) => path.startsWith('/instructed')));
}

/** Whether the bank reads a report of the core with a balance. */
function isReported(amount: string): boolean {
  const posting = { bookingDate: '2030-01-01', valueDate: '2030-01-01', details: {} };
  const accountId = '22c13739-7c83-556c-9bea-97e6e470a837';
  const postings = [{ ...posting, amount, currency: 'NOK' }];
  const data = { accountId, entryId: 'e1', postings, balanceAfter: amount };
  try {
    readReport(received(`account-${accountId}`, { type: 'EntryReported', data }) as never, [
      'EntryReported',
    ]);
    return true;
  } catch {
    return false;
  }
}

const digits = (count: number) => '9'.repeat(count);

describe('the bounds of an amount', () => {
  it.each(CURRENCIES)(
    'are the same for the interface, the ledger and the core, in %s',
    (currency) => {
      const decimals = MINOR_UNITS[currency];
      const written = (whole: number, fraction: number) =>
        fraction === 0 ? digits(whole) : `${digits(whole)}.${digits(fraction)}`;
      const most = written(18 - decimals, decimals);
      expect([isAccepted(most, currency), isAmountIn(currency, most), isReported(most)]).toEqual([
        ...[true, true, true],
      ]);
      for (const tooMuch of [written(19 - decimals, decimals), written(1, decimals + 1)]) {
        expect([isAccepted(tooMuch, currency), isAmountIn(currency, tooMuch)]).toEqual([
          false,
          false,
        ]);
      }
      expect(isReported(written(19, 0)) || isReported(written(18, 1))).toBe(false);
    },
  );

  it('are the same for the interface and the ledger, whatever the text', () => {
    const digit = fc.constantFrom(...'0123456789');
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'0123456789.-+e '), maxLength: 22 }),
      fc
        .tuple(fc.string({ unit: digit, maxLength: 19 }), fc.string({ unit: digit, maxLength: 6 }))
        .map(([whole, fraction]) => `${whole}.${fraction}`),
      fc.string({ unit: digit, minLength: 1, maxLength: 20 }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...CURRENCIES), (amount, currency) => {
        const isUnsigned = !amount.startsWith('-');
        expect(isAccepted(amount, currency)).toBe(isUnsigned && isAmountIn(currency, amount));
      }),
      { numRuns: 500 },
    );
  });
});

describe('the longest payment that the interface accepts', () => {
  const longest: CreditorInstruction = {
    instructedAmount: { amount: '40.00', currency: 'NOK' },
    creditorName: 'å'.repeat(70),
    creditorAccount: { bban: '15030088880', currency: 'NOK' },
    creditorAgentName: 'ø'.repeat(140),
    ultimateDebtor: 'æ'.repeat(70),
    ultimateCreditor: 'Å'.repeat(70),
    endToEndIdentification: 'e'.repeat(35),
    remittanceInformationUnstructured: 'Ø'.repeat(140),
  };

  /** The postings of a transfer to these creditors. */
  async function postingsOf(credits: Transfer['credits']) {
    const ledger = new LedgerInMemory().happened(`account-${opened.data.accountId}`, opened);
    const price = { amount: '2.00', currency: 'NOK' } as const;
    const transfer = aTransfer({}, { credits, price, service: 'bulk-payments' });
    await ledger.decide(toReserveTransfer(transfer));
    const event = ledger.eventsOf(`entry-${transfer.executionId}`).at(-1) as EntryReserved;
    return event.data.postings;
  }

  it('is on the statement with every text whole', async () => {
    const [debit] = await postingsOf([{ instruction: longest }]);
    expect(debit?.details).toMatchObject({
      creditorName: longest.creditorName,
      ultimateDebtor: longest.ultimateDebtor,
      ultimateCreditor: longest.ultimateCreditor,
      endToEndId: longest.endToEndIdentification,
      remittanceInformationUnstructured: longest.remittanceInformationUnstructured,
    });
  });

  it('is one of 500 in a bulk with one debit and one fee', async () => {
    const credits = Array.from({ length: 500 }, (_, part) => ({ part, instruction: longest }));
    expect(await postingsOf(credits)).toMatchObject([
      { amount: '-20000.00', details: { batchNumberOfTransactions: 500 } },
      { amount: '-1000.00' },
    ]);
  });
});
