import fc from 'fast-check';
import { decodeBase64 } from '../base/headers.js';
import { parseCertificate } from '../certificate/certificate.js';
import { decodeCertificateHeader, decodePemBundle } from '../certificate/pem.js';
import { parseDigest } from './digest.js';
import { parseDistinguishedName } from '../certificate/distinguished-name.js';
import { matchIssuer } from '../certificate/issuer-match.js';
import { splitKeyId } from './key-id.js';
import { parseName } from '../certificate/name-attribute.js';
import { parseOrganizationIdentifier } from '../certificate/organization-identifier.js';
import { parsePsd2Statement } from '../certificate/qc-statements.js';
import { parseHttpDate } from './http-date.js';
import { decodeEncodedWords } from './rfc2047.js';
import { parseSignatureHeader } from './signature-header.js';

/** Strings from the alphabets of the formats find more than wholly random ones. */
const attack = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        ...['=?', '?=', 'utf-8', '?B?', '?Q?', '=C3', 'keyId="', 'algorithm="', 'headers="'],
        ...['signature="', '"', ',', '\\', 'SN=', 'CA=', 'CN=', '#', '0c01', '+', ';', ' ', '%20'],
        ...['%', 'SHA-256=', 'QUJD', '-----BEGIN CERTIFICATE-----', '-----END CERTIFICATE-----'],
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join('')),
);

const parsers: Record<string, (text: string) => unknown> = {
  decodeBase64,
  decodeCertificateHeader,
  decodeEncodedWords,
  decodePemBundle,
  parseDigest,
  parseDistinguishedName,
  parseHttpDate: (text) => parseHttpDate(text, new Date(0)),
  parseOrganizationIdentifier,
  parseSignatureHeader,
  splitKeyId,
  matchIssuer: (text) => matchIssuer(text, []),
  parseCertificate: (text) => parseCertificate(Buffer.from(text, 'latin1')),
  parseName: (text) => parseName(Buffer.from(text, 'latin1')),
  parsePsd2Statement: (text) => parsePsd2Statement(Buffer.from(text, 'latin1')),
};

describe('the parsers of untrusted input', () => {
  it.each(Object.keys(parsers))('%s answers any text without throwing', (name) => {
    fc.assert(
      fc.property(attack, (text) => {
        parsers[name]!(text);
      }),
      { numRuns: 400 },
    );
  });
});
