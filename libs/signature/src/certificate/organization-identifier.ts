import { ORGANIZATION_IDENTIFIER } from './attribute-types.js';
import { textsOf, type Rdn } from './name-attribute.js';

/** The parts of a PSD2 organizationIdentifier. */
export interface OrganizationIdentifier {
  /** ISO 3166-1 country of the authority, two letters. */
  readonly country: string;
  /** The national competent authority without its country, such as `FSA`. */
  readonly authority: string;
  /** The authorisation number as the authority gave it. */
  readonly number: string;
}

/** The length of the longest one: that of `PSDNO-`, an authority of 8 letters, `-` and a number of 64 characters. */
export const organizationIdentifierMax = 79;

/** ETSI TS 119 495 section 5.2.1: `PSD`, country, `-`, authority of 2 to 8 letters, `-`, number. */
const SYNTAX = /^PSD([A-Z]{2})-([A-Z]{2,8})-([\x21-\x7e]{1,64})$/;

/**
 * Reads a PSD2 organizationIdentifier such as `PSDNO-FSA-123456789` (ETSI TS 119 495).
 *
 * @returns its parts; undefined when it has another form, such as `VATNO-...` or `NTRNO-...`
 */
export function parseOrganizationIdentifier(text: string): OrganizationIdentifier | undefined {
  const [, country, authority, number] = SYNTAX.exec(text) ?? [];
  return number === undefined ? undefined : { country: country!, authority: authority!, number };
}

/** The organizationIdentifiers of a certificate's subject, in any form; usually one. */
export function organizationIdentifiersOf({
  subject,
}: {
  readonly subject: readonly Rdn[];
}): readonly string[] {
  return textsOf(subject, ORGANIZATION_IDENTIFIER);
}
