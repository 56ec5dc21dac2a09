import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTrustStore } from '@nordgate/signature';
import type { Certificate, RevocationPolicy, TrustStore } from '@nordgate/signature';
import { fileStamp, MountedValue } from './mounted-value.js';
import type { MountedSource } from './mounted-value.js';

export interface TrustFolderOptions {
  /** Undefined without a folder: then only `always` is trusted. */
  readonly folder: string | undefined;
  /** PEM of CAs that are trusted besides the folder. */
  readonly always: readonly string[];
  readonly revocationPolicy: RevocationPolicy;
  /** Whether a responder is asked for the certificates of a CA. */
  readonly hasResponder?: (issuer: Certificate) => boolean;
}

/**
 * A folder of the trusted CAs (`*.pem`) and of their revocation lists (`*.crl`, PEM or DER, and
 * `*.crl.pem`), read as one value. The error for a faulty file names the file.
 */
export function trustFolder(options: TrustFolderOptions): MountedSource<TrustStore> {
  const { folder } = options;
  return {
    stamp: async () => (folder === undefined ? '' : fileStamp(await pathsIn(folder))),
    read: async () => storeOf(folder === undefined ? [] : await filesIn(folder), options),
  };
}

/** The revocation lists of such a folder, and its CAs by the hash of their names. */
export type Revocations = Pick<TrustStore['revocations'], 'isDistrusted' | 'statusOf'> &
  Pick<TrustStore, 'issuersOf' | 'certificates'>;

/**
 * Opens the revocation lists of a folder, to be read again when a file changes; undefined without a folder.
 * Rejects for a faulty file.
 */
export async function openRevocations(
  folder: string | undefined,
  always: readonly string[] = [],
): Promise<MountedValue<Revocations> | undefined> {
  if (folder === undefined) return undefined;
  const source = trustFolder({ folder, always, revocationPolicy: 'optional' });
  const read = async (): Promise<Revocations> => {
    const { revocations, issuersOf, certificates } = await source.read();
    return { ...revocations, issuersOf, certificates };
  };
  return MountedValue.open({ stamp: () => source.stamp(), read }, new Date());
}

interface MountedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const isList = (name: string) => name.endsWith('.crl') || name.endsWith('.crl.pem');
const isCertificate = (name: string) => name.endsWith('.pem') && !isList(name);

async function pathsIn(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => isList(name) || isCertificate(name));
  return names.sort().map((name) => join(folder, name));
}

async function filesIn(folder: string): Promise<readonly MountedFile[]> {
  const paths = await pathsIn(folder);
  return Promise.all(
    paths.map(async (path) => ({
      name: path.slice(folder.length + 1),
      bytes: await readFile(path),
    })),
  );
}

function storeOf(
  files: readonly MountedFile[],
  { folder, always, revocationPolicy, hasResponder = () => false }: TrustFolderOptions,
): TrustStore {
  const certificates = files.filter(({ name }) => isCertificate(name));
  const lists = files.filter(({ name }) => isList(name));
  for (const { name, bytes } of certificates) {
    named(name, () => createTrustStore({ authorities: [bytes] }));
  }
  const authorities = [...always, ...certificates.map(({ bytes }) => bytes)];
  if (authorities.length === 0) throw new Error(`there is no *.pem in ${String(folder)}`);
  for (const { name, bytes } of lists) {
    named(name, () => createTrustStore({ authorities, revocationLists: [bytes] }));
  }
  const revocationLists = lists.map(({ bytes }) => bytes);
  return createTrustStore({ authorities, revocationLists, revocationPolicy, hasResponder });
}

function named(name: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
