import type { RowWrite } from '@nordgate/decider';
import { UnstorableError } from './unstorable-error.js';

/** One execution: the values of each column. */
export interface RowStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly (readonly unknown[])[];
}

/**
 * One statement per table, unless a row comes twice: PostgreSQL refuses to touch a row twice in one
 * upsert, so its second coming goes into a second statement and the table's own rule decides.
 */
export function rowStatements(rows: readonly RowWrite[]): RowStatement[] {
  const waves = new Map<string, RowWrite[]>();
  const seen = new Map<string, number>();
  for (const write of rows) {
    const identity = identityOf(write);
    const wave = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, wave);
    const batch = `${wave}\u001f${write.upsert.name}`;
    const members = waves.get(batch);
    if (members) members.push(write);
    else waves.set(batch, [write]);
  }
  return [...waves.values()].map(toStatement);
}

function identityOf({ upsert, row }: RowWrite): string {
  if (row.length !== upsert.columns.length) {
    throw new UnstorableError(
      `a row for ${upsert.name} has ${row.length} values, not ${upsert.columns.length}`,
    );
  }
  const key = upsert.key ?? upsert.columns.slice(0, 1);
  return JSON.stringify([
    upsert.name,
    ...key.map((name) => String(row[upsert.columns.indexOf(name)])),
  ]);
}

function toStatement(writes: readonly RowWrite[]): RowStatement {
  const { upsert } = writes[0] as RowWrite;
  const values = upsert.columns.map((_, column) => writes.map(({ row }) => row[column]));
  return { name: `rows:${upsert.name}`, text: upsert.sql, values };
}
