import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the payments that wait for a second signature under an agreement; only those stand in it. */
export class PaymentsToSign1790000000002 implements MigrationInterface {
  readonly name = 'PaymentsToSign1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index payments_to_sign on es.stream ((state #>> '{signedBy,corporateId}'))
        where stream_type = 'payment' and state ->> 'status' = 'PDNG'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.payments_to_sign');
  }
}
