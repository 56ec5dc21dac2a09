import type { Database } from '@nordgate/event-store';
import type { Log } from '@nordgate/telemetry';
import type { LocalCommands } from '@nordgate/messaging';

/** Work that a service does on its own account, e.g. by the clock. */
export interface RunningWork {
  /** Resolves when nothing of it runs any more. */
  stop(): Promise<void>;
}

/** Begins once the service takes commands, in every replica: work for one of them asks to lead. */
export type StartWork = (service: {
  readonly commands: LocalCommands;
  readonly database: Database;
  readonly log: Log;
}) => RunningWork;
