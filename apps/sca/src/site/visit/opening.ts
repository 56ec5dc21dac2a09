import type { KeyObject } from 'node:crypto';
import { bankName, keysOf } from '@nordgate/contracts/rules';
import type { KeySet } from '@nordgate/contracts/rules';
import type { OpenAuthorisation } from '../../authorisation/open-authorisation.js';
import { hashOf, isSameText, unopenedMac } from '../security/tokens.js';
import type { Received } from '../../authorisation/authorisation.js';

/** An authorisation that the bank itself opens: what for, and in whose name. */
export type Opening = Pick<OpenAuthorisation['data'], 'resource'> & {
  readonly initiator: Omit<OpenAuthorisation['data']['initiator'], 'tppSessionId' | 'redirectUri'>;
};

/** The bank as the initiator of an authorisation. */
export const bankItself: Opening['initiator'] = { tpp: 'bank', tppName: bankName };

/** The command data of an opening: its session is the authorisation, and no TPP waits for the PSU. */
export function openingData(
  id: string,
  { initiator, resource }: Opening,
  token: string,
): OpenAuthorisation['data'] {
  return {
    resource,
    initiator: { ...initiator, tppSessionId: id, redirectUri: '' },
    tokenHash: hashOf(token),
  };
}

/** What a PSU opens on the bank's own site before the bank knows who they are. */
const overviewOpening: Opening = {
  resource: { kind: 'access', asks: 'overview' },
  initiator: bankItself,
};

/** A log-in to the overview that no stream knows: the link, and the end of its time. */
interface UnopenedLogIn {
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
