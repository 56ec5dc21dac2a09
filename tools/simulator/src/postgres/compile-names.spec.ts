import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { withNames } from './compile-names.js';
import { language } from './language/language.js';
import { Session } from './session/session.js';
import type { StatementStorage } from './storage.port.js';
import { Cluster } from './storage/cluster.js';
import type { ClusterImage } from './storage/cluster.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const schema = `
  create table entry (
    no int primary key, label text default 'l' || 1, doubled int generated always as (no * 2) stored, check (no > 0));
  create unique index by_label on entry (lower(label)) where no > 1;
  create view labels as select label from entry;
  create function in_sql(lowest int) returns setof text language sql as $$
    select label from entry where no >= lowest $$;
  create function in_plpgsql(lowest int) returns int language plpgsql as $$
    declare found int; begin
      select no into found from entry where no >= lowest; return found; end $$`;

const statements = [
  'insert into entry (no) values (1)',
  'select label from labels where exists (select from entry)',
  'select in_sql(1), in_plpgsql(1)',
  'update entry set label = label where no = 1',
  'select count(*) from pg_stat_activity',
];

const session = (cluster: Cluster) =>
  new Session(cluster, { database: 'postgres', settings: [], onTerminated: () => undefined });

async function migrated(): Promise<ClusterImage> {
  const cluster = new Cluster({ language, clock: () => 0n });
  const own = session(cluster);
  await own.query(schema);
  own.end();
  return cluster.image();
}

/** Compiles the statements for the catalog of an image. */
async function compiledOn(image: ClusterImage): Promise<WeakRef<Cluster>> {
  const cluster = image.fork();
  const own = session(cluster);
  for (const statement of statements) await own.query(statement);
  own.end();
  return new WeakRef(cluster);
}

describe('what the model of PostgreSQL compiles', () => {
  it('does not keep the cluster for which it was compiled first', async () => {
    const image = await migrated();
    const first = await compiledOn(image);
    // A reference is held until the end of the turn in which it was made.
    await new Promise(setImmediate);
    collectGarbage();
    expect(first.deref()).toBeUndefined();
    expect(image.databases[0]?.catalog.prepared.size).toBe(statements.length);
  });

  it('has no names once it is compiled', () => {
    const names = withNames({} as StatementStorage, (open) => open);
    expect(() => names.table('es', 'event')).toThrow('while something is compiled only');
  });
});
