import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data folders of test runs start with this. */
export const runFolderPrefix = 'nordgate-test-run-';

/** Removes what runs left behind that were killed; never the folder of a living one. */
export async function removeAbandoned(removeEmbeddedServer) {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(runFolderPrefix)) continue;
    try {
      await removeEmbeddedServer({ dataDir: join(tmpdir(), name), log: () => undefined });
    } catch {
      // It belongs to a run that still goes on, or to another user.
    }
  }
}
