import { agreementsPageOf, customersPageOf, listedCustomer, pageLinks } from './customer-list.js';

const path = '/v1/sandbox/customers';
const links = (limit: string, offset: string, total: number) =>
  pageLinks(path, customersPageOf({ limit, offset }), total);

describe('the list of test agreements', () => {
  it('has at most 100 agreements of a page without parameters', () => {
    expect(agreementsPageOf({})).toEqual({ limit: 100, offset: 0 });
    expect(agreementsPageOf({ limit: '7', offset: '14' })).toEqual({ limit: 7, offset: 14 });
  });
});

describe('the list of test customers', () => {
  it('has at most 1,000 customers of a page without parameters', () => {
    expect(customersPageOf({})).toEqual({ limit: 1000, offset: 0 });
  });

  it('shows four members in the order of the field, the type in lower case', () => {
    const shown = listedCustomer({
      ...{ customerName: 'Prøvefirma', customerType: 'CORPORATE' },
      ...{ customerNumber: '12345678', customerId: 'c1' },
    });
    expect(JSON.stringify(shown)).toBe(
      '{"customerId":"c1","customerNumber":"12345678","customerType":"corporate","customerName":"Prøvefirma"}',
    );
  });

  it.each([
    ['10', '0', 10, 'first 0'],
    ['3', '0', 8, 'first 0, next 3, last 6'],
    ['3', '3', 8, 'first 0, prev 0, next 6, last 6'],
    ['3', '6', 8, 'first 0, prev 3'],
    ['3', '900', 8, 'first 0, prev 6'],
    ['3', '1', 0, 'first 0, prev 0'],
  ])('with limit %s and offset %s of %i has the links %s', (limit, offset, total, expected) => {
    const found = links(limit, offset, total).replaceAll(
      /<[^>]*offset=(\d+)>; rel="(\w+)"/gu,
      '$2 $1',
    );
    expect(found).toBe(expected);
  });
});
