import { Description, Optional } from '../base/fields/field.js';
import { DistinctTexts } from '../base/fields/lists.js';

/** The longest word before the @ of an address, and the longest domain. Source: RFC 5321, 4.5.3.1. */
const [roleWordLengthMax, domainLengthMax] = [64, 253];
const contactListMax = 1000;

/** Which addresses TPPs may register for notices. */
export class ProfileContacts {
  @Optional()
  @DistinctTexts(contactListMax, roleWordLengthMax)
  @Description('Words that name a role, in small letters; each word before the @ has to be one.')
  roleWords?: string[];

  @Optional()
  @DistinctTexts(contactListMax, domainLengthMax)
  @Description('Domains at which anybody gets an address, in small letters. They are refused.')
  freeMailDomains?: string[];
}
