import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The authorisations of payments and baskets that nobody has touched: a row in place of a stream (docs/adr/0067). */
export class UntouchedAuthorisations1790000000015 implements MigrationInterface {
  readonly name = 'UntouchedAuthorisations1790000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table untouched_authorisation (
        authorisation_id text primary key,
        expires_at timestamptz not null,
        at timestamptz not null,
        ahead_ms float8,
        token_hash text not null,
        -- Texts that were checked once.
        resource json not null,
        initiator json not null,
        traceparent text,
        tracestate text)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table untouched_authorisation');
  }
}
