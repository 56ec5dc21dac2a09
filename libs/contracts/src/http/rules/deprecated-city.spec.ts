import { deprecatedCityFindings } from './deprecated-city.js';

describe('the town of an address', () => {
  it('may be named by townName without a warning', () => {
    expect(deprecatedCityFindings({ townName: 'Oslo', country: 'NO' }, [])).toEqual([]);
  });

  it.each([{ city: 'Oslo' }, { city: '' }, { city: 'Oslo', townName: 'Oslo' }])(
    'named as in %j is worth a warning',
    (address) => {
      expect(deprecatedCityFindings(address, ['creditorAddress'])).toEqual([
        {
          at: ['creditorAddress', 'city'],
          code: 'FORMAT_ERROR',
          rule: 'city.deprecated',
          params: {},
        },
      ]);
    },
  );

  it('need not be there, nor the address', () => {
    expect(deprecatedCityFindings(undefined, [])).toEqual([]);
  });
});
