import type { Database } from '@nordgate/event-store';
import { withMethods } from './bus-bugs.js';
import type { BusChange } from './bus-bugs.js';

/** A prepared statement as the event store runs it. */
interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Answers a statement instead of the pool. May call `run` for the correct rows. */
type Intercept = (
  statement: Statement,
  run: (statement: Statement) => Promise<Rows>,
) => Promise<Rows>;

/** The events after a position, in the order of positions, with the columns of `es.read_page`. */
const afterPosition = `
select pg_current_snapshot()::text as cur, e.tx::text as tx, e.position, e.id, e.stream_id,
       e.version, e.type, e.schema_version, e.at, e.data::text as json,
       es.whole_meta(e.stream_id, e.data, e.meta) as meta
  from (select) one left join lateral (
         select * from es.event where position > $1 order by position limit $2) e on true
 order by e.position`;

const newest = 'select coalesce(max(position), 0) as position from es.event';

/**
 * The relay reads `position > last`, as if positions became visible in their order. It misses an event
 * whose transaction commits after the transaction of a later position.
 */
export const positionReader: BusChange = (bus) =>
  withMethods(bus, {
    publishEvents: (topic, database, types) => {
      const intercepts = byPosition();
      bus.publishEvents(topic, intercepted(database, intercepts), types);
    },
  });

function byPosition(): Readonly<Record<string, Intercept>> {
  let last: unknown;
  let read: unknown;
  return {
    'es.read_page': async ({ values }, run) => {
      last ??= (await run({ name: 'planted.newest', text: newest, values: [] }))[0]?.['position'];
      const statement = { name: 'planted.after', text: afterPosition, values: [last, values[4]] };
      const rows = await run(statement);
      read = rows.at(-1)?.['position'] ?? last;
      return rows;
    },
    'es.save_checkpoint': async (statement, run) => {
      last = read ?? last;
      await run(statement);
      return [{}];
    },
  };
}

/** The events of one of this many positions are lost. */
const lostOneIn = 10;

/** The relay never publishes some of the events. */
export const droppedEvent: BusChange = (bus) =>
  withMethods(bus, {
    publishEvents: (topic, database, types) =>
      bus.publishEvents(topic, intercepted(database, { 'es.read_page': passOver }), types),
  });

/** A row with an id of null is the end of an empty window. */
const passOver: Intercept = async (statement, run) =>
  (await run(statement)).map((row) => (isLost(row) ? { ...row, id: null } : row));

function isLost({ type, position }: Readonly<Record<string, unknown>>): boolean {
  return type === 'PaymentInitiated' && Number(position) % lostOneIn === 0;
}

/** The same database, but with its named statements answered by the intercepts of their names. */
function intercepted(
  database: Database,
  intercepts: Readonly<Record<string, Intercept>>,
): Database {
  const { pool } = database;
  const run = async (statement: Statement) => {
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
    const rows = await intercept(first as Statement, run);
    return { rows, rowCount: rows.length };
  };
  const changed = new Proxy(pool, {
    get(target, name) {
      if (name === 'query') return query;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { ...database, pool: changed };
}
