import { redact, redactText } from './redaction.js';

describe('redaction', () => {
  it('masks account numbers in free text', () => {
    expect(redactText('from NO9386011117947 to 86011117947')).toBe('from [account] to [account]');
  });

  it('masks secret fields at any depth', () => {
    const masked = redact({ request: { psuId: 'x', items: [{ iban: 'y', amount: '1.00' }] } });
    expect(masked).toEqual({
      request: { psuId: '[redacted]', items: [{ iban: '[redacted]', amount: '1.00' }] },
    });
  });

  it('leaves other fields unchanged', () => {
    expect(redact({ status: 201, route: '/v1/payments' })).toEqual({
      status: 201,
      route: '/v1/payments',
    });
  });
});
