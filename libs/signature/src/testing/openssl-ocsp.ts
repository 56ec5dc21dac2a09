import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { IssuedPem } from '../issue/issue.js';
import { goodLine, inFolder, revokedLine } from './openssl-files.js';

const run = promisify(execFile);

export interface OpensslOcspOptions {
  /** PEM of the certificates that the responder knows as not revoked. */
  readonly good?: readonly string[];
  /** PEM of the revoked certificates. */
  readonly revoked?: readonly string[];
  /** Why all of them are revoked, such as `superseded`; no reason by default. */
  readonly reason?: string;
  /** Who signs; the CA by default. */
  readonly signer?: IssuedPem;
  /** Minutes from thisUpdate to nextUpdate. Default: 60; 0 for no nextUpdate. */
  readonly minutes?: number;
  /** Names the responder by its key instead of its name. */
  readonly byKey?: boolean;
  /** Leaves out the certificate of the signer. */
  readonly withoutCertificate?: boolean;
}

/** Answers a request with the openssl command line, so that tests compare us with another implementation. */
export function opensslOcspResponse(
  ca: IssuedPem,
  request: Buffer,
  options: OpensslOcspOptions = {},
): Promise<Buffer> {
  const { good = [], revoked = [], reason, signer = ca, minutes = 60 } = options;
  return inFolder(async (folder) => {
    const path = (name: string) => join(folder, name);
    const serialOf = (pem: string) => new X509Certificate(pem).serialNumber;
    const known = good.map((pem) => goodLine(serialOf(pem)));
    const lines = [...known, ...revoked.map((pem) => revokedLine(serialOf(pem), reason))];
    await writeFile(path('index.txt'), lines.join(''));
    await writeFile(path('request.der'), request);
    await writeFile(path('ca.pem'), ca.certificate);
    await writeFile(path('signer.pem'), signer.certificate);
    await writeFile(path('signer.key'), signer.key, { mode: 0o600 });
    await run('openssl', [
      ...['ocsp', '-index', path('index.txt'), '-CA', path('ca.pem'), '-rmd', 'sha256'],
      ...['-rsigner', path('signer.pem'), '-rkey', path('signer.key')],
      ...['-reqin', path('request.der'), '-respout', path('response.der')],
      ...(minutes === 0 ? [] : ['-nmin', String(minutes)]),
      ...(options.byKey === true ? ['-resp_key_id'] : []),
      ...(options.withoutCertificate === true ? ['-resp_no_certs'] : []),
    ]);
    return readFile(path('response.der'));
  });
}
