import { GetMaintenance } from '@nordgate/contracts/queries';
import { runningWindow, windowsAhead } from '@nordgate/contracts/rules';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import type { Log } from '@nordgate/telemetry';
import type { RunningWork } from '../host/leading-work.js';
import { Poll } from '../host/trust/poll.js';
import type { QueryClient } from '../queries/query-client.js';

/** Poll interval of the windows. An announced window begins and ends on time on every replica. */
const maintenancePollMs = 5000;

/** Tells whether the bank is in maintenance. */
export interface Maintenance {
  /** The window that runs at a time. */
  running(now: Date): MaintenanceWindow | undefined;
  /** The windows that begin after a time, the first one first. */
  ahead(now: Date): readonly MaintenanceWindow[];
}

export interface MaintenanceWatchOptions {
  readonly queries: Pick<QueryClient, 'ask'>;
  readonly log: Log;
}

/**
 * The operator's windows of maintenance, asked from accounts. The last answer counts while accounts is down, because the
 * work may be on accounts itself; before the first answer there is no window.
 */
export class MaintenanceWatch implements Maintenance, RunningWork {
  private windows: readonly MaintenanceWindow[] = [];
  private isFailing = false;
  private readonly poll = new Poll(() => this.look(), maintenancePollMs);

  constructor(private readonly options: MaintenanceWatchOptions) {}

  running(now: Date): MaintenanceWindow | undefined {
    return runningWindow(this.windows, now);
  }

  ahead(now: Date): readonly MaintenanceWindow[] {
    return windowsAhead(this.windows, now);
  }

  start(): void {
    this.poll.start();
  }

  stop(): Promise<void> {
    return this.poll.stop();
  }

  /** Asks once. Never rejects. */
  async look(): Promise<void> {
    const { queries, log } = this.options;
    try {
      // A service of the release before has no windows.
      this.windows = (await queries.ask(new GetMaintenance())) ?? [];
      this.isFailing = false;
    } catch (error) {
      if (!this.isFailing) {
        log.warn({ err: error }, 'The windows of maintenance cannot be read. The last ones stay.');
      }
      this.isFailing = true;
    }
  }
}
