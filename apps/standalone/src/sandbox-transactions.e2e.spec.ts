import { randomUUID } from 'node:crypto';
import { jsonWith } from '@nordgate/testing';
import type { ListedAccount } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import {
  dayAgo,
  get,
  listed,
  messagesOf,
  seen,
  startReadBank,
  transactionsOf,
} from './testing/account-reader.js';
import type { Listed, ReadBank, Reader } from './testing/account-reader.js';

interface Made extends Listed {
  readonly status: 'booked' | 'pending';
  readonly valueDate?: string;
  readonly additionalInformation?: string;
  readonly _links: { readonly self: { readonly href: string } };
}

let bank: ReadBank;
let reader: Reader;
let account: ListedAccount | undefined;
let collection: string;
beforeAll(async () => {
  bank = await startReadBank();
  reader = await bank.reader();
  [account] = reader.accounts;
  collection = `/v1/sandbox/accounts/${bank.person.accounts[0]?.accountId ?? ''}/transactions`;
});
afterAll(() => bank.stop());

const call = (
  method: TppCall['method'],
  path: string,
  body?: object,
  headers: TppCall['headers'] = {},
) => reader.world.tpp.call({ method, path, headers, ...(body && { body }) });
const amountOf = (amount: string) => ({ transactionAmount: { currency: 'NOK', amount } });
const aBooking = (amount: string, more: object = {}) => ({ ...amountOf(amount), ...more });
const aPending = (amount: string) => ({ ...amountOf(amount), status: 'pending' });
const post = async (body: object) => jsonWith<Made>(await call('POST', collection, body), 201);
const put = async ({ _links }: Made, body: object) =>
  jsonWith<Made>(await call('PUT', _links.self.href, body), 200);
const remove = ({ _links }: Made) => call('DELETE', _links.self.href);
const list = () => listed(reader.world, account, `bookingStatus=both&dateFrom=${dayAgo(0)}`);
const pathsOf = (answer: TppAnswer) => messagesOf(answer).map(({ path }) => path);

/** The transaction as its account's list shows it. */
const asListed = ({ status: _status, _links, ...transaction }: Made) => transaction;
async function shown({ transactionId }: Pick<Listed, 'transactionId'>): Promise<readonly string[]> {
  const { booked = [], pending = [] } = await list();
  const of = (status: string, all: readonly Listed[]) =>
    all.filter((one) => one.transactionId === transactionId).map(() => status);
  return [...of('booked', booked), ...of('pending', pending)];
}
async function balanceOf(type: 'interimBooked' | 'interimAvailable'): Promise<string> {
  type Balances = { balances: { balanceType: string; balanceAmount: { amount: string } }[] };
  const answer = await get(reader.world, account?._links.balances.href ?? '');
  const { balances } = jsonWith<Balances>(answer, 200);
  return balances.find(({ balanceType }) => balanceType === type)?.balanceAmount.amount ?? '';
}
const ore = (amount: string) => Number(amount.replace('.', ''));

/** How much a balance changes while something happens, in øre. */
async function changeOf(
  type: Parameters<typeof balanceOf>[0],
  happens: () => Promise<unknown>,
): Promise<number> {
  const before = await balanceOf(type);
  await happens();
  return ore(await balanceOf(type)) - ore(before);
}

