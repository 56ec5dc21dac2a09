import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTrustStore } from '@nordgate/signature';
import type { RevocationPolicy, TrustStore } from '@nordgate/signature';
import { namedBy } from '../settings/read-settings.js';
import { fileStamp, MountedValue } from './mounted-value.js';
import type { MountedSource } from './mounted-value.js';
import { ocspRespondersIn, requireIssuers, responderOf } from './ocsp-responders.js';
import type { OcspResponder } from './ocsp-responders.js';

export interface TrustFolderOptions {
  /** Undefined without a folder: then only `always` is trusted. */
  readonly folder: string | undefined;
  /** PEM of CAs that are trusted besides the folder. */
  readonly always: readonly string[];
  /** Files of CAs that are trusted besides the folder, and read again when they change. */
  readonly files?: readonly string[];
  readonly revocationPolicy: RevocationPolicy;
  /** JSON file of the OCSP responders of the CAs. Without it no responder is asked. */
  readonly ocspFile?: string | undefined;
}

/** The trusted CAs with their revocation lists and their OCSP responders. */
export interface TppAuthorities extends TrustStore {
  /** Undefined without a file of responders. */
  readonly responders: readonly OcspResponder[] | undefined;
}

/**
 * A folder of the trusted CAs (`*.pem`) and of their revocation lists (`*.crl`, PEM or DER, and
 * `*.crl.pem`), and the file of their responders, read as one value. The error for a faulty file names the
 * file; it is a SettingsError for that of the responders.
 */
export function trustFolder(options: TrustFolderOptions): MountedSource<TppAuthorities> {
  const { folder, ocspFile, files: besides = [] } = options;
  return {
    stamp: async () => {
      const paths = folder === undefined ? [] : await pathsIn(folder);
      const stamps = [fileStamp([...paths, ...besides])];
      if (ocspFile !== undefined) stamps.push(namedBy('NORDGATE_OCSP_FILE', fileStamp([ocspFile])));
      return (await Promise.all(stamps)).join('\n');
    },
    read: async () => {
      const responders = ocspFile === undefined ? undefined : await ocspRespondersIn(ocspFile);
      const files = folder === undefined ? [] : await filesIn(folder);
      const always = [...options.always, ...(await Promise.all(besides.map(readText)))];
      const store = storeOf(files, { ...options, always }, responders);
      if (responders !== undefined) requireIssuers(responders, store);
      return { ...store, responders };
    },
  };
}

/** The revocation lists of such a folder, its CAs by the hash of their names, and their responders. */
export type Revocations = Pick<TrustStore['revocations'], 'isDistrusted' | 'statusOf'> &
  Pick<TppAuthorities, 'issuersOf' | 'certificates' | 'responders'>;

/**
 * Opens the revocation lists of a folder and the file of the responders, to be read again when a file changes;
 * undefined without both. Rejects for a faulty file.
 */
export async function openRevocations({
  folder,
  always = [],
  files = [],
  ocspFile,
}: Pick<TrustFolderOptions, 'folder' | 'ocspFile' | 'files'> &
  Partial<Pick<TrustFolderOptions, 'always'>>): Promise<MountedValue<Revocations> | undefined> {
  if (folder === undefined && ocspFile === undefined) return undefined;
  const source = trustFolder({ folder, always, files, ocspFile, revocationPolicy: 'optional' });
  const read = async (): Promise<Revocations> => {
    const { revocations, issuersOf, certificates, responders } = await source.read();
    return { ...revocations, issuersOf, certificates, responders };
  };
  return MountedValue.open({ stamp: () => source.stamp(), read }, new Date());
}

const readText = (path: string) => readFile(path, 'utf8');

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
  { folder, always, revocationPolicy }: TrustFolderOptions,
  responders: readonly OcspResponder[] = [],
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
  return createTrustStore({
    authorities,
    revocationLists,
    revocationPolicy,
    hasResponder: (issuer) => responderOf(responders, issuer) !== undefined,
  });
}

function named(name: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
