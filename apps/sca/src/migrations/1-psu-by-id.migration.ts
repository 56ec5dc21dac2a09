import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the customer behind a PSU-ID: an index over the inline view of the psu streams. */
export class PsuById1790000000001 implements MigrationInterface {
  readonly name = 'PsuById1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index psu_by_id on es.stream ((state ->> 'psuId'), (state ->> 'tpp'))
        where stream_type = 'psu'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.psu_by_id');
  }
}
