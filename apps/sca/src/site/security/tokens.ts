import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** SHA-256, base64url: what is stored of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares in the same time whatever the texts have in common. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Whether a link's token is the one whose hash came with the authorisation. */
export function isLinkToken(token: string, tokenHash: string): boolean {
  return isSameText(hashOf(token), tokenHash);
}

/** The forms of the site; a token made for one is worth nothing on the other. */
export type FormName = 'log-in' | 'decide' | 'overview' | 'passkey';

/** A form's CSRF token: bound to the authorisation and to a secret only this browser has. */
export function csrfToken(
  key: Buffer,
  form: FormName,
  authorisationId: string,
  browserSecret: string,
): string {
  return macOf(key, ['csrf', form, authorisationId, browserSecret]);
}

/**
 * The browser's secret after the log-in. It differs from the one before it, which nobody else can
 * turn into it without the key, and a double click on the log-in button yields the same one.
 */
export function browserSecretOf(key: Buffer, authorisationId: string, logInSecret: string): string {
  return macOf(key, ['browser', authorisationId, logInSecret]);
}

/** The id of a command that counts a wrong guess: the same guess again is the same command. */
export function guessId(key: Buffer, authorisationId: string, guess: string): string {
  return macOf(key, ['guess', authorisationId, guess]);
}

/**
 * What an authenticator signs when a passkey is added in this authorisation: nobody else can know it
 * before. One authorisation adds one passkey, so it is used once.
 */
export function enrolmentChallenge(key: Buffer, authorisationId: string): Buffer {
  return Buffer.from(macOf(key, ['enrol', authorisationId]), 'base64url');
}

/** Node takes six times as long to sign with the bytes of a key. */
const prepared = new WeakMap<Buffer, KeyObject>();

function preparedKey(key: Buffer): KeyObject {
  const known = prepared.get(key) ?? createSecretKey(key);
  prepared.set(key, known);
  return known;
}

function macOf(key: Buffer, parts: readonly string[]): string {
  // JSON keeps the parts apart: no two lists of parts make one text.
  return createHmac('sha256', preparedKey(key)).update(JSON.stringify(parts)).digest('base64url');
}
