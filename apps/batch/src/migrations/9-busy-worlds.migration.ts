import { buildIndex } from '@nordgate/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of a sandbox: the generations of a TPP, and the schedules of all worlds that have an open run. */
export class BusyWorlds1790000000009 implements MigrationInterface {
  readonly name = 'BusyWorlds1790000000009';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const open = `es.stream (stream_id) where stream_type = 'schedule' and state ? 'open'`;
    await buildIndex(
      runner,
      'known_generation_of_tpp',
      'public.known_generation (tpp, generation)',
    );
    await buildIndex(runner, 'open_schedule', open);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.open_schedule, public.known_generation_of_tpp');
  }
}
