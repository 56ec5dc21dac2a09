import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The windows of maintenance, by their begin; `ends` is null for one that the operator has ended. */
export class Maintenance1790000000007 implements MigrationInterface {
  readonly name = 'Maintenance1790000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table maintenance_window (
        begins timestamptz primary key,
        version bigint not null,
        ends timestamptz
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table maintenance_window');
  }
}
