import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetMaintenance } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import type { MaintenanceWindow } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import { maintenanceStream } from './maintenance.js';

/** The windows of maintenance, which gateways and the approval site ask for every few seconds. */
@QueryHandler(GetMaintenance)
export class GetMaintenanceHandler implements IQueryHandler<GetMaintenance> {
  constructor(private readonly store: EventStore) {}

  async execute(): Promise<readonly MaintenanceWindow[]> {
    const { state } = await this.store.state(maintenanceStream, streams.maintenance.id('bank'));
    return state.windows;
  }
}
