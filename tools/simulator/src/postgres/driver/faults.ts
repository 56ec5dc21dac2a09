import type { SqlError } from '../values.js';

/** A statement on its way to the server. */
export interface Call {
  readonly pid: number;
  readonly database: string;
  readonly applicationName: string;
  readonly text: string;
  /** The name of a prepared statement. */
  readonly name: string | undefined;
}

/**
 * What happens to a statement: nothing, its connection breaks, or the server answers with an error in place of running it.
 * After the statement only the connection can break: the answer is lost.
 */
export type Fault = 'cut' | SqlError | undefined;

/** Called around each statement, also `begin` and `commit`. A promise delays the statement or its answer. */
export interface Faults {
  readonly before?: (call: Call) => Fault | Promise<Fault>;
  readonly after?: (call: Call) => 'cut' | undefined | Promise<'cut' | undefined>;
}
