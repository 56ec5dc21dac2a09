import { Inject, Injectable } from '@nestjs/common';
import type { AccountRead, ExceededReads } from '@nordgate/contracts/queries';
import { uuidForm } from '@nordgate/contracts/rules';
import { EventStore } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { WORLD_CLOCKS } from '@nordgate/service';
import type { WorldClocks } from '@nordgate/service';

/** A read of granted accounts without the PSU. */
export interface UnattendedRead {
  readonly tpp: string;
  readonly customerId: string;
  readonly generation: number;
  readonly kind: AccountRead['kind'];
  /** Ids of accounts or card accounts, at least one, each once. */
  readonly accounts: readonly string[];
  /** The most reads of an account in 24 hours. */
  readonly max: number;
  /** Whether the accounts that have reads left are read without the others. */
  readonly each: boolean;
}

/** What became of a read. */
export type TakenRead =
  /** Counted, and given back by this permit. The reads of some accounts may be used up. */
  | { readonly is: 'taken'; readonly permit: string; readonly exceeded?: ExceededReads }
  /** Details of a transaction whose list was read in the last 24 hours: not counted again. */
  | { readonly is: 'covered' }
  /** The reads of 24 hours are used up, with `each` those of every account. Nothing is counted. ISO 8601. */
  | { readonly is: 'exceeded'; readonly until: string };

/** By migrations/12-read-permits.migration.ts: one statement, exact for any number of replicas. */
const takeBy = ({ ahead }: Pick<WorldClocks, 'ahead'>) => ({
  name: 'sca.take-read-permit',
  text: `select permit, until, exceeded
           from take_read_permit($1, $2, $3, $4, $5, clock_timestamp() + ${ahead('$3::bigint')}, $6, $7)`,
});

const giveBack = {
  name: 'sca.give-back-read',
  text: 'delete from unattended_read where permit = $1',
};

/** Counts the reads of accounts without the PSU in a table of sca's database. */
@Injectable()
export class UnattendedReads {
  private readonly takeRead: ReturnType<typeof takeBy>;

  constructor(
    private readonly store: EventStore,
    @Inject(WORLD_CLOCKS) clocks: Pick<WorldClocks, 'ahead'>,
  ) {
    this.takeRead = takeBy(clocks);
  }

  /** Takes the read of all accounts or of none, or of each that is free, at the time of the world. */
  async take(read: UnattendedRead): Promise<TakenRead> {
    const { tpp, customerId, generation, kind, accounts, max, each } = read;
    const { rows } = await this.store.database.pool.query<{
      readonly permit: string | null;
      readonly until: Date | null;
      readonly exceeded: readonly string[];
    }>({ ...this.takeRead, values: [tpp, customerId, generation, kind, accounts, max, each] });
    const { permit = null, until: next = null, exceeded: ids = [] } = rows[0] ?? {};
    const until = next?.toISOString();
    if (permit === null) return until === undefined ? { is: 'covered' } : { is: 'exceeded', until };
    return { is: 'taken', permit, ...(until !== undefined && { exceeded: { ids, until } }) };
  }

  /** Removes a counted read. False for one that is gone or never was. */
  async giveBack(permit: string): Promise<boolean> {
    if (!uuidForm.test(permit)) return false;
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
