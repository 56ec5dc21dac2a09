import type { Pool } from 'pg';

/** A pass over all parts of an export. */
export interface ExportPass {
  /** By the clock of the database, as text, so that no digit is lost. */
  readonly startedAt: string;
  /** The parts before this one are done. */
  readonly next: number;
}

/**
 * A pass is due when none has begun since the second day of a month, 00:00 UTC. Months of the archive end on the first day, so a
 * pass leaves out what they held, too.
 */
const due = `
p.started_at < (date_trunc('month', (clock_timestamp() - interval '1 day') at time zone 'UTC') + interval '1 day') at time zone 'UTC'`;

const beginDue = `
insert into es.export_pass as p (started_at, next_number) values (clock_timestamp(), 1)
on conflict (is_only) do update set started_at = excluded.started_at, next_number = 1
 where p.next_number is null and ${due}`;

const openPass = `
select started_at::text as "startedAt", next_number::float8 as next from es.export_pass where next_number is not null`;

/** The pass that was not ended, or a new one when it is due; undefined otherwise. Throws errors of the driver. */
export async function duePass(pool: Pool): Promise<ExportPass | undefined> {
  await pool.query(beginDue);
  return (await pool.query<ExportPass>(openPass)).rows[0];
}

/** Notes that the parts before a number are done, or with null that all are. Throws errors of the driver. */
export async function notePass(
  pool: Pool,
  { startedAt }: ExportPass,
  next: number | null,
): Promise<void> {
  const text = 'update es.export_pass set next_number = $2 where started_at = $1::timestamptz';
  await pool.query(text, [startedAt, next]);
}

/** A part as the database notes it. */
export interface NotedPart {
  readonly number: number;
  readonly object: string;
  /** Of the part as it was first written. */
  readonly sha256: string;
  /** Whether an event in it may be old enough to be deleted. */
  readonly isDue: boolean;
}

/** What is noted of a part without events. */
const noEvent = '9999-12-31T00:00:00Z';

const notedParts = `
select number::float8 as number, object, sha256,
       oldest_at is null or case when $4::int is null then oldest_at < '${noEvent}'
         else oldest_at <= $3::timestamptz - make_interval(months => $4) end as "isDue"
  from es.export where number >= $1 and number < $2 order by number`;

/**
 * The parts with numbers of a range.
 *
 * @param months after which the first streams are deleted; undefined when events of any age may be
 * @throws errors of the driver
 */
export async function partsBetween(
  pool: Pool,
  [from, to]: readonly [from: number, to: number],
  { startedAt }: ExportPass,
  months: number | undefined,
): Promise<ReadonlyMap<number, NotedPart>> {
  const values = [from, to, startedAt, months ?? null];
  const { rows } = await pool.query<NotedPart>(notedParts, values);
  return new Map(rows.map((row) => [row.number, row]));
}

const noteObject = `
update es.export set object = $3, bytes = $4, oldest_at = $5::timestamptz where number = $1 and object = $2`;

/** Notes which object has a part now. Throws when the database names another one than before, and errors of the driver. */
export async function notePartObject(
  pool: Pool,
  { number, object }: NotedPart,
  now: { readonly name: string; readonly bytes: number; readonly oldestAt: string | undefined },
): Promise<void> {
  const values = [number, object, now.name, now.bytes, now.oldestAt ?? noEvent];
  const { rowCount } = await pool.query(noteObject, values);
  if (rowCount !== 1) throw new Error(`part ${String(number)} was rewritten by another process`);
}
