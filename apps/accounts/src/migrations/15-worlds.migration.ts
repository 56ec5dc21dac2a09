import { buildIndex } from '@nordgate/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The expression of `generationSql`. */
const generation = String.raw`(coalesce(substring(stream_id from '\.([1-9][0-9]{0,9})$')::bigint, 0))`;

/**
 * Indexes of what the worlds of a sandbox have in common: the same customer numbers, one in each generation, and lists of
 * one world. Production has generation 0 only, and the index of numbers serves it.
 */
export class Worlds1790000000015 implements MigrationInterface {
  readonly name = 'Worlds1790000000015';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const number = `es.stream ((state->>'customerNumber'), ${generation}) where stream_type = 'customer'`;
    const list = `es.stream (stream_type, ${generation}) where stream_type in ('customer', 'agreement')`;
    const world = `es.stream ((state->>'generation')) where stream_type = 'world'`;
    await buildIndex(runner, 'view_number_in_generation', number);
    await buildIndex(runner, 'view_list_of_generation', list);
    await buildIndex(runner, 'view_world_generation', world);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'drop index es.view_world_generation, es.view_list_of_generation, es.view_number_in_generation',
    );
  }
}
