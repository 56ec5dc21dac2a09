import type { ServiceQuery } from '@nordgate/contracts/queries';
import type { EventStore } from '@nordgate/event-store';
import type { LocalCommands } from '@nordgate/messaging';
import type { Log } from '@nordgate/telemetry';
import type { PublicKeys } from '../host/secrets/key-pairs.js';
import { ServiceUnavailableError } from '../queries/query-client.js';
import type { InstanceQueries } from '../queries/query-client.js';
import type { OperationOrigin } from './audit/operation-permit.js';
import type { OperatorPeople } from './people/operator-person.js';
import { OperatorTokenCheck } from './tokens/operator-token-check.js';

/**
 * Carries out a request of the operator. Throws OperationError when that is not possible, and SecondPersonNeeded for an
 * act that a second person has to confirm.
 */
export type Operate = (body: unknown, origin: OperationOrigin) => Promise<unknown>;

/** Carries out a request that the record of the service has. Throws OperationError when that is not possible. */
export type CarryOut = (body: unknown) => Promise<unknown>;

/** Makes the operations of a running service. */
export type OpenOperations = (service: {
  readonly commands: LocalCommands;
  /** The service's own streams. */
  readonly store: EventStore;
  readonly ask: <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;
  readonly askEach: InstanceQueries['askEach'];
}) => CarryOut;

/** Carries out a request for the service that its token names. */
export type OperateFor = (
  body: unknown,
  origin: OperationOrigin,
  service: string,
) => Promise<unknown>;

/** A process that offers operations. */
export interface OperatedProcess {
  readonly tokens: OperatorTokenCheck;
  readonly people: OperatorPeople;
  readonly operate: OperateFor;
  readonly log: Log;
}

export interface OperationsDoorOptions {
  /** The services whose operations the process carries out. */
  readonly services: readonly string[];
  /** The public keys of the operator. */
  readonly keys: PublicKeys;
  /** Verifies who requests an operation. */
  readonly people: OperatorPeople;
  readonly log: Log;
}

/** The operations of a process. It exists before the service and is unavailable until that runs. */
export class OperationsDoor implements OperatedProcess {
  readonly tokens: OperatorTokenCheck;
  readonly people: OperatorPeople;
  readonly log: Log;
  private services: OperateFor | undefined;

  constructor({ services, keys, people, log }: OperationsDoorOptions) {
    this.tokens = new OperatorTokenCheck({ services, keys });
    this.people = people;
    this.log = log;
  }

  /** From now on requests are carried out. */
  open(operate: OperateFor): void {
    this.services = operate;
  }

  readonly operate: OperateFor = async (body, origin, service) => {
    if (this.services === undefined)
      throw new ServiceUnavailableError('the service has not started yet');
    return this.services(body, origin, service);
  };
}
