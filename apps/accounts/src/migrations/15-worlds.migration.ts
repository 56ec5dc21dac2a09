import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes of what worlds have in common: the same customer numbers, one in each generation, and lists of one world. The
 * expression is that of `generationSql`. Production has generation 0 only, and the index of numbers serves it as before.
 */
export class Worlds1790000000015 implements MigrationInterface {
  readonly name = 'Worlds1790000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(String.raw`
      create index view_number_in_generation on es.stream ((state->>'customerNumber'),
             (coalesce(substring(stream_id from '\.([1-9][0-9]{0,9})$')::bigint, 0)))
       where stream_type = 'customer';
      create index view_list_of_generation on es.stream (stream_type,
             (coalesce(substring(stream_id from '\.([1-9][0-9]{0,9})$')::bigint, 0)))
       where stream_type in ('customer', 'agreement');
      create index view_world_generation on es.stream ((state->>'generation'))
       where stream_type = 'world';
      drop index es.view_customer_number`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index view_customer_number on es.stream ((state->>'customerNumber'))
       where stream_type = 'customer';
      drop index es.view_world_generation, es.view_list_of_generation, es.view_number_in_generation`);
  }
}
