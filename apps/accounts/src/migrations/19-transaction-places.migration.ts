import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The table of the projection of places of transactions (ADR 90). The second index is a page of booked ones, newest first;
 * the third has few rows behind any sequence: the open pending ones and those that ended since. Where an earlier release
 * has filled `transaction`, a rebuild fills this table, and its live reader begins here.
 */
export class TransactionPlaces1790000000019 implements MigrationInterface {
  readonly name = 'TransactionPlaces1790000000019';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table transaction_place (
        account uuid not null,
        sequence bigint not null,
        version bigint not null,
        id bigint not null,
        generation bigint not null,
        day integer not null,
        ended bigint,
        given_id bigint,
        primary key (account, sequence)
      );
      create index on transaction_place (account, day, sequence) where ended is null;
      create index on transaction_place (account, ended) where ended is not null;
      create index on transaction_place (id);
      create index on transaction_place (given_id) where given_id is not null`);
    const isUpgrade = `exists (select from es.projection where name = 'transactions')`;
    await runner.query(`
      insert into es.projection (name, version) select 'transaction-places', 1 where ${isUpgrade}`);
    await runner.query(`
      insert into es.checkpoint (name, prev)
      select 'transaction-places', pg_current_snapshot() where ${isUpgrade}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const names = `('transaction-places', 'transaction-places:rebuild')`;
    await runner.query(`
      drop table if exists shadow.transaction_place;
      drop table transaction_place;
      delete from es.projection where name in ${names};
      delete from es.checkpoint where name in ${names}`);
  }
}
