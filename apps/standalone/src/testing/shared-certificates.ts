import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KeptTrust } from '@nordgate/local/kept-trust';

/** The environment variable with the folder that the global set-up of a test run removes at its end. */
const runFolderVariable = 'NORDGATE_TEST_RUN_FOLDER';

/**
 * Gives a data folder the sandbox's certificates of this test run, which its first bank makes: two keys of RSA take
 * as long as the rest of a start. A bank in a run without such a folder makes its own.
 */
export async function copyCertificates(dataDir: string): Promise<void> {
  const runFolder = process.env[runFolderVariable];
  if (runFolder === undefined) return;
  const shared = join(runFolder, 'certificates');
  if (!existsSync(shared)) await makeIn(runFolder, shared);
  await cp(shared, dataDir, { recursive: true });
}

async function makeIn(runFolder: string, shared: string): Promise<void> {
  const draft = await mkdtemp(join(runFolder, 'certificates-'));
  await KeptTrust.open(draft, new Date());
  try {
    await rename(draft, shared);
  } catch (error) {
    await rm(draft, { recursive: true });
    // Another worker was faster. Its certificates are complete.
    if (!existsSync(shared)) throw error;
  }
}
