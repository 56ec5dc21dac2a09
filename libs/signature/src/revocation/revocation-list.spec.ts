import 'reflect-metadata';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { CertificateList, Extension } from '@peculiar/asn1-x509';
import fc from 'fast-check';
import { pemBlocks } from '../certificate/pem.js';
import { parseRevocationList } from './revocation-list.js';
import { opensslCa, opensslRevocationList } from '../testing/openssl-ca.js';

const dist = (path: string) => join(import.meta.dirname, '../../dist', path);

let der: Buffer;
beforeAll(async () => {
  const ca = await opensslCa({ subject: '/C=NO/CN=CA' });
  const list = await opensslRevocationList(ca, {
    revokedSerials: ['0A1B', '00FF00', '01'],
    thisUpdate: new Date('2026-11-20T10:00:00Z'),
    nextUpdate: new Date('2051-01-01T00:00:00Z'),
  });
  der = pemBlocks(list, 'X509 CRL')![0]!;
});

/** Prints the bytes that a parsed list has on and off the heap; no variable holds its DER. */
const measuring = `
import { readFileSync } from 'node:fs';
import { pemBlocks } from '${dist('certificate/pem.js')}';
import { parseRevocationList } from '${dist('revocation/revocation-list.js')}';
const pem = readFileSync(0, 'utf8');
const listIn = () => parseRevocationList(pemBlocks(pem, 'X509 CRL')[0]).list;
function memoryInUse() {
  gc();
  gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
const before = memoryInUse();
const list = listIn();
const bytes = memoryInUse() - before;
console.log(JSON.stringify({ bytes, entries: list.revoked.size }));
`;

/** Measures a list in a separate process. The heap of a worker of tests takes seconds to collect. */
async function measured(pem: string) {
  const args = ['--expose-gc', '--input-type=module', '-e', measuring];
  const running = promisify(execFile)(process.execPath, args);
  running.child.stdin?.end(pem);
  const { stdout } = await running;
  return JSON.parse(stdout) as { readonly bytes: number; readonly entries: number };
}

/** The list with something else in it; its signature does not matter here. */
function changed(change: (list: CertificateList) => void): Buffer {
  const list = AsnConvert.parse(der, CertificateList);
  change(list);
  return Buffer.from(AsnConvert.serialize(list));
}
const extension = (extnID: string, critical: boolean) =>
  new Extension({ extnID, critical, extnValue: new OctetString(Buffer.from('0500', 'hex')) });
const withEntryExtension = (id: string, critical: boolean) =>
  changed(({ tbsCertList }) => {
    tbsCertList.revokedCertificates![0]!.crlEntryExtensions = [extension(id, critical)];
  });

describe('a parsed revocation list', () => {
  it('has the fields that openssl wrote', () => {
    expect(parseRevocationList(der)).toMatchObject({
      list: {
        thisUpdate: new Date('2026-11-20T10:00:00Z'),
        nextUpdate: new Date('2051-01-01T00:00:00Z'),
        revoked: new Set([0x0a1bn, 0xff00n, 1n]),
        superseded: new Set(),
      },
      signatureAlgorithm: 'sha256WithRSAEncryption',
    });
  });

  it('is used when an extension of an entry is not critical', () => {
    expect(() => parseRevocationList(withEntryExtension('2.5.29.21', false))).not.toThrow();
  });

  it.each([
    ['belongs to another issuer', '2.5.29.29', true, 'indirect'],
    ['belongs to another issuer, not marked as critical', '2.5.29.29', false, 'indirect'],
    ['has an unknown critical extension', '1.2.3.4', true, 'critical'],
  ])('is not used when an entry %s', (_what, id, critical, said) => {
    expect(() => parseRevocationList(withEntryExtension(id, critical))).toThrow(said);
  });

  it('is not used without a time for the next one', () => {
    const endless = changed(({ tbsCertList }) => delete tbsCertList.nextUpdate);
    expect(() => parseRevocationList(endless)).toThrow('when the next comes');
  });

  it('is not used when its two algorithms differ', () => {
    const other = changed((list) => (list.signatureAlgorithm.algorithm = '1.2.840.113549.1.1.12'));
    expect(() => parseRevocationList(other)).toThrow('contradicts');
  });

  it('is malformed when more bytes follow it', () => {
    const longer = Buffer.concat([der, Buffer.alloc(1)]);
    expect(() => parseRevocationList(longer)).toThrow('malformed');
  });

  it('keeps at most 80 bytes of memory per entry, and none of its DER', async () => {
    const entries = 100_000;
    const ca = await opensslCa({ subject: '/C=NO/CN=Large CA' });
    const revokedSerials = Array.from({ length: entries }, (_, i) =>
      (0x4000_0000_0000_0000_0000_0000_0000_0000n + BigInt(i) * 0x1_0000_0001n).toString(16),
    );
    const pem = await opensslRevocationList(ca, { revokedSerials });
    const list = await measured(pem);
    expect(list.entries).toBe(entries);
    expect(list.bytes / entries).toBeLessThan(80);
    // The numbers themselves take 24 bytes or more.
    expect(list.bytes / entries).toBeGreaterThan(24);
  });

  it('is read or refused with a TypeError, whatever bytes are changed', () => {
    const at = fc.nat(der.length - 1);
    fc.assert(
      fc.property(fc.array(fc.tuple(at, fc.nat(255)), { minLength: 1, maxLength: 4 }), (faults) => {
        const damaged = Buffer.from(der);
        for (const [place, octet] of faults) damaged[place] = octet;
        try {
          parseRevocationList(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
          expect((error as Error).message).toMatch(/revocation list/);
        }
      }),
    );
  });
});
