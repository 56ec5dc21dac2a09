import { filledExpectation, memberAt, unmetAt } from './expectation.js';
import { Values } from './values.js';

describe('an expectation', () => {
  it.each([
    ['a plain value', 'ACSC', 'ACSC', 'ACTC'],
    ['a list', ['GET'], ['GET'], ['GET', 'PUT']],
    ['is', { is: { amount: '2.00' } }, { amount: '2.00' }, { amount: '2.0' }],
    ['not', { not: 'valid' }, 'expired', 'valid'],
    ['pattern', { pattern: '^\\d+$' }, '17', 17],
    ['absent', { absent: true }, undefined, null],
    ['present', { present: true }, null, undefined],
    ['oneOf', { oneOf: ['ACSP', 'ACSC'] }, 'ACSP', 'ACTC'],
    ['length', { length: 2 }, [1, 2], [1]],
    [
      'contains of a list',
      { contains: { code: 'CONFLICT' } },
      [{}, { code: 'CONFLICT', path: 'x' }],
      [{}],
    ],
    ['contains of a text', { contains: 'day' }, 'the day', 'the night'],
    ['changes', { changes: { from: '10.00', by: '-2.5' } }, '7.50', '7.49'],
  ])('of %s holds for its value alone', (_what, wanted, right, wrong) => {
    expect(unmetAt('/x', right, wanted)).toEqual([]);
    expect(unmetAt('/x', wrong, wanted)).toEqual([
      { at: '/x', expected: expect.any(String) as string, got: expect.any(String) as string },
    ]);
  });

  it.each([
    ['an object', { iban: 'NO5399991200017' }, { iban: 'NO3199991200025' }],
    ['an object with the name of a keyword', { is: 'A' }, 'A'],
    ['an object without members', {}, { iban: 'NO5399991200017' }],
  ])(
    'compares a member with the value that %s has in the file, and with no matcher',
    (_what, kept, other) => {
      const values = new Values();
      values.keep('account', kept);
      const { body } = filledExpectation(values, { body: { '/debtorAccount': '${account}' } });
      expect(unmetAt('it', kept, body['/debtorAccount'])).toEqual([]);
      expect(unmetAt('it', other, body['/debtorAccount'])).toHaveLength(1);
    },
  );

  it('cannot name an answer without a body', () => {
    const values = new Values();
    values.keep('answer', undefined);
    expect(() => filledExpectation(values, { body: { '/x': '${answer}' } })).toThrow(
      'has no value',
    );
  });

  it('reads members by JSON pointer, and none of the prototype', () => {
    const json = { accounts: [{ 'a/b': 1 }] };
    expect(memberAt(json, '/accounts/0/a~1b')).toBe(1);
    expect(memberAt(json, '')).toBe(json);
    expect(memberAt(json, '/accounts/1/x')).toBeUndefined();
    expect(memberAt(json, '/toString')).toBeUndefined();
  });
});
