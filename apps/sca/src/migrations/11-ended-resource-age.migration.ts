import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a resource was noted as ended, so that old notes can be deleted. Notes from before count from now. */
export class EndedResourceAge1790000000011 implements MigrationInterface {
  readonly name = 'EndedResourceAge1790000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table ended_resource add column at timestamptz not null default now();
      create index ended_resource_by_age on ended_resource (at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table ended_resource drop column at');
  }
}
