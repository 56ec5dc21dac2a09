import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when a payment has its status in the register. A row that was there before counts from the migration. */
export class RegisterAge1790000000002 implements MigrationInterface {
  readonly name = 'RegisterAge1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table payment_register add column since timestamptz not null default now()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table payment_register drop column since');
  }
}
