import { constants, createHash, createPrivateKey, privateEncrypt, sign } from 'node:crypto';
import { createCertificateCache } from '../trust/certificate-cache.js';
import { createTrustStore } from '../trust/trust-store.js';
import { REFUSAL_REASONS } from '../base/refusal.js';
import { signRequest } from '../request/sign.js';
import { signatureText } from '../request/signature-text.js';
import { issueSandboxCa, issueTppSeal } from '../issue/issue.js';
import type { IssuedPem } from '../issue/issue.js';
import { ADVICE } from './advice.js';
import { trustAnyIssuer } from './any-certificate.js';
import { explainRequest } from './explain-request.js';
import { readDump } from './request-dump.js';

const target = '/v1/payments/norwegian-domestic-credit-transfers?a=%C3%B8';
const body = '{\n  "amount": "1.00"\n}\n';
const now = new Date();
let seals: { readonly ca: IssuedPem; readonly tpp: IssuedPem };
const hourMs = 3_600_000;
const validity = {
  validFrom: new Date(now.getTime() - hourMs),
  validTo: new Date(now.getTime() + hourMs),
};
beforeAll(async () => {
  const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const named = { commonName: 'TPP', organisation: 'TPP AS', roles: ['PSP_PI'] } as const;
  const organizationIdentifier = 'PSDNO-FSA-900000001';
  seals = { ca, tpp: await issueTppSeal({ ...validity, ...named, ca, organizationIdentifier }) };
});

const headers = {
  'x-request-id': '99391C7E-ad88-49ec-a2ad-99ddcb1f7721',
  'psu-id': '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10',
  host: 'bank.example',
  'tpp-redirect-uri': 'https://tpp.example/back?x=%20',
};
const names = ['(request-target)', 'date', 'digest', 'x-request-id', 'psu-id', 'tpp-redirect-uri'];

const signedWith = (signedHeaders = names, text = body) =>
  signRequest({ ...seals.tpp, method: 'POST', target, headers, body: text, now, signedHeaders });

const dumpOf = (sent: Record<string, string>, text = body) =>
  readDump(
    Buffer.from(
      `POST ${target} HTTP/1.1\r\n${Object.entries(sent)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n${text}`,
      'latin1',
    ),
  );
const explain = (sent: Record<string, string>, text = body, trust = trustAnyIssuer()) =>
  explainRequest(dumpOf(sent, text), { trust, now });

/** The request, with a signature over a string that was built with a mistake. */
function mistaken(
  build: (lines: string[]) => string,
  signer: (text: Buffer) => Buffer = pkcs1,
): Record<string, string> {
  const sent = signedWith();
  const byName = (name: string) =>
    Object.entries(sent).find(([one]) => one.toLowerCase() === name)?.[1] ?? '';
  const lines = names.map((name) =>
    name.startsWith('(') ? `${name}: post ${target}` : `${name}: ${byName(name)}`,
  );
  const keyId = /keyId="([^"]*)"/.exec(
    Buffer.from(sent['Signature']!.slice(10, -2), 'base64').toString(),
  )![1]!;
  const signature = signer(Buffer.from(build(lines)));
  return { ...sent, Signature: signatureText({ keyId, headers: names, signature }) };
}
const pkcs1 = (text: Buffer) => sign('sha256', text, seals.tpp.key);
const joined = (lines: string[]) => lines.join('\n');

