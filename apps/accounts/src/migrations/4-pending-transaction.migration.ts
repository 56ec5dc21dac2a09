import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of pending transactions, with statistics of its expression. The statistics of the column `ended`
 * are over all rows, and booked ones never end: with those, PostgreSQL expects that a third of an account
 * with a million transactions is pending, and scans the table.
 */
export class PendingTransaction1790000000004 implements MigrationInterface {
  readonly name = 'PendingTransaction1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index transaction_account_generation_ended_idx;
      create index
          on transaction (account, generation, (case when status = 'pending' then ended end))
       where status = 'pending';
      create statistics transaction_pending_ended
          on (case when status = 'pending' then ended end) from transaction;
      analyze transaction`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop statistics if exists transaction_pending_ended;
      drop index transaction_account_generation_case_idx;
      create index on transaction (account, generation, ended) where status = 'pending'`);
  }
}
