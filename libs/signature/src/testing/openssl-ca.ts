import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { X509Certificate } from 'node:crypto';
import type { IssuedPem } from '../issue.js';

const run = promisify(execFile);

export interface OpensslCaOptions {
  /** In the form of `openssl req -subj`. */
  readonly subject: string;
  /** The KeyUsage extension; `keyCertSign,cRLSign` by default. */
  readonly keyUsage?: string;
  /** The CRL distribution point in the certificate. */
  readonly listAt?: string;
  /** The CA above; undefined for a root. */
  readonly issuer?: IssuedPem;
}

/** Makes a CA with the openssl command line, so that tests compare us with another implementation. */
export function opensslCa(options: OpensslCaOptions): Promise<IssuedPem> {
  const { subject, issuer, keyUsage = 'keyCertSign,cRLSign', listAt } = options;
  return inFolder(async (folder) => {
    const path = (name: string) => join(folder, name);
    const above = issuer === undefined ? [] : await issuerArguments(folder, issuer);
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3650', '-subj', subject],
      ...['-addext', 'basicConstraints=critical,CA:TRUE'],
      ...['-addext', `keyUsage=critical,${keyUsage}`],
      ...(listAt === undefined ? [] : ['-addext', `crlDistributionPoints=URI:${listAt}`]),
      ...['-keyout', path('new.key'), '-out', path('new.pem'), ...above],
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
  /** The hash to sign with; sha256 by default. */
  readonly digest?: string;
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
      ...['ca', '-gencrl', '-config', path('ca.cnf'), '-md', options.digest ?? 'sha256'],
      ...['-cert', path('issuer.pem'), '-keyfile', path('issuer.key'), '-out', path('list.pem')],
      ...['-crl_lastupdate', stamp(thisUpdate), '-crl_nextupdate', stamp(nextUpdate)],
      ...(extensions.length === 0 ? [] : ['-crlexts', 'list']),
    ]);
    return readFile(path('list.pem'), 'utf8');
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-openssl-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function issuerArguments(folder: string, issuer: IssuedPem): Promise<readonly string[]> {
  const [certificate, key] = [join(folder, 'issuer.pem'), join(folder, 'issuer.key')];
  await writeFile(certificate, issuer.certificate);
  await writeFile(key, issuer.key, { mode: 0o600 });
  return ['-CA', certificate, '-CAkey', key];
}

/** A line of openssl's database: state, end, time of revocation, serial, file, subject. */
function revokedLine(serial: string, reason?: string): string {
  const at = ['260101000000Z', ...(reason === undefined ? [] : [reason])].join(',');
  return ['R', '400101000000Z', at, serial, 'unknown', '/CN=any\n'].join('\t');
}

const stamp = (date: Date) => `${date.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`;
