import type { KeyObject } from 'node:crypto';
import { keysOf } from '@nordgate/contracts/rules';
import type { KeySet } from '@nordgate/contracts/rules';
import type { Received } from '../../authorisation/authorisation.js';
import { isSameText, unopenedMac } from '../security/tokens.js';
import { bankItself, openingData } from '../visit/opening.js';
import type { Opening } from '../visit/opening.js';

/** What a PSU opens on the bank's own site before the bank knows who they are. */
export const overviewOpening: Opening = {
  resource: { kind: 'access', asks: 'overview' },
  initiator: bankItself,
};

/** A log-in to the overview that no stream knows: the link, and the end of its time. */
export interface UnopenedLogIn {
  readonly id: string;
  readonly token: string;
  /** ISO 8601 as `toISOString` writes it. */
  readonly expiresAt: string;
}

/** The value of the cookie that keeps such a log-in: its end, and a signature over all of it. */
export function unopenedValue(key: KeyObject, { id, token, expiresAt }: UnopenedLogIn): string {
  return `${String(Date.parse(expiresAt))}.${unopenedMac(key, id, token, expiresAt)}`;
}

const valueForm = /^(\d{1,15})\.([\w-]{43})$/;

/**
 * The log-in of a link, if the site has signed the value of the cookie for exactly this link: the same
 * state as that of an authorisation whose stream was opened.
 */
export function unopenedLogIn(
  cookies: KeySet,
  value: string | undefined,
  { id, token }: Pick<UnopenedLogIn, 'id' | 'token'>,
): Received | undefined {
  const [, end = '', mac = ''] = valueForm.exec(value ?? '') ?? [];
  if (mac === '') return undefined;
  const expiresAt = new Date(Number(end)).toISOString();
  const isOurs = keysOf(cookies).some((key) =>
    isSameText(mac, unopenedMac(key, id, token, expiresAt)),
  );
  if (!isOurs) return undefined;
  const data = openingData(id, overviewOpening, token);
  return { ...data, is: 'received', expiresAt, wrongLogIns: 0 };
}
