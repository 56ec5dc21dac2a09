import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createAppendUnasked } from './append-unasked.sql.js';

/** Appends that need no load before them. */
export class CreateAppendUnasked1764000000000 implements MigrationInterface {
  readonly name = 'CreateAppendUnasked1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createAppendUnasked);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function es.append_unasked');
  }
}
