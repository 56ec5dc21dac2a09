import type { MaintenanceWindow } from './maintenance.js';

/** Events of `maintenance-<of>`, of the whole bank. They are the storage format: never edit one, add a version. */
export type MaintenanceEvent = MaintenancePlanned | MaintenanceEnded;

/** The operator announced or began a window of maintenance, or changed the one that begins at this time. */
export interface MaintenancePlanned {
  readonly type: 'MaintenancePlanned';
  readonly data: MaintenanceWindow & { readonly at: string };
}

/** The operator ended the window that began, or was to begin, at this time. */
export interface MaintenanceEnded {
  readonly type: 'MaintenanceEnded';
  readonly data: {
    /** The begin of the window: windows do not overlap, so it names one. */
    readonly from: string;
    readonly at: string;
  };
}
