import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The codes and visits of the sandbox's console. A database of production does not have these tables. */
export class Console1790000000006 implements MigrationInterface {
  readonly name = 'Console1790000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table console_code (
        code_hash text primary key,
        tpp text not null,
        expires_at timestamptz not null,
        used_at timestamptz
      )`);
    await runner.query(`
      create table console_visit (
        visit_hash text primary key,
        tpp text not null,
        expires_at timestamptz not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table console_visit');
    await runner.query('drop table console_code');
  }
}
