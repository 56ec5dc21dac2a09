import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Checks the kinds of the reads from before migration 12. A migration has a separate transaction, so the scan
 * holds a lock that lets reads be counted meanwhile.
 */
export class ReadKinds1790000000013 implements MigrationInterface {
  readonly name = 'ReadKinds1790000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table unattended_read validate constraint unattended_read_kind_check',
    );
  }

  /** The constraint is that of migration 12, which removes it. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
