import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { Passkey } from '../../domain/passkeys.js';
import { isSameText } from '../security/tokens.js';
import type { RelyingParty } from './relying-party.js';

/** What an assertion has to be. */
export interface AssertionDemand {
  readonly party: RelyingParty;
  readonly challenge: Buffer;
  readonly userHandle: Buffer;
  readonly passkey: Passkey;
}

/**
 * The signature counter of an assertion that this passkey made for this challenge on this site, with
 * its user verified; undefined for any other (WebAuthn level 3, section 7.2). Whether the counter may
 * be what it is, the stream decides.
 */
export async function checkAssertion(
  response: AuthenticationResponseJSON,
  { party, challenge, userHandle, passkey }: AssertionDemand,
): Promise<number | undefined> {
  const given: unknown = response.response.userHandle;
  if (given !== undefined && !isText(given, userHandle.toString('base64url'))) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: 0,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for what does not fit, and the PSU is told no more than that.
    return undefined;
  }
}

function isText(given: unknown, text: string): boolean {
  return typeof given === 'string' && isSameText(given, text);
}
