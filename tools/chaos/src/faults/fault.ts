import type { Cluster } from '@nordgate/local/cluster';
import type { Chance } from '../chance.js';

/** Something that goes wrong with a part of the cluster while requests come in. */
export interface Fault {
  readonly name: string;
  /**
   * Resolves when everything is up again. Answers what went wrong besides what was meant to, e.g. an
   * exit code; rejects when a part does not come up.
   */
  readonly inflict: (cluster: Cluster, chance: Chance) => Promise<readonly string[]>;
}
