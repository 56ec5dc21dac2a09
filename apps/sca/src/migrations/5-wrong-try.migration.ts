import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Wrong customer numbers, codes and links: one row for each address and each customer, by a keyed hash. */
export class WrongTry1790000000005 implements MigrationInterface {
  readonly name = 'WrongTry1790000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table wrong_try (
        key text primary key,
        tries float8 not null,
        at timestamptz not null)`);
    await runner.query('create index wrong_try_by_age on wrong_try (at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table wrong_try');
  }
}
