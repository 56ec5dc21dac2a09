import { generateRegistrationOptions } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { party } from '../../testing/a-passkey-holder.int.js';
import { SoftAuthenticator } from '../../testing/soft-authenticator.int.js';
import { checkRegistration } from './webauthn.verifier.js';

const challenge = Buffer.alloc(32, 5);

/** What comes of a new credential whose id is this long. */
async function registered(bytes: number) {
  const id = Buffer.alloc(bytes, 1);
  const request = await generateRegistrationOptions({
    rpName: 'Nordgate',
    rpID: party.id,
    userName: 'Kari',
    challenge: new Uint8Array(challenge),
  });
  const text = new SoftAuthenticator(party.origin, id).create(JSON.stringify(request));
  const answer = JSON.parse(text) as RegistrationResponseJSON;
  // The page may name it as it likes: what counts is what the authenticator says.
  return checkRegistration(
    { ...answer, id: 'AQEB', rawId: 'AQEB' },
    { party, challenges: [challenge] },
  );
}

describe('the id of a new credential', () => {
  it.each([1, 16, 1023])('is accepted with %i bytes', async (bytes) => {
    const credential = await registered(bytes);
    expect(credential?.credentialId).toBe(Buffer.alloc(bytes, 1).toString('base64url'));
  });

  it.each([0, 1024])('is rejected with %i bytes (WebAuthn level 3, 7.1)', async (bytes) => {
    expect(await registered(bytes)).toBeUndefined();
  });
});
