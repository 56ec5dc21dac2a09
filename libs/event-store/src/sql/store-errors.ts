import { databasePeer, peerOf } from '@nordgate/telemetry';

/**
 * The database or the network failed, not the message. The caller waits and hands the same messages
 * in again. Never a reason to park a message.
 */
export class InfrastructureError extends Error {
  override readonly name: string = 'InfrastructureError';
}

/** A decision cannot be written as it is: the item is wrong, not the database. */
export class UnstorableError extends Error {
  override readonly name: string = 'UnstorableError';
}

/** Wraps the cause of a failure; an InfrastructureError is returned as it is. */
export function infrastructureError(cause: unknown): InfrastructureError {
  if (cause instanceof InfrastructureError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new InfrastructureError(`the event store failed, no data is lost: ${reason}`, { cause });
}

/** The SQLSTATE of a database error, or undefined for any other thrown value. */
function sqlStateOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/*
 * Codes and classes of SQLSTATE: PostgreSQL documentation, appendix A. A class is the first two
 * characters of a code.
 */

/**
 * Connection lost, a server that only reads (25006, after a failover), login refused (28P01, while passwords rotate), a
 * database that is not there (3D000, during a restore), a transaction to be repeated, resources exhausted, an object in
 * use, operator intervention, the disk of the server, and its internal errors. No message causes them.
 */
const infrastructureClasses = new Set(['08', '25', '28', '3D', '40', '53', '55', '57', '58', 'XX']);

/** Cardinality, data and integrity: caused by what was written, so a repeat fails as well. */
const dataClasses = new Set(['21', '22', '23']);

/** Serialisation failure, deadlock, lock not available in time. */
const conflictStates = new Set(['40001', '40P01', '55P03']);

const uniqueViolation = '23505';

/** Keys that another writer may take first. Any other taken key is caused by the data. */
const racedKeys = new Set(['inbox_pkey', 'stream_pkey']);

/**
 * Tells a failure of the database or the network from a failure of the handler that met it.
 *
 * @returns true for an InfrastructureError, for a SQLSTATE of an infrastructure class, for an error of a
 *   system call (it has `syscall`), and for what pg says without a code about a connection that is lost
 */
export function isInfrastructureFailure(error: unknown): boolean {
  if (error instanceof InfrastructureError) return true;
  const state = sqlStateOf(error);
  if (state !== undefined) return infrastructureClasses.has(state.slice(0, 2));
  const isOfSystem = (error as NodeJS.ErrnoException | undefined)?.syscall !== undefined;
  return isOfSystem || peerOf(error) === databasePeer;
}

/** Why an append failed: repeat it, park the item that caused it, or wait for the database. */
export type AppendFailure = 'conflict' | 'data' | 'infrastructure';

/**
 * Classifies an error of an append. A known command id (the key of the inbox) is a conflict: another
 * owner of the partition handled the command first. A stream that two appends create at once is a
 * conflict as well. An error that is not clearly about the data counts as infrastructure, where
 * waiting loses nothing.
 */
export function appendFailureOf(error: unknown): AppendFailure {
  if (error instanceof UnstorableError) return 'data';
  const state = sqlStateOf(error);
  if (state === undefined) return 'infrastructure';
  const { schema, constraint } = error as { schema?: string; constraint?: string };
  if (state === uniqueViolation && schema === 'es' && racedKeys.has(constraint ?? '')) {
    return 'conflict';
  }
  if (conflictStates.has(state)) return 'conflict';
  return dataClasses.has(state.slice(0, 2)) ? 'data' : 'infrastructure';
}
