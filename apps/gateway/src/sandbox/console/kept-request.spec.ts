import { keptRequestOf, maskedSigningString, traceIdOf } from './kept-request.js';
import type { AnsweredRequest } from './kept-request.js';

const secrets = ['c2VjcmV0', 'MIIcertificate', 'psu-1', 'Bearer x', 'session=1', '99991200017'];

const answered: AnsweredRequest = {
  id: 'r1',
  at: new Date('2030-01-01T00:00:00Z'),
  method: 'GET',
  target: '/v1/accounts?bban=99991200017',
  headers: {
    date: 'Tue, 01 Jan 2030 00:00:00 GMT',
    'x-request-id': 'request-1',
    signature:
      'keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="date x-request-id",signature="c2VjcmV0"',
    'tpp-signature-certificate': 'MIIcertificate',
    'psu-id': 'psu-1',
    authorization: 'Bearer x',
    cookie: 'session=1',
  },
  status: 400,
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  isProven: true,
  messages: [{ category: 'ERROR', code: 'FORMAT_ERROR', path: 'bban', text: 'not 99991200017' }],
  answer: {
    made: { kind: 'consent', id: 'AC1' },
    facts: { next: '/v1/b?bban=99991200017', retryAfterSeconds: 2, hasScaRedirect: true },
  },
  verdict: undefined,
};

describe('a kept request', () => {
  it('has no signature, certificate, cookie, PSU or account number', () => {
    const text = JSON.stringify(keptRequestOf(answered));
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it('shows target, ids, some headers, the names that were signed, and the messages', () => {
    expect(keptRequestOf(answered)).toEqual({
      ...{ id: 'r1', at: '2030-01-01T00:00:00.000Z', method: 'GET', status: 400, isProven: true },
      ...{ target: '/v1/accounts?bban=[account]', requestId: 'request-1' },
      traceId: 'a'.repeat(32),
      headers: [
        { name: 'date', value: 'Tue, 01 Jan 2030 00:00:00 GMT' },
        { name: 'x-request-id', value: 'request-1' },
        { name: 'signature (headers)', value: 'date x-request-id' },
      ],
      hidden: ['psu-id'],
      resource: { kind: 'consent', id: 'AC1' },
      answer: { next: '/v1/b?bban=[account]', retryAfterSeconds: 2, hasScaRedirect: true },
      messages: [{ code: 'FORMAT_ERROR', path: 'bban', text: 'not [account]' }],
      verdict: null,
    });
  });

  it('has masked account numbers in the headers that it shows', () => {
    const headers = { 'x-accept-fix': 'a-fix, 99991200017' };
    expect(keptRequestOf({ ...answered, headers }).headers).toEqual([
      { name: 'x-accept-fix', value: 'a-fix, [account]' },
    ]);
  });

  it('has no trace id while no trace is recorded', () => {
    expect(traceIdOf(undefined)).toBeNull();
  });

  it('masks the values of personal headers in the signing string', () => {
    const lines = ['date: now', 'psu-id: psu-1', 'psu-ip-address: 10.0.0.1', 'digest: SHA-256=x'];
    expect(maskedSigningString(lines.join('\n')).split('\n')).toEqual([
      ...['date: now', 'psu-id: [redacted]', 'psu-ip-address: [redacted]', 'digest: SHA-256=x'],
    ]);
  });
});
