import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row per projection: which version of its definition filled its table, what an operator has asked
 * for, and why it stands still. The schema `shadow` holds the table that a rebuild is filling.
 */
const createProjections = `
create table es.projection (
  name text primary key,
  version integer not null check (version > 0),
  rebuild_requested_at timestamptz,
  shadow_version integer,
  fault text,
  updated_at timestamptz not null default now()
);
create schema shadow;`;

/** Projections that follow the event table and are rebuilt beside it. */
export class CreateProjections1765000000000 implements MigrationInterface {
  readonly name = 'CreateProjections1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createProjections);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema shadow cascade; drop table es.projection');
  }
}
