import { verifyRegistrationResponse } from '@simplewebauthn/server';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import type { PasskeyEnrolled } from '@nordgate/contracts/events';
import type { RelyingParty } from './relying-party.js';

/** The algorithms that authenticators have: the same on every replica, whatever its Node can. */
export const algorithms: number[] = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** A new credential, as far as the authenticator has a say in it. */
export type NewCredential = Pick<
  PasskeyEnrolled['data'],
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>;

/** 1023 octets in base64url. */
const idLengthMax = 1364;
const transportsMax = 8;
const transportForm = /^[a-z-]{1,20}$/;

/**
 * The credential that an authenticator has made for this challenge on this site, with its user
 * verified; undefined for any other answer (WebAuthn level 3, section 7.1). Where it is kept is not
 * asked (attestation `none`): the SCA before it says who adds it.
 */
export async function checkRegistration(
  response: RegistrationResponseJSON,
  { party, challenge }: { readonly party: RelyingParty; readonly challenge: Buffer },
): Promise<NewCredential | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    if (id.length === 0 || id.length > idLengthMax) return undefined;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports
        .filter((one) => typeof one === 'string' && transportForm.test(one))
        .slice(0, transportsMax),
    };
  } catch {
    return undefined;
  }
}
