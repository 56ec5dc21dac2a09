import type { Operation } from '@nordgate/linearisability/recorder';
import type { Strike } from './clock/faults.js';
import type { Planted } from './planted/planted-bugs.js';

/** How a seed is run. */
export interface SeedOptions {
  readonly seed: number;
  /** Multiplies the shares of all faults. */
  readonly rate: number;
  /** Processes of each service. Default 1. */
  readonly replicas?: number | undefined;
  /** So many gateways, each of which may crash. Undefined: one that does not. */
  readonly gateways?: number | undefined;
  /** Occasions of faults that go well in any case. */
  readonly spared?: ReadonlySet<number>;
  readonly bug?: Planted | undefined;
  /** Whether clients record histories, for porcupine, in place of the workload and its laws. */
  readonly isRecorded?: boolean;
}

/** What a seed has shown. */
export interface SeedResult {
  readonly seed: number;
  /** One sentence each; none when all laws hold. */
  readonly violations: readonly string[];
  readonly strikes: readonly Strike[];
  /** The histories of a recorded seed; otherwise none. */
  readonly operations: readonly Operation[];
  /** The kinds of calls that left a process, and those of them at which a process crashed. */
  readonly calls: ReadonlySet<string>;
  readonly crashedAt: ReadonlySet<string>;
  /** SHA-256 of the trace. */
  readonly hash: string;
  /** What happened in order, with simulated milliseconds. */
  readonly trace: readonly string[];
  readonly statements: number;
  readonly timers: number;
  readonly simulatedMs: number;
  /** Real milliseconds of each part. */
  readonly parts: Readonly<Record<string, number>>;
}
