import type { ServiceQuery } from '@nordgate/contracts/queries';
import type { EventStore } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';

/** A request of the operator that cannot be done; its message is for the operator. */
export class OperationFault extends Error {
  override readonly name = 'OperationFault';
}

/** Does what a request of the operator asks for. Throws OperationFault when it cannot be done. */
export type Operate = (body: unknown) => Promise<unknown>;

/** Opens a running service for the operator. */
export type OpenOperations = (service: {
  readonly commands: LocalCommands;
  /** The service's own streams. */
  readonly store: EventStore;
  readonly ask: <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;
}) => Operate;
