import { readFileSync } from 'node:fs';
import { jest } from '@jest/globals';
import { createCertificateCache, type CertificateCacheLimits } from './certificate-cache.js';
import { decodePemBundle } from '../certificate/pem.js';
import { isRefusal } from '../base/refusal.js';
import { createTrustStore } from './trust-store.js';

const pem = (name: string) =>
  readFileSync(new URL(`../vectors/${name}.pem`, import.meta.url), 'utf8');
const header = (name: string) => decodePemBundle(pem(name))![0]!.toString('base64');

const now = new Date('2026-11-20T10:15:30Z');
const later = (ms: number) => new Date(now.getTime() + ms);

/** A cache over the vectors' CAs that counts how often a path is looked for. */
const counted = (limits: Partial<CertificateCacheLimits> = {}) => {
  const store = createTrustStore({ certificates: [pem('ca'), pem('sub')] });
  const issuersNamed = jest.fn(store.issuersNamed);
  return { cache: createCertificateCache({ ...store, issuersNamed }, limits), issuersNamed };
};

describe('the certificate cache', () => {
  it('gives the identity and the roles of the TPP', () => {
    expect(counted().cache.find(header('tpp'), now)).toMatchObject({
      certificate: {
        tppId: 'PSDNO-FSA-123456789',
        roles: ['PSP_PI', 'PSP_AI'],
        organisation: 'Fintech Ærlig AS',
        authorityId: 'NO-FSA',
        serial: 0xa1b2c3d4e5f60718n,
        trustedTo: new Date('2056-01-01T00:00:00Z'),
      },
    });
  });

  it('builds the path of a certificate once for all spellings of the header', () => {
    const { cache, issuersNamed } = counted();
    const first = cache.find(header('tpp'), now);
    expect(cache.find(pem('tpp').replaceAll('\n', ''), later(1000))).toBe(first);
    expect(issuersNamed).toHaveBeenCalledTimes(1);
  });

  it('does not confuse two headers that end with the same characters', () => {
    const { cache } = counted();
    const known = header('tpp');
    cache.find(known, now);
    cache.find(known, now);
    const impostor = `${header('tpp-impostor').slice(0, -64)}${known.slice(-64)}`;
    expect(isRefusal(cache.find(impostor, now))).toBe(true);
    expect(isRefusal(cache.find(known, now))).toBe(false);
  });

  it('compares the dates of the certificate on every hit', () => {
    const { cache } = counted({ trustedForMs: Number.MAX_SAFE_INTEGER });
    cache.find(header('tpp'), now);
    expect(cache.find(header('tpp'), new Date('2057-01-01T00:00:00Z'))).toMatchObject({
      reason: 'certificate-expired',
    });
    expect(cache.find(header('tpp'), new Date('2025-01-01T00:00:00Z'))).toMatchObject({
      reason: 'certificate-not-yet-valid',
    });
  });

  it('checks a certificate again when its entry is too old or the cache was cleared', () => {
    const { cache, issuersNamed } = counted({ trustedForMs: 1000 });
    cache.find(header('tpp'), now);
    cache.find(header('tpp'), later(1000));
    expect(issuersNamed).toHaveBeenCalledTimes(1);
    cache.find(header('tpp'), later(1001));
    expect(issuersNamed).toHaveBeenCalledTimes(2);
    cache.clear();
    cache.find(header('tpp'), later(1001));
    expect(issuersNamed).toHaveBeenCalledTimes(3);
  });

  it('keeps a refusal for a short time', () => {
    const { cache, issuersNamed } = counted({ refusedForMs: 1000 });
    expect(cache.find(header('tpp-impostor'), now)).toMatchObject({ refused: 'BAD_REQUEST' });
    cache.find(header('tpp-impostor'), later(500));
    expect(issuersNamed).toHaveBeenCalledTimes(1);
    cache.find(header('tpp-impostor'), later(1001));
    expect(issuersNamed).toHaveBeenCalledTimes(2);
  });

  it('does not let refused certificates push out trusted ones', () => {
    const { cache, issuersNamed } = counted({ trustedMax: 1, refusedMax: 2 });
    const first = cache.find(header('tpp'), now);
    for (const junk of ['tpp-impostor', 'tpp-of-deep3', 'tpp-of-deep4', 'tpp-of-expired-ca']) {
      expect(isRefusal(cache.find(header(junk), now))).toBe(true);
    }
    expect(cache.find(header('tpp'), now)).toBe(first);
    expect(issuersNamed).toHaveBeenCalledTimes(5);
  });

  it('does not grow with ten thousand untrusted certificates', () => {
    const { cache, issuersNamed } = counted();
    const good = cache.find(header('tpp'), now);
    const impostor = decodePemBundle(pem('tpp-impostor'))![0]!;
    // Every one has another signature, so each is a different certificate that nobody issued.
    const junk = Array.from({ length: 10_000 }, (_, i) => {
      const der = Buffer.from(impostor);
      der.writeUInt32BE(i, der.length - 8);
      return der.toString('base64');
    });
    for (const one of junk) cache.find(one, now);
    expect(issuersNamed).toHaveBeenCalledTimes(1 + junk.length);
    // From the latest on: those that are remembered cost no path, the first other one ends the row.
    let remembered = 0;
    for (const one of junk.reverse()) {
      cache.find(one, now);
      if (issuersNamed.mock.calls.length > 1 + junk.length) break;
      remembered += 1;
    }
    expect(remembered).toBe(500);
    expect(cache.find(header('tpp'), now)).toBe(good);
  });

  it('keeps at most the configured number of trusted certificates', () => {
    const { cache } = counted({ trustedMax: 1 });
    const first = cache.find(header('tpp'), now);
    cache.find(header('tpp-flat'), now);
    expect(cache.find(header('tpp'), now)).not.toBe(first);
  });

  it('does not trust an impostor with the serial, issuer and subject of a trusted certificate', () => {
    const { cache } = counted();
    cache.find(header('tpp'), now);
    expect(cache.find(header('tpp-impostor'), now)).toMatchObject({
      reason: 'certificate-untrusted',
    });
    expect(isRefusal(cache.find(header('tpp'), now))).toBe(false);
  });

  it.each([
    ['without a role', header('tpp-without-role'), 'certificate-without-role'],
    ['without an identifier', header('tpp-without-id'), 'certificate-without-tpp-id'],
    ['with two identifiers', header('tpp-two-ids'), 'certificate-without-tpp-id'],
    ['with an identifier of another kind', header('tpp-vat-id'), 'certificate-without-tpp-id'],
    [
      'that is no certificate',
      Buffer.from('3000', 'hex').toString('base64'),
      'certificate-malformed',
    ],
    ['that is no base64', '?', 'certificate-malformed'],
    ['that is empty', '', 'certificate-malformed'],
    ['that is too long', 'A'.repeat(12_289), 'header-too-long'],
  ])('refuses a header %s', (_, value, reason) => {
    expect(counted().cache.find(value, now)).toMatchObject({ reason });
  });
});
