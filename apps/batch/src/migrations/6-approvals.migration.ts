import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The approvals of payments as sca has sealed them, and the payments that each names. A text may be there with
 * several signatures: anybody who can write to the topic can add one, and only the check of a claim tells which is
 * that of sca. The signature is empty for an approval without a seal.
 */
export class Approvals1790000000006 implements MigrationInterface {
  readonly name = 'Approvals1790000000006';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sealed_approval (
        hash text collate "C",
        signature text collate "C",
        key_id text not null,
        text text not null,
        primary key (hash, signature)
      )`);
    await runner.query(`
      create table approved_payment (
        payment_id text collate "C",
        hash text collate "C",
        primary key (payment_id, hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table approved_payment');
    await runner.query('drop table sealed_approval');
  }
}
