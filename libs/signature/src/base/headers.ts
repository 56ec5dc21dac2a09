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

/**
 * Decodes base64 (RFC 4648 section 4) strictly: the alphabet, the padding and zero spare bits must
 * be right, and the text may hold nothing else. `Buffer.from` skips characters that it does not
 * know, so the bytes are encoded again and compared.
 *
 * @returns the bytes, empty for empty text; undefined when the text is not canonical base64
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

// The category Cc spelled out takes half the time of \p{Cc}, and this runs on every request.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/**
 * Tells whether text holds a C0 or C1 control character or DEL (Unicode category Cc). Decoded
 * header text with CR, LF or NUL could forge log lines and forwarded headers.
 */
export function hasControlCharacter(text: string): boolean {
  return CONTROL.test(text);
}

/**
 * Cuts the optional white space around a header's value (RFC 9110 section 5.6.3): spaces and tabs.
 * `String.trim` would also cut no-break spaces, which are part of the value.
 */
export function withoutOuterSpace(value: string): string {
  let start = 0;
  let end = value.length;
  while (isSpace(value.charCodeAt(start))) start += 1;
  while (isSpace(value.charCodeAt(end - 1))) end -= 1;
  return value.slice(start, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
