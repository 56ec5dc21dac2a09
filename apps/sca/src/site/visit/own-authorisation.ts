import { isSameText } from '../security/tokens.js';
import type {
  Authorisation,
  Challenged,
  Failed,
  Finalised,
  Identified,
  Psu,
} from '../../domain/authorisation.js';

/** An authorisation in which somebody has logged in. */
export type OwnAuthorisation =
  Identified | Challenged | Finalised | (Failed & { readonly psu: Psu });

/** The authorisation, if the log-in took place in the browser whose secret has this hash. */
export function ownAuthorisation(
  authorisation: Authorisation,
  browser: string | undefined,
): OwnAuthorisation | undefined {
  if (browser === undefined || !isOwned(authorisation)) return undefined;
  return isSameText(authorisation.psu.browser, browser) ? authorisation : undefined;
}

function isOwned(authorisation: Authorisation): authorisation is OwnAuthorisation {
  switch (authorisation.is) {
    case 'none':
    case 'void':
    case 'received':
      return false;
    case 'failed':
      return authorisation.psu !== undefined;
    case 'psuIdentified':
    case 'scaMethodSelected':
    case 'finalised':
      return true;
  }
}
