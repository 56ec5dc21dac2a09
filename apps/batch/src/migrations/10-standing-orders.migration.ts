import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The day of the next occurrence where a slot apart executes it: `due_day` is null then, so no other run picks it. */
export class StandingOrders1790000000010 implements MigrationInterface {
  readonly name = 'StandingOrders1790000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table order_book add column standing_day date');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table order_book drop column standing_day');
  }
}
