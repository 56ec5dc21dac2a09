import type { CommandContract } from '../base/message/command-contract.js';
import type { MaintenanceWindow } from './maintenance.js';

/** How the operator announces, begins and ends work on the bank. */
export interface MaintenanceCommands {
  /**
   * Announces a window of maintenance, or begins one where `from` is absent; the window of the same begin, or the one that
   * runs, is changed. CONFLICT for one that overlaps another.
   */
  readonly PlanMaintenance: CommandContract<
    'maintenance',
    Omit<MaintenanceWindow, 'from'> & Partial<Pick<MaintenanceWindow, 'from'>>,
    MaintenanceReceipt
  >;
  /** Ends the window that begins at `from`; where it is absent, the one that runs. */
  readonly EndMaintenance: CommandContract<
    'maintenance',
    Partial<Pick<MaintenanceWindow, 'from'>>,
    MaintenanceReceipt
  >;
}

/** The receipt of a change of maintenance: the windows that are not over. */
export interface MaintenanceReceipt {
  readonly windows: readonly MaintenanceWindow[];
}
