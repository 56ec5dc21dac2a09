import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table of the projection of transactions. The second index is a page of booked ones, newest first;
 * the third has few rows behind any sequence: the open pending ones and those that ended since.
 */
export class Transaction1790000000002 implements MigrationInterface {
  readonly name = 'Transaction1790000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table transaction (
        account text collate "C" not null,
        generation bigint not null,
        sequence bigint not null,
        transaction_id text collate "C" not null,
        entry_id text not null,
        status text not null,
        day text collate "C" not null,
        value_date text,
        currency text not null,
        amount text not null,
        details jsonb not null,
        ended bigint not null,
        primary key (account, generation, sequence)
      );
      create index on transaction (account, transaction_id);
      create index on transaction (account, generation, day, sequence) where status = 'booked';
      create index on transaction (account, generation, ended) where status = 'pending'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table transaction');
  }
}
