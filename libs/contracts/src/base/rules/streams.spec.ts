import { streamIdOf, streams } from './streams.js';

describe('the name of a stream', () => {
  it('is the category and the id', () => {
    expect(streams.payment.id('abc')).toBe('payment-abc');
    expect(streams.payment.idOf('payment-abc')).toBe('abc');
  });

  it('has the parts in their order, and the generation at the end', () => {
    expect(streams.access.id(0, 'tpp', 'customer', 'PRIVATE')).toBe('access-tpp-customer-PRIVATE');
    expect(streams.session.id(2, 'tpp', 'customer')).toBe('session-tpp-customer.2');
  });

  it.each(['basket-abc', 'a-payment-', 'payment', ''])('has no payment in %j', (stream) => {
    expect(streams.payment.has(stream)).toBe(false);
    expect(() => streams.payment.idOf(stream)).toThrow(`${stream} is no payment stream`);
  });
});

describe('the id of the stream that a request reaches', () => {
  const request = { tpp: 'tpp-1', requestId: 'request-1', generation: 0 };
  const id = streamIdOf(request, 'POST', '/v1/payments');

  it('is the first half of the SHA-256 over TPP, method, route and X-Request-ID', () => {
    // printf 'tpp-1\nPOST\n/v1/payments\nrequest-1' | sha256sum
    expect(id).toBe('b5f272c22724cb3c4253a3c16e1c6286');
  });

  it('is the same id with the generation after a reset of the sandbox', () => {
    expect(streamIdOf({ ...request, generation: 3 }, 'POST', '/v1/payments')).toBe(`${id}.3`);
  });

  it.each([
    ['TPP', { ...request, tpp: 'tpp-2' }, 'POST', '/v1/payments'],
    ['X-Request-ID', { ...request, requestId: 'request-2' }, 'POST', '/v1/payments'],
    ['method', request, 'PUT', '/v1/payments'],
    ['route', request, 'POST', '/v1/periodic-payments'],
  ])('is another id for another %s', (_part, other, method, route) => {
    expect(streamIdOf(other, method, route)).not.toBe(id);
  });
});
