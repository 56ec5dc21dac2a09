import { readFileSync } from 'node:fs';
import { buildPath } from './certificate-path.js';
import { parseCertificate } from '../certificate/certificate.js';
import { decodePemBundle } from '../certificate/pem.js';
import { EC_P256, opensslCa } from '../testing/openssl-ca.js';
import { createTrustStore } from './trust-store.js';

const pem = (name: string) =>
  readFileSync(new URL(`../vectors/${name}.pem`, import.meta.url), 'utf8');
const derOf = (text: string) => decodePemBundle(text)![0]!;
const read = (name: string) => parseCertificate(derOf(pem(name)))!;
const now = new Date('2026-11-20T10:15:30Z');

describe('a trust store', () => {
  it('reads PEM with several certificates and DER, and counts each certificate once', () => {
    const bundle = createTrustStore({
      certificates: [
        Buffer.from(`# both\n${pem('ca')}${pem('sub')}`),
        derOf(pem('ca')),
        derOf(pem('ca-new-key')),
      ],
      anchors: [pem('sub')],
    });
    expect(bundle.size).toBe(3);
    expect(bundle.isAnchor(read('sub'))).toBe(true);
  });

  it('does not accept a certificate as an anchor when it names itself as issuer and did not sign itself', () => {
    const store = createTrustStore({ certificates: [pem('ca'), pem('ca-new-key')] });
    expect(store.isAnchor(read('ca'))).toBe(true);
    expect(store.isAnchor(read('ca-new-key'))).toBe(false);
  });

  it('trusts no certificate when it is empty', () => {
    expect(buildPath(read('tpp'), createTrustStore({}), now)).toMatchObject({
      reason: 'certificate-untrusted',
    });
  });

  it.each([
    ['text without a certificate', 'nothing', 'holds no PEM certificate'],
    ['a malformed certificate', Buffer.from('3081803000', 'hex'), 'certificate is malformed'],
    ['an empty file', '', 'holds no PEM certificate'],
  ])('throws for %s', (_, source, said) => {
    const make = () => createTrustStore({ certificates: [source] });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(said);
  });

  it('does not accept a certificate as an anchor when another name holds the same key and has issued it', async () => {
    const root = await opensslCa({ subject: '/CN=Root', newKey: EC_P256 });
    const renamed = await opensslCa({ subject: '/CN=New root', key: root.key, issuer: root });
    const { isAnchor } = createTrustStore({ certificates: [renamed.certificate] });
    expect(isAnchor(parseCertificate(derOf(renamed.certificate))!)).toBe(false);
  });

  it('ends a path at a mounted CA when the CA above is known by another name, or by another type of key', async () => {
    const root = await opensslCa({ subject: '/CN=Root', newKey: EC_P256 });
    const renamed = await opensslCa({ subject: '/CN=New root', key: root.key });
    const newKey = ['-newkey', 'ed25519'];
    const impostor = await opensslCa({ subject: '/CN=Root', newKey });
    const sub = await opensslCa({ subject: '/CN=Issuing', newKey: EC_P256, issuer: root });
    const isAnchor = (...above: readonly string[]) =>
      createTrustStore({ authorities: [sub.certificate, ...above] }).isAnchor(
        parseCertificate(derOf(sub.certificate))!,
      );
    expect(isAnchor(renamed.certificate)).toBe(true);
    expect(isAnchor(impostor.certificate)).toBe(true);
    expect(isAnchor(root.certificate)).toBe(false);
  });
});
