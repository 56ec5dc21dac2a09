import { spec } from '@nordgate/decider/testing';
import { passkeysStream } from './passkeys.js';
import { enrolled, removed, used } from '../testing/a-passkey.js';
import { command } from '../testing/an-authorisation.js';
import { usePasskey } from './keep-passkeys.js';

const { given } = spec(passkeysStream, usePasskey);
const use = (change: Parameters<typeof used>[0] = {}) => {
  const { at, ...data } = used(change).data;
  return command('UsePasskey', data, at);
};

describe('use a passkey', () => {
  it('records its counter; the same signature again is a double click', () => {
    given(enrolled()).when(use()).then(used()).again().thenNothing();
  });

  it.each([
    ['stands still', 2],
    ['goes back', 1],
    ['is gone', 0],
  ])('refuses one whose counter %s', (_how, counter) => {
    given(enrolled(), used())
      .when(use({ counter, proof: 'proof-2' }))
      .thenRejected('SCA_INVALID');
  });

  it('takes an authenticator without a counter', () => {
    const none = { counter: 0 };
    given(enrolled(none), used(none))
      .when(use({ ...none, proof: 'proof-2' }))
      .then(used({ ...none, proof: 'proof-2' }));
  });

  it('takes an authenticator that begins to count', () => {
    given(enrolled({ counter: 0 }))
      .when(use({ counter: 1 }))
      .then(used({ counter: 1 }));
  });

  it('refuses one that the customer does not have, or no longer', () => {
    given().when(use()).thenRejected('SCA_INVALID');
    given(enrolled())
      .when(use({ credentialId: 'cred-of-another' }))
      .thenRejected('SCA_INVALID');
    given(enrolled(), removed()).when(use()).thenRejected('SCA_INVALID');
  });
});
