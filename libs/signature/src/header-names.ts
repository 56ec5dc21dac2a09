/**
 * The headers that a signature must cover when the request has them, in the order in which the
 * specification lists them (section 5 point 5). Lower case, as they stand in `headers`.
 */
export const COVERED_HEADERS = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const;

/** The draft-cavage name for method and path with query; it is no header, so it is in brackets. */
export const REQUEST_TARGET = '(request-target)';

/** The header with the signature, spec section 5 point 4. */
export const SIGNATURE = 'signature';

/** The header with the certificate, spec section 5 point 8. */
export const CERTIFICATE = 'tpp-signature-certificate';

/** The spelling that the specification uses (section 4.3), for messages and for headers we send. */
const SPELLINGS = new Map([
  ['date', 'Date'],
  ['digest', 'Digest'],
  ['x-request-id', 'X-Request-ID'],
  ['psu-id', 'PSU-ID'],
  ['psu-corporate-id', 'PSU-Corporate-ID'],
  ['tpp-redirect-uri', 'TPP-Redirect-URI'],
  ['location', 'Location'],
  [SIGNATURE, 'Signature'],
  [CERTIFICATE, 'TPP-Signature-Certificate'],
]);

/** Gives a lower-case header name in the specification's spelling; unknown names stay as they are. */
export function spelled(name: string): string {
  return SPELLINGS.get(name) ?? name;
}
