import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** SHA-256 in base64url. The database stores this hash instead of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two texts in a time that does not depend on their contents. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether the token of a link has the hash that came with the authorisation. */
export function isLinkToken(token: string, tokenHash: string): boolean {
  return isSameText(hashOf(token), tokenHash);
}

/** The forms of the site. The token of one form is invalid in every other. */
export type FormName = 'log-in' | 'decide' | 'overview' | 'passkey';

/** The CSRF token of a form: bound to the authorisation and to the secret of the browser. */
export function csrfToken(
  key: KeyObject,
  form: FormName,
  authorisationId: string,
  browserSecret: string,
): string {
  return macOf(key, ['csrf', form, authorisationId, browserSecret]);
}

/**
 * The secret of a browser after the log-in. Only the key derives it from the secret before the log-in.
 * A double click on the log-in button gives the same secret.
 */
export function browserSecretOf(
  key: KeyObject,
  authorisationId: string,
  logInSecret: string,
): string {
  return macOf(key, ['browser', authorisationId, logInSecret]);
}

/** The id of a command that counts a wrong guess: the same guess gives the same command. */
export function guessId(key: KeyObject, authorisationId: string, guess: string): string {
  return macOf(key, ['guess', authorisationId, guess]);
}

/** The id of a command that counts a wrong proof: the same for a double click on one page. */
export function wrongProofId(
  key: KeyObject,
  authorisationId: string,
  {
    challenge,
    page,
    proof,
  }: {
    /** Method, nonce and content. */
    readonly challenge: readonly string[];
    /** The random name of the page that the proof came from. */
    readonly page: string;
    readonly proof: string;
  },
): string {
  return macOf(key, ['wrong-proof', authorisationId, page, ...challenge, proof]);
}

/** What a counter of wrong tries is about: an address, its links that are not open yet, a customer. */
export type CounterKind = 'address' | 'early' | 'customer';

/** The key of a counter: it reveals neither the address nor the customer whose tries it counts. */
export function counterKey(key: KeyObject, kind: CounterKind, value: string): string {
  return macOf(key, ['counter', kind, value]);
}

/** The signature of a log-in that no stream knows yet: of its id, the token of its link and its end. */
export function unopenedMac(key: KeyObject, id: string, token: string, expiresAt: string): string {
  return macOf(key, ['unopened', id, hashOf(token), expiresAt]);
}

/**
 * What an authenticator signs when a passkey is added in this authorisation. Only the key derives it.
 * One authorisation adds one passkey, so the challenge is used once.
 */
export function enrolmentChallenge(key: KeyObject, authorisationId: string): Buffer {
  return Buffer.from(macOf(key, ['enrol', authorisationId]), 'base64url');
}

function macOf(key: KeyObject, parts: readonly string[]): string {
  // JSON separates the parts: two different lists never give the same text.
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}
