import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createAppendSlice } from './append-slice.sql.js';
import { createContestedClaims, createWholeGroups } from './claims.sql.js';
import { createLoadSlice } from './load-slice.sql.js';
import { createReadWindow } from './read-window.sql.js';
import { createTables, dropSchema } from './tables.sql.js';

/** The first form of the `es` schema: tables and functions. */
export class CreateEventStore1700000000000 implements MigrationInterface {
  readonly name = 'CreateEventStore1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createTables);
    await runner.query(createWholeGroups);
    await runner.query(createContestedClaims);
    await runner.query(createAppendSlice);
    await runner.query(createLoadSlice);
    await runner.query(createReadWindow);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(dropSchema);
  }
}
