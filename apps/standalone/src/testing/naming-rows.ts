import type { Database } from '@nordgate/event-store';

/** A row of a table, and its stream where it has one. */
export interface NamingRow {
  readonly table: string;
  readonly stream: string | undefined;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Every table of a database; those of the schema public without it. */
export async function tablesOf({ pool }: Database): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select case schemaname when 'public' then tablename else schemaname || '.' || tablename end as name
       from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  return rows.map(({ name }) => name);
}

/** Every row of every table of a database with one of the texts. */
export async function rowsWith(database: Database, texts: readonly string[]): Promise<NamingRow[]> {
  const patterns = texts.map((text) => `%${text}%`);
  const found = (await tablesOf(database)).map(async (table) => {
    const { rows } = await database.pool.query<{ row: NamingRow['row'] }>(
      `select to_jsonb(t) as row from ${table} t where t::text like any ($1)`,
      [patterns],
    );
    return rows.map(({ row }): NamingRow => {
      const { stream_id: stream } = row as { readonly stream_id?: string };
      return { table, stream, row };
    });
  });
  return (await Promise.all(found)).flat();
}

/** Members that name whom somebody else pays or is paid by: the data of that person's payment or entry. */
const counterparts: ReadonlySet<string> = new Set(['creditorAccount', 'debtorAccount']);

/** Whether a row has one of the texts in another place than as the counterpart of somebody else. */
export function namesApart({ row }: NamingRow, texts: readonly string[]): boolean {
  const apart = JSON.stringify(row, (field, value: unknown) =>
    counterparts.has(field) ? undefined : value,
  );
  return texts.some((text) => apart.includes(text));
}
