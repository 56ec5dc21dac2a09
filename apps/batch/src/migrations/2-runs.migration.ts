import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The generations of the sandbox, of which the last one counts; the runs, so that
 * those that are not completed are found; and who is kept from execution.
 */
export class Runs1790000000002 implements MigrationInterface {
  readonly name = 'Runs1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table known_generation (generation bigint primary key, since timestamptz not null)',
    );
    await runner.query('insert into known_generation values (0, now())');
    await runner.query(`
      create table known_run (
        run text primary key,
        is_completed boolean not null
      )`);
    await runner.query('create index uncompleted_runs on known_run (run) where not is_completed');
    await runner.query(`
      create table execution_hold (
        hold text primary key,
        is_held boolean not null,
        decided_at timestamptz not null
      )`);
    await runner.query(`
      create table stopped_tpp (
        tpp text primary key,
        version bigint not null,
        is_stopped boolean not null,
        until date
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['stopped_tpp', 'execution_hold', 'known_run', 'known_generation']) {
      await runner.query(`drop table ${table}`);
    }
  }
}
