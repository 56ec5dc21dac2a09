import { sqlStateOf } from '../sql/sql-state.js';

/**
 * The database, not the message, is at fault: the caller pauses and hands the same messages in again.
 * Never a reason to park one.
 */
export class InfrastructureError extends Error {
  override readonly name: string = 'InfrastructureError';
}

/** Wraps the cause unless it is one already. */
export function infrastructureError(cause: unknown): InfrastructureError {
  if (cause instanceof InfrastructureError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new InfrastructureError(`the event store failed, nothing is lost: ${reason}`, {
    cause,
  });
}

/** Connection lost, resources short, operator intervention; and a transaction to be repeated. */
const infrastructureClasses = new Set(['08', '40', '53', '57']);

/** Tells a fault of the database or the network from a fault of the handler that met it. */
export function isInfrastructureFault(error: unknown): boolean {
  if (error instanceof InfrastructureError) return true;
  const state = sqlStateOf(error);
  if (state !== undefined) return infrastructureClasses.has(state.slice(0, 2));
  return (error as NodeJS.ErrnoException | undefined)?.syscall !== undefined;
}
