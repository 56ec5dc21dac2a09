import type { PaymentEvent } from '@nordgate/contracts/events';
import type { ServiceQuery } from '@nordgate/contracts/queries';
import type { Command } from '@nordgate/decider';
import type { Database } from '@nordgate/event-store';
import type { CommandResult } from '@nordgate/messaging';

/** One of two processes of the service. */
export interface Side {
  readonly send: (command: Command) => Promise<CommandResult<unknown>>;
  readonly ask: <Answer>(query: ServiceQuery<Answer>) => Promise<Answer>;
}

/** Two processes of the service on one database, and what happens around them. */
export interface RacingBaskets {
  readonly one: Side;
  readonly other: Side;
  /** Something happens to a payment; both processes, or one of them, are told. */
  readonly happens: (paymentId: string, version: number, event: PaymentEvent) => Promise<void>;
  /** How many commands each of the processes has decided. */
  readonly decided: () => Promise<readonly number[]>;
  /** The database of both, through connections of the test's own. */
  readonly database: Database;
  readonly stop: () => Promise<void>;
}
