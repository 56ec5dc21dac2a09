import fc from 'fast-check';
import { meantName } from './query-parameters.js';

const known = ['bookingStatus', 'dateFrom', 'dateTo', 'limit', 'offset'];

describe('the name that a misspelt one means', () => {
  it.each([
    ['bookingstatus', 'bookingStatus'],
    ['bookingStatos', 'bookingStatus'],
    ['booking_status', 'bookingStatus'],
    ['dateForm', 'dateFrom'],
    ['DATETO', 'dateTo'],
    ['limits', 'limit'],
  ])('%s is %s', (sent, meant) => {
    expect(meantName(sent, known)).toBe(meant);
  });

  it.each(['', 'page', 'x', 'status', 'toString', '__proto__'])('%j is none', (sent) => {
    expect(meantName(sent, known)).toBeUndefined();
  });

  it('is none for a known name, which is not misspelt', () => {
    for (const name of known) expect(meantName(name, known)).toBeUndefined();
  });

  it('is found for a name with one character left out, added or replaced', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...known),
        fc.nat(20),
        fc.string({ maxLength: 1 }),
        (name, at, by) => {
          const place = at % name.length;
          const slip = name.slice(0, place) + by + name.slice(place + 1);
          fc.pre(!known.includes(slip));
          expect(meantName(slip, [name])).toBe(name);
        },
      ),
    );
  });

  it('of a huge name is none, without a comparison', () => {
    expect(meantName('limit'.padEnd(1_000_000, 'x'), known)).toBeUndefined();
  });
});
