import { isEmail } from 'class-validator';
import { Pattern } from '../../base/fields/values.js';
import { bodyType } from '../reading/body-type.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { BodyContext, Partly } from '../reading/rule.js';

/**
 * The characters and the lengths of an address. Source: RFC 5321, 4.5.3.1; RFC 6531 for the letters of the Nordic
 * languages. Quoted forms are not taken.
 */
const emailCharacters = /^[A-Za-z0-9ÅÄÆÖØåäæöø._+-]{1,64}@[A-Za-z0-9.-]{1,189}$/u;

/** Body of PUT /v1/tpp/contact (specification section 1). */
export class TppContactRegistration {
  @Pattern(emailCharacters, 'contact.form')
  email!: string;
}

/** The body of PUT /v1/tpp/contact. */
export const tppContactRegistration = bodyType({
  bodyClass: TppContactRegistration,
  example: { email: 'psd2-operations@tpp.example' },
  faults: contactFaults,
});

/**
 * The address is one, and of a role: each word before the @ is on the list of the profile, and the domain
 * does not give addresses to anybody.
 */
function contactFaults(
  { email }: Partly<TppContactRegistration>,
  { contacts: { roleWords, freeMailDomains } }: BodyContext,
): BodyFault[] {
  if (email === undefined) return [];
  if (!isEmail(email)) return [formatFault(['email'], 'contact.form')];
  const [role = '', domain = ''] = email.toLowerCase().split('@');
  if (freeMailDomains.some((one) => domain === one || domain.endsWith(`.${one}`))) {
    return [formatFault(['email'], 'contact.freeMail', { domain })];
  }
  const unknown = role.split(/[._+-]+/u).find((word) => !roleWords.includes(word));
  if (unknown === undefined) return [];
  return [formatFault(['email'], 'contact.notARole', { word: unknown })];
}
