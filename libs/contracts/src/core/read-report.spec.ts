import type { ReceivedEvent } from '@nordgate/decider';
import { UntrustedEventError } from '@nordgate/decider';
import { readReport } from './read-report.js';

const accountId = '2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b01';
const executionId = 'a1f0c3d2e4b5968778695a4b3c2d1e0f_whole';

const [amount, day] = [{ amount: '-10.00', currency: 'NOK' }, '2030-03-01'];
const booked = { ...amount, bookingDate: day, valueDate: day, details: {} };
const reserved = { ...amount, date: day, details: {} };

function received(changes: Partial<ReceivedEvent> & { readonly data?: unknown } = {}) {
  const { data = { executionId, outcome: { is: 'settled' } }, ...rest } = changes;
  const event = { type: 'TransferReported', data };
  return {
    stream: `execution-${executionId}`,
    version: 1,
    event,
    at: '2030-03-01T12:30:00Z',
    ...rest,
  };
}

const read = (one: ReceivedEvent) => readReport(one, ['TransferReported']);

describe('a report of the core', () => {
  it('is read with its type and data', () => {
    const { event } = received();
    expect(read(received())).toEqual(event);
  });

  it.each([
    ['an unknown outcome', { data: { executionId, outcome: { is: 'lost' } } }, 'outcome'],
    [
      'an unknown member',
      { data: { executionId, outcome: { is: 'settled' }, more: 1 } },
      'the data',
    ],
    ['a missing member', { data: { executionId } }, 'outcome'],
    ['data that is no object', { data: null }, 'the data'],
    ['the key of another transfer', { stream: 'execution-other' }, `execution-${executionId}`],
    ['a time without an offset', { at: '2030-03-01T12:30:00' }, 'ce_time'],
    ['a time that no clock shows', { at: '2030-13-01T12:30:00Z' }, 'ce_time'],
  ])('is not acted on with %s, and the fault names the place', (_what, changes, place) => {
    expect(() => read(received(changes))).toThrow(UntrustedEventError);
    expect(() => read(received(changes))).toThrow(place);
  });

  it('is not acted on with a type of another topic', () => {
    const event = { type: 'CustomerReported', data: {} };
    expect(() => read({ ...received(), event })).toThrow('CustomerReported is no report');
  });

  it.each([
    [
      'CustomerReported',
      'customer-c1',
      { customerId: 'c1', customerNumber: '999900001', customerType: 'CORPORATE', name: 'Kari AS' },
    ],
    [
      'AgreementReported',
      'agreement-0b5d5f7e-0f0a-4f7e-8a55-6c1f1d2e3f40',
      {
        agreementId: '0b5d5f7e-0f0a-4f7e-8a55-6c1f1d2e3f40',
        ownerId: 'c1',
        name: 'Kari AS',
        signers: 2,
        engagements: [],
      },
    ],
    [
      'AccountReported',
      `account-${accountId}`,
      {
        accountId,
        ownerId: 'c1',
        bban: '99991200017',
        currency: 'NOK',
        name: 'Drift',
        kind: 'CACC',
        openingBalance: '-1.50',
      },
    ],
    [
      'EntryReported',
      `account-${accountId}`,
      {
        accountId,
        entryId: 'e1',
        postings: [booked],
      },
    ],
    ['CreditLimitReported', `account-${accountId}`, { accountId, creditLimit: '5000' }],
    ['PendingReported', `account-${accountId}`, { accountId, entryId: 'p1', posting: reserved }],
    ['PendingEnded', `account-${accountId}`, { accountId, entryId: 'p1' }],
    [
      'CardAccountReported',
      `card-account-${accountId}`,
      {
        ...{ cardAccountId: accountId, ownerId: 'c1', maskedPan: '541333******1234' },
        ...{ currency: 'NOK', name: 'Mastercard', creditLimit: '0', openingBalance: '-1.50' },
      },
    ],
    [
      'CardEntryReported',
      `card-account-${accountId}`,
      { cardAccountId: accountId, entryId: 'e1', postings: [booked] },
    ],
    [
      'CardPendingReported',
      `card-account-${accountId}`,
      { cardAccountId: accountId, entryId: 'p1', posting: reserved },
    ],
    ['CardPendingEnded', `card-account-${accountId}`, { cardAccountId: accountId, entryId: 'p1' }],
  ] as const)('%s needs the key that its data names', (type, stream, data) => {
    const one = { ...received(), stream, event: { type, data } };
    expect(readReport(one, [type]).data).toEqual(data);
    expect(() => readReport({ ...one, stream: `${stream}x` }, [type])).toThrow(stream);
  });

  it('is not acted on with more postings than one entry may have', () => {
    const posting = {
      amount: '1.00',
      currency: 'NOK',
      bookingDate: '2030-03-01',
      valueDate: '2030-03-01',
      details: {},
    };
    const postings = Array.from({ length: 101 }, () => posting);
    const event = { type: 'EntryReported', data: { accountId, entryId: 'e1', postings } };
    const one = { ...received(), stream: `account-${accountId}`, event };
    expect(() => readReport(one, ['EntryReported'])).toThrow('postings breaks maxItems');
  });
});
