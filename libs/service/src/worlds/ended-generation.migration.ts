import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The generations of a sandbox that have ended, and of which a service may have something left. */
export class EndedGeneration1795000000002 implements MigrationInterface {
  readonly name = 'EndedGeneration1795000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'create table ended_generation (generation bigint primary key, since timestamptz not null)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ended_generation');
  }
}
