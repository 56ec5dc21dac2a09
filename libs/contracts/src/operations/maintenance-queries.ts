import { ServiceQuery } from '../base/message/query.js';
import type { MaintenanceWindow } from './maintenance.js';

/** The windows of maintenance that the operator has announced or begun, and that were not over at its last change. */
export class GetMaintenance extends ServiceQuery<readonly MaintenanceWindow[]> {
  static readonly service = 'accounts';
}
