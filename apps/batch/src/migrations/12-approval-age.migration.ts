import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when an approval of a payment is here. One that was here before counts from the migration. */
export class ApprovalAge1790000000012 implements MigrationInterface {
  readonly name = 'ApprovalAge1790000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table approved_payment add column since timestamptz not null default now()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table approved_payment drop column since');
  }
}
