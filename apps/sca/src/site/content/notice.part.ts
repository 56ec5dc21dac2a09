import { wrongCodesMax } from '../../authorisation/challenge.js';
import type { TextKey } from '../language/texts.js';

/** Why the PSU has to look at the page once more before deciding. */
export type Again = 'wrong-code' | 'wrong-passkey' | 'wrong-oidc' | 'changed';

/** Why the page is shown once more, in `notice.eta`. */
export interface NoticePart {
  readonly notice?: { readonly key: TextKey; readonly left: string } | undefined;
}

const keys: ReadonlyMap<string, TextKey> = new Map<Again | 'choose', TextKey>([
  ['wrong-code', 'notice.wrong-code'],
  ['wrong-passkey', 'notice.wrong-passkey'],
  ['wrong-oidc', 'notice.wrong-oidc'],
  ['changed', 'notice.changed'],
  ['choose', 'notice.choose'],
]);

/** The notice for the `notice` of a query, with the attempts that are left; undefined for other texts. */
export function noticeOf(why: string, wrongCodes: number): NoticePart['notice'] {
  const key = keys.get(why);
  return key && { key, left: String(wrongCodesMax - wrongCodes) };
}
