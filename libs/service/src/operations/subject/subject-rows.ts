import type { SubjectRecord } from '@nordgate/contracts/commands';
import type { Database } from '@nordgate/event-store';
import { ownData, recipientsIn } from './own-data.js';
import { textPatterns } from './subject-events.rows.js';
import { idsOf } from './subject-keys.js';
import type { SubjectKeys } from './subject-keys.js';
import type { ShownTable } from './subject-rules.js';

/** Rows of one table at most: the tables that are shown have few rows of a customer. */
const rowsMax = 10_000;

/** The rows of a table that name a customer, in no order. Throws errors of the driver. */
export async function rowRecords(
  { pool }: Pick<Database, 'pool'>,
  table: string,
  { isOf, without = [] }: ShownTable,
  keys: SubjectKeys,
): Promise<readonly SubjectRecord[]> {
  const { rows } = await pool.query<{ row: Record<string, unknown> }>({
    text: `select to_jsonb(t) as row from ${table} t, (values ($1::text[], $2::text[])) given
            where ${isOf} limit ${String(rowsMax)}`,
    values: [idsOf(keys), textPatterns(keys)],
  });
  return rows.map(({ row }, place) => {
    const columns = Object.entries(row).filter(([column]) => !without.includes(column));
    const shown = ownData(Object.fromEntries(columns), keys);
    const { at } = row as { readonly at?: unknown };
    return {
      id: `${table}/${String(place + 1)}`,
      ...(typeof at === 'string' && { since: at }),
      recipients: recipientsIn([row]),
      row: shown,
    };
  });
}
