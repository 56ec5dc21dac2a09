import { fold } from '@nordgate/decider';
import { spec } from '@nordgate/decider/testing';
import { accountStream } from '../../domain/account.js';
import { agreementStream } from '../../domain/agreement.js';
import { cardAccountStream } from '../../domain/card-account.js';
import { customerStream } from '../../domain/customer.js';
import { knownState } from '../known-state/known-state.js';
import { resetAccount, resetAgreement, resetCardAccount, resetCustomer } from './reset-streams.js';
import type { InitialiseSandbox } from './reset-streams.js';

const at = '2026-03-02T10:00:00.000Z';
const before = '2026-03-01T10:00:00.000Z';
const generation = 3;
const aReset: InitialiseSandbox = {
  type: 'InitialiseSandbox',
  id: 'a-reset',
  stream: 'sandbox-test',
  data: {},
  meta: { at, actor: 'PSDNO-FSA-1' },
};

const customer = first(knownState.customers);
const { balance: openingBalance, ...numbers } = first(knownState.accounts);
const account = { ...numbers, openingBalance };
const cardAccount = first(knownState.cardAccounts);
const agreement = first(knownState.agreements);

const date = '2026-03-01';
const aPosting = { currency: 'NOK', bookingDate: date, valueDate: date, details: {} };
const aReservation = { currency: 'NOK', amount: '-7.00', date, details: {} };

describe('reset customer', () => {
  const registered = { type: 'CustomerRegistered', data: { ...customer, at } } as const;
  const renamed = { ...registered, data: { ...customer, name: 'Another Name', at: before } };
  const removed = { type: 'CustomerRemoved', data: { at } } as const;
  const known = spec(customerStream, resetCustomer(customer));
  const unknown = spec(customerStream, resetCustomer(undefined));

  it('registers a known one', () => void known.given().when(aReset).then(registered));
  it('registers a known one again', () => void known.given(renamed).when(aReset).then(registered));
  it('brings a removed one back', () =>
    void known.given(renamed, removed).when(aReset).then(registered));
  it('removes any other, once', () =>
    void unknown.given(renamed).when(aReset).then(removed).again().thenNothing());
  it('leaves alone what never was', () => void unknown.given().when(aReset).thenNothing());

  it('ends in the known state whatever was before', () => {
    const expected = { is: 'registered', ...customer };
    expect(fold(customerStream, [renamed, registered])).toEqual(expected);
    expect(fold(customerStream, [renamed, removed, registered])).toEqual(expected);
  });
});

describe('reset account', () => {
  const opened = { type: 'AccountOpened', data: { ...account, generation, at } } as const;
  const richer = { ...opened, data: { ...account, openingBalance: '999999.00', at: before } };
  const posted = {
    type: 'PostingsBooked',
    data: { sequence: 1, entryId: 'e.2', postings: [{ ...aPosting, amount: '-5.00' }], at: before },
  } as const;
  const reserved = {
    type: 'AmountReserved',
    data: { sequence: 2, entryId: 'f.2', posting: aReservation, others: [], at: before },
  } as const;
  const closed = { type: 'AccountClosed', data: { at } } as const;
  const known = spec(accountStream, resetAccount(account, generation));
  const unknown = spec(accountStream, resetAccount(undefined, generation));

  it('opens a known one', () => void known.given().when(aReset).then(opened));
  it('opens a known one again', () => void known.given(richer).when(aReset).then(opened));
  it('opens a closed one again', () => void known.given(richer, closed).when(aReset).then(opened));
  it('closes any other, once', () =>
    void unknown.given(richer).when(aReset).then(closed).again().thenNothing());
  it('leaves alone what never was', () => void unknown.given().when(aReset).thenNothing());

  it('goes back to the opening balance', () => {
    const { openingBalance: balance, ...rest } = account;
    expect(fold(accountStream, [richer, opened])).toEqual({
      ...{ is: 'open', ...rest, balance },
      generation,
    });
  });

  it('drops the entries of the generation before and goes on counting', () => {
    const { openingBalance: balance, ...rest } = account;
    const expected = { is: 'open', ...rest, balance, generation, sequence: 2 };
    expect(fold(accountStream, [richer, posted, reserved, opened])).toEqual(expected);
    expect(fold(accountStream, [richer, posted, reserved, closed, opened])).toEqual(expected);
  });
});

describe('reset card account', () => {
  const opened = { type: 'CardAccountOpened', data: { ...cardAccount, generation, at } } as const;
  const closed = { type: 'CardAccountClosed', data: { at } } as const;
  const known = spec(cardAccountStream, resetCardAccount(cardAccount, generation));
  const unknown = spec(cardAccountStream, resetCardAccount(undefined, generation));

  it('opens a known one', () => void known.given().when(aReset).then(opened));
  it('opens a known one again', () => void known.given(opened).when(aReset).then(opened));
  it('opens a closed one again', () => void known.given(opened, closed).when(aReset).then(opened));
  it('closes any other, once', () =>
    void unknown.given(opened).when(aReset).then(closed).again().thenNothing());
  it('leaves alone what never was', () => void unknown.given().when(aReset).thenNothing());
});

describe('reset agreement', () => {
  const signed = { type: 'AgreementSigned', data: { ...agreement, at } } as const;
  const narrowed = { ...signed, data: { ...agreement, engagements: [], at: before } };
  const ended = { type: 'AgreementEnded', data: { at } } as const;
  const known = spec(agreementStream, resetAgreement(agreement));
  const unknown = spec(agreementStream, resetAgreement(undefined));

  it('signs a known one', () => void known.given().when(aReset).then(signed));
  it('signs a known one again', () => void known.given(narrowed).when(aReset).then(signed));
  it('signs an ended one again', () => void known.given(narrowed, ended).when(aReset).then(signed));
  it('ends any other, once', () =>
    void unknown.given(signed).when(aReset).then(ended).again().thenNothing());
  it('leaves alone what never was', () => void unknown.given().when(aReset).thenNothing());
});

describe('an ending without a beginning', () => {
  const data = { at };
  it.each([
    ['customer', () => fold(customerStream, [{ type: 'CustomerRemoved', data }])],
    ['account', () => fold(accountStream, [{ type: 'AccountClosed', data }])],
    ['card account', () => fold(cardAccountStream, [{ type: 'CardAccountClosed', data }])],
    ['agreement', () => fold(agreementStream, [{ type: 'AgreementEnded', data }])],
  ])('is a bug of the %s stream', (_name, folded) => expect(folded).toThrow(/ before /u));
});

function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('the known state is empty');
  return one;
}
