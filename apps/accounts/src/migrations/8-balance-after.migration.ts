import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The booked balance after a transaction, for the projection of transactions. Earlier rows do not have it. */
export class BalanceAfter1790000000008 implements MigrationInterface {
  readonly name = 'BalanceAfter1790000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transaction add column balance_after text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transaction drop column balance_after');
  }
}
