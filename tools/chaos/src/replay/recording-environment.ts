import { join } from 'node:path';

/** The environment variable with the folder to which processes write their decisions. */
export const decisionsVariable = 'NORDGATE_DECISIONS';

/** The environment in which every process of a bank writes its decisions to a folder. */
export function recordingIn(folder: string): Readonly<Record<string, string>> {
  const program = join(import.meta.dirname, '..', '..', 'dist', 'replay', 'record-process.js');
  return { NODE_OPTIONS: `--import=${program}`, [decisionsVariable]: folder };
}
