import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The register of payment statuses that basket statuses are folded over. */
export class PaymentRegister1790000000001 implements MigrationInterface {
  readonly name = 'PaymentRegister1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table payment_register (
        payment_id text primary key,
        version bigint not null,
        status text not null,
        funds_available boolean
      ) with (fillfactor = 80)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table payment_register');
  }
}
