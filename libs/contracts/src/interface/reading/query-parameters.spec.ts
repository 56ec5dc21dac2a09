import {
  InitiationParameters,
  NoParameters,
  queryFaults,
  queryWarnings,
  TransactionsParameters,
} from './query-parameters.js';
import type { ParametersClass } from './query-parameters.js';

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
    ['a value that is not listed', 'bookingStatus=none', 'bookingStatus choice.oneOf'],
    ['another case', 'bookingStatus=BOTH', 'bookingStatus choice.oneOf'],
    ['no value', 'bookingStatus', 'bookingStatus choice.oneOf'],
    [
      'a day that no year has',
      'bookingStatus=all&dateFrom=2030-02-30',
      'dateFrom date.notInCalendar',
    ],
    ['a day in another form', 'bookingStatus=all&dateFrom=1.3.2030', 'dateFrom date.form'],
    ['a number out of its form', 'bookingStatus=all&limit=0', 'limit limit.form'],
    ['octets that are no UTF-8', 'bookingStatus=all&limit=%ff', 'limit limit.form'],
    ['a misspelt name', 'bookingStatus=all&dateForm=2030-03-01', 'dateForm query.misspelt'],
    ['a misspelt required name', 'bookingstatus=all', 'bookingstatus query.misspelt'],
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

describe('the query of transactions', () => {
  const of = (query: string) => seen(`bookingStatus=both&${query}`);

  it.each(['booked', 'pending', 'both', 'all'])('takes the bookingStatus %s', (status) => {
    expect(seen(`bookingStatus=${status}`)).toEqual([]);
  });

  it('takes any limit from 1, a position and a number as offset, and both forms of withBalance', () => {
    for (const query of [
      ...['limit=1', 'limit=200', 'limit=201', 'limit=1000000000', `limit=${'9'.repeat(400)}`],
      ...['offset=0', 'offset=10000', `offset=A${'x'.repeat(80)}`],
      ...['withBalance=true', 'withBalance=false', 'dateFrom=2030-02-28&dateTo=2030-02-28'],
    ]) {
      expect([query, of(query)]).toEqual([query, []]);
    }
  });

  it.each([
    ['limit=-1', 'limit limit.form'],
    ['limit=1e3', 'limit limit.form'],
    ['limit=', 'limit limit.form'],
    ['offset=-1', 'offset offset.form'],
    ['offset=next', 'offset offset.form'],
    ['offset=%00', 'offset offset.form'],
    ['dateTo=2030-13-01', 'dateTo date.notInCalendar'],
    ['dateTo=', 'dateTo date.form'],
    ['withBalance=1', 'withBalance choice.oneOf'],
    ['deltaList=true', 'deltaList query.noDelta'],
    ['entryReferenceFrom=1', 'entryReferenceFrom query.noDelta'],
  ])('refuses %s', (query, fault) => {
    expect(of(query)).toEqual([`FORMAT_ERROR ${fault}`]);
  });

  it('is told the right name of a misspelt parameter, and the values of bookingStatus', () => {
    const paramsOf = (query: string) =>
      queryFaults(TransactionsParameters, query).map(({ params }) => params);
    expect(paramsOf('bookingStatos=both')).toEqual([{ parameter: 'bookingStatus' }]);
    expect(paramsOf('bookingStatus=bookt')).toMatchObject([
      { allowed: 'booked, pending, both, all' },
    ]);
    expect(seen('bookingStatus=all&books=1')).toEqual(['FORMAT_ERROR books query.unknown']);
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
    ['allowLogicalDuplicate=yes', 'allowLogicalDuplicate choice.oneOf'],
    [
      'allowLogicalDuplicate=true&allowLogicalDuplicate=true',
      'allowLogicalDuplicate query.repeated',
    ],
    ['allowlogicalduplicate=true', 'allowlogicalduplicate query.misspelt'],
  ])('is refused as %s', (query, expected) => {
    expect(seen(query, InitiationParameters)).toEqual([`FORMAT_ERROR ${expected}`]);
  });

  it('is worth no warning when it is not sent', () => {
    expect(queryWarnings('')).toEqual([]);
    expect(queryWarnings('withBalance=true')).toEqual([]);
  });
});
