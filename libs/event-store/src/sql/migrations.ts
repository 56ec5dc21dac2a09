import { readFileSync } from 'node:fs';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrate } from './migrate.js';
import type { MigrationClass } from './migrate.js';

/** The text of a SQL file beside this module; the build copies these files to `dist`. */
function sql(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}

/** The first form of the schema `es`: tables and functions. */
class CreateEventStore1700000000000 implements MigrationInterface {
  readonly name = 'CreateEventStore1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('tables.v1.sql'));
    await runner.query(sql('whole-groups.v1.sql'));
    await runner.query(sql('contested-claims.v1.sql'));
    await runner.query(sql('append-slice.v1.sql'));
    await runner.query(sql('load-slice.v1.sql'));
    await runner.query(sql('read-window.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema es cascade');
  }
}

/** Appends that need no load before them. */
class CreateAppendUnasked1764000000000 implements MigrationInterface {
  readonly name = 'CreateAppendUnasked1764000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('append-unasked.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function es.append_unasked');
  }
}

/** Projections that follow the event table and are rebuilt beside it. */
class CreateProjections1765000000000 implements MigrationInterface {
  readonly name = 'CreateProjections1765000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('projections.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema shadow cascade; drop table es.projection');
  }
}

/** Streams that were deleted after their retention: the view leaves out their tombstones. */
class LeaveOutTombstones1766000000000 implements MigrationInterface {
  readonly name = 'LeaveOutTombstones1766000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('view.v2.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create or replace view es.view as
        select s.stream_id, s.stream_type, s.version, s.state_version, s.state, s.updated_at
          from es.stream s, (select) read_only`);
  }
}

/** Pages of events that are bounded in bytes. */
class CreateReadPage1767000000000 implements MigrationInterface {
  readonly name = 'CreateReadPage1767000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('read-page.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function es.read_page');
  }
}

/** The parts of the export. */
class CreateExport1768000000000 implements MigrationInterface {
  readonly name = 'CreateExport1768000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('export.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table es.export');
  }
}

/** Metadata without what the stream and the data of an event tell. */
class ShortenMeta1769000000000 implements MigrationInterface {
  readonly name = 'ShortenMeta1769000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('short-meta.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function es.read_window');
    await runner.query(sql('read-window.v1.sql'));
    await runner.query('drop function es.whole_meta');
  }
}

/** Pages of events with their metadata as it is stored. */
class CreateStoredPage1770000000000 implements MigrationInterface {
  readonly name = 'CreateStoredPage1770000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('stored-page.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function es.stored_page; drop function es.stored_window');
  }
}

/** The archive of ended streams. */
class CreateArchive1771000000000 implements MigrationInterface {
  readonly name = 'CreateArchive1771000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('archive.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table es.stream drop column archive; drop table es.archive; drop table es.archive_month`);
  }
}

/** The pass that rewrites the export without deleted events. */
class CreateExportPass1772000000000 implements MigrationInterface {
  readonly name = 'CreateExportPass1772000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('export-pass.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table es.export_pass; alter table es.export drop column oldest_at');
  }
}

/** Rebuilds that read ranges of streams. */
class CreateRebuildRanges1774000000000 implements MigrationInterface {
  readonly name = 'CreateRebuildRanges1774000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('rebuild-ranges.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function es.rebuild_page; drop table es.rebuild_range; drop table es.rebuild`);
  }
}

/** States for queries, without the order that a decision needs. */
class CreateLoadStates1779000000000 implements MigrationInterface {
  readonly name = 'CreateLoadStates1779000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('load-states.v1.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function es.load_states');
  }
}

/**
 * Shorter ids in the inbox. Both functions keep their parameters, so a process of the release before uses them, too. After
 * `down` the ids that were shortened are not found, and deciders recognise a repeat of such a command.
 */
class ShortenInbox1781000000000 implements MigrationInterface {
  readonly name = 'ShortenInbox1781000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql('inbox-key.v1.sql'));
    await runner.query(sql('append-slice.v2.sql'));
    await runner.query(sql('load-slice.v2.sql'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function es.load_slice; drop function es.append_slice');
    await runner.query(sql('append-slice.v1.sql'));
    await runner.query(sql('load-slice.v1.sql'));
    await runner.query('drop function es.inbox_keys; drop function es.inbox_key');
  }
}

/**
 * The event store's part of every service database, in the order in which it runs. A migration that
 * was released never changes, and neither does a SQL file that it loads (`frozen-sql.json`): add a
 * new file and a new migration.
 */
export const eventStoreMigrations = [
  CreateEventStore1700000000000,
  CreateAppendUnasked1764000000000,
  CreateProjections1765000000000,
  LeaveOutTombstones1766000000000,
  CreateReadPage1767000000000,
  CreateExport1768000000000,
  ShortenMeta1769000000000,
  CreateStoredPage1770000000000,
  CreateArchive1771000000000,
  CreateExportPass1772000000000,
  CreateRebuildRanges1774000000000,
  CreateLoadStates1779000000000,
  ShortenInbox1781000000000,
];

/**
 * Runs the migrations of the event store and then those of a service, where the database lacks them.
 * Returns the names of those that ran. Throws as {@link migrate}.
 */
export function migrateDatabase(
  url: string,
  migrations: readonly MigrationClass[],
): Promise<readonly string[]> {
  return migrate(url, [...eventStoreMigrations, ...migrations]);
}
