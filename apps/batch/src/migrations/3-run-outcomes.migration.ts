import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of the transfers of a run. A row is a payment, an occurrence, or a sub-payment of a bulk. */
export class RunOutcomes1790000000003 implements MigrationInterface {
  readonly name = 'RunOutcomes1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table run_transfer (
        execution_id text,
        part int,
        run text not null,
        payment_id text not null,
        occurrence text,
        tpp text not null,
        amount text not null,
        currency text not null,
        primary key (execution_id, part)
      )`);
    await runner.query('create index on run_transfer (run)');
    await runner.query(`
      create table run_outcome (
        execution_id text,
        part int,
        standing text not null,
        reason text,
        primary key (execution_id, part)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table run_outcome');
    await runner.query('drop table run_transfer');
  }
}
