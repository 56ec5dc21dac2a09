import { UnstorableError } from '../write/unstorable-error.js';

/** The SQLSTATE of a database error, or undefined for any other thrown value. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** What to do about a failed transaction. */
export type Fault = 'conflict' | 'data' | 'infrastructure';

/** Serialisation failure, deadlock, lock not available in time. */
const conflictStates = new Set(['40001', '40P01', '55P03']);

/** Cardinality, data and integrity: caused by what was written, so a repeat fails as well. */
const dataClasses = new Set(['21', '22', '23']);

/** Keys that somebody else may be faster to write; any other taken key is the data's fault. */
const racedKeys = new Set(['inbox_pkey', 'stream_pkey']);

/**
 * Classifies an error of the append. A known command id (the inbox key) is a conflict: another owner
 * of the partition was faster. So is a stream that two calls create at once. Whatever is not clearly about the data blames the infrastructure,
 * where waiting loses nothing.
 */
export function faultOf(error: unknown): Fault {
  if (error instanceof UnstorableError) return 'data';
  const state = sqlStateOf(error);
  if (state === undefined) return 'infrastructure';
  const { schema, constraint } = error as { schema?: string; constraint?: string };
  if (state === '23505' && schema === 'es' && racedKeys.has(constraint ?? '')) return 'conflict';
  if (conflictStates.has(state)) return 'conflict';
  return dataClasses.has(state.slice(0, 2)) ? 'data' : 'infrastructure';
}
