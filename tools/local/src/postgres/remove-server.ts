import { rmSync } from 'node:fs';
import { holderOf, takeHostLock } from './host-lock.js';
import { serverFolder } from './server-folder.js';
import { stopStrayServer } from './stray-server.js';

/**
 * Deletes a server whose host is dead, data and all; shuts it down first when it still runs.
 * Throws when a living process hosts it, and when the folder never had a host.
 */
export async function removeEmbeddedServer(options: {
  readonly dataDir: string;
  readonly log: (line: string) => void;
}): Promise<void> {
  const folder = serverFolder(options.dataDir);
  if (!holderOf(folder)) throw new Error(`${folder.root} has no server that outlived its host`);
  takeHostLock(folder);
  await stopStrayServer(folder, options.log);
  rmSync(folder.root, { recursive: true, force: true });
  options.log(`removed ${folder.root}`);
}
