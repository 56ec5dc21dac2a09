import { acceptedFixesOf, fixesByDefault } from './accept-fix.js';

const none = new Set<string>();

describe('x-accept-fix', () => {
  it('activates fixes that are not named, from their default date in the table or the profile on', () => {
    const name = 'months-of-execution-12';
    const fixesOn = fixesByDefault({ fixes: [{ name, defaultSince: '2031-01-01' }] });
    const on = (header: string | undefined, today: string) =>
      acceptedFixesOf(header, false, fixesOn(today)).fixes;
    expect(on(undefined, '2030-12-31').has('longer-names')).toBe(true);
    expect(on(undefined, '2030-12-31').has(name)).toBe(false);
    expect(on(undefined, '2031-01-01').has(name)).toBe(true);
    expect(on('transaction-details-endpoint', '2031-01-01').has(name)).toBe(true);
  });

  it('takes several values, separated by commas', () => {
    const { fixes, warnings } = acceptedFixesOf('amount-as-string, longer-names', true, none);
    expect([...fixes]).toEqual(['amount-as-string', 'longer-names']);
    expect(warnings).toEqual([]);
  });

  it('warns of an unknown value and of a missing amount-as-string', () => {
    const { warnings } = acceptedFixesOf('no-such-fix', true, none);
    expect(warnings.map(({ rule }) => rule)).toEqual([
      'header.unknownFix',
      'header.amountAsString',
    ]);
  });

  it('does not warn of a missing amount-as-string outside initiations', () => {
    expect(acceptedFixesOf('longer-names', false, none).warnings).toEqual([]);
    expect(acceptedFixesOf(undefined, false, none).warnings).toEqual([]);
  });
});
