import { deprecatedCityFaults } from './creditor.js';

describe('the town of an address', () => {
  it('may be named by townName without a warning', () => {
    expect(deprecatedCityFaults({ townName: 'Oslo', country: 'NO' }, [])).toEqual([]);
  });

  it.each([{ city: 'Oslo' }, { city: '' }, { city: 'Oslo', townName: 'Oslo' }])(
    'named as in %j is worth a warning',
    (address) => {
      expect(deprecatedCityFaults(address, ['creditorAddress'])).toEqual([
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
    expect(deprecatedCityFaults(undefined, [])).toEqual([]);
  });
});
