import { generateKeyPairSync } from 'node:crypto';
import { issueSandboxCa } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { opensslRequest } from '@nordgate/signature/testing';
import fc from 'fast-check';
import { rolesIn, testCertificate } from './test-certificate.issuer.js';

const now = new Date('2030-01-01T00:00:00Z');
let ca: IssuedPem;
let request: string;
beforeAll(async () => {
  const validity = { validFrom: new Date(0), validTo: new Date('2040-01-01T00:00:00Z') };
  ca = await issueSandboxCa({ ...validity, commonName: 'CA', organisation: 'CA' });
  ({ request } = await opensslRequest(['-newkey', 'rsa:2048']));
});

const madeFor = (key: string) =>
  testCertificate({ ca, tpp: 'PSDNO-FSA-900000001', roles: ['PSP_PI'], key, now });

describe('the key of a test certificate', () => {
  it('may have lines with CRLF, and white space around it', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const spki = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    for (const pem of [spki, request]) {
      expect(await madeFor(pem.replaceAll('\n', '\r\n'))).toHaveProperty('certificate');
      expect(await madeFor(`\n  ${pem}\n\n`)).toHaveProperty('certificate');
    }
  });

  it('is refused without an error when any part of a certificate request was changed', async () => {
    const lines = request.trimEnd().split('\n');
    const aLine = fc.integer({ min: 1, max: lines.length - 2 });
    const aChange = fc.tuple(aLine, fc.nat(62), fc.constantFrom(...'Az0+/=% '));
    await fc.assert(
      fc.asyncProperty(aChange, async ([at, column, character]) => {
        const line = lines[at] ?? '';
        fc.pre(column < line.length && line[column] !== character);
        const changed = line.slice(0, column) + character + line.slice(column + 1);
        const key = lines.with(at, changed).join('\n');
        expect(await madeFor(key)).toBeUndefined();
      }),
      // Examples: an outermost length that is too short, and parameters of the algorithm that are not NULL.
      { numRuns: 100, examples: [[[1, 4, 'A']], [[8, 53, '/']]] },
    );
  });

  it('is refused without an error when it is any text after the first line of a PEM', async () => {
    const aLabel = fc.constantFrom('PUBLIC KEY', 'RSA PUBLIC KEY', 'CERTIFICATE REQUEST');
    await fc.assert(
      fc.asyncProperty(aLabel, fc.base64String({ maxLength: 2000 }), async (label, text) => {
        const key = `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
        expect(await madeFor(key)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});

describe('the roles of a test certificate', () => {
  it('are those of the form, if the TPP has all of them', () => {
    const own = ['PSP_PI', 'PSP_AI'];
    expect(rolesIn(['PSP_AI'], own)).toEqual(['PSP_AI']);
    expect(rolesIn(['PSP_AI', 'PSP_PI'], own)).toEqual(['PSP_PI', 'PSP_AI']);
    for (const sent of [[], ['PSP_IC'], ['PSP_AI', 'PSP_IC'], ['PSP_AI', 'PSP_XX']]) {
      expect(rolesIn(sent, own)).toBeUndefined();
    }
  });
});
