import { inputParts } from './standard-input.js';

const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\nAA==\n-----END CERTIFICATE-----';
const key = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----';
const ecKey = '-----BEGIN EC PRIVATE KEY-----\nMHcC\n-----END EC PRIVATE KEY-----';
const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl';
const attributes = 'Bag Attributes\n    localKeyID: 6C 65\nsubject=CN = a-b\n';
const pkcs12 = `${attributes}${certificate}\n${attributes}${key}\n`;
const body = '{\n  "amount": "1.00"\n}';

describe('the parts of the standard input', () => {
  it.each([
    ['a certificate and its key', `${certificate}\n${key}\n`, `${certificate}\n${key}`, ''],
    ['a chain and a key of EC', `${certificate}\n${certificate}\n${ecKey}`, undefined, ''],
    ['a certificate, its key and a body', `${certificate}\n${key}\n${body}\n`, undefined, body],
    ['a token', `${token}\n`, token, ''],
    ['a token and a body', `${token}\n${body}`, token, body],
    ['a token without an end of its line, and a body', `${token}${body}`, token, body],
    ['such a token and a list', `${token}[]`, token, '[]'],
    ['a token and spaces, and a body', `${token}  \r\n${body}`, token, body],
    ['what `openssl pkcs12` writes', pkcs12, `${certificate}\n${key}`, ''],
    ['that, and a body', `${pkcs12}${body}`, undefined, body],
    ['four parts, which are no token', `${token}.x`, '', `${token}.x`],
    ['a body alone', body, '', body],
    ['a body in one line', '{"a":"b.c.d"}', '', '{"a":"b.c.d"}'],
    ['nothing', '', '', ''],
  ])('are those of %s', (_what, text, identity, rest) => {
    const parts = inputParts(text);
    expect(parts.body).toBe(rest);
    if (identity !== undefined) expect(parts.identity).toBe(identity);
    else expect(parts.identity.match(/-----BEGIN/g)?.length).toBeGreaterThan(1);
  });
});
