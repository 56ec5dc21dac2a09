import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whose world a generation of the sandbox is. */
export class Worlds1790000000008 implements MigrationInterface {
  readonly name = 'Worlds1790000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table known_generation add column tpp text collate "C"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table known_generation drop column tpp');
  }
}
