import { Type } from 'typebox';
import { oneOf, text } from '../replies/reply.js';
import { noParameters, queryFaults, queryParameters } from './query-parameters.js';
import type { QueryParameters } from './query-parameters.js';

const parameters = queryParameters({
  bookingStatus: oneOf(['both', 'all']),
  dateFrom: Type.Optional(text('First day.', { format: 'date' })),
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,2}$' })),
});

/** The faults of a query in short. */
function seen(query: string, of: QueryParameters = parameters) {
  return queryFaults(of, query).map(({ code, path, rule }) => `${code} ${path} ${rule}`);
}

describe('the query of a route', () => {
  it('is taken with what is required and as much of the rest as there is', () => {
    expect(seen('bookingStatus=bo%74h&limit=20&dateFrom=2030-02-28')).toEqual([]);
    expect(seen('bookingStatus=all')).toEqual([]);
    expect(seen('', noParameters)).toEqual([]);
  });

  it('needs the parameters that are required', () => {
    expect(seen('limit=20')).toEqual(['QUERY_PARAMETER_REQUIRED bookingStatus query.required']);
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
  ])('refuses %s', (_what, query, fault) => {
    expect(seen(query)).toEqual([`FORMAT_ERROR ${fault}`]);
  });

  it('tells all faults together, but not thousands', () => {
    expect(seen('limit=x&page=2')).toHaveLength(3);
    const many = Array.from({ length: 1000 }, (_, at) => `p${String(at)}=1`).join('&');
    expect(seen(many)).toHaveLength(100);
    expect(seen('x'.repeat(4000), noParameters)[0]?.length).toBeLessThan(110);
  });
});