describe('an explanation', () => {
  it('of an accepted request names the signer and the signed headers', () => {
    const { verified, refusal, signingString } = explain(signedWith());
    expect(refusal).toBeUndefined();
    expect(verified).toMatchObject({ tppId: 'PSDNO-FSA-900000001', roles: ['PSP_PI'] });
    expect(signingString).toMatch(/^\(request-target\): post \/v1\/payments\/.*\ndate: /);
  });

  it('with the bank’s CAs rejects a certificate of another CA', async () => {
    const names = { commonName: 'CA', organisation: 'CA' };
    const stranger = await issueSandboxCa({ ...validity, ...names });
    const trustOf = (pem: string) => createCertificateCache(createTrustStore({ anchors: [pem] }));
    expect(explain(signedWith(), body, trustOf(seals.ca.certificate)).verified).toBeDefined();
    expect(explain(signedWith(), body, trustOf(stranger.certificate)).refusal).toMatchObject({
      reason: 'certificate-untrusted',
    });
  });

  it('has advice for every reason', () => {
    expect(Object.keys(ADVICE).sort()).toEqual([...REFUSAL_REASONS].sort());
  });

  it('shows the signing string with every refusal', () => {
    const later = new Date(now.getTime() + 61_000);
    const late = explainRequest(dumpOf(signedWith()), { trust: trustAnyIssuer(), now: later });
    expect(late).toMatchObject({
      refusal: { reason: 'date-off' },
      signingString: expect.stringContaining('x-request-id: 99391C7E') as string,
    });
  });

  it('requires a Digest where the bank does', () => {
    const sent = Object.entries(signedWith()).filter(([name]) => name !== 'Digest');
    const rest = Object.fromEntries(sent);
    expect(explain(rest).refusal).toMatchObject({ reason: 'header-missing', path: 'Digest' });
  });

  it.each<[string, (lines: string[]) => string, string]>([
    ['a line break at the end', (lines) => `${joined(lines)}\n`, 'after the last line'],
    ['CR LF', (lines) => lines.join('\r\n'), 'CR LF'],
    ['no space behind the colon', (lines) => joined(lines).replaceAll(': ', ':'), 'space after'],
    [
      'names as they were sent',
      (lines) => joined(lines).replace('date', 'Date').replace('digest', 'Digest'),
      'lower case',
    ],
    [
      'one name as the specification writes it',
      (lines) => joined(lines).replace('x-request-id', 'X-Request-ID'),
      'it was signed with X-Request-ID.',
    ],
    [
      'names with capitals that were sent in lower case',
      (lines) =>
        joined(lines).replace('psu-id', 'Psu-Id').replace('(request-target)', '(Request-Target)'),
      'lower case',
    ],
    [
      'the target with scheme and host',
      (lines) => joined(lines).replace('post /', 'post https://bank.example/'),
      'path and query only, without scheme and host',
    ],
    [
      'values alone',
      (lines) => joined(lines.map((one) => one.slice(one.indexOf(': ') + 2))),
      'Only the values',
    ],
    [
      'another order',
      (lines) => joined(lines.toReversed()),
      'Signed in the order "tpp-redirect-uri psu-id',
    ],
    [
      'a line left out',
      (lines) => joined(lines.filter((one) => !one.startsWith('psu-id'))),
      'no line for psu-id',
    ],
    [
      'the method in capitals',
      (lines) => joined(lines).replace('post ', 'POST '),
      'method has to be in lower',
    ],
    ['the target without its query', (lines) => joined(lines).replace('?a=%C3%B8', ''), 'query'],
    ['a decoded value', (lines) => joined(lines).replace('%20', ' '), 'percent-decoded'],
    [
      'an id in lower case',
      (lines) => joined(lines).replace('99391C7E', '99391c7e'),
      'x-request-id was signed as',
    ],
    [
      'the hash of the string',
      (lines) => createHash('sha256').update(joined(lines)).digest('hex'),
      'hashed again',
    ],
  ])('finds that %s was signed', (_what, build, found) => {
    const { refusal, mistake } = explain(mistaken(build));
    expect(refusal?.reason).toBe('signature-invalid');
    expect(mistake).toContain(found);
  });

  it.each<[string, (text: Buffer) => Buffer, string]>([
    ['with SHA-512', (text) => sign('sha512', text, seals.tpp.key), 'SHA-512'],
    [
      'with PSS',
      (text) =>
        sign('sha256', text, { key: seals.tpp.key, padding: constants.RSA_PKCS1_PSS_PADDING }),
      'RSASSA-PSS',
    ],
    ['with another key', (text) => sign('sha256', text, seals.ca.key), 'not made with the key'],
    [
      'as the bare hash',
      (text) =>
        privateEncrypt(createPrivateKey(seals.tpp.key), createHash('sha256').update(text).digest()),
      'DigestInfo',
    ],
  ])('finds that it was signed %s', (_how, signer, found) => {
    expect(explain(mistaken(joined, signer)).mistake).toContain(found);
  });

  it('names no mistake when it is unusual', () => {
    const { refusal, mistake } = explain(mistaken(() => 'something else'));
    expect([refusal?.reason, mistake]).toEqual(['signature-invalid', undefined]);
  });

  it.each([
    ['without its last line break', body.trimEnd(), 'without its last line break'],
    ['written in another way', JSON.stringify(JSON.parse(body)), 'in another way'],
    ['empty', '', 'an empty body'],
  ])('finds that the Digest is of the body %s', (_how, hashed, found) => {
    const { refusal, mistake } = explain(signedWith(names, hashed));
    expect(refusal?.reason).toBe('digest-mismatch');
    expect(mistake).toContain(found);
  });
});
