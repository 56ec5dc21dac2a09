import { siteAddress } from './site-address.js';

const local = { environment: 'sandbox', host: '127.0.0.1' } as const;
const inProduction = { environment: 'production', host: '0.0.0.0' } as const;

describe('siteAddress', () => {
  it('returns host and port for a sandbox on this machine', () => {
    for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost']) {
      expect(siteAddress({ ...local, host }, 8081).origin).toBe('http://localhost:8081');
    }
  });

  it('returns the public address when the settings have one', () => {
    const publicUrl = 'https://sca.bank.example';
    expect(siteAddress({ ...inProduction, publicUrl }, 8081).origin).toBe(publicUrl);
  });

  it.each([
    ['http on another host', { ...local, publicUrl: 'http://sca.bank.example' }],
    ['http on a network address', { ...local, host: '10.0.0.7' }],
    ['http in production', inProduction],
    ['http on loopback in production', { ...inProduction, publicUrl: 'http://localhost:1' }],
    ['a path', { ...local, publicUrl: 'https://bank.example/sca' }],
    ['another scheme', { ...local, publicUrl: 'ftp://localhost' }],
  ])('rejects %s', (_about, settings) => {
    expect(() => siteAddress(settings, 8081)).toThrow();
  });
});
