import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Gives the openssl command line a new folder, which is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'nordgate-openssl-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A line of openssl's database for a revoked certificate: state, end, time of revocation, serial, file, subject. */
export function revokedLine(serial: string, reason?: string): string {
  const at = ['260101000000Z', ...(reason === undefined ? [] : [reason])].join(',');
  return ['R', '400101000000Z', at, serial, 'unknown', '/CN=any\n'].join('\t');
}

/** A line of the same for a certificate that is not revoked. Names of such certificates have to differ. */
export const goodLine = (serial: string) =>
  ['V', '400101000000Z', '', serial, 'unknown', `/CN=${serial}\n`].join('\t');
