import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose world a generation of the sandbox is; and the schedules that have an open run, of all worlds. */
export class Worlds1790000000008 implements MigrationInterface {
  readonly name = 'Worlds1790000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table known_generation add column tpp text collate "C";
      create index known_generation_of_tpp on known_generation (tpp, generation);
      create index open_schedule on es.stream (stream_id)
       where stream_type = 'schedule' and state ? 'open'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index es.open_schedule;
      alter table known_generation drop column tpp`);
  }
}
