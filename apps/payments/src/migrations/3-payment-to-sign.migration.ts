import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table of the projection of payments that wait for a second signature. It takes the place of an
 * index on the write table, which every append had to keep.
 */
export class PaymentToSign1790000000003 implements MigrationInterface {
  readonly name = 'PaymentToSign1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table payment_to_sign (
        stream text primary key,
        corporate_id text not null
      );
      create index on payment_to_sign (corporate_id);
      drop index es.payments_to_sign`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index payments_to_sign on es.stream ((state #>> '{signedBy,corporateId}'))
        where stream_type = 'payment' and state ->> 'status' = 'PDNG';
      drop table payment_to_sign`);
  }
}
