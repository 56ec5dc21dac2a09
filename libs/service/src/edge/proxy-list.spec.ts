import { ProxyList } from './proxy-list.js';

describe('a list of trusted proxies', () => {
  const list = new ProxyList('10.0.0.0/8, 192.0.2.7,2001:db8::/32');

  it.each([
    ['10.1.2.3', true],
    ['11.1.2.3', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['::ffff:10.1.2.3', true],
    ['2001:db8:1::1', true],
    ['2001:db9::1', false],
  ])('has %s: %s', (ip, isTrusted) => {
    expect(list.has(ip)).toBe(isTrusted);
  });

  it('without entries has no address', () => {
    expect(new ProxyList().has('127.0.0.1')).toBe(false);
    expect(new ProxyList('').has('::1')).toBe(false);
  });
});
