import type { ServiceQuery } from '@nordgate/contracts/queries';
import type { KeySet } from '@nordgate/contracts/rules';
import type { EventStore } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import type { Log } from '@nordgate/telemetry';
import { operatorBearerKeys, TokenCheck } from '../queries/http/tokens.js';
import { ServiceUnavailableError } from '../queries/query-client.js';

/** A request of the operator that cannot be carried out. Its message is for the operator. */
export class OperationError extends Error {
  override readonly name = 'OperationError';
}

/** Carries out a request of the operator. Throws OperationError when that is not possible. */
export type Operate = (body: unknown) => Promise<unknown>;

/** Makes the operations of a running service. */
export type OpenOperations = (service: {
  readonly commands: LocalCommands;
  /** The service's own streams. */
  readonly store: EventStore;
  readonly ask: <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;
}) => Operate;

/** A service that offers operations. */
export interface OperatedService {
  readonly tokens: TokenCheck;
  readonly operate: Operate;
  readonly log: Log;
}

/** The operations of a process. It exists before the service and is unavailable until that runs. */
export class OperationsDoor implements OperatedService {
  readonly tokens: TokenCheck;
  private service: Operate | undefined;

  constructor(
    keys: KeySet,
    readonly log: Log,
  ) {
    this.tokens = new TokenCheck({ audience: 'operations', keys: operatorBearerKeys(keys) });
  }

  /** From now on requests are carried out. */
  open(operate: Operate): void {
    this.service = operate;
  }

  readonly operate: Operate = async (body) => {
    if (this.service === undefined)
      throw new ServiceUnavailableError('the service has not started yet');
    return this.service(body);
  };
}
