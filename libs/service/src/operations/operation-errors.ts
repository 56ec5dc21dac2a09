import type { PendingOperation } from '@nordgate/contracts/commands';

/** A request of the operator that cannot be carried out. Its message is for the operator. */
export class OperationError extends Error {
  override readonly name: string = 'OperationError';
}

/** The person may not request this. The record of the service has the refusal. */
export class OperationDenied extends OperationError {
  override readonly name = 'OperationDenied';
}

/** Nothing was done: a second person has to confirm the operation. */
export class SecondPersonNeeded extends Error {
  override readonly name = 'SecondPersonNeeded';

  constructor(readonly pending: PendingOperation) {
    super(`${pending.operation} waits for a second person until ${pending.until}`);
  }
}
