import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { COSEALG, decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { PasskeyEnrolled } from '@nordgate/contracts/events';
import type { Passkey } from '../../passkeys/passkeys.js';
import { isSameText } from '../security/tokens.js';
import type { RelyingParty } from './relying-party.service.js';

/** The time that an authenticator waits for its user. */
export const authenticatorTimeoutMs = 120_000;

/** The algorithms of authenticators: the same on every replica, whatever its Node.js supports. */
export const algorithms: number[] = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

/** The answer of an authenticator from the page: a credential in JSON (WebAuthn level 3, 5.1.8). */
interface AnswerFromPage {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string; readonly userHandle?: unknown };
}

/**
 * Parses the answer; undefined for any other text. The library checks the parts of the answer, except
 * for two: whether the id is a text, and whether the answer was given inside a page of another origin.
 */
export function answerFromPage<Answer extends AnswerFromPage>(text: string): Answer | undefined {
  try {
    const answer = JSON.parse(text) as Answer | null;
    if (typeof answer?.id !== 'string') return undefined;
    const { crossOrigin } = decodeClientDataJSON(answer.response.clientDataJSON);
    return crossOrigin === true ? undefined : answer;
  } catch {
    return undefined;
  }
}

/** What an assertion has to match. */
export interface ExpectedAssertion {
  readonly party: RelyingParty;
  readonly challenge: Buffer;
  readonly userHandle: Buffer;
  readonly passkey: Passkey;
}

/**
 * The signature counter of an assertion that this passkey made for this challenge on this site, with
 * its user verified; undefined for any other (WebAuthn level 3, section 7.2). The stream of the
 * passkeys decides whether the counter is acceptable.
 */
export async function checkAssertion(
  response: AuthenticationResponseJSON,
  { party, challenge, userHandle, passkey }: ExpectedAssertion,
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
    // The library throws for an answer that does not match. The PSU reads only that it failed.
    return undefined;
  }
}

function isText(given: unknown, text: string): boolean {
  return typeof given === 'string' && isSameText(given, text);
}

/** The parts of a new passkey that the authenticator determines. */
export type NewCredential = Pick<
  PasskeyEnrolled['data'],
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>;

/** 1023 bytes in base64url. */
const idLengthMax = 1364;
const transportsMax = 8;
const transportForm = /^[a-z-]{1,20}$/;

/**
 * The credential that an authenticator made for this challenge on this site, with its user verified;
 * undefined for any other answer (WebAuthn level 3, section 7.1). The site does not ask for the kind of
 * authenticator (attestation `none`): the SCA before the enrolment proves who adds the passkey.
 */
export async function checkRegistration(
  response: RegistrationResponseJSON,
  { party, challenges }: { readonly party: RelyingParty; readonly challenges: readonly Buffer[] },
): Promise<NewCredential | undefined> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (signed) =>
        challenges.some((challenge) => challenge.toString('base64url') === signed),
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
