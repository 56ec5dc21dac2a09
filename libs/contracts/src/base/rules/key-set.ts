import { createHmac, timingSafeEqual } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Keys of one purpose, by name. The current one makes what is new; all of them verify. */
export interface KeySet {
  readonly current: string;
  readonly keys: Readonly<Record<string, KeyObject>>;
}

/** The key that makes what is new, and its name. @throws Error when the set does not have it */
export function currentKeyOf({ current, keys }: KeySet): {
  readonly id: string;
  readonly key: KeyObject;
} {
  const key = keys[current];
  if (key === undefined) throw new Error(`there is no key ${current}`);
  return { id: current, key };
}

/** Every key of a set, the current one first. @throws Error when the set does not have it */
export function keysOf(set: KeySet): readonly KeyObject[] {
  const { key } = currentKeyOf(set);
  return [key, ...Object.values(set.keys).filter((other) => other !== key)];
}

/** The token in the link of an authorisation: an HMAC of its id, so a repeat gets the same link. */
export function linkTokenOf(key: KeyObject, authorisationId: string): string {
  return createHmac('sha256', key).update(authorisationId).digest('base64url');
}

/** Whether one of the keys made the token of an authorisation. */
export function isLinkTokenOf(links: KeySet, authorisationId: string, token: string): boolean {
  const sent = Buffer.from(token);
  return keysOf(links).some((key) => {
    const own = Buffer.from(linkTokenOf(key, authorisationId));
    return own.length === sent.length && timingSafeEqual(own, sent);
  });
}
