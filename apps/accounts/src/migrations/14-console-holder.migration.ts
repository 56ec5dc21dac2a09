import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who asked for a code of the console, and the version of the TPP's stop stream at that time. Codes and visits from
 * before have no roles, so they make no certificates; all of them end within an hour.
 */
export class ConsoleHolder1790000000014 implements MigrationInterface {
  readonly name = 'ConsoleHolder1790000000014';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['console_code', 'console_visit']) {
      await runner.query(`
        alter table ${table}
          add column holder jsonb not null default '{"roles": []}',
          add column stop_version bigint not null default 0`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['console_code', 'console_visit']) {
      await runner.query(`alter table ${table} drop column holder, drop column stop_version`);
    }
  }
}
