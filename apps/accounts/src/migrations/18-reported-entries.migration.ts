import { buildIndex } from '@nordgate/event-store';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An entry that the core reports is booked once. Its booking is one event of its account, and this index finds it by
 * the id of the entry, which has the account in it. The index also refuses a second booking by a process of the
 * release before, which looks for the entry's own stream. 128 bits of SHA-256 in place of the id: half of the bytes. A text
 * with a backslash is a `bytea` only when the backslash is doubled.
 */
export class ReportedEntries1790000000018 implements MigrationInterface {
  readonly name = 'ReportedEntries1790000000018';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const bytes = String.raw`replace(data->>'entryId', '\', '\\')::bytea`;
    const key = `encode(substring(sha256(${bytes}) for 16), 'hex')::uuid`;
    const isOfCore = `type in ('PostingsBooked', 'CardPostingsBooked') and starts_with(data->>'entryId', 'core-')`;
    const bookings = `es.event ((${key})) where ${isOfCore}`;
    await buildIndex(runner, 'event_reported_entry', bookings, { isUnique: true });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.event_reported_entry');
  }
}
