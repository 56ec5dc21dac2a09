import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  Certificate as LibraryCertificate,
  CertificateList,
  CRLDistributionPoints,
  IssuingDistributionPoint,
} from '@peculiar/asn1-x509';
import { parseCertificate } from '../certificate/certificate.js';
import { distributionPointsIn, scopeOf } from '../certificate/distribution-points.js';
import { decodePemBundle, pemBlocks } from '../certificate/pem.js';
import { parseRevocationList } from '../revocation/revocation-list.js';
import { opensslCa, opensslRevocationList } from '../testing/openssl-ca.js';

const folder = new URL('../vectors/', import.meta.url);
const vectors = readdirSync(folder).filter((name) => name.endsWith('.pem'));
const certificateIn = (name: string) =>
  decodePemBundle(readFileSync(new URL(name, folder), 'utf8'))![0]!;

type Schema = new () => object;

/** The library's encoding of what it reads from the bytes; undefined when it refuses them. */
function reencoded(bytes: Buffer, schema: Schema): Buffer | undefined {
  try {
    return Buffer.from(AsnConvert.serialize(AsnConvert.parse(bytes, schema)));
  } catch {
    return undefined;
  }
}

const isAccepted = (read: () => unknown) => {
  try {
    return read() !== undefined;
  } catch {
    return false;
  }
};

/** Values that turn a tag, a length or a content byte into another that BER knows. */
const REPLACEMENTS = [0x00, 0x05, 0x24, 0x30, 0x80, 0x81, 0xff];

interface Faults {
  readonly accepted: number;
  readonly notDer: readonly string[];
}

/** Replaces each byte of a range, and lists what our reader accepts and the library encodes differently. */
function faultsOf(input: {
  readonly bytes: Buffer;
  readonly range: readonly [number, number];
  readonly read: (bytes: Buffer) => unknown;
  readonly schema: Schema;
}): Faults {
  const notDer: string[] = [];
  let accepted = 0;
  for (let at = input.range[0]; at < input.range[1]; at += 1) {
    for (const value of REPLACEMENTS) {
      const changed = Buffer.from(input.bytes);
      changed[at] = value;
      if (isExplicitFalse(changed, at) || !isAccepted(() => input.read(changed))) continue;
      accepted += 1;
      if (!reencoded(changed, input.schema)?.equals(changed)) notDer.push(`${at}: ${value}`);
    }
  }
  return { accepted, notDer };
}

/** The one encoding beyond DER that we accept, since issuers in the field write it. */
const isExplicitFalse = (bytes: Buffer, at: number) =>
  bytes[at] === 0 && bytes.readUInt16BE(Math.max(at - 2, 0)) === 0x0101;

describe('our ASN.1 readers, compared with the ASN.1 library', () => {
  it.each(vectors)('read the certificate %s as the library reads it', (name) => {
    const der = certificateIn(name);
    const ours = parseCertificate(der)!;
    const { tbsCertificate: theirs } = AsnConvert.parse(der, LibraryCertificate);
    expect(reencoded(der, LibraryCertificate)).toEqual(der);
    expect({
      ...{ serial: ours.serial, issuer: ours.issuerDer, subject: ours.subjectDer },
      ...{ from: ours.validFrom, to: ours.validTo },
      critical: ours.unknownCritical.every((oid) => critical(theirs).includes(oid)),
      ...{ keyBits: ours.keyBits, exponent: ours.keyExponent },
    }).toEqual({
      serial: BigInt(`0x${Buffer.from(theirs.serialNumber).toString('hex')}`),
      issuer: Buffer.from(AsnConvert.serialize(theirs.issuer)).toString('base64'),
      subject: Buffer.from(AsnConvert.serialize(theirs.subject)).toString('base64'),
      from: theirs.validity.notBefore.getTime(),
      to: theirs.validity.notAfter.getTime(),
      critical: true,
      keyBits: ours.publicKey.asymmetricKeyDetails?.modulusLength,
      exponent: ours.publicKey.asymmetricKeyDetails?.publicExponent,
    });
  });

  const der = certificateIn('tpp.pem');
  // The key and the signature are numbers: every other byte of them is a valid one.
  const keyStart = der.indexOf(Buffer.from('0282010100', 'hex')) + 5;
  const signatureStart = der.length - 256;

  it.each<[string, number, number]>([
    ['in front of the key', 0, keyStart],
    ['between the key and the signature', keyStart + 256, signatureStart],
  ])('accept no changed certificate that the library encodes differently: %s', (_, from, to) => {
    const read = parseCertificate;
    const faults = faultsOf({ bytes: der, range: [from, to], read, schema: LibraryCertificate });
    expect(faults.notDer).toEqual([]);
    expect(faults.accepted).toBeGreaterThan(200);
  });

  it('accept no changed revocation list that the library encodes differently', async () => {
    const ca = await opensslCa({ subject: '/C=NO/CN=CA' });
    const list = await opensslRevocationList(ca, {
      revokedSerials: ['0A1B', '00FF00', '01'],
      nextUpdate: new Date('2051-01-01T00:00:00Z'),
      extensions: [
        'authorityKeyIdentifier = keyid:always',
        'issuingDistributionPoint = critical,@scope',
        ...['[scope]', 'fullname = URI:http://lists.example/1.crl', 'onlyuser = TRUE'],
      ],
    });
    const bytes = pemBlocks(list, 'X509 CRL')![0]!;
    const range = [0, bytes.length - 256] as const;
    const faults = faultsOf({ bytes, range, read: parseRevocationList, schema: CertificateList });
    expect(faults.notDer).toEqual([]);
    expect(faults.accepted).toBeGreaterThan(200);
  });

  const inCertificate = '300d300ba009a007860561622f6364';
  const inList = '300ea009a007860561622f63648101ff';

  // The name itself is compared byte by byte, and points with reasons are skipped.
  it.each([
    ['list of points', inCertificate, [0, 4], CRLDistributionPoints, distributionPointsIn],
    ['point', inCertificate, [5, 8], CRLDistributionPoints, distributionPointsIn],
    ['scope', inList, [0, 6], IssuingDistributionPoint, scopeOf],
  ] as const)('accept no changed %s that the library encodes differently', (...row) => {
    const [, hex, range, schema, read] = row;
    const bytes = Buffer.from(hex, 'hex');
    expect(isAccepted(() => read(bytes))).toBe(true);
    expect(faultsOf({ bytes, range, read, schema }).notDer).toEqual([]);
  });
});

const critical = ({ extensions }: LibraryCertificate['tbsCertificate']) =>
  (extensions ?? []).flatMap((one) => (one.critical ? [one.extnID] : []));
