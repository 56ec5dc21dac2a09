import type { RefusalReason } from '../base/refusal.js';

/** Advice for each refusal of the bank's check, for the author of the TPP's program. */
export const ADVICE: { readonly [Reason in RefusalReason]: string } = {
  'header-missing': 'Send the header. An empty one counts as missing.',
  'header-duplicated': 'Send the header once. Look for a proxy or a library that adds it again.',
  'header-too-long': 'Send the one leaf certificate only, and a Signature header without extras.',
  'date-malformed': "Write the time in GMT as in RFC 9110: date -u '+%a, %d %b %Y %H:%M:%S GMT'.",
  'date-off': 'Set the clock by NTP, and make a new Date and signature for every request.',
  'encoded-word-malformed':
    'Write =?utf-8?B?<base64 of the whole header value>?=, with padding and without line breaks.',
  'signature-malformed':
    'Write keyId="…",algorithm="…",headers="…",signature="…" in this order, without the word Signature before it.',
  'signature-value-malformed': 'Write the signature in base64 (not base64url) without line breaks.',
  'header-list-malformed': 'List each name once, with one space between two names.',
  'algorithm-unsupported': 'Write algorithm="rsa-sha256".',
  'listed-header-absent':
    'List only headers that are sent. Look for a proxy or a library that takes the header away.',
  'header-not-covered': 'Add the header to the signing string and to the headers part.',
  'target-not-covered':
    'Add (request-target) to the headers part: the method in lower case, a space, path and query.',
  'key-id-missing': 'Write keyId="SN=<serial in hexadecimal>,CA=<issuer>".',
  'key-id-malformed':
    'Take the serial of openssl x509 -noout -serial, the issuer of openssl x509 -noout -issuer -nameopt RFC2253.',
  'key-id-serial-mismatch': 'Take the serial of the very certificate that is sent.',
  'key-id-issuer-mismatch': 'CA is the name of the issuer, not of the certificate’s own subject.',
  'certificate-malformed':
    'Send the DER of one certificate in base64, in one line: openssl x509 -outform der | base64 -w0.',
  'certificate-untrusted':
    'Use a certificate of a CA that the bank trusts; in the sandbox that of .nordgate/sandbox.',
  'certificate-expired': 'Use a certificate that is valid today.',
  'certificate-not-yet-valid': 'Wait until the certificate is valid, or set the clock right.',
  'certificate-issuer-not-valid': 'Ask the CA for a certificate under an issuer that is valid now.',
  'certificate-issuer-not-ca':
    'Use a certificate that a CA issued, not one issued by another leaf.',
  'certificate-path-too-long': 'Use a certificate with fewer CAs between it and the root.',
  'certificate-usage':
    'Use the seal certificate (QSealC): its key usage has digitalSignature or nonRepudiation.',
  'certificate-critical-extension': 'Use a certificate without private critical extensions.',
  'certificate-algorithm-weak': 'Use certificates that are signed with SHA-256 or stronger.',
  'certificate-key-type':
    'Use a certificate with a key of the type RSA (rsaEncryption), not EC, Ed25519 or RSASSA-PSS.',
  'certificate-key-size': 'Make a new RSA key of 2048 bits or more, and get a certificate for it.',
  'certificate-key-exponent':
    'Make a new RSA key with the exponent 65537, the default of openssl, and get a certificate for it.',
  'certificate-key-curve':
    'Make a new key on the curve P-256, P-384 or P-521, and get a certificate for it.',
  'certificate-issuer-key-type':
    'Ask the CA for a certificate under an issuer with an RSA, EC or Ed25519 key.',
  'certificate-issuer-key-size':
    'Ask the CA for a certificate under an issuer with an RSA key of 2048 bits or more.',
  'certificate-issuer-key-exponent':
    'Ask the CA for a certificate under an issuer whose RSA key has the exponent 65537.',
  'certificate-issuer-key-curve':
    'Ask the CA for a certificate under an issuer with a key on the curve P-256, P-384 or P-521.',
  'certificate-revoked': 'Use another certificate: the CA has revoked this one or one above it.',
  'revocation-unknown':
    'Wait: the bank has no current revocation list of the CA. Tell the bank if it lasts.',
  'certificate-without-tpp-id':
    'The subject needs one organizationIdentifier such as PSDNO-FSA-123456789.',
  'certificate-without-role':
    'The QCStatement of PSD2 (ETSI TS 119 495) needs a role such as PSP_PI.',
  'signature-invalid':
    'Build the signing string below octet by octet, and sign it with RSASSA-PKCS1-v1_5 and SHA-256.',
  'digest-malformed':
    'Write Digest: SHA-256=<base64 of the 32 octets of the hash, not of its hex>.',
  'digest-weak': 'Use SHA-256 or SHA-512.',
  'digest-mismatch':
    'Hash the octets that are sent. Serialise the body once, and send those same octets.',
};
