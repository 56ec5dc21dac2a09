/** Object identifier of organizationIdentifier, the TPP's identity (ETSI EN 319 412-1). */
export const ORGANIZATION_IDENTIFIER = '2.5.4.97';

/** Object identifiers of country, organizationName and commonName (RFC 4519). */
export const COUNTRY = '2.5.4.6';
export const ORGANIZATION_NAME = '2.5.4.10';
export const COMMON_NAME = '2.5.4.3';

/** The names of RFC 2253 section 2.3. We write no others. */
const WRITTEN = [
  ['CN', COMMON_NAME],
  ['L', '2.5.4.7'],
  ['ST', '2.5.4.8'],
  ['O', ORGANIZATION_NAME],
  ['OU', '2.5.4.11'],
  ['C', COUNTRY],
  ['STREET', '2.5.4.9'],
  ['DC', '0.9.2342.19200300.100.1.25'],
  ['UID', '0.9.2342.19200300.100.1.1'],
] as const;

/** Further names that openssl, Java and Windows print. We read them and never write them. */
const READ = [
  ['S', '2.5.4.8'],
  ['SN', '2.5.4.4'],
  ['SURNAME', '2.5.4.4'],
  ['SERIALNUMBER', '2.5.4.5'],
  ['T', '2.5.4.12'],
  ['TITLE', '2.5.4.12'],
  ['DESCRIPTION', '2.5.4.13'],
  ['BUSINESSCATEGORY', '2.5.4.15'],
  ['POSTALCODE', '2.5.4.17'],
  ['GN', '2.5.4.42'],
  ['GIVENNAME', '2.5.4.42'],
  ['DNQ', '2.5.4.46'],
  ['DNQUALIFIER', '2.5.4.46'],
  ['ORGANIZATIONIDENTIFIER', ORGANIZATION_IDENTIFIER],
  ['EMAILADDRESS', '1.2.840.113549.1.9.1'],
  ['EMAIL', '1.2.840.113549.1.9.1'],
  ['E', '1.2.840.113549.1.9.1'],
  ['JURISDICTIONL', '1.3.6.1.4.1.311.60.2.1.1'],
  ['JURISDICTIONST', '1.3.6.1.4.1.311.60.2.1.2'],
  ['JURISDICTIONC', '1.3.6.1.4.1.311.60.2.1.3'],
] as const;

const OID_BY_NAME: ReadonlyMap<string, string> = new Map([...WRITTEN, ...READ]);
const NAME_BY_OID: ReadonlyMap<string, string> = new Map(WRITTEN.map(([name, oid]) => [oid, name]));

/**
 * Reads an attribute type, the text before `=` in a name: a known name in any letter case, or
 * dotted numbers with or without the `OID.` prefix of RFC 1779.
 *
 * @returns the object identifier in dotted numbers; undefined when unknown or malformed
 */
export function attributeTypeOf(text: string): string | undefined {
  const upper = text.toUpperCase();
  const dotted = upper.startsWith('OID.') ? upper.slice(4) : upper;
  return /^[0-2](\.(0|[1-9][0-9]{0,15})){1,20}$/.test(dotted) ? dotted : OID_BY_NAME.get(upper);
}

/** Gives the RFC 2253 name of an attribute type, undefined when it has none. */
export function attributeNameOf(oid: string): string | undefined {
  return NAME_BY_OID.get(oid);
}
