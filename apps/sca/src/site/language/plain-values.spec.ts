import {
  accountText,
  amountText,
  cardText,
  dateText,
  monthsText,
  timeText,
} from './plain-values.js';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('values on a page', () => {
  it.each([
    ['1', '1.00 NOK', '1,00 NOK'],
    ['125.50', '125.50 NOK', '125,50 NOK'],
    ['1250.5', '1,250.50 NOK', '1 250,50 NOK'],
    ['1234567.00', '1,234,567.00 NOK', '1 234 567,00 NOK'],
    ['999999999999999999', '999,999,999,999,999,999.00 NOK', '999 999 999 999 999 999,00 NOK'],
    ['0.00001', '0.00001 NOK', '0,00001 NOK'],
  ])('show the amount %s exactly', (amount, english, norwegian) => {
    expect(plain(amountText(amount, 'NOK', 'en'))).toBe(english);
    expect(plain(amountText(amount, 'NOK', 'nb'))).toBe(norwegian);
  });

  it.each([
    ['JPY', '1,500 JPY'],
    ['BHD', '1,500.000 BHD'],
    ['NOK', '1,500.00 NOK'],
  ])('show an amount of %s with its minor units', (currency, shown) => {
    expect(plain(amountText('1500', currency, 'en'))).toBe(shown);
  });

  it('show amounts, dates and times in the way of each language', () => {
    const shown = (language: 'nb' | 'en' | 'sv' | 'da') =>
      plain(
        [
          amountText('1250.50', 'NOK', language),
          dateText('2026-05-17', language),
          timeText('2026-05-17T12:32:00Z', language),
        ].join(' | '),
      );
    expect(shown('nb')).toBe('1 250,50 NOK | 17. mai 2026 | 14:32');
    expect(shown('en')).toBe('1,250.50 NOK | 17 May 2026 | 14:32');
    expect(shown('sv')).toBe('1 250,50 NOK | 17 maj 2026 | 14:32');
    expect(shown('da')).toBe('1.250,50 NOK | 17. maj 2026 | 14.32');
  });

  it('show the masked number of a card in groups', () => {
    expect(plain(cardText('492500******1234'))).toBe('4925 00** **** 1234');
  });

  it('show a date on its day, wherever the server is', () => {
    expect(dateText('2026-05-17', 'en')).toBe('17 May 2026');
    expect(dateText('2026-05-17', 'nb')).toBe('17. mai 2026');
  });

  it('show months by name', () => {
    expect(monthsText([1, 12], 'en')).toBe('January, December');
    expect(monthsText([1, 12], 'nb')).toBe('januar, desember');
  });

  it('show accounts as people write them', () => {
    expect(plain(accountText({ bban: '86011117947' }))).toBe('8601 11 17947');
    expect(plain(accountText({ bban: 'ABC123' }))).toBe('ABC123');
    expect(plain(accountText({ iban: 'NO9386011117947' }))).toBe('NO93 8601 1117 947');
    expect(plain(accountText({ bban: '86011117947', iban: 'NO9386011117947' }))).toBe(
      '8601 11 17947',
    );
  });
});
