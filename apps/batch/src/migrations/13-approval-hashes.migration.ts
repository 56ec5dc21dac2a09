import { buildIndex } from '@nordgate/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the payments of an approval: its text goes with the last one of them, every day (ADR 91). */
export class ApprovalHashes1790000000013 implements MigrationInterface {
  readonly name = 'ApprovalHashes1790000000013';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'approved_payment_hash', 'public.approved_payment (hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index public.approved_payment_hash');
  }
}
