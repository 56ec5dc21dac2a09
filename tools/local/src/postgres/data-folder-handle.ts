import { closeSync, openSync } from 'node:fs';
import { platform } from 'node:os';
import type { ServerAccount } from './server-account.js';

/** A data folder as a child process of another account can name it. */
export interface DataFolderHandle {
  readonly path: string;
  /** What to append to the child's three standard streams. */
  readonly stdio: readonly number[];
  readonly close: () => void;
}

/** The first descriptor after the standard streams. */
const inheritedDescriptor = 3;

/**
 * The server's account owns the data folder but may be unable to walk to it, for instance below
 * root's home. On Linux the child therefore inherits the opened folder and names it by its
 * descriptor: `/proc/self/fd/3` leads there without passing the closed parents.
 */
export function dataFolderHandle(
  folder: string,
  account: ServerAccount | undefined,
): DataFolderHandle {
  if (!account || platform() !== 'linux') {
    return { path: folder, stdio: [], close: () => undefined };
  }
  const descriptor = openSync(folder, 'r');
  return {
    path: `/proc/self/fd/${inheritedDescriptor}`,
    stdio: [descriptor],
    close: () => closeSync(descriptor),
  };
}
