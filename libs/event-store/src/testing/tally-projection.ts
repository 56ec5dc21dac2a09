import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { TallyEvent } from '@nordgate/decider/testing';
import { openDatabase } from '../sql/database.js';
import type { Projection } from '../projections/projection.js';
import { migratedTestDatabase } from './test-database.js';
import type { TestDatabase } from './test-database.js';

/** The last count of each tally that is not freed. */
@Entity('last_count')
export class LastCount {
  @PrimaryColumn('text')
  stream!: string;

  @Column('int')
  version!: number;

  @Column('int', { name: 'counted_by' })
  by!: number;
}

class CreateLastCount1790000000001 implements MigrationInterface {
  readonly name = 'CreateLastCount1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table last_count (stream text primary key, version int not null, counted_by int not null);
      create index on last_count (counted_by)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table last_count');
  }
}

/** Counts that the projection below cannot turn into a row. */
export const unprojectableBy = -1;

export const lastCounts: Projection<LastCount, TallyEvent> = {
  name: 'last-counts',
  version: 1,
  entity: LastCount,
  eventTypes: ['Counted', 'Freed'],
  rowsOf: ({ stream, version, event }) => {
    switch (event.type) {
      case 'Counted':
        if (event.data.by === unprojectableBy) throw new Error('this count has no row');
        return [{ put: { stream, version, by: event.data.by } }];
      case 'Freed':
        return [{ remove: { stream } }];
      case 'Reserved':
        return [];
    }
  },
};

/** A migrated database with the table of `lastCounts`. */
export async function projectionDatabase(name: string): Promise<TestDatabase> {
  const migrations = [CreateLastCount1790000000001];
  const { url, drop } = await migratedTestDatabase(name, migrations);
  const database = await openDatabase({
    url,
    applicationName: name,
    migrations,
    entities: [LastCount],
    poolMax: 12,
  });
  return { ...database, url, close: () => database.close().then(drop) };
}
