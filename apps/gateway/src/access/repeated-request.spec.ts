import { streamIdOf } from '@nordgate/contracts/rules';
import { fingerprintOf } from './repeated-request.js';

describe('the stream of a request', () => {
  it('is the same for the same TPP, route and X-Request-ID', () => {
    const id = streamIdOf('tpp', 'POST', '/v1/payments/x', 'r-1');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(streamIdOf('tpp', 'POST', '/v1/payments/x', 'r-1')).toBe(id);
  });

  it.each([
    ['TPP', 'other', 'POST', '/v1/payments/x', 'r-1'],
    ['method', 'tpp', 'PUT', '/v1/payments/x', 'r-1'],
    ['route', 'tpp', 'POST', '/v1/payments/y', 'r-1'],
    ['X-Request-ID', 'tpp', 'POST', '/v1/payments/x', 'r-2'],
  ])('is another one for another %s', (_what, tpp, method, route, requestId) => {
    const id = streamIdOf('tpp', 'POST', '/v1/payments/x', 'r-1');
    expect(streamIdOf(tpp, method, route, requestId)).not.toBe(id);
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
