import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The payments and baskets that have ended: an authorisation that opens later fails at once. */
export class EndedResource1790000000004 implements MigrationInterface {
  readonly name = 'EndedResource1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table ended_resource (stream_id text primary key)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ended_resource');
  }
}
