import { BaseRpcContext } from '@nestjs/microservices';
import type { UnitOfWork } from '@nordgate/event-store';

/** What a command method gets besides the command: the unit of work of the running slice. */
export class CommandContext extends BaseRpcContext<[UnitOfWork]> {
  get work(): UnitOfWork {
    return this.getArgByIndex(0) as UnitOfWork;
  }
}
