import { relyingPartyAt } from './relying-party.service.js';

describe('relyingPartyAt', () => {
  it.each([
    ['https://sca.bank.example', 'sca.bank.example', 'https://sca.bank.example'],
    ['https://sca.bank.example:8443', 'sca.bank.example', 'https://sca.bank.example:8443'],
    ['http://localhost:8081', 'localhost', 'http://localhost:8081'],
  ])('returns the host of %s', (url, id, origin) => {
    expect(relyingPartyAt(new URL(url))).toEqual({ id, origin });
  });

  it.each(['http://127.0.0.1:8081', 'http://[::1]:8081', 'https://192.0.2.7'])(
    'returns nothing for %s, which is an IP address',
    (url) => {
      expect(relyingPartyAt(new URL(url))).toBeUndefined();
    },
  );
});
