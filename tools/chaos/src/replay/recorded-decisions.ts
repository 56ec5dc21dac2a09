import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { Stores } from '../checker/evidence/databases.js';
import { decisionsIn, writeHistory } from './history.js';
import { recordingIn } from './recording-environment.js';
import { takeHistory } from './take-history.js';

/** The decisions of every process of a cluster, also of those that were killed. */
export class RecordedDecisions {
  private constructor(private readonly folder: string) {}

  static async in(dataDir: string): Promise<RecordedDecisions> {
    const folder = join(dataDir, 'decisions');
    await mkdir(folder);
    return new RecordedDecisions(folder);
  }

  /** The environment in which the processes write their decisions. */
  get env(): Readonly<Record<string, string>> {
    return recordingIn(this.folder);
  }

  /** Writes the history of a cluster at rest, and returns how much it has. */
  async write(file: string, stores: Stores): Promise<string> {
    const taken = await takeHistory({
      folder: this.folder,
      stores,
      profile: defaultProfile('sandbox'),
      from: 'a run of chaos',
    });
    await writeHistory(file, taken.history);
    const decisions = decisionsIn(taken.history).length;
    return `${String(decisions)} decisions in ${file}, and ${String(taken.dropped)} that no store has kept`;
  }
}
