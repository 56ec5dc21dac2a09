/**
 * Where an execution goes that falls on a weekend or bank holiday (specification §2.2).
 * `preceeding` is spelled this way on the wire; the dictionary's spelling is refused.
 */
export const EXECUTION_RULES = ['following', 'preceeding'] as const;

/** `executionRule` of a periodic payment. */
export type ExecutionRule = (typeof EXECUTION_RULES)[number];
