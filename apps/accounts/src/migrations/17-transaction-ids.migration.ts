import { buildIndex } from '@nordgate/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The index of transactions by their id. An id is a hash with the account in it, so an index that begins with the account
 * only repeats the account in each row. The worlds of a sandbox have the same ids, each in its generation.
 */
export class TransactionIds1790000000017 implements MigrationInterface {
  readonly name = 'TransactionIds1790000000017';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const byId = 'public.transaction (transaction_id, generation)';
    await buildIndex(runner, 'transaction_transaction_id_generation_idx', byId);
    await runner.query(
      'drop index concurrently if exists public.transaction_account_transaction_id_idx',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    const byAccount = 'public.transaction (account, transaction_id)';
    await buildIndex(runner, 'transaction_account_transaction_id_idx', byAccount);
    await runner.query('drop index public.transaction_transaction_id_generation_idx');
  }
}
