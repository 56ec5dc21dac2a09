import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which worlds of a sandbox are ahead of the clocks, as a service with deadlines in its database keeps them (ADR 56). */
export class WorldTime1795000000001 implements MigrationInterface {
  readonly name = 'WorldTime1795000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table world_time (
        generation bigint primary key,
        tpp text collate "C" not null,
        ahead interval not null,
        since timestamptz not null
      )`);
    await runner.query('create index world_time_of_tpp on world_time (tpp)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table world_time');
  }
}
