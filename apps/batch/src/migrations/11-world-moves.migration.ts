import { buildIndex } from '@nordgate/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The moves of the clocks of a sandbox's worlds, and the standing orders that they execute. */
export class WorldMoves1790000000011 implements MigrationInterface {
  readonly name = 'WorldMoves1790000000011';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table if not exists world_move (
        tpp text collate "C" primary key,
        version bigint not null,
        generation bigint not null,
        request text,
        target timestamptz,
        awaits jsonb not null
      )`);
    const standing = `public.order_book (generation, standing_day, payment_id)
      where status = 'ACTC' and standing_day is not null`;
    await buildIndex(runner, 'order_book_standing', standing);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index public.order_book_standing');
    await runner.query('drop table world_move');
  }
}
