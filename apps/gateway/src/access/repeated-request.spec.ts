import { streamIdOf } from '@nordgate/contracts/rules';
import { creatingCommandId, fingerprintOf } from './repeated-request.js';

describe('the stream of a request', () => {
  const caller = { tpp: 'tpp', requestId: 'r-1', generation: 0 };

  it('is the same for the same TPP, route and X-Request-ID', () => {
    const id = streamIdOf(caller, 'POST', '/v1/payments/x');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(streamIdOf({ ...caller }, 'POST', '/v1/payments/x')).toBe(id);
  });

  it.each([
    ['TPP', { tpp: 'other' }, 'POST', '/v1/payments/x'],
    ['method', {}, 'PUT', '/v1/payments/x'],
    ['route', {}, 'POST', '/v1/payments/y'],
    ['X-Request-ID', { requestId: 'r-2' }, 'POST', '/v1/payments/x'],
    ['generation', { generation: 1 }, 'POST', '/v1/payments/x'],
  ])('is another one for another %s', (_what, change, method, route) => {
    const id = streamIdOf(caller, 'POST', '/v1/payments/x');
    expect(streamIdOf({ ...caller, ...change }, method, route)).not.toBe(id);
  });
});

describe('the fingerprint of a request', () => {
  const request = { body: Buffer.from('{}'), psuId: 'p', redirectUri: 'https://t.example' };

  it('is the same for the same request', () => {
    expect(fingerprintOf({ ...request })).toBe(fingerprintOf(request));
  });

  it.each([
    ['body', { body: Buffer.from('{ }') }],
    ['PSU-ID', { psuId: 'q' }],
    ['TPP-Redirect-URI', { redirectUri: 'https://u.example' }],
    ['TPP-Nok-Redirect-URI', { nokRedirectUri: 'https://u.example' }],
    ['PSU-Corporate-ID', { corporateId: 'c' }],
    ['PSU-Context', { context: 'PRIVATE' }],
  ])('differs with another %s', (_what, change) => {
    expect(fingerprintOf({ ...request, ...change })).not.toBe(fingerprintOf(request));
  });

  it('tells apart which header a value came from', () => {
    const { body } = request;
    expect(fingerprintOf({ body, psuId: 'a', corporateId: 'b' })).not.toBe(
      fingerprintOf({ body, psuId: 'b', corporateId: 'a' }),
    );
    expect(fingerprintOf({ body, psuId: 'ab' })).not.toBe(
      fingerprintOf({ body, psuId: 'a', corporateId: 'b' }),
    );
  });
});

describe('the id of a command that creates a resource', () => {
  it('has 132 bits of the fingerprint behind the stream', () => {
    const fingerprint = fingerprintOf({ body: Buffer.from('{}') });
    const id = creatingCommandId('payment-1', fingerprint);
    expect(id).toMatch(/^payment-1\/[\w-]{22}$/);
    expect(creatingCommandId('payment-1', fingerprintOf({ body: Buffer.from('{ }') }))).not.toBe(
      id,
    );
  });
});
