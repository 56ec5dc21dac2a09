import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a TPP last read the balances or the transactions of an account, for the PSU's overview. */
export class LastRead1790000000010 implements MigrationInterface {
  readonly name = 'LastRead1790000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table last_read (
        customer_id text not null,
        generation bigint not null,
        tpp text not null,
        context text not null,
        account text not null,
        kind text not null,
        attended boolean not null,
        at timestamptz not null,
        primary key (customer_id, generation, tpp, context, account, kind, attended));
      create index last_read_by_age on last_read (at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table last_read');
  }
}
