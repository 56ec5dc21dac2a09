import { createSecretKey } from 'node:crypto';
import { authorisationLinkOf, linkOf } from './authorisation-link.js';
import { fingerprintOf } from './repeated-request.js';
import { streamIdOf } from '@nordgate/contracts/rules';

const settings = { linkKey: createSecretKey(Buffer.alloc(32, 3)), scaUrl: 'https://bank.example' };

describe('ids derived from a request', () => {
  it('reach the same stream for the same TPP, route and X-Request-ID', () => {
    const id = streamIdOf('tpp', 'POST', '/v1/payments/x', 'r-1');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(streamIdOf('tpp', 'POST', '/v1/payments/x', 'r-1')).toBe(id);
  });

  it.each([
    ['TPP', 'other', 'POST', '/v1/payments/x', 'r-1'],
    ['method', 'tpp', 'PUT', '/v1/payments/x', 'r-1'],
    ['route', 'tpp', 'POST', '/v1/payments/y', 'r-1'],
    ['X-Request-ID', 'tpp', 'POST', '/v1/payments/x', 'r-2'],
  ])('reach another stream for another %s', (_what, tpp, method, route, requestId) => {
    const id = streamIdOf('tpp', 'POST', '/v1/payments/x', 'r-1');
    expect(streamIdOf(tpp, method, route, requestId)).not.toBe(id);
  });

  it('give every repeat the same link', () => {
    const link = authorisationLinkOf('payment-1', 'r-1', settings);
    expect(authorisationLinkOf('payment-1', 'r-1', settings)).toEqual(link);
    expect(linkOf(link.authorisation.id, settings)).toEqual(link);
  });

  it('keep the token of a link out of what is stored', () => {
    const { authorisation, href } = authorisationLinkOf('payment-1', 'r-1', settings);
    const token = href.split('/').at(-1) ?? '';
    expect(JSON.stringify(authorisation)).not.toContain(token);
    expect(href).toBe(`https://bank.example/sign/${authorisation.id}/${token}`);
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
    ['PSU-Corporate-ID', { corporateId: 'c' }],
    ['PSU-Context', { context: 'PRIVATE' }],
  ])('differs with another %s', (_what, change) => {
    expect(fingerprintOf({ ...request, ...change })).not.toBe(fingerprintOf(request));
  });

  it('does not mix up which header said what', () => {
    const { body } = request;
    expect(fingerprintOf({ body, psuId: 'a', corporateId: 'b' })).not.toBe(
      fingerprintOf({ body, psuId: 'b', corporateId: 'a' }),
    );
    expect(fingerprintOf({ body, psuId: 'ab' })).not.toBe(
      fingerprintOf({ body, psuId: 'a', corporateId: 'b' }),
    );
  });
});
