import type { Query } from '../expressions/frame.js';

/** A query from how it runs. */
export function queryOf(
  { command, columns, undecided }: Pick<Query, 'command' | 'columns' | 'undecided'>,
  run: Query['run'],
  reachesOut: boolean,
): Query {
  const rows: Query['rows'] = (of, outer, cap) => run(of, outer, cap).rows;
  return { command, columns, reachesOut, run, rows, ...(undecided && { undecided }) };
}
