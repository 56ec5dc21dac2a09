import type { ContradictionEntry } from '@nordgate/contracts/commands';
import type { Database } from '@nordgate/event-store';

const contradictionsStatement = {
  name: 'batch.contradictions',
  text: `
  select execution_id as "executionId", known, outcome, at
    from contradiction
   order by at desc, execution_id
   limit $1`,
};

/**
 * Outcomes that contradict what was known of their transfers, the newest first.
 *
 * @param max the largest number of rows
 */
export async function contradictions(
  { pool }: Pick<Database, 'pool'>,
  max: number,
): Promise<readonly ContradictionEntry[]> {
  const { rows } = await pool.query<ContradictionEntry>({
    ...contradictionsStatement,
    values: [max],
  });
  return rows;
}
