import type { Cluster } from '@nordgate/local/cluster';
import type { Law } from '../checker/law.js';

/** A bug that the checker has to catch, and the smallest run that shows it. */
export interface Bug {
  readonly name: string;
  readonly does: string;
  /** The law that it breaks at least. */
  readonly breaks: Law['id'];
  readonly plant: (cluster: Cluster) => Promise<void>;
  /** While requests come in. */
  readonly meanwhile: (cluster: Cluster) => Promise<void>;
  /** Afterwards the cluster is right again; what the bug has done stays. */
  readonly uproot: (cluster: Cluster) => Promise<void>;
}
