import { amountOf, minorOf, sumOf } from './money.js';

describe('amounts', () => {
  it('are summed exactly', () => {
    expect(sumOf(['0.10', '0.20', '3', '90071992547409.91'])).toBe(9_007_199_254_741_321n);
    expect([1, 99, 100, 12_345].map(amountOf)).toEqual(['0.01', '0.99', '1.00', '123.45']);
    expect(minorOf(amountOf(12_345))).toBe(12_345n);
  });

  it.each(['', '1,5', '-1', '1.234', '1e3'])('reject %p', (text) => {
    expect(() => minorOf(text)).toThrow('no amount');
  });
});
