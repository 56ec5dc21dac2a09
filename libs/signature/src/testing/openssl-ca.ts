import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { X509Certificate } from 'node:crypto';
import type { IssuedPem } from '../issue/issue.js';
import { inFolder, revokedLine } from './openssl-files.js';

export { opensslRequest, withBrokenSignature } from './openssl-certificate-request.js';
export type { OpensslRequest } from './openssl-certificate-request.js';
export { opensslOcspResponse } from './openssl-ocsp.js';
export type { OpensslOcspOptions } from './openssl-ocsp.js';

const run = promisify(execFile);

export interface OpensslCaOptions {
  /** In the form of `openssl req -subj`. */
  readonly subject: string;
  /** The KeyUsage extension; `keyCertSign,cRLSign` by default. */
  readonly keyUsage?: string;
  /** False for a certificate that is not a CA. Default true. */
  readonly isCa?: boolean;
  /** Arguments of `openssl req` for the new key; RSA of 2048 bits by default. */
  readonly newKey?: readonly string[];
  /** PEM of a key to use in place of a new one. */
  readonly key?: string;
  /** How the issuer signs; SHA-256 by default. */
  readonly signing?: OpensslSigning;
  /** The names of a server, in the form of openssl: `IP:127.0.0.1,DNS:localhost`. */
  readonly altNames?: string;
  /** The CRL distribution point in the certificate. */
  readonly listAt?: string;
  /** Further extensions, in the form of `openssl req -addext`. */
  readonly extensions?: readonly string[];
  /** The CA above; undefined for a root. */
  readonly issuer?: IssuedPem;
}

export interface OpensslSigning {
  /** The hash, such as `sha256`. */
  readonly digest?: string;
  /** Options of the signature, in the form of `openssl req -sigopt`. */
  readonly options?: readonly string[];
}

/** A new key on the curve P-256, which is made much faster than an RSA key. */
export const EC_P256 = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];

/** Makes a CA with the openssl command line, so that tests compare us with another implementation. */
export function opensslCa(options: OpensslCaOptions): Promise<IssuedPem> {
  const {
    subject,
    issuer,
    keyUsage = 'keyCertSign,cRLSign',
    isCa = true,
    listAt,
    key,
    altNames,
  } = options;
  const { digest = 'sha256' } = options.signing ?? {};
  return inFolder(async (folder) => {
    const path = (name: string) => join(folder, name);
    const above = issuer === undefined ? [] : await issuerArguments(folder, issuer);
    if (key !== undefined) await writeFile(path('new.key'), key, { mode: 0o600 });
    const newKey = [...(options.newKey ?? RSA_2048), '-keyout', path('new.key'), '-nodes'];
    await run('openssl', [
      ...['req', '-x509', `-${digest}`, '-days', '3650', '-subj', subject],
      ...(key === undefined ? newKey : ['-key', path('new.key')]),
      ...sigopts(options.signing),
      ...['-addext', `basicConstraints=critical,CA:${String(isCa).toUpperCase()}`],
      ...['-addext', `keyUsage=critical,${keyUsage}`],
      ...(altNames === undefined ? [] : ['-addext', `subjectAltName=${altNames}`]),
      ...(listAt === undefined ? [] : ['-addext', `crlDistributionPoints=URI:${listAt}`]),
      ...(options.extensions ?? []).flatMap((one) => ['-addext', one]),
      ...['-out', path('new.pem'), ...above],
    ]);
    return {
      certificate: await readFile(path('new.pem'), 'utf8'),
      key: await readFile(path('new.key'), 'utf8'),
    };
  });
}

export interface OpensslListOptions {
  /** PEM of the revoked certificates. */
  readonly revoked?: readonly string[];
  /** Why all of them are revoked, such as `keyCompromise`; no reason by default. */
  readonly reason?: string;
  /** Further revoked serial numbers, in hexadecimal. */
  readonly revokedSerials?: readonly string[];
  readonly thisUpdate?: Date;
  readonly nextUpdate?: Date;
  /** How the issuer signs; SHA-256 by default. */
  readonly signing?: OpensslSigning;
  /** Lines of the openssl configuration for the list's extensions. */
  readonly extensions?: readonly string[];
}

/**
 * Makes a revocation list with `openssl ca -gencrl`. By default thisUpdate is a minute ago and
 * nextUpdate is in a week.
 *
 * @returns the list as PEM
 */
export function opensslRevocationList(
  issuer: IssuedPem,
  options: OpensslListOptions = {},
): Promise<string> {
  const thisUpdate = options.thisUpdate ?? new Date(Date.now() - 60_000);
  const nextUpdate = options.nextUpdate ?? new Date(Date.now() + 7 * 86_400_000);
  return inFolder(async (folder) => {
    const path = (name: string) => join(folder, name);
    const certificates = (options.revoked ?? []).map((pem) => new X509Certificate(pem));
    const serials = certificates.map(({ serialNumber }) => serialNumber);
    const lines = [...serials, ...(options.revokedSerials ?? [])].map((serial) =>
      revokedLine(serial, options.reason),
    );
    const extensions = options.extensions ?? [];
    const configuration = ['[ca]', 'default_ca = any', '[any]', `database = ${path('index.txt')}`];
    await writeFile(path('index.txt'), lines.join(''));
    await writeFile(path('ca.cnf'), [...configuration, '[list]', ...extensions, ''].join('\n'));
    await issuerArguments(folder, issuer);
    await run('openssl', [
      ...['ca', '-gencrl', '-config', path('ca.cnf'), '-md', options.signing?.digest ?? 'sha256'],
      ...sigopts(options.signing),
      ...['-cert', path('issuer.pem'), '-keyfile', path('issuer.key'), '-out', path('list.pem')],
      ...['-crl_lastupdate', stamp(thisUpdate), '-crl_nextupdate', stamp(nextUpdate)],
      ...(extensions.length === 0 ? [] : ['-crlexts', 'list']),
    ]);
    return readFile(path('list.pem'), 'utf8');
  });
}

const RSA_2048 = ['-newkey', 'rsa:2048'];

const sigopts = ({ options = [] }: OpensslSigning = {}) =>
  options.flatMap((option) => ['-sigopt', option]);

async function issuerArguments(folder: string, issuer: IssuedPem): Promise<readonly string[]> {
  const [certificate, key] = [join(folder, 'issuer.pem'), join(folder, 'issuer.key')];
  await writeFile(certificate, issuer.certificate);
  await writeFile(key, issuer.key, { mode: 0o600 });
  return ['-CA', certificate, '-CAkey', key];
}

const stamp = (date: Date) => `${date.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`;
