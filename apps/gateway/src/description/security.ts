/** The names of the security schemes: a request needs both together. */
const certificate = 'SealCertificate';
const signature = 'RequestSignature';

/**
 * How requests are signed (specification section 5). OpenAPI has no scheme for signed requests: the two
 * headers that carry the proof are described as keys, and the text has the rules.
 */
export const securitySchemes = {
  [certificate]: {
    type: 'apiKey',
    in: 'header',
    name: 'TPP-Signature-Certificate',
    description:
      'The seal certificate of the TPP (QSealC, ETSI TS 119 495): base64 of its DER, in one line. Its organizationIdentifier says which TPP it is, its QCStatement which roles the TPP has. In the sandbox `nordgate-tpp certificate` makes one.',
  },
  [signature]: {
    type: 'apiKey',
    in: 'header',
    name: 'Signature',
    description: [
      '`keyId="SN=<serial>,CA=<issuer>",algorithm="rsa-sha256",headers="<names>",signature="<base64>"`, in this order.',
      '',
      '1. Hash the body: `Digest: SHA-256=<base64>` or `SHA-512=<base64>` (RFC 3230). Payments require it.',
      '2. Write one line per name of `headers`, joined by LF: the name in lower case, a colon, a space, the value. The line of `(request-target)` has the method in lower case, a space, and path and query.',
      '3. Sign these bytes: RSASSA-PKCS1-v1_5 with SHA-256, base64.',
      '',
      'The signature has to cover `Date`, `Digest`, `X-Request-ID`, `PSU-ID`, `PSU-Corporate-ID` and `TPP-Redirect-URI`, each where the request has it. Sign `(request-target)` too. A signer writes the headers of `x-signer-fills`; they are no parameters of operations. `Date` has the present time in GMT, at most 60 seconds from the clock of the bank. If the issuer has a name beyond ASCII, send the whole value as one encoded word (RFC 2047): `=?utf-8?B?<base64>?=`.',
    ].join('\n'),
  },
} as const;

/** The security requirement of an operation; an empty list for one that is not signed. */
export function securityOf(isSigned: boolean): readonly object[] {
  return isSigned ? [{ [certificate]: [], [signature]: [] }] : [];
}
