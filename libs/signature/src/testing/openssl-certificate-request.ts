import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inFolder } from './openssl-files.js';

const run = promisify(execFile);

/** A certificate request (PKCS #10) and its public key, as PEM. */
export interface OpensslRequest {
  readonly request: string;
  readonly publicKey: string;
}

/**
 * Makes a certificate request with a new key as a TPP developer does, with the openssl command line.
 *
 * @param newKey arguments of `openssl req` for the key
 */
export function opensslRequest(newKey: readonly string[]): Promise<OpensslRequest> {
  return inFolder(async (folder) => {
    const [key, request] = [join(folder, 'tpp.key'), join(folder, 'tpp.csr')];
    const subject = ['-subj', '/C=NO/O=A TPP AS/CN=tpp.example'];
    const files = ['-nodes', '-keyout', key, '-out', request];
    await run('openssl', ['req', '-new', ...newKey, ...subject, ...files]);
    const { stdout: publicKey } = await run('openssl', ['pkey', '-in', key, '-pubout']);
    return { request: await readFile(request, 'utf8'), publicKey };
  });
}

/** The same request with another last byte, so that its own signature does not hold. */
export function withBrokenSignature(pem: string): string {
  const [label = ''] = /(?<=-----BEGIN )[A-Z ]+(?=-----)/.exec(pem) ?? [];
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');
  const last = der.length - 1;
  der[last] = (der[last] ?? 0) ^ 1;
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
}
