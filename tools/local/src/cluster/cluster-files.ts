import { copyFile, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { makeSecrets } from '@nordgate/service/new-secrets';
import { KeptTrust } from '../kept-trust.js';
import { sealFiles, secretsFolder, trustFolder } from './cluster-plan.js';

/** Where a cluster has its files. */
export interface ClusterFolders {
  /** The folder of all data of the bank. */
  readonly dataDir: string;
  /** The folder of the sandbox certificates. Default: the data folder. */
  readonly sandboxDir?: string;
  /** A folder of additional CA certificates and revocation lists. */
  readonly trustDir?: string;
}

/**
 * Creates certificates and keys at the first start, and gives the apps their copies. The certificates that
 * {@link KeptTrust.follow} renews reach the apps, too.
 */
export async function prepareFiles(folders: ClusterFolders): Promise<KeptTrust> {
  const { dataDir } = folders;
  const sandboxDir = resolve(folders.sandboxDir ?? dataDir);
  const trust = await KeptTrust.open(sandboxDir, new Date(), {
    renewed: () => copyCertificates(sandboxDir, dataDir),
  });
  await prepareTrustFolder(dataDir, folders.trustDir);
  await mkdir(join(dataDir, 'seal'), { recursive: true, mode: 0o700 });
  await copyCertificates(sandboxDir, dataDir);
  await makeSecrets(secretsFolder(dataDir));
  return trust;
}

/**
 * The gateway reads one folder: the sandbox's CA and links to the files of `trustDir`. The gateway notices
 * changes of linked files; new files need a restart of the cluster.
 */
async function prepareTrustFolder(dataDir: string, trustDir: string | undefined): Promise<void> {
  const folder = trustFolder(dataDir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (trustDir === undefined) return;
  for (const name of await readdir(trustDir)) {
    await symlink(join(resolve(trustDir), name), join(folder, `given-${name}`));
  }
}

/** What the gateway reads: the CA's certificate, then key and certificate of the seal. */
async function copyCertificates(sandboxDir: string, dataDir: string): Promise<void> {
  const sandbox = join(sandboxDir, 'sandbox');
  await replaceFile(join(sandbox, 'ca.pem'), join(trustFolder(dataDir), 'sandbox-ca.pem'));
  const { RESPONSE_SEAL_KEY_FILE: key, RESPONSE_SEAL_CERT_FILE: certificate } = sealFiles(dataDir);
  for (const file of [key, certificate]) await replaceFile(join(sandbox, basename(file)), file);
}

/** A reader finds the old file or the new one, never a part of it. The name of the new one is no certificate's. */
async function replaceFile(from: string, to: string): Promise<void> {
  const written = `${to}.new`;
  await copyFile(from, written);
  await rename(written, to);
}
