import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data folders of test runs start with these. */
export const runFolderPrefix = 'nordgate-test-run-';
export const kafkaFolderPrefix = 'nordgate-test-kafka-';

/** Removes what runs left behind that were killed; never the folder of a living one. */
export async function removeAbandoned(prefix, remove) {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    try {
      await remove(join(tmpdir(), name));
    } catch {
      // It belongs to a run that still goes on, or to another user.
    }
  }
}
