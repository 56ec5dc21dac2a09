import { globSync } from 'node:fs';
import { join } from 'node:path';
import { queryFromJson } from '../base/message/query-from-json.js';
import { queriesOf, queryTypeOf, queryTypes } from './query-types.js';
import {
  GetAccess,
  GetAccountAccess,
  GetConsentInForce,
  GiveBackRead,
} from '../authorisations/access-queries.js';
import {
  GetActingCustomer,
  GetSandboxCustomers,
  IdentifyCustomer,
} from '../accounts/account-queries.js';
import { GetMaintenance } from '../operations/maintenance-queries.js';
import { GetOpenBaskets } from '../baskets/basket-queries.js';
import { GetFunds, GetReadableAccounts, GetTransactions } from '../accounts/ledger-queries.js';
import type { TransactionFilter } from '../accounts/ledger-queries.js';
import { GetPayment, GetPaymentsToSign } from '../payments/payment-queries.js';
import { GetAuthorisations } from '../authorisations/sca-queries.js';
import { isQueryType, ServiceQuery } from '../base/message/query.js';

const root = join(import.meta.dirname, '..');

/** Every query class of the files of queries. */
async function declaredQueries(): Promise<string[]> {
  const modules = await Promise.all(
    globSync('*/*-queries.ts', { cwd: root }).map(
      (file) => import(join(root, file)) as Promise<object>,
    ),
  );
  return modules
    .flatMap((one) => Object.values(one) as unknown[])
    .filter(isQueryType)
    .map(({ name }) => name);
}

describe('the list of all queries', () => {
  it('has every query class of a file of queries once', async () => {
    const declared = await declaredQueries();
    expect(declared.length).toBeGreaterThan(8);
    expect(queryTypes.map(({ name }) => name).sort()).toEqual(declared.sort());
  });

  it('finds a query by its name, for its own service only', () => {
    expect(queryTypeOf('payments', 'GetPayment')).toBe(GetPayment);
    expect(queryTypeOf('baskets', 'GetPayment')).toBeUndefined();
    expect(queryTypeOf('payments', 'GetMoney')).toBeUndefined();
    expect(queryTypeOf('payments', 'constructor')).toBeUndefined();
  });
});

