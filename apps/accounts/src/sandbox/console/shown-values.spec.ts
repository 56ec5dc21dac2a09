import { hrefOfResource, momentInOslo } from './shown-values.js';

describe('a value in the console', () => {
  it.each([
    ['2030-01-01T12:00:00.123Z', '2030-01-01 13:00:00'],
    ['2030-06-30T22:30:01.999Z', '2030-07-01 00:30:01'],
  ])('has the moment %s as the time in Oslo, to the second', (at, shown) => {
    expect(momentInOslo(at)).toBe(shown);
  });

  it.each([
    ['payment', '/payments/A%2F1'],
    ['basket', '/baskets/A%2F1'],
    ['consent', '/?about=A%2F1'],
  ] as const)('links a %s to the page that shows it', (kind, href) => {
    expect(hrefOfResource({ kind, id: 'A/1' })).toBe(href);
  });
});
