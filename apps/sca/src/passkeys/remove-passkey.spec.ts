import { spec } from '@nordgate/decider/testing';
import { passkeysStream } from './passkeys.js';
import { enrolled, removed } from '../testing/a-passkey.js';
import { command } from '../testing/an-authorisation.js';
import { removePasskey } from './keep-passkeys.js';

const { given } = spec(passkeysStream, removePasskey);
const remove = (credentialId = 'cred-1') => command('RemovePasskey', { credentialId });

describe('remove a passkey', () => {
  it('takes it away, once, and frees it for the next PSU who enrols it', () => {
    given(enrolled()).when(remove()).then(removed()).again().thenNothing();
    const { claims, evolve, initial } = passkeysStream;
    const before = evolve(initial, enrolled());
    expect(claims?.(before)).toEqual([{ scope: 'passkey', key: 'cred-1' }]);
    expect(claims?.(evolve(before, removed()))).toEqual([]);
  });

  it('knows no other', () => {
    given(enrolled()).when(remove('cred-2')).thenNothing();
    given().when(remove()).thenNothing();
  });
});
