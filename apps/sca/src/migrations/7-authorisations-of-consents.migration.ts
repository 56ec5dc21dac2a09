import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the authorisations of a consent, too: the index over their resources has one more kind of id. */
export class AuthorisationsOfConsents1790000000007 implements MigrationInterface {
  readonly name = 'AuthorisationsOfConsents1790000000007';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.authorisations_of');
    await runner.query(`
      create index authorisations_of on es.stream
        ((coalesce(state #>> '{resource,basketId}', state #>> '{resource,paymentId}',
                   state #>> '{resource,consentId}')))
        where stream_type = 'authorisation'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.authorisations_of');
    await runner.query(`
      create index authorisations_of on es.stream
        ((coalesce(state #>> '{resource,basketId}', state #>> '{resource,paymentId}')))
        where stream_type = 'authorisation'`);
  }
}
