import { randomUUID } from 'node:crypto';
import type { Database } from '@nordgate/event-store';
import { aDomesticPayment } from '@nordgate/testing';

const data = JSON.stringify(aDomesticPayment());

/** The commit of the baselines: one named insert of a body through `pg`. */
export class BareInsert {
  private constructor(private readonly database: Database) {}

  static async into(database: Database): Promise<BareInsert> {
    await database.pool.query(
      'create table if not exists bench_insert (id text primary key, data jsonb)',
    );
    return new BareInsert(database);
  }

  async once(): Promise<void> {
    await this.database.pool.query({
      name: 'bench.insert',
      text: 'insert into bench_insert (id, data) values ($1, $2)',
      values: [randomUUID(), data],
    });
  }
}
