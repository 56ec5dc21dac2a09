import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';

/** Rows and bytes of something. */
export interface Size {
  readonly rows: number;
  readonly bytes: number;
}

/** By service and table, such as `payments es.event`, by service and category of streams, and by store. */
export type Sizes = ReadonlyMap<string, Size>;

const tables = `
select n.nspname || '.' || c.relname as name, quote_ident(n.nspname) || '.' || quote_ident(c.relname) as quoted,
       pg_total_relation_size(c.oid)::float8 as bytes
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where c.relkind = 'r' and n.nspname in ('es', 'public') and c.relname not in ('migrations', 'nordgate_migrations')
 order by 1`;

/** The events of each category. A tombstone has none. */
const categories = `
select s.stream_type as category, count(*)::float8 as rows, sum(pg_column_size(e.*))::float8 as bytes
  from es.event e join es.stream s using (stream_id) group by 1 order by 1`;

const ofCategory = ' events of ';

/** The service and the category of a size that counts the events of one. Undefined for a table, whose size has them, too. */
export function categoryIn(
  name: string,
): { readonly service: string; readonly category: string } | undefined {
  const [service = '', category] = name.split(ofCategory);
  return category === undefined ? undefined : { service, category };
}

/** Vacuums a database, so that the space of old rows is used again, as autovacuum does; and reads its tables and the events of each category. */
export async function tableSizes(service: string, url: string): Promise<Sizes> {
  const options = { url, applicationName: 'nordgate-nightly', migrations: [], poolMax: 1 };
  const { pool, close } = await openDatabase(options);
  try {
    await pool.query('vacuum');
    const sizes = new Map<string, Size>();
    const { rows: found } = await pool.query<{ name: string; quoted: string; bytes: number }>(
      tables,
    );
    for (const { name, quoted, bytes } of found) {
      const counting = `select count(*)::float8 as rows from ${quoted}`;
      const { rows } = await pool.query<{ rows: number }>(counting);
      sizes.set(`${service} ${name}`, { rows: rows[0]?.rows ?? 0, bytes });
    }
    const { rows: events } = await pool.query<Size & { category: string }>(categories);
    for (const { category, ...size } of events)
      sizes.set(`${service}${ofCategory}${category}`, size);
    return sizes;
  } finally {
    await close();
  }
}

/** The objects of a store in a folder, and their bytes. */
export async function storeSize(folder: string): Promise<Size> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((one) => one.isFile());
  let bytes = 0;
  for (const { parentPath, name } of files) bytes += (await stat(join(parentPath, name))).size;
  return { rows: files.length, bytes };
}
