import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the authorisations that may still be approved, by their end: an index over the inline view. */
export class OpenAuthorisations1790000000006 implements MigrationInterface {
  readonly name = 'OpenAuthorisations1790000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index open_authorisations on es.stream ((state ->> 'expiresAt'), stream_id)
        where stream_type = 'authorisation'
          and state ->> 'is' in ('received', 'psuIdentified', 'scaMethodSelected')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.open_authorisations');
  }
}
