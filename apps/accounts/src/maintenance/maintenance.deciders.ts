import type { MaintenanceCommands } from '@nordgate/contracts/commands';
import { on } from '@nordgate/decider';
import type { DeciderTable } from '@nordgate/decider';
import { maintenanceStream } from './maintenance.js';
import { endMaintenance, planMaintenance } from './plan-maintenance.js';

/** The deciders of planned maintenance, which only the operator requests. */
export const maintenanceDeciders: DeciderTable<MaintenanceCommands> = {
  PlanMaintenance: on(maintenanceStream, planMaintenance, {
    receipt: (maintenance) => maintenance,
    isInternal: true,
  }),
  EndMaintenance: on(maintenanceStream, endMaintenance, {
    receipt: (maintenance) => maintenance,
    isInternal: true,
  }),
};
