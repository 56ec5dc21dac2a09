import { relyingPartyAt } from './relying-party.service.js';

describe('the relying party', () => {
  it.each([
    ['https://sca.bank.example', 'sca.bank.example', 'https://sca.bank.example'],
    ['https://sca.bank.example:8443', 'sca.bank.example', 'https://sca.bank.example:8443'],
    ['http://localhost:8081', 'localhost', 'http://localhost:8081'],
  ])('at %s is its host', (url, id, origin) => {
    expect(relyingPartyAt(new URL(url))).toEqual({ id, origin });
  });

  it.each(['http://127.0.0.1:8081', 'http://[::1]:8081', 'https://192.0.2.7'])(
    'is none at %s: an address is no domain',
    (url) => {
      expect(relyingPartyAt(new URL(url))).toBeUndefined();
    },
  );
});
