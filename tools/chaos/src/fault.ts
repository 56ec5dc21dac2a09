import type { Cluster } from '@nordgate/local/cluster';
import type { Chance } from './chance.js';
import type { Machine, Need } from './machine/machine.js';

/** A failure of one part of the cluster while requests come in. */
export interface Fault {
  readonly name: string;
  /** About how long it lasts on a busy machine, until everything is up again. Turns share this time (`rotation.ts`). */
  readonly lastsSeconds: number;
  /** Only where other brokers go on. */
  readonly needsBrokers?: true;
  /** The parts of the machine that it breaks. The cluster is started with them. */
  readonly needs?: readonly Need[];
  /**
   * Resolves when everything is up again, with unexpected effects such as an exit code. Rejects when a
   * part does not come up.
   */
  readonly inflict: (
    cluster: Cluster,
    chance: Chance,
    machine: Machine,
  ) => Promise<readonly string[]>;
}
