import type { ServiceQuery } from '@nordgate/contracts/queries';
import type { SealingKey } from '@nordgate/contracts/rules';
import type { Command } from '@nordgate/decider';
import type { ForeignEvent } from '@nordgate/service/testing';
import type { Database } from '@nordgate/event-store';
import type { CommandResult } from '@nordgate/messaging';

/** The topics of other services that baskets reads. */
export type Neighbour = 'payments.events.v1' | 'sca.events.v1';

/** One of two processes of the service. */
export interface Side {
  readonly send: (command: Command) => Promise<CommandResult<unknown>>;
  readonly ask: <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;
}

/** Two processes of the service on one database, and what happens around them. */
export interface RacingBaskets {
  readonly one: Side;
  readonly other: Side;
  /** Something happens in another service; both processes, or one of them, are told. */
  readonly happens: (topic: Neighbour, ...event: ForeignEvent) => Promise<void>;
  /** The key of sca, whose seals both accept. */
  readonly approvalKey: SealingKey;
  /** How many commands each of the processes has decided. */
  readonly decided: () => Promise<readonly number[]>;
  /** The database of both, through connections of the test's own. */
  readonly database: Database;
  readonly stop: () => Promise<void>;
}
