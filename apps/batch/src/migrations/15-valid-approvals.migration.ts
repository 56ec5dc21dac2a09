import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether the seal of an approval was valid when it arrived. One that was here before is checked with each claim. */
export class ValidApprovals1790000000015 implements MigrationInterface {
  readonly name = 'ValidApprovals1790000000015';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table sealed_approval add column was_valid boolean not null default false',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sealed_approval drop column was_valid');
  }
}