describe('a transaction by hand (specification section 1)', () => {
  it('is in the list of its account with its answer, under the same id, and in the balance', async () => {
    const details = {
      endToEndId: 'faktura-4711',
      creditorName: 'Kraftverket AS',
      creditorAccount: { bban: '15030088880' },
      remittanceInformationUnstructured: 'Strøm november',
      purposeCode: 'SUPP',
    };
    const change = await changeOf('interimBooked', async () => {
      const answer = await call('POST', collection, aBooking('-349.5', details));
      const made = jsonWith<Made>(answer, 201);
      const day = dayAgo(0);
      expect(made).toMatchObject({ ...amountOf('-349.50'), ...details, status: 'booked' });
      expect(made).toMatchObject({ bookingDate: day, valueDate: day });
      expect(answer.headers['location']).toBe(made._links.self.href);
      expect(made._links.self.href).toBe(`${collection}/${made.transactionId}`);
      expect((await list()).booked?.[0]).toEqual(asListed(made));
      expect(jsonWith(await call('GET', made._links.self.href), 200)).toEqual(made);
    });
    expect(change).toBe(-34950);
  });

  it('takes days of the past', async () => {
    const dates = { bookingDate: dayAgo(30), valueDate: dayAgo(31) };
    const made = await post(aBooking('12.00', dates));
    expect(made).toMatchObject(dates);
    const query = `bookingStatus=booked&dateFrom=${dayAgo(30)}&dateTo=${dayAgo(30)}`;
    const { booked } = await listed(reader.world, account, query);
    expect(booked).toContainEqual(asListed(made));
  });

  it('is made once by a repeated request, which another body refuses', async () => {
    const headers = { 'x-request-id': randomUUID() };
    const send = (body: object) => call('POST', collection, body, headers);
    const change = await changeOf('interimBooked', async () => {
      const first = jsonWith<Made>(await send(aBooking('-7.00')), 201);
      expect(jsonWith(await send(aBooking('-7.00')), 201)).toEqual(first);
      expect(seen(await send(aBooking('-8.00')))).toEqual([409, 'CONFLICT']);
    });
    expect(change).toBe(-700);
  });

  it('is refused with the paths of all faults together', async () => {
    const body = {
      ...aPending('5.001'),
      bookingDate: '2026-02-30',
      creditorAccount: {},
      purposeCode: 'x'.repeat(36),
      iban: 'NO',
    };
    const refused = await call('POST', collection, body);
    expect(seen(refused)[0]).toBe(400);
    expect([...new Set(pathsOf(refused))].sort()).toEqual([
      '/bookingDate',
      '/creditorAccount',
      '/iban',
      '/purposeCode',
      '/transactionAmount/amount',
    ]);
  });

  it('is refused in another currency than that of the account', async () => {
    const body = { transactionAmount: { currency: 'EUR', amount: '1.00' } };
    const refused = await call('POST', collection, body);
    expect(seen(refused)).toEqual([400, 'FORMAT_ERROR']);
    expect(pathsOf(refused)).toEqual(['/transactionAmount/currency']);
  });

  it.each(['x', randomUUID(), '%00', "'--"])('is unknown for the account %j', async (id) => {
    const path = `/v1/sandbox/accounts/${id}/transactions`;
    expect(seen(await call('POST', path, aBooking('1')))).toEqual([404, 'RESOURCE_UNKNOWN']);
    const one = `${path}/${'0'.repeat(32)}`;
    expect(seen(await call('GET', one))).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(seen(await call('PUT', one, aBooking('1')))).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(seen(await call('DELETE', one))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });

  it.each(['x', '0'.repeat(32), '%00', "'--"])('is unknown under the id %j', async (id) => {
    const path = `${collection}/${id}`;
    expect(seen(await call('GET', path))).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(seen(await call('PUT', path, aBooking('1')))).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(seen(await call('DELETE', path))).toEqual([404, 'RESOURCE_UNKNOWN']);
  });
});

describe('a booked transaction that is changed by hand', () => {
  it('stays in the list beside its reversal and its replacement, and ends in the sandbox', async () => {
    const change = await changeOf('interimBooked', async () => {
      const first = await post(aBooking('-40.00', { endToEndId: 'first' }));
      const headers = { 'x-request-id': randomUUID() };
      const { href } = first._links.self;
      const send = () => call('PUT', href, aBooking('-15.00', { endToEndId: 'second' }), headers);
      const answer = await send();
      const second = jsonWith<Made>(answer, 200);
      expect(second.transactionId).not.toBe(first.transactionId);
      expect(answer.headers['location']).toBe(second._links.self.href);
      expect(jsonWith(await send(), 200)).toEqual(second);
      const [replacement, reversal, corrected] = (await list()).booked ?? [];
      expect(replacement).toEqual(asListed(second));
      expect(reversal).toMatchObject({
        ...amountOf('40.00'),
        endToEndId: 'first',
        additionalInformation: `Korreksjon av transaksjon ${first.transactionId}`,
      });
      expect(corrected).toEqual(asListed(first));
      for (const method of ['GET', 'DELETE'] as const) {
        expect(seen(await call(method, href))).toEqual([404, 'RESOURCE_UNKNOWN']);
      }
      const third = await put(second, aBooking('-16.00'));
      expect(seen(await remove(third))).toEqual([204]);
      expect(seen(await remove(third))).toEqual([404, 'RESOURCE_UNKNOWN']);
      await put(await post(aBooking('1.00')), aBooking('3.00'));
    });
    expect(change).toBe(300);
  });

  it('can be one of the known state', async () => {
    const query = `bookingStatus=booked&dateFrom=${dayAgo(90)}&dateTo=${dayAgo(3)}`;
    const { booked: [known] = [] } = await listed(reader.world, account, query);
    const { amount = '' } = known?.transactionAmount ?? {};
    const change = await changeOf('interimBooked', async () => {
      const answer = await call('DELETE', `${collection}/${known?.transactionId ?? ''}`);
      expect(seen(answer)).toEqual([204]);
    });
    expect(change).toBe(-ore(amount));
  });

  it('cannot become pending', async () => {
    const { _links } = await post(aBooking('-1.00'));
    const refused = await call('PUT', _links.self.href, aPending('-1.00'));
    expect([seen(refused), pathsOf(refused)]).toEqual([[400, 'FORMAT_ERROR'], ['/status']]);
  });
});

describe('a pending transaction by hand', () => {
  it('takes from what is available, changes, and is booked under its own id', async () => {
    const made = await post(aPending('-60.00'));
    expect(made.status).toBe('pending');
    expect(made.bookingDate).toBeUndefined();
    expect(await shown(made)).toEqual(['pending']);
    const more = await changeOf('interimAvailable', async () => {
      const { transactionId } = await put(made, aPending('-75.00'));
      expect(transactionId).toBe(made.transactionId);
    });
    expect(more).toBe(-1500);
    const available = await changeOf('interimAvailable', async () => {
      const booked = await put(made, aBooking('-80.00', { creditorName: 'Hotellet AS' }));
      expect(booked).toMatchObject({ ...amountOf('-80.00'), status: 'booked' });
      expect(booked.transactionId).toBe(made.transactionId);
    });
    expect(available).toBe(-500);
    expect(await shown(made)).toEqual(['booked']);
  });

  it('is released when it is deleted, once', async () => {
    const change = await changeOf('interimAvailable', async () => {
      const made = await post(aPending('-60.00'));
      expect(seen(await remove(made))).toEqual([204]);
      expect(await shown(made)).toEqual([]);
      expect(seen(await remove(made))).toEqual([404, 'RESOURCE_UNKNOWN']);
    });
    expect(change).toBe(0);
  });

  it('is refused with CONFLICT and the path of the amount above what is available', async () => {
    const refused = await call('POST', collection, aPending('-999999999.00'));
    expect(seen(refused)).toEqual([409, 'CONFLICT']);
    expect(pathsOf(refused)).toEqual(['/transactionAmount/amount']);
    expect(messagesOf(refused)[0]?.text).toBe('The account has not so much available.');
  });

  it('cannot be changed or deleted if a payment depends on it', async () => {
    const before = new Set(((await list()).pending ?? []).map((one) => one.transactionId));
    await bank.ledger.reserve(bank.account, { amount: '-5.00' });
    const untilListed = async (): Promise<Listed> => {
      const { pending = [] } = await list();
      const found = pending.find(({ transactionId }) => !before.has(transactionId));
      return found ?? untilListed();
    };
    const href = `${collection}/${(await untilListed()).transactionId}`;
    expect(seen(await call('PUT', href, aBooking('-1.00')))).toEqual([409, 'CONFLICT']);
    expect(seen(await call('DELETE', href))).toEqual([409, 'CONFLICT']);
  });
});

describe('a reset of the sandbox', () => {
  it('removes the transactions that were made by hand', async () => {
    const made = await post(aBooking('-1.00'));
    jsonWith(await call('POST', '/v1/sandbox/initialize'), 200);
    expect(seen(await call('GET', made._links.self.href))).toEqual([404, 'RESOURCE_UNKNOWN']);
    expect(seen(await remove(made))).toEqual([404, 'RESOURCE_UNKNOWN']);
    reader = await bank.reader();
    [account] = reader.accounts;
    const answer = await get(reader.world, transactionsOf(account, 'bookingStatus=both'));
    const text = JSON.stringify(jsonWith(answer, 200));
    for (const ofHand of [made.transactionId, 'Korreksjon', 'Hotellet AS', 'faktura-4711']) {
      expect(text).not.toContain(ofHand);
    }
  });
});
