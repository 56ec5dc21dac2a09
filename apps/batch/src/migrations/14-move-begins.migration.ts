import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the clock of a world moves: what is under way at that moment holds the world for a while. */
export class MoveBegins1790000000014 implements MigrationInterface {
  readonly name = 'MoveBegins1790000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table world_move add column begun_at timestamptz not null default now()',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table world_move drop column begun_at');
  }
}
