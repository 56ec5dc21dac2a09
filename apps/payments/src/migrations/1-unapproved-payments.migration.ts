import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds payments that nobody has approved, oldest first. Only those stand in it, so it stays small. */
export class UnapprovedPayments1790000000001 implements MigrationInterface {
  readonly name = 'UnapprovedPayments1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index unapproved_payments on es.stream ((state ->> 'acceptedAt'), stream_id)
        where stream_type = 'payment' and state ->> 'status' in ('RCVD', 'PDNG')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.unapproved_payments');
  }
}
