import type {
  Authorisation,
  Challenged,
  Failed,
  Finalised,
  Identified,
  Psu,
} from '../../authorisation/authorisation.js';
import { isOpen } from '../../authorisation/authorisation.js';
import type { Reader } from '../frame/site.service.js';
import { hashOf, isSameText } from '../security/tokens.js';

/** An authorisation to which a PSU has logged in. */
export type OwnAuthorisation =
  | Identified
  | Challenged
  | Finalised
  | (Failed & { readonly psu: Psu });

/** A request of the browser in which the PSU logged in to an authorisation. */
export interface Visit {
  /** The id of the authorisation. */
  readonly id: string;
  readonly authorisation: OwnAuthorisation;
  /** The time of the database. */
  readonly now: string;
  readonly reader: Reader;
  /** The secret of the browser. */
  readonly secret: string;
  /** The token for the forms of the visit's pages. */
  readonly csrf: string;
}

/** A customer, and the generation of the authorisation in which they logged in (ADR 27). */
export interface CustomerVisit {
  readonly customerId: string;
  readonly generation: number;
}

/** The authorisation, if the log-in took place in the browser whose secret has this hash. */
export function ownAuthorisation(
  authorisation: Authorisation,
  browser: string | undefined,
): OwnAuthorisation | undefined {
  if (browser === undefined || !isOwned(authorisation)) return undefined;
  return isSameText(authorisation.psu.browser, browser) ? authorisation : undefined;
}

/** The secret among these with which this browser logged in to an authorisation that is over by now. */
export function ownerAfterEnd(
  authorisation: Authorisation,
  secrets: readonly string[],
): string | undefined {
  if (isOpen(authorisation)) return undefined;
  return secrets.find((one) => ownAuthorisation(authorisation, hashOf(one)) !== undefined);
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
