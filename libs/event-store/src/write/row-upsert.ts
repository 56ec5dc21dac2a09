import type { RowWrite } from '@nordgate/decider';
import { UnstorableError } from '../sql/store-errors.js';

/** One execution of an upsert: the values of each column. */
export interface RowStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (readonly unknown[])[];
}

/**
 * One statement per table. PostgreSQL refuses to change a row twice in one upsert, so a second write of
 * the same row goes into a second statement, and the rule of the table decides which one stays. Throws
 * UnstorableError for a row with a wrong number of values.
 */
export function rowStatements(rows: readonly RowWrite[]): RowStatement[] {
  const batches = new Map<string, RowWrite[]>();
  const seen = new Map<string, number>();
  for (const write of rows) {
    const identity = identityOf(write);
    const nth = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, nth);
    const batch = `${nth}\u001f${write.upsert.name}`;
    const members = batches.get(batch);
    if (members) members.push(write);
    else batches.set(batch, [write]);
  }
  return [...batches.values()].map(toStatement);
}

function identityOf({ upsert, row }: RowWrite): string {
  if (row.length !== upsert.columns.length) {
    throw new UnstorableError(
      `a row for ${upsert.name} has ${row.length} values, not ${upsert.columns.length}`,
    );
  }
  const key = upsert.key ?? upsert.columns.slice(0, 1);
  const values = key.map((name) => String(row[upsert.columns.indexOf(name)]));
  // Two rows with one text would only take two statements.
  return [upsert.name, ...values].join('\u001f');
}

function toStatement(writes: readonly RowWrite[]): RowStatement {
  const { upsert } = writes[0] as RowWrite;
  const values = upsert.columns.map((_, column) => writes.map(({ row }) => row[column]));
  return { name: `rows:${upsert.name}`, text: upsert.sql, values };
}
