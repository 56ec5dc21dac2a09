/** The codes of specification section 7 that a signature check can give; all are HTTP 400. */
export type RefusalCode = 'HTTP_HEADER_REQUIRED' | 'FORMAT_ERROR' | 'BAD_REQUEST';

/** One row per reason: the wire code, and a text that is safe to show to anybody. */
const REFUSALS = {
  'header-missing': ['HTTP_HEADER_REQUIRED', 'The header is required.'],
  'header-duplicated': ['FORMAT_ERROR', 'The header may be sent only once.'],
  'header-too-long': ['FORMAT_ERROR', 'The header is too long.'],
  'date-malformed': [
    'FORMAT_ERROR',
    'Date must be a date of RFC 9110 with the right weekday, such as: Fri, 20 Nov 2026 10:15:30 GMT.',
  ],
  'date-off': ['BAD_REQUEST', 'Date differs from the time here, {time}, by more than 60 seconds.'],
  'encoded-word-malformed': [
    'FORMAT_ERROR',
    'A value beyond ASCII must be an encoded word of RFC 2047, =?utf-8?B?<base64>?=: B or Q of valid UTF-8 or ISO-8859-1 without control characters.',
  ],
  'signature-malformed': [
    'FORMAT_ERROR',
    'Signature must hold keyId, algorithm, headers and signature, once each and in this order.',
  ],
  'signature-value-malformed': ['FORMAT_ERROR', 'The signature part must be base64.'],
  'header-list-malformed': [
    'FORMAT_ERROR',
    'The headers part must list different header names, separated by single spaces.',
  ],
  'algorithm-unsupported': ['BAD_REQUEST', 'The algorithm must be rsa-sha256.'],
  'listed-header-absent': ['BAD_REQUEST', 'The signature lists a header that was not sent.'],
  'header-not-covered': ['BAD_REQUEST', 'The header is sent, so the signature must cover it.'],
  'target-not-covered': ['BAD_REQUEST', 'The signature must cover (request-target).'],
  'key-id-missing': ['FORMAT_ERROR', 'keyId must have the form SN=<serial>,CA=<issuer>.'],
  'key-id-malformed': [
    'FORMAT_ERROR',
    'keyId needs a hexadecimal serial and an issuer name as in RFC 2253.',
  ],
  'key-id-serial-mismatch': ['BAD_REQUEST', 'SN is not the serial number of the certificate.'],
  'key-id-issuer-mismatch': [
    'BAD_REQUEST',
    'CA is not the issuer of the certificate. Send a name beyond ASCII in an encoded word (RFC 2047).',
  ],
  'certificate-malformed': ['FORMAT_ERROR', 'The header must be one certificate in base64.'],
  'certificate-untrusted': ['BAD_REQUEST', 'The certificate has no trusted issuer.'],
  'certificate-expired': ['BAD_REQUEST', 'The certificate has expired.'],
  'certificate-not-yet-valid': ['BAD_REQUEST', 'The certificate is not valid yet.'],
  'certificate-issuer-not-valid': ['BAD_REQUEST', 'An issuing certificate is not valid now.'],
  'certificate-issuer-not-ca': [
    'BAD_REQUEST',
    'An issuing certificate is not allowed to issue certificates.',
  ],
  'certificate-path-too-long': ['BAD_REQUEST', 'The certificate path is longer than allowed.'],
  'certificate-usage': ['BAD_REQUEST', 'The certificate is not meant for signatures.'],
  'certificate-critical-extension': [
    'BAD_REQUEST',
    'The certificate path has a critical extension that is not supported.',
  ],
  'certificate-algorithm-weak': [
    'BAD_REQUEST',
    'The certificate path is signed with an algorithm that is not accepted.',
  ],
  'certificate-key-type': [
    'BAD_REQUEST',
    'The type of the key of the certificate is not allowed. Requests are signed with an RSA key.',
  ],
  'certificate-key-size': [
    'BAD_REQUEST',
    'The RSA key of the certificate must have 2048 bits or more.',
  ],
  'certificate-key-exponent': [
    'BAD_REQUEST',
    'The exponent of the RSA key of the certificate must be odd, 65537 or more and less than 2^256.',
  ],
  'certificate-key-curve': [
    'BAD_REQUEST',
    'The key of the certificate must be on the curve P-256, P-384 or P-521.',
  ],
  'certificate-issuer-key-type': [
    'BAD_REQUEST',
    'The key of an issuing certificate must be RSA, EC or Ed25519.',
  ],
  'certificate-issuer-key-size': [
    'BAD_REQUEST',
    'The RSA key of an issuing certificate must have 2048 bits or more.',
  ],
  'certificate-issuer-key-exponent': [
    'BAD_REQUEST',
    'The exponent of the RSA key of an issuing certificate must be odd, 65537 or more and less than 2^256.',
  ],
  'certificate-issuer-key-curve': [
    'BAD_REQUEST',
    'The key of an issuing certificate must be on the curve P-256, P-384 or P-521.',
  ],
  'certificate-revoked': ['BAD_REQUEST', 'A certificate of the path was revoked by its issuer.'],
  'revocation-unknown': [
    'BAD_REQUEST',
    'It is not known now whether a certificate of the path was revoked.',
  ],
  'certificate-without-tpp-id': [
    'BAD_REQUEST',
    'The certificate has no PSD2 organizationIdentifier.',
  ],
  'certificate-without-role': ['BAD_REQUEST', 'The certificate has no PSD2 role.'],
  'signature-invalid': ['BAD_REQUEST', 'The signature does not match the request.'],
  'digest-malformed': ['FORMAT_ERROR', 'Digest must look like: SHA-256=<base64 of the hash>.'],
  'digest-weak': ['BAD_REQUEST', 'Digest must have a SHA-256 or SHA-512 value.'],
  'digest-mismatch': ['BAD_REQUEST', 'Digest does not match the body.'],
} as const satisfies Record<string, readonly [RefusalCode, string]>;

/** Why a request was refused, finer than the wire code: for logs, metrics and the CLI that explains requests. */
export type RefusalReason = keyof typeof REFUSALS;

/** All reasons, in the order of the checks. */
export const REFUSAL_REASONS = Object.keys(REFUSALS) as readonly RefusalReason[];

/**
 * A refused signature. `refused` is the code and `path` the header for the TPP's message
 * (specification section 7). `text` has at most 512 characters and no internals. `reason` is for
 * machines. `params` are the values in the text by their placeholders, for a text in another language.
 */
export interface SignatureRefusal {
  readonly refused: RefusalCode;
  readonly reason: RefusalReason;
  readonly path: string;
  readonly text: string;
  readonly params?: Readonly<Record<string, string>>;
}

/**
 * Makes the refusal for a reason; `path` is the name of the header at fault, `params` are the values of
 * the placeholders in its text. A placeholder without a value stays.
 */
export function refuse(
  reason: RefusalReason,
  path: string,
  params?: Readonly<Record<string, string>>,
): SignatureRefusal {
  const [refused, text] = REFUSALS[reason];
  if (params === undefined) return { refused, reason, path, text };
  return { refused, reason, path, text: filled(text, params), params };
}

/** A text with the values of its placeholders `{name}`. */
export function filled(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => params[name] ?? placeholder);
}

/** Tells a refusal from any other result object of this library. */
export function isRefusal(result: object): result is SignatureRefusal {
  return 'refused' in result;
}
