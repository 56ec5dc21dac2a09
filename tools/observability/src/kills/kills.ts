import type { Timing } from './series.js';

/** The systems that the replay kills. */
export type Killed = 'brokers' | 'database' | 'core' | 'provider' | 'service';

/** A kill, and the alert that names it. */
export interface Kill {
  readonly killed: Killed;
  readonly cause: string;
  readonly timing: Timing;
}

const usual: Timing = { healthyMinutes: 30, outageMinutes: 12, recoveryMinutes: 50 };

/** The core is slower to be missed: the bank asks it again after half an hour. */
const slow: Timing = { healthyMinutes: 30, outageMinutes: 80, recoveryMinutes: 15 };

/** Every kill of the replay. */
export const kills: readonly Kill[] = [
  { killed: 'brokers', cause: 'BrokersUnreachable', timing: usual },
  { killed: 'database', cause: 'DatabaseUnreachable', timing: usual },
  { killed: 'core', cause: 'CoreUnreachable', timing: slow },
  { killed: 'provider', cause: 'ProviderUnreachable', timing: usual },
  { killed: 'service', cause: 'AppAbsent', timing: usual },
];
