import { join } from 'node:path';
import { Cluster } from '@nordgate/local/cluster';
import type { AppName } from '@nordgate/local/cluster';
import { Clocks } from '@nordgate/local/clocks';
import { archiveIn } from './archive.js';
import { Network } from './network.js';
import { mayMount, SmallDisk } from './small-disk.js';

/** What a fault may break besides the processes of a cluster. */
export type Need = 'network' | 'clocks' | 'disks' | 'archive' | 'tls';

/** A fault, as far as the machine needs it. */
interface Needy {
  readonly needs?: readonly Need[];
}

/** Whether this machine can inflict the fault: only root may mount the disks that become full. */
export const isPossibleHere = ({ needs = [] }: Needy) => !needs.includes('disks') || mayMount();

/** The parts of a machine that faults break. @throws Error when the cluster was started without the part */
export interface Machine {
  readonly network: () => Network;
  readonly clocks: () => Clocks;
  /** The disk of the database server, or of a broker by its node. */
  readonly disk: (of: 'postgres' | number) => SmallDisk;
}

interface FaultyClusterOptions {
  readonly dataDir: string;
  readonly brokers: 1 | 3;
  readonly gateways: number;
  /** What they need decides what the machine has. */
  readonly faults: readonly Needy[];
  /** Whether connections have TLS, though no fault needs it. Default: no. */
  readonly hasTls?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly say: (line: string) => void;
}

/** A running cluster on a machine whose parts can be broken. */
export interface FaultyCluster {
  readonly cluster: Cluster;
  readonly machine: Machine;
  readonly stop: () => Promise<void>;
}

const diskBytes = 2 * 1024 ** 3;

/**
 * Starts a cluster whose network, clocks and disks can be broken as far as the faults need it. Otherwise apps connect directly, and
 * disks and clocks are those of the computer.
 *
 * @throws Error when the computer lacks what the faults need, and when the cluster does not start
 */
export async function startFaultyCluster(options: FaultyClusterOptions): Promise<FaultyCluster> {
  const { dataDir, brokers, gateways, faults, env = {}, say } = options;
  const isNeeded = (need: Need) => isNeededBy(faults, need);
  const network = isNeeded('network') ? new Network() : undefined;
  const clocks = isNeeded('clocks') ? Clocks.in(dataDir) : undefined;
  const disks = isNeeded('disks')
    ? await mountDisks(dataDir, brokers)
    : new Map<string, SmallDisk>();
  const release = async () => {
    await network?.close();
    for (const disk of disks.values()) await disk.unmount();
  };
  const machine: Machine = {
    network: () => present(network, 'network'),
    clocks: () => present(clocks, 'clocks'),
    disk: (of) => present(disks.get(String(of)), 'disks'),
  };
  try {
    const archive = isNeeded('archive') ? await archiveIn(dataDir) : undefined;
    const cluster = await Cluster.start({
      ...{ dataDir, brokers, say, env: { ...env, ...archive?.env } },
      ...(archive !== undefined && { archiveFolder: archive.folder }),
      replicas: { gateway: gateways } satisfies Partial<Record<AppName, number>>,
      ...(network !== undefined && { routes: network }),
      hasTls: hasTlsIn(options),
      ...(clocks !== undefined && { envOf: clocks.envOf }),
    });
    const stop = async () => {
      await network?.restore();
      await cluster.stop({ killsBrokers: true });
      await release();
    };
    return { cluster, machine, stop };
  } catch (error) {
    await release();
    throw error;
  }
}

function isNeededBy(faults: readonly Needy[], need: Need): boolean {
  return faults.some(({ needs = [] }) => needs.includes(need));
}

function hasTlsIn({ hasTls = false, faults }: FaultyClusterOptions): boolean {
  return hasTls || isNeededBy(faults, 'tls');
}

async function mountDisks(dataDir: string, brokers: number): Promise<Map<string, SmallDisk>> {
  const disks = new Map<string, SmallDisk>();
  const nodes = Array.from({ length: brokers }, (_, i) => String(i + 1));
  for (const node of nodes) {
    const folder = join(dataDir, 'kafka', `broker-${node}`);
    disks.set(node, await SmallDisk.mount(folder, diskBytes));
  }
  return disks.set('postgres', await SmallDisk.mount(join(dataDir, 'postgres'), diskBytes));
}

function present<T>(part: T | undefined, need: Need): T {
  if (part === undefined) throw new Error(`the cluster was started without ${need} to break`);
  return part;
}
