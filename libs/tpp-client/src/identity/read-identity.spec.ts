import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyFileError } from './key-files.js';
import { certificateTextIn, identityIn } from './read-identity.js';

const folder = mkdtempSync(join(tmpdir(), 'nordgate-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const openssl = (line: string, ...more: readonly string[]) =>
  execFileSync('openssl', [...line.split(' '), ...more], { cwd: folder, stdio: 'pipe' });
const passphrase = 'blåbær og fløte';
const secret = `pass:${passphrase}`;

beforeAll(() => {
  openssl('req -x509 -newkey rsa:2048 -noenc -keyout key.pem -out cert.pem -subj /CN=tpp');
  openssl('req -x509 -newkey rsa:2048 -noenc -keyout other.pem -out ca.pem -subj /CN=ca');
  openssl('req -x509 -newkey rsa:1024 -noenc -keyout short.pem -out short-cert.pem -subj /CN=s');
  openssl('ecparam -name prime256v1 -genkey -noout -out ec.pem');
  openssl('req -x509 -key ec.pem -out ec-cert.pem -subj /CN=ec');
  openssl('genpkey -algorithm ed25519 -out ed.pem');
  openssl('req -x509 -key ed.pem -out ed-cert.pem -subj /CN=ed');
  openssl('x509 -in cert.pem -outform der -out cert.der');
  openssl('pkcs8 -topk8 -nocrypt -in key.pem -outform der -out key.der');
  openssl('rsa -in key.pem -traditional -out traditional.pem');
  openssl('rsa -in key.pem -outform der -traditional -out traditional.der');
  openssl('rsa -in key.pem -traditional -aes256 -out traditional-aes.pem -passout', secret);
  openssl('rsa -in key.pem -traditional -des3 -out traditional-des3.pem -passout', secret);
  const toPkcs8 = 'pkcs8 -topk8 -in key.pem';
  openssl(`${toPkcs8} -v2 aes-256-cbc -out pkcs8-aes.pem -passout`, secret);
  openssl(`${toPkcs8} -v1 PBE-SHA1-3DES -out pkcs8-3des.pem -passout`, secret);
  openssl(`${toPkcs8} -v2 aes-128-cbc -outform der -out pkcs8-aes.der -passout`, secret);
  openssl(
    `${toPkcs8} -v1 PBE-MD5-DES -provider legacy -provider default -out old.pem -passout`,
    secret,
  );
  const toPkcs12 = 'pkcs12 -export -inkey key.pem -in cert.pem -certfile ca.pem';
  openssl(`${toPkcs12} -out modern.p12 -passout`, secret);
  openssl(`${toPkcs12} -legacy -out legacy.p12 -passout`, secret);
  openssl(`${toPkcs12} -keypbe NONE -certpbe NONE -nomac -out open.p12 -passout pass:`);
  openssl(`${toPkcs12} -out empty.pfx -passout pass:`);
  openssl(
    `${toPkcs12} -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-RC2-128 -provider legacy -provider default -out rc2.p12 -passout`,
    secret,
  );
  openssl('pkcs12 -export -nokeys -in cert.pem -out no-key.p12 -passout', secret);
});

const file = (option: string, name: string) => ({
  option,
  path: name,
  bytes: readFileSync(at(name)),
});

/** The identity of files, and how often somebody was asked for a passphrase. */
async function identityOf(cert: string, key?: string, given: string | undefined = passphrase) {
  let asked = 0;
  const files = {
    certificate: file('--cert', cert),
    key: key === undefined ? undefined : file('--key', key),
  };
  const identity = await identityIn(files, () => {
    asked += 1;
    return Promise.resolve(given);
  });
  return { identity, asked };
}

const faultOf = async (...files: Parameters<typeof identityOf>) => {
  const error: unknown = await identityOf(...files).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(KeyFileError);
  expect((error as KeyFileError).message).not.toMatch(/\n|blåbær/);
  return (error as KeyFileError).message;
};

const readable: readonly (readonly [cert: string, key: string | undefined, isAsked: boolean])[] = [
  ['cert.pem', 'key.pem', false],
  ['cert.der', 'key.der', false],
  ['cert.der', 'traditional.pem', false],
  ['cert.pem', 'traditional.der', false],
  ['cert.pem', 'traditional-aes.pem', true],
  ['cert.pem', 'traditional-des3.pem', true],
  ['cert.pem', 'pkcs8-aes.pem', true],
  ['cert.pem', 'pkcs8-3des.pem', true],
  ['cert.pem', 'pkcs8-aes.der', true],
  ['modern.p12', undefined, true],
  ['legacy.p12', undefined, true],
  ['open.p12', undefined, false],
  ['empty.pfx', undefined, false],
  ['cert.pem', 'modern.p12', true],
  ['modern.p12', 'key.pem', true],
];

describe('the identity of a TPP', () => {
  it.each(readable)(
    'is read from %s and %s, asking for a passphrase: %p',
    async (cert, key, isAsked) => {
      const { identity, asked } = await identityOf(cert, key);
      expect(asked > 0).toBe(isAsked);
      const [first = ''] = String(identity.certificate).split(/(?<=END CERTIFICATE-----\n)/);
      const expected = new X509Certificate(readFileSync(at('cert.pem')));
      expect(new X509Certificate(first).raw).toEqual(expected.raw);
      expect(expected.checkPrivateKey(identity.key as never)).toBe(true);
    },
  );

  it('is read from a PEM file that has the key, the CA and the certificate', async () => {
    execFileSync('sh', ['-c', 'cat ca.pem key.pem cert.pem > all.pem'], { cwd: folder });
    const { identity } = await identityOf('all.pem');
    const own = new X509Certificate(readFileSync(at('cert.pem')));
    expect(String(identity.certificate).startsWith(own.toString())).toBe(true);
    expect(String(identity.certificate).match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  });

  const encrypted = readable.filter(([, , isAsked]) => isAsked);

  it.each(encrypted)(
    'is refused in one line for another passphrase of %s and %s',
    async (cert, key) => {
      expect(await faultOf(cert, key, 'another one')).toMatch(/the passphrase does not open \S+$/);
    },
  );

  it.each(encrypted)(
    'is refused in one line for %s and %s without a passphrase',
    async (cert, key) => {
      const certificate = file('--cert', cert);
      const files = { certificate, key: key === undefined ? undefined : file('--key', key) };
      const read = identityIn(files, () => Promise.resolve(undefined));
      await expect(read).rejects.toThrow(
        /^--\w+: \S+ is encrypted: set NORDGATE_TPP_PASSPHRASE, or/,
      );
    },
  );

  it.each([
    [
      'a key of another pair',
      'cert.pem',
      'other.pem',
      '--key: the key in other.pem is not that of the certificate in cert.pem',
    ],
    [
      'a short RSA key',
      'short-cert.pem',
      'short.pem',
      '--key: the RSA key in short.pem has 1024 bits: signatures are rsa-sha256, with an RSA key of 2048 bits or more',
    ],
    [
      'a curve',
      'ec-cert.pem',
      'ec.pem',
      '--key: the key in ec.pem is of type ec, curve prime256v1: signatures are rsa-sha256, with an RSA key of 2048 bits or more',
    ],
    [
      'Ed25519',
      'ed-cert.pem',
      'ed.pem',
      '--key: the key in ed.pem is of type ed25519: signatures are rsa-sha256, with an RSA key of 2048 bits or more',
    ],
    [
      'an encryption that OpenSSL 3 has left out',
      'cert.pem',
      'old.pem',
      '--key: old.pem is encrypted with an algorithm that is too old: openssl pkcs8 -topk8 -v2 aes-256-cbc encrypts it anew',
    ],
    [
      'RC2 of 128 bits',
      'rc2.p12',
      undefined,
      '--cert: rc2.p12 is encrypted with an algorithm that is too old: openssl pkcs12 -export encrypts it anew',
    ],
    [
      'a certificate in place of the key',
      'cert.pem',
      'cert.pem',
      '--key: there is no private key in cert.pem (PEM, DER or PKCS #12)',
    ],
    [
      'a certificate in DER in place of the key',
      'cert.pem',
      'cert.der',
      '--key: there is no private key in cert.der (PEM, DER or PKCS #12)',
    ],
    [
      'a certificate alone',
      'cert.pem',
      undefined,
      '--cert: there is no private key in cert.pem (PEM, DER or PKCS #12)',
    ],
    [
      'a PKCS #12 file without a key',
      'no-key.p12',
      undefined,
      '--cert: there is no private key in no-key.p12',
    ],
    [
      'a key in place of the certificate',
      'key.pem',
      'key.pem',
      '--cert: there is no certificate in key.pem (PEM, DER or PKCS #12)',
    ],
  ])('is refused in one line for %s', async (_what, cert, key, line) => {
    expect(await faultOf(cert, key)).toBe(line);
  });
});

it('certificateTextIn returns the PEM text of a certificate in DER', () => {
  const text = certificateTextIn(file('--seal', 'cert.der'));
  expect(text).toBe(new X509Certificate(readFileSync(at('cert.pem'))).toString());
});
