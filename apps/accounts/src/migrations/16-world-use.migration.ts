import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When the TPP of each world of a sandbox used it last, to the day. */
export class WorldUse1790000000016 implements MigrationInterface {
  readonly name = 'WorldUse1790000000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table world_use (
        tpp text collate "C" primary key,
        used_at timestamptz not null
      )`);
    await runner.query('create index world_use_by_age on world_use (used_at)');
    await runner.query(`
      insert into world_use (tpp, used_at)
      select state->>'tpp', clock_timestamp() from es.stream
       where stream_type = 'world' and state->>'is' = 'initialised'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table world_use');
  }
}
