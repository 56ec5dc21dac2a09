import type { LedgerCommands } from '../accounts/ledger-commands.js';
import type { ReportCommands } from '../core/report-commands.js';
import type { MaintenanceCommands } from '../operations/maintenance-commands.js';
import type { SandboxCommands, WorldCommands } from '../sandbox/sandbox-commands.js';
import type { TppCommands } from '../tpps/tpp-commands.js';

/** The commands on `accounts.commands.v1`, by type. */
export interface AccountCommands
  extends
    LedgerCommands,
    ReportCommands,
    SandboxCommands,
    WorldCommands,
    TppCommands,
    MaintenanceCommands {}
