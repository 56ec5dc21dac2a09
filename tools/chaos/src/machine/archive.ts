import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';

/** The least that a profile takes. */
export const archiveMonths = 14;

/** Makes the folder of an archive in the data of a cluster, and the settings of a bank that uses it. */
export async function archiveIn(
  dataDir: string,
): Promise<{ readonly folder: string; readonly env: Readonly<Record<string, string>> }> {
  const folder = join(dataDir, 'archive');
  const store = join(dataDir, 'archive.json');
  const profile = join(dataDir, 'profile.yaml');
  await mkdir(folder, { recursive: true });
  await writeFile(store, JSON.stringify({ kind: 'folder', folder }));
  const retention = { paymentArchiveMonths: archiveMonths };
  // Each JSON text is a YAML text.
  await writeFile(profile, JSON.stringify({ ...defaultProfile('sandbox'), retention }, null, 2));
  return { folder, env: { ARCHIVE_STORE_FILE: store, NORDGATE_PROFILE: profile } };
}
