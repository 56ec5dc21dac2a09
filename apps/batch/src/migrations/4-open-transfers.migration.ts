import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An index of the transfers without a last outcome: few, however many have ended. */
export class OpenTransfers1790000000004 implements MigrationInterface {
  readonly name = 'OpenTransfers1790000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index view_open_transfers on es.stream (stream_id)
       where stream_type = 'execution'
         and state->>'is' in ('instructed', 'started', 'debited')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.view_open_transfers');
  }
}
