import type { Database } from '@nordgate/event-store';

/** A prepared statement as the event store runs it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

export type Rows = readonly Readonly<Record<string, unknown>>[];

/** Runs a statement instead of the pool: with the answer of `run`, or with another one. */
export type Intercept = (
  statement: Statement,
  run: (statement: Statement) => Promise<Rows>,
) => Promise<Rows>;

/** A database whose named statements of this name go through `intercept`. */
export function tamperedDatabase(
  database: Database,
  intercepts: Readonly<Record<string, Intercept>>,
): Database {
  const { pool } = database;
  const ask = async (statement: Statement) => {
    const { rows } = await pool.query<Record<string, unknown>>({
      ...statement,
      values: [...statement.values],
    });
    return rows;
  };
  const query = async (...args: unknown[]) => {
    const [first] = args as [Partial<Statement> | undefined];
    const intercept = first?.name === undefined ? undefined : intercepts[first.name];
    if (intercept === undefined) return (pool.query as (...all: unknown[]) => unknown)(...args);
    const rows = await intercept(first as Statement, ask);
    return { rows, rowCount: rows.length };
  };
  const tampered = new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...database, pool: tampered };
}
