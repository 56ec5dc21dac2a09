import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes on the folded states behind es.view, one per way in which the queries look for them. */
export class ViewIndexes1790000000001 implements MigrationInterface {
  readonly name = 'ViewIndexes1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index view_stream_type on es.stream (stream_type)`);
    await runner.query(`
      create index view_customer_number on es.stream ((state->>'customerNumber'))
       where stream_type = 'customer'`);
    await runner.query(`
      create index view_account_owner on es.stream ((state->>'ownerId'))
       where stream_type = 'account'`);
    await runner.query(`
      create index view_card_account_owner on es.stream ((state->>'ownerId'))
       where stream_type = 'card-account'`);
    await runner.query(`
      create index view_agreement_engagements on es.stream
       using gin ((state->'engagements') jsonb_path_ops)
       where stream_type = 'agreement'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.view_agreement_engagements');
    await runner.query('drop index es.view_card_account_owner');
    await runner.query('drop index es.view_account_owner');
    await runner.query('drop index es.view_customer_number');
    await runner.query('drop index es.view_stream_type');
  }
}
