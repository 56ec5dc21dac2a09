import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index of IdentifyCustomer: what the bank's identity provider calls its customers. */
export class CustomerIdentifiers1790000000005 implements MigrationInterface {
  readonly name = 'CustomerIdentifiers1790000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index view_customer_identifiers on es.stream
       using gin ((state->'identifiers') jsonb_path_ops)
       where stream_type = 'customer'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.view_customer_identifiers');
  }
}
