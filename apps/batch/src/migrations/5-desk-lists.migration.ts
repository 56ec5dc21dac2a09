import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The lists of the operator: holds, outcomes that need a look, and runs. */
export class DeskLists1790000000005 implements MigrationInterface {
  readonly name = 'DeskLists1790000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table held_execution (
        hold text primary key,
        payment_id text,
        tpp_id text,
        since text not null,
        reason text not null,
        held_by text not null
      )`);
    await runner.query(`
      create table outcome_issue (
        execution_id text,
        version int,
        known text,
        outcome text,
        at text not null,
        primary key (execution_id, version)
      )`);
    // Without a column that changes, so that appends stay cheap.
    await runner.query(
      `create index batch_runs on es.stream (stream_id) where stream_type = 'batch-run'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.batch_runs');
    await runner.query('drop table outcome_issue');
    await runner.query('drop table held_execution');
  }
}
