import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';

/** What a bank occupies: bytes of each part of a table, of each topic on a broker, and of WAL. */
export interface DiskUse {
  readonly parts: readonly TablePart[];
  /** By topic, without the indexes of the log, which Kafka makes with a fixed size. */
  readonly topics: ReadonlyMap<string, number>;
  /** Written since the server was made. */
  readonly wal: number;
}

/** The heap of a table with its maps, its TOAST table with the index of it, or one of its indexes. */
export interface TablePart {
  /** Service and table, such as `payments es.event`. */
  readonly table: string;
  /** `heap`, `TOAST` or the name of an index. */
  readonly part: string;
  readonly bytes: number;
}

/** Where a bank keeps its data. */
export interface MeasuredPlace {
  readonly databaseUrls: Readonly<Record<string, string>>;
  /** The data folder of one broker. */
  readonly brokerData: string;
}

const partitionPattern = /^(?<topic>.+)-\d+$/u;
const internalTopic = /^__/u;

const partsStatement = `
with tables as (
  select c.oid, c.reltoastrelid, n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname in ('es', 'public'))
select name, 'heap' as part, pg_table_size(oid) - coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0) as bytes
  from tables
 union all
select name, 'TOAST', pg_total_relation_size(reltoastrelid) from tables where reltoastrelid <> 0
 union all
select t.name, i.indexrelid::regclass::text, pg_relation_size(i.indexrelid)
  from tables t join pg_index i on i.indrelid = t.oid`;

/** Reads what a running bank occupies. */
export class DiskMeter {
  private constructor(
    private readonly databases: ReadonlyMap<string, Database>,
    private readonly brokerData: string,
  ) {}

  static async open({ databaseUrls, brokerData }: MeasuredPlace): Promise<DiskMeter> {
    const databases = new Map<string, Database>();
    for (const [service, url] of Object.entries(databaseUrls)) {
      const options = { applicationName: 'nordgate-bench', migrations: [], poolMax: 1 };
      databases.set(service, await openDatabase({ url, ...options }));
    }
    return new DiskMeter(databases, brokerData);
  }

  /**
   * Vacuums first, so that the space of old rows is used again as on a bank that runs for long.
   *
   * @returns bytes by part of a table, and by topic
   */
  async read(): Promise<DiskUse> {
    const parts: TablePart[] = [];
    let wal = 0;
    for (const [service, { pool }] of this.databases) {
      const { rows: position } = await pool.query<{ wal: string }>(
        `select pg_current_wal_lsn() - '0/0'::pg_lsn as wal`,
      );
      wal = Math.max(wal, Number(position[0]?.wal));
      await pool.query('vacuum');
      const { rows } = await pool.query<{ name: string; part: string; bytes: string }>(
        partsStatement,
      );
      for (const { name, part, bytes } of rows)
        parts.push({ table: `${service} ${name}`, part, bytes: Number(bytes) });
    }
    return { parts, topics: await this.readTopics(), wal };
  }

  async close(): Promise<void> {
    for (const database of this.databases.values()) await database.close();
  }

  private async readTopics(): Promise<ReadonlyMap<string, number>> {
    const topics = new Map<string, number>();
    for (const folder of await readdir(this.brokerData)) {
      const topic = partitionPattern.exec(folder)?.groups?.['topic'];
      if (topic === undefined || internalTopic.test(topic)) continue;
      const files = await readdir(join(this.brokerData, folder));
      for (const file of files.filter((name) => name.endsWith('.log'))) {
        const { size } = await stat(join(this.brokerData, folder, file));
        topics.set(topic, (topics.get(topic) ?? 0) + size);
      }
    }
    return topics;
  }
}
