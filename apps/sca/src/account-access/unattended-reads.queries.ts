import { Injectable } from '@nestjs/common';
import type { AccountRead } from '@nordgate/contracts/queries';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';

/** A read of granted accounts without the PSU. */
export interface UnattendedRead {
  readonly tpp: string;
  readonly customerId: string;
  readonly generation: number;
  readonly kind: AccountRead['kind'];
  /** Ids of accounts or card accounts, at least one, each once. */
  readonly accounts: readonly string[];
}

/** What became of a read. */
export type TakenRead =
  /** Counted, and given back by this permit. */
  | { readonly is: 'taken'; readonly permit: string }
  /** Details of a transaction whose list was read in the last 24 hours: not counted again. */
  | { readonly is: 'covered' }
  /** One of the accounts was read four times in the last 24 hours. Nothing is counted. ISO 8601. */
  | { readonly is: 'exceeded'; readonly until: string };

/** By migrations/8-unattended-read.migration.ts: one statement, exact for any number of replicas. */
const take = {
  name: 'sca.take-unattended-reads',
  text: 'select permit, until from take_unattended_reads($1, $2, $3, $4, $5, clock_timestamp())',
};

const giveBack = {
  name: 'sca.give-back-read',
  text: 'delete from unattended_read where permit = $1',
};

const permitForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Counts the reads of accounts without the PSU in a table of sca's database. */
@Injectable()
export class UnattendedReads {
  constructor(private readonly store: EventStore) {}

  /** Takes the read of all accounts or of none, at the time of the database. */
  async take({ tpp, customerId, generation, kind, accounts }: UnattendedRead): Promise<TakenRead> {
    const { rows } = await this.store.database.pool.query<{
      readonly permit: string | null;
      readonly until: Date | null;
    }>({ ...take, values: [tpp, customerId, generation, kind, accounts] });
    const { permit = null, until = null } = rows[0] ?? {};
    if (until !== null) return { is: 'exceeded', until: until.toISOString() };
    return permit === null ? { is: 'covered' } : { is: 'taken', permit };
  }

  /** Removes a counted read. False for one that is gone or never was. */
  async giveBack(permit: string): Promise<boolean> {
    if (!permitForm.test(permit)) return false;
    const { rowCount } = await this.store.database.pool.query({ ...giveBack, values: [permit] });
    return (rowCount ?? 0) > 0;
  }
}

/** Deletes reads that no longer count. Returns how many rows there were. */
export async function deleteOldReads({ pool }: Pick<Database, 'pool'>): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from unattended_read where at < clock_timestamp() - interval '25 hours'`,
  );
  return rowCount ?? 0;
}
