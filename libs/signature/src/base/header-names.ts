/**
 * The headers that a signature must cover when the request has them, in the order in which the
 * specification lists them (section 5 point 5). Lower case, as in the `headers` part.
 */
export const COVERED_HEADERS = [
  'date',
  'digest',
  'x-request-id',
  'psu-id',
  'psu-corporate-id',
  'tpp-redirect-uri',
] as const;

/**
 * The headers of an answer that the bank signs, in this order: the first two always, the others
 * when the answer has them. The specification leaves the list open (section 5 point 9);
 * docs/reference/signing.md publishes it.
 */
export const ANSWER_HEADERS = ['date', 'digest', 'x-request-id', 'location'] as const;

/** The headers that the signature of an answer without a body covers as well. */
export const ANSWER_HEADERS_ALWAYS: readonly string[] = ['date', 'digest'];

/** Where the bank publishes the certificate of its seal and the issuers of it: PEM, unsigned. */
export const SEAL_PATH = '/.well-known/nordgate/response-seal.pem';

/** The draft-cavage name for method and path with query; it is not a header, hence the brackets. */
export const REQUEST_TARGET = '(request-target)';

/** The header with the signature, specification section 5 point 4. */
export const SIGNATURE = 'signature';

/** The header with the certificate, specification section 5 point 8. */
export const CERTIFICATE = 'tpp-signature-certificate';

/** The spelling of the specification (section 4.3), for messages and for headers that we send. */
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
