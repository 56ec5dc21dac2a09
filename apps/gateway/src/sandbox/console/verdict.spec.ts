import { createCertificateCache, createSigner, createTrustStore } from '@nordgate/signature';
import { issueSandboxCa, issueTppSeal } from '@nordgate/signature/issue';
import type { CertificateCache } from '@nordgate/signature';
import { ADVICE } from '@nordgate/signature/explain';
import type { RequestDump } from '@nordgate/signature/explain';
import { Verdicts } from './verdict.js';

const now = new Date();
const refusal = { reason: 'signature-invalid', text: 'The signature does not match.' } as const;

let dump: RequestDump;
let trust: CertificateCache;
beforeAll(async () => {
  const validity = { validFrom: new Date(0), validTo: new Date(now.getTime() + 86_400_000) };
  const ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  const organizationIdentifier = 'PSDNO-FSA-900000001';
  const names = { commonName: 'A TPP', organisation: 'A TPP', organizationIdentifier };
  const seal = await issueTppSeal({ ...validity, ...names, ca, roles: ['PSP_PI'] });
  const [method, target] = ['GET', '/v1/user'];
  const signed = createSigner(seal)({ method, target, headers: { 'X-Request-ID': 'a' }, now });
  const headers = { ...signed, 'X-Request-ID': 'b' };
  dump = { method, target, rawHeaders: Object.entries(headers).flat(), body: Buffer.alloc(0) };
  trust = createCertificateCache(createTrustStore({ certificates: [ca.certificate] }));
});

/** A clock that a test sets. */
function verdictsAt(clock: { ms: number }) {
  const verdicts = new Verdicts(() => clock.ms);
  return () => verdicts.of(refusal, dump, { trust, now });
}

describe('the verdict on a refused signature', () => {
  it('explains five requests in a second, and gives the sixth the advice only', () => {
    const verdict = verdictsAt({ ms: 10_000 });
    const strings = Array.from({ length: 6 }, () => verdict().signingString);
    expect(strings.slice(0, 5)).toEqual(
      Array.from({ length: 5 }, () => expect.stringContaining('x-request-id: b') as unknown),
    );
    expect(strings[5]).toBeNull();
    expect(verdict()).toEqual({
      ...refusal,
      ...{ advice: ADVICE[refusal.reason], mistake: null, signingString: null },
    });
  });

  it('explains again from the next second on', () => {
    const clock = { ms: 10_000 };
    const verdict = verdictsAt(clock);
    for (let n = 0; n < 6; n += 1) verdict();
    clock.ms = 10_999;
    expect(verdict().signingString).toBeNull();
    clock.ms = 11_000;
    expect(verdict().signingString).not.toBeNull();
  });
});
