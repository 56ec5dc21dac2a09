import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the authorisations of a payment or basket: an index over their inline view. */
export class AuthorisationsOf1790000000002 implements MigrationInterface {
  readonly name = 'AuthorisationsOf1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index authorisations_of on es.stream
        ((coalesce(state #>> '{resource,basketId}', state #>> '{resource,paymentId}')))
        where stream_type = 'authorisation'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.authorisations_of');
  }
}
