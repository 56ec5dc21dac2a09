import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day since which an approval of a payment is here. One that was here before counts from the migration. */
export class ApprovalDays1790000000012 implements MigrationInterface {
  readonly name = 'ApprovalDays1790000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table approved_payment add column since date not null default current_date',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table approved_payment drop column since');
  }
}
