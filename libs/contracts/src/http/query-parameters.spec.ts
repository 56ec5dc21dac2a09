import { Optional } from '../fields/field.js';
import { DateText, OneOf, Pattern } from '../fields/values.js';
import {
  InitiationParameters,
  NoParameters,
  queryFaults,
  queryWarnings,
} from './query-parameters.js';
import type { ParametersClass } from './query-parameters.js';

class TransactionsParameters {
  @OneOf(['both', 'all'])
  bookingStatus!: string;

  @Optional()
  @DateText()
  dateFrom?: string;

  @Optional()
  @Pattern(/^[1-9][0-9]{0,2}$/u, 'number.range')
  limit?: string;
}

/** The faults of a query in short. */
function seen(query: string, of: ParametersClass = TransactionsParameters) {
  return queryFaults(of, query).map(({ code, path, rule }) => `${code} ${path} ${rule}`);
}

describe('the query of a route', () => {
  it('is accepted with the required parameters and any of the optional ones', () => {
    expect(seen('bookingStatus=bo%74h&limit=20&dateFrom=2030-02-28')).toEqual([]);
    expect(seen('bookingStatus=all')).toEqual([]);
    expect(seen('', NoParameters)).toEqual([]);
  });

  it('is rejected without a required parameter', () => {
    expect(seen('limit=20')).toEqual(['QUERY_PARAMETER_REQUIRED bookingStatus query.required']);
    expect(queryFaults(TransactionsParameters, '')[0]?.params).toEqual({
      parameter: 'bookingStatus',
    });
  });

  it.each([
    ['a value that is not listed', 'bookingStatus=none', 'bookingStatus query.malformed'],
    ['another case', 'bookingStatus=BOTH', 'bookingStatus query.malformed'],
    ['no value', 'bookingStatus', 'bookingStatus query.malformed'],
    ['a day that no year has', 'bookingStatus=all&dateFrom=2030-02-30', 'dateFrom query.malformed'],
    ['a number out of its form', 'bookingStatus=all&limit=0', 'limit query.malformed'],
    ['octets that are no UTF-8', 'bookingStatus=all&limit=%ff', 'limit query.malformed'],
    ['a misspelt name', 'bookingStatus=all&dateForm=2030-03-01', 'dateForm query.unknown'],
    ['a name of every object', 'bookingStatus=all&toString=1', 'toString query.unknown'],
    ['one that comes twice', 'bookingStatus=all&bookingStatus=all', 'bookingStatus query.repeated'],
  ])('is rejected with %s', (_what, query, fault) => {
    expect(seen(query)).toEqual([`FORMAT_ERROR ${fault}`]);
  });

  it('is rejected with all its faults together, up to a bound', () => {
    expect(seen('limit=x&page=2')).toHaveLength(3);
    const many = Array.from({ length: 1000 }, (_, at) => `p${String(at)}=1`).join('&');
    expect(seen(many)).toHaveLength(100);
    const [name, longer] = ['x'.repeat(64), 'x'.repeat(65)];
    expect(seen(`${name}&${longer}`, NoParameters)).toEqual([
      `FORMAT_ERROR ${name} query.unknown`,
      `FORMAT_ERROR ${name}… query.unknown`,
    ]);
  });
});

describe('allowLogicalDuplicate', () => {
  it.each(['true', 'false'])('is accepted as %s with a warning that names it', (value) => {
    const query = `allowLogicalDuplicate=${value}`;
    expect(seen(query, InitiationParameters)).toEqual([]);
    expect(queryWarnings(query)).toEqual([
      {
        code: 'FORMAT_ERROR',
        path: 'allowLogicalDuplicate',
        rule: 'member.withoutEffect',
        params: { member: 'allowLogicalDuplicate' },
      },
    ]);
  });

  it.each([
    ['allowLogicalDuplicate=yes', 'allowLogicalDuplicate query.malformed'],
    [
      'allowLogicalDuplicate=true&allowLogicalDuplicate=true',
      'allowLogicalDuplicate query.repeated',
    ],
    ['allowlogicalduplicate=true', 'allowlogicalduplicate query.unknown'],
  ])('is refused as %s', (query, expected) => {
    expect(seen(query, InitiationParameters)).toEqual([`FORMAT_ERROR ${expected}`]);
  });

  it('is worth no warning when it is not sent', () => {
    expect(queryWarnings('')).toEqual([]);
    expect(queryWarnings('withBalance=true')).toEqual([]);
  });
});
