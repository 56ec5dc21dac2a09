/** @jest-environment-options {"ownModules": true} */
import { createSecretKey } from 'node:crypto';
import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GetAccountAccess,
  GetApprovedPayments,
  GetConsent,
  GetConsentInForce,
  GetCustomerOfPsu,
  GetReadableAccounts,
  GetTransactions,
} from '@nordgate/contracts/queries';
import type { ReadableAccount, ReadableCardAccount } from '@nordgate/contracts/queries';
import { endOfDay, publicIdOf } from '@nordgate/contracts/rules';
import { edgesAtClockChanges } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { startStubbedGateway } from './testing/stubbed-gateway.js';
import type { StubbedGateway } from './testing/stubbed-gateway.js';

const instants = edgesAtClockChanges(2027).map(({ day, time, at }) => [day, time, at] as const);

/** An id of an account, and the same as a public id has it. */
const digits = '1'.repeat(32);
const uuid = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
const tppId = 'PSDNO-FSA-900000001';
const psuId = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';
const ids = { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 7)) } };
const idOf = (kind: 'account' | 'card-account' | 'consent') =>
  publicIdOf({ kind, streamId: digits }, tppId, ids);

const facts = {
  status: 'enabled',
  ...{ product: 'Brukskonto', ownerName: 'Kari', name: 'Lønn', currency: 'NOK' },
} as const;
const account: ReadableAccount = {
  ...{ kind: 'account', stream: 'account-a', accountId: uuid, ...facts },
  ...{ bban: '99991200017', iban: 'NO5399991200017', cashAccountType: 'CACC' },
  balances: { currency: 'NOK', interimBooked: '1.00', interimAvailable: '1.00' },
};
const card: ReadableCardAccount = {
  ...{ kind: 'card-account', stream: 'card-account-k', cardAccountId: uuid, ...facts },
  ...{ maskedPan: '999999xxxxxx0014', creditLimit: '3.00' },
  balances: {
    currency: 'NOK',
    interimBooked: '1.00',
    interimAvailable: '1.00',
    creditLimit: '3.00',
  },
};

/** What the services answer on a day: an access that ends with it, and was given now. */
function answerOn(day: string, now: Date) {
  const at = now.toISOString();
  const consent = { validUntil: endOfDay(day), lastActionAt: at, consentStatus: 'valid' };
  const initiator = { tpp: tppId, psuId };
  return (query: unknown) => {
    if (query instanceof GetApprovedPayments) return [];
    if (query instanceof GetCustomerOfPsu) return { customerId: 'c' };
    if (query instanceof GetReadableAccounts) return [account, card];
    if (query instanceof GetTransactions)
      return { transactions: [], highest: 0, first: null, last: null };
    if (query instanceof GetConsent) return { ...consent, initiator };
    if (query instanceof GetConsentInForce)
      return { consent: { consentId: digits, validUntil: endOfDay(day), givenAt: at } };
    if (!(query instanceof GetAccountAccess)) return undefined;
    const granted = { accounts: [uuid], cardAccounts: [uuid], idKeys: {} };
    return { access: 'allowed', customerId: 'c', ...granted };
  };
}

/** The reads whose answers have days that the gateway makes. */
const reads = [
  '/v1/accounts?withBalance=true',
  `/v1/accounts/${idOf('account')}?withBalance=true`,
  `/v1/accounts/${idOf('account')}/balances`,
  `/v1/accounts/${idOf('account')}/transactions?bookingStatus=booked&withBalance=true`,
  '/v1/card-accounts?withBalance=true',
  `/v1/card-accounts/${idOf('card-account')}?withBalance=true`,
  `/v1/card-accounts/${idOf('card-account')}/balances`,
  '/v1/bank-offered-consents',
  `/v1/bank-offered-consents/${idOf('consent')}`,
];

/** The members of the answers that are days, by the schemas: those that other services make, or TPPs send, come as they are. */
const passedOn = new Set([
  ...[
    'bookingDate',
    'valueDate',
    'transactionDate',
    'quotationDate',
    'expiry',
    'occurrence',
    'day',
  ],
]);
function daysOfSchemas(): ReadonlySet<string> {
  const file = join(import.meta.dirname, '../../../libs/contracts/schemas/replies.json');
  const found = new Set<string>();
  JSON.parse(readFileSync(file, 'utf8'), (name, value: unknown) => {
    const isDay = typeof value === 'object' && value !== null && 'format' in value;
    if (isDay && value.format === 'date') found.add(name);
    return value;
  });
  return found;
}

/** Every day of an answer or a command, with the name of its member. */
function daysIn(text: string): readonly (readonly [name: string, day: string])[] {
  const found: (readonly [string, string])[] = [];
  JSON.parse(text, (name, value: unknown) => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/u.test(value)) found.push([name, value]);
    return value;
  });
  return found;
}

const withDate = { doNotFake: doNotFakeBut('Date') };
/** All clocks stay real but one. */
function doNotFakeBut(_date: 'Date') {
  return [
    ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
    ...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
  ];
}

describe('a day that the gateway publishes', () => {
  let gateway: StubbedGateway | undefined;
  const named = new Set<string>();
  afterEach(async () => {
    await gateway?.stop();
    jest.useRealTimers();
  });

  it.each(instants)('is that of Oslo when the clocks change: %s at %s', async (day, _time, now) => {
    jest.useFakeTimers({ ...withDate, now });
    gateway = await startStubbedGateway({ ids }, { answer: answerOn(day, now) });
    const tpp = new TppClient({
      baseUrl: gateway.url,
      identity: await gateway.newSeal(tppId, ['PSP_AI']),
      redirectUri: 'https://tpp.example/back',
    });
    tpp.actFor({ psuId, tppSessionId: 's-1' });
    for (const path of reads) {
      const answer = await tpp.call({ method: 'GET', path });
      expect([path, answer.status]).toEqual([path, 200]);
      const days = daysIn(answer.text);
      expect([path, days.length]).not.toEqual([path, 0]);
      expect([path, new Set(days.map(([, one]) => one))]).toEqual([path, new Set([day])]);
      for (const [name] of days) named.add(name);
    }
  });

  it.each(instants)(
    'is in a command that of Oslo when the clocks change: %s at %s',
    async (day, _time, now) => {
      jest.useFakeTimers({ ...withDate, now });
      gateway = await startStubbedGateway({ ids }, { answer: answerOn(day, now) });
      const tpp = new TppClient({
        baseUrl: gateway.url,
        identity: await gateway.newSeal(tppId, ['PSP_AI']),
        redirectUri: 'https://tpp.example/back',
      });
      const transaction = { transactionAmount: { currency: 'NOK', amount: '1.00' } };
      for (const [path, body] of [
        ['/v1/sandbox/batch-runs', undefined],
        [`/v1/sandbox/accounts/${uuid}/transactions`, transaction],
        [`/v1/sandbox/accounts/${uuid}/transactions`, { ...transaction, status: 'pending' }],
      ] as const) {
        await tpp.call({ method: 'POST', path, ...(body && { body }) });
        const sent = gateway.bus.sent.at(-1)?.value.toString() ?? '';
        const days = daysIn(sent);
        expect([path, new Set(days.map(([, one]) => one))]).toEqual([path, new Set([day])]);
      }
    },
  );

  it('is each one of the schemas that the gateway makes', () => {
    expect(named).toEqual(new Set([...daysOfSchemas()].filter((name) => !passedOn.has(name))));
  });
});
