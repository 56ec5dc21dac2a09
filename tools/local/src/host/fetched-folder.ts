import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A folder of the cache, filled at the first call. It gets its name only when it is complete, so a killed fetch
 * leaves no folder with this name. Its name has to depend on what is fetched.
 *
 * @param fetch fills the draft, and resolves with the folder in it that is kept
 * @throws the error of the fetch, which leaves nothing
 */
export async function fetchedFolder(
  folder: string,
  fetch: (draft: string) => Promise<string>,
): Promise<string> {
  if (existsSync(folder)) return folder;
  const parent = dirname(folder);
  mkdirSync(parent, { recursive: true });
  const draft = mkdtempSync(join(parent, 'fetching-'));
  try {
    return keep(await fetch(draft), folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function keep(fetched: string, folder: string): string {
  try {
    renameSync(fetched, folder);
  } catch (error) {
    // Another process was faster. Its folder is complete.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
