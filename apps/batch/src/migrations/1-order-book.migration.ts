import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The order book, and what a run has picked from it. `due_day` is the first day on which a run may execute the
 * order: null while nothing is known of its receipt, and after the last occurrence of a periodic order.
 */
export class OrderBook1790000000001 implements MigrationInterface {
  readonly name = 'OrderBook1790000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table order_book (
        payment_id text collate "C" primary key,
        generation bigint not null,
        version bigint not null,
        status text not null,
        claimed_by text,
        claimed_occurrence date,
        rejected_by text,
        rejection_code text,
        rejection_reason text,
        service text,
        product text,
        tpp text,
        is_instant boolean,
        received_day date,
        terms_version bigint not null,
        is_urgent boolean,
        requested_day date,
        next_occurrence date,
        parts int,
        due_day date generated always as (
          case when received_day is null then null
               when service = 'periodic-payments' then next_occurrence
               else greatest(received_day, requested_day) end) stored
      ) with (fillfactor = 80)`);
    // Approved orders only: an order leaves the index when a run claims it.
    await runner.query(`
      create index order_book_due on order_book (generation, is_urgent, due_day, payment_id)
        where status = 'ACTC' and not is_instant and due_day is not null`);
    await runner.query(`
      create index order_book_instant on order_book (generation, payment_id)
        where status = 'ACTC' and is_instant`);
    await runner.query(`
      create table run_item (
        payment_id text collate "C",
        occurrence text collate "C",
        run text not null,
        primary key (payment_id, occurrence)
      )`);
    await runner.query('create index run_item_of_run on run_item (run)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table run_item');
    await runner.query('drop table order_book');
  }
}
