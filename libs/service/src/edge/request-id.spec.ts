import { loggedRequestId } from './access-log.js';

const idOf = (value: string | string[]) => loggedRequestId({ 'x-request-id': value });

describe('the X-Request-ID in a log line', () => {
  it.each([
    '5d0d1c0e-2f0b-4d3b-9c4e-0c7f2a8f6f11',
    '93860111-1794-4711-8386-938601111794',
    '01JDB5E8K3V7QX2M4N6P8R9S0T',
    'payment-4711',
    'x'.repeat(64),
  ])('is %s as it was sent', (value) => {
    expect(idOf(value)).toBe(value);
  });

  it.each([
    ['a name', 'Kari Kreditor'],
    ['an e-mail address', 'kari@customer.example'],
    ['an account number', '93860111179'],
    ['an account number between letters', 'x93860111179x'],
    ['an IBAN', 'NO9386011117947'],
    ['a text of 65 characters', 'x'.repeat(65)],
    ['a text of 7 characters', 'x'.repeat(7)],
    ['a line break', 'payment\n4711'],
    ['a letter beside ASCII', 'betaling-år-1'],
    ['an empty text', ''],
  ])('is absent for %s', (_what, value) => {
    expect(idOf(value)).toBeUndefined();
  });

  it('is absent for a request without it, and for a list', () => {
    expect(loggedRequestId({})).toBeUndefined();
    expect(idOf(['payment-4711', 'payment-4712'])).toBeUndefined();
  });
});
