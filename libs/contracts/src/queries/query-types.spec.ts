import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isOneText, isText, isTexts } from './query-fields.js';
import type { QueryFields } from './query-fields.js';
import { queryFromJson } from './query-from-json.js';
import { queryTypeOf, queryTypes } from './query-types.js';
import { GetActingCustomer, GetSandboxCustomers } from './account-queries.js';
import { GetOpenBaskets } from './basket-queries.js';
import { GetPayment, GetPaymentsToSign } from './payment-queries.js';
import { ServiceQuery } from './query.js';

/** Every query class of this folder. */
async function declaredQueries(): Promise<string[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('-queries.ts'));
  const modules = (await Promise.all(
    files.map((name) => import(join(import.meta.dirname, name))),
  )) as Record<string, unknown>[];
  return modules
    .flatMap((one) => Object.values(one))
    .filter((one) => typeof one === 'function' && one.prototype instanceof ServiceQuery)
    .map((one) => (one as typeof ServiceQuery).name);
}

describe('the list of queries', () => {
  it('has every query of the contracts once', async () => {
    const declared = await declaredQueries();
    expect(declared.length).toBeGreaterThan(8);
    expect(queryTypes.map(({ name }) => name).sort()).toEqual(declared.sort());
  });

  it('finds a query under its name, for its own service only', () => {
    expect(queryTypeOf('payments', 'GetPayment')).toBe(GetPayment);
    expect(queryTypeOf('baskets', 'GetPayment')).toBeUndefined();
    expect(queryTypeOf('payments', 'GetMoney')).toBeUndefined();
    expect(queryTypeOf('payments', 'constructor')).toBeUndefined();
  });
});

describe('a query from another process', () => {
  const queries = [
    new GetPayment('PSDNO-FSA-900000001', 'p-1'),
    new GetOpenBaskets(['p-1', 'p-2']),
    new GetOpenBaskets([]),
    new GetPaymentsToSign(['agreement-1']),
    new GetActingCustomer({ customerId: 'c-1' }),
    new GetActingCustomer({ customerNumber: '1000001' }),
    new GetSandboxCustomers(),
  ];

  it.each(queries.map((query) => [query.constructor.name, query] as const))(
    'is the same %s again',
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
    ['an unknown field of none', GetSandboxCustomers, '{"tpp":"t"}', 'unknown'],
    ['__proto__', GetPayment, '{"tpp":"t","paymentId":"p","__proto__":{}}', 'unknown'],
    ['fields of the prototype', GetPayment, '{"__proto__":{"tpp":"t","paymentId":"p"}}', 'tpp'],
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

describe('the checks of fields', () => {
  it('tell texts, lists of texts and one of several texts', () => {
    expect([isText('a'), isText(1), isText(undefined)]).toEqual([true, false, false]);
    expect([isTexts(['a']), isTexts([]), isTexts({ 0: 'a' })]).toEqual([true, true, false]);
    const isOne = isOneText('a', 'b');
    expect([{ a: '1' }, { b: '1' }, { a: 1 }, { c: '1' }, ['1'], null].map(isOne)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('do not exist for an answer that JSON would change', () => {
    class GetDay extends ServiceQuery<{ readonly day: Date }> {}
    class GetTable extends ServiceQuery<ReadonlyMap<string, string>> {}
    class GetAmounts extends ServiceQuery<readonly bigint[]> {}
    class GetName extends ServiceQuery<{ readonly name?: string } | null> {}
    // @ts-expect-error: a Date would arrive as a text.
    const day: QueryFields<GetDay> = {};
    // @ts-expect-error: a Map would arrive empty.
    const table: QueryFields<GetTable> = {};
    // @ts-expect-error: JSON has no bigint.
    const amounts: QueryFields<GetAmounts> = {};
    const name: QueryFields<GetName> = {};
    expect([day, table, amounts, name]).toHaveLength(4);
  });
});
