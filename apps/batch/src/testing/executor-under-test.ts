import type { ExecutionEvent, Outcome, PaymentClaimed } from '@nordgate/contracts/events';

/** A bank that executes payments by one executor, with the accounts that the cases need. */
export interface ExecutorUnderTest {
  /** The ids of payments end in it. */
  readonly generation: number;
  /** What batch records of a transfer that waits for nothing, after it has instructed it. */
  readonly stepsAtOnce: readonly ExecutionEvent['type'][];
  /** Norwegian account numbers; all accounts are in NOK. */
  readonly accounts: {
    /** Has at least 10,000.00. */
    readonly funded: string;
    /** Another open account of the bank. */
    readonly own: string;
    /** A right number of this bank without an open account. */
    readonly closed: string;
    /** An account of another bank. */
    readonly outside: string;
  };
  /** Lets payments claim a payment for a run. */
  claim(paymentId: string, claimed: PaymentClaimed): Promise<void>;
  /** The executor reports an outcome under a new id, besides what it reports anyhow. */
  report(executionId: string, outcome: ReportedOutcome): Promise<void>;
  /** The events of a transfer in batch, oldest first. */
  eventsOf(stream: string): Promise<readonly ExecutionEvent[]>;
  /** The booked balance of an open account, in øre. */
  balanceOf(bban: string): Promise<bigint>;
  /** How many bookings one transfer has made on an account. */
  bookingsOn(bban: string, executionId: string): Promise<number>;
  /** Messages that a service could not handle. */
  parked(): Promise<number>;
  /** Restarts all services with every event of the others still ahead. */
  redeliverAll(): Promise<void>;
  stopExecutor(): Promise<void>;
  startExecutor(): Promise<void>;
  stopBatch(): Promise<void>;
  startBatch(): Promise<void>;
  stop(): Promise<void>;
}

/** An outcome that any executor can report out of turn. */
export type ReportedOutcome = Outcome & { readonly declined?: undefined };
