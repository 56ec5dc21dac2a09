import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of the entries that the sandbox books or confirms late: few, and none in production. */
export class LateTransfers1790000000003 implements MigrationInterface {
  readonly name = 'LateTransfers1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index view_late_transfers on es.stream ((state->>'delay'))
       where stream_type = 'entry' and state->>'delay' is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.view_late_transfers');
  }
}