describe('a query from another process', () => {
  const everything: TransactionFilter = {
    status: 'both',
    allPending: false,
    dateFrom: null,
    dateTo: null,
  };
  const february: TransactionFilter = {
    status: 'booked',
    allPending: false,
    dateFrom: '2026-02-01',
    dateTo: '2026-02-28',
  };
  const queries = [
    new GetPayment('PSDNO-FSA-900000001', 'p-1'),
    new GetOpenBaskets(['p-1', 'p-2']),
    new GetOpenBaskets([]),
    new GetPaymentsToSign(['agreement-1'], 3),
    new GetActingCustomer({ customerId: 'c-1' }),
    new GetActingCustomer({ customerNumber: '1000001' }),
    new IdentifyCustomer({ identifier: 'pid-1' }),
    new GetSandboxCustomers(0),
    new GetAccess('PSDNO-FSA-900000001', 'psu-1', null, 'session-1', 'unattended', 0),
    new GetConsentInForce('PSDNO-FSA-900000001', 'psu-1', 'agreement-1', 0),
    new GetAuthorisations('PSDNO-FSA-900000001', 'cancellation', 'p-1'),
    new GetTransactions('account-1', 3, everything, 200, null, { skip: 0 }),
    new GetReadableAccounts({ customerId: 'c-1', corporateId: null }, ['a-1']),
    new GetFunds({ iban: null, bban: '99991200017' }, '10.00', 'NOK'),
    new GiveBackRead('permit-1'),
    new GetAccountAccess('PSDNO-FSA-900000001', 'psu-1', null, 's', 'funds', 0, 'a', null),
    new GetTransactions('account-1', 3, february, 200, 17, {
      after: { day: '2026-02-10', sequence: 9 },
    }),
  ];
  const anAccess = (change: object) =>
    JSON.stringify({
      tpp: 't',
      psuId: 'p',
      corporateId: null,
      tppSessionId: 's',
      need: 'attended',
      generation: 0,
      ...change,
    });

  it.each(queries.map((query) => [query.constructor.name, query] as const))(
    'arrives as the same %s',
    (_name, query) => {
      const type = queryTypes.find(({ name }) => name === query.constructor.name);
      if (type === undefined) throw new Error('not in the list');
      const read = queryFromJson(type, JSON.parse(JSON.stringify(query)));
      expect(read).toEqual({ query });
      expect('query' in read && read.query).toBeInstanceOf(query.constructor);
    },
  );

  it.each([
    ['a missing field', GetPayment, '{"tpp":"t"}', 'paymentId'],
    ['a number for a text', GetPayment, '{"tpp":"t","paymentId":7}', 'paymentId'],
    ['null for a text', GetPayment, '{"tpp":null,"paymentId":"p"}', 'tpp'],
    ['an unknown field', GetPayment, '{"tpp":"t","paymentId":"p","iban":"x"}', 'unknown'],
    ['a field where the query has none', GetMaintenance, '{"tpp":"t"}', 'unknown'],
    ['__proto__', GetPayment, '{"tpp":"t","paymentId":"p","__proto__":{}}', 'unknown'],
    [
      'fields in __proto__ only',
      GetPayment,
      '{"__proto__":{"tpp":"t","paymentId":"p"}}',
      'is missing',
    ],
    [
      'a text that is not listed',
      GetAuthorisations,
      '{"tpp":"t","kind":"account","resourceId":"p"}',
      'kind',
    ],
    ['a number for a text or null', GetAccess, anAccess({ corporateId: 1 }), 'corporateId'],
    ['a text for a list', GetOpenBaskets, '{"paymentIds":"p"}', 'paymentIds'],
    ['a list with a number', GetOpenBaskets, '{"paymentIds":["p",1]}', 'paymentIds'],
    ['neither of two fields', GetActingCustomer, '{"by":{}}', 'by'],
    ['both of two', GetActingCustomer, '{"by":{"customerId":"a","customerNumber":"b"}}', 'by'],
    ['a third instead', GetActingCustomer, '{"by":{"name":"a"}}', 'by'],
    ['a text for an object', GetActingCustomer, '{"by":"a"}', 'by'],
    ['a list', GetPayment, '[]', 'no object'],
    ['null', GetPayment, 'null', 'no object'],
    ['a text', GetPayment, '"tpp"', 'no object'],
  ])('is refused with %s', (_what, type, json, fault) => {
    expect(queryFromJson(type, JSON.parse(json))).toEqual({
      fault: expect.stringContaining(fault) as string,
    });
  });
});

describe('a file of queries', () => {
  it('does not compile with a query whose answer JSON would change, and may have other things', () => {
    class GetDay extends ServiceQuery<{ readonly day: Date }> {
      static readonly service = 'sca';
    }
    class GetTable extends ServiceQuery<ReadonlyMap<string, string>> {
      static readonly service = 'sca';
    }
    class GetAmounts extends ServiceQuery<readonly bigint[]> {
      static readonly service = 'sca';
    }
    class GetName extends ServiceQuery<{ readonly name?: string } | null> {
      static readonly service = 'sca';
    }
    // @ts-expect-error: a Date would arrive as a text.
    const day = queriesOf({ GetDay });
    // @ts-expect-error: a Map would arrive empty.
    const table = queriesOf({ GetName, GetTable });
    // @ts-expect-error: JSON has no bigint.
    const amounts = queriesOf({ GetAmounts });
    const name = queriesOf({ GetName, limitMax: 10 });
    expect([day, table, amounts, name].map((list) => list.length)).toEqual([1, 2, 1, 1]);
  });
});
