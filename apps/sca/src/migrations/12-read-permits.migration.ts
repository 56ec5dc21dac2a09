import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Takes the read of all accounts or of none, or, with `p_each`, of those accounts that are free. It counts and
 * inserts under the lock of `take_unattended_reads`, so both functions count each other's reads exactly. Its
 * one row holds the permit of the read, the accounts that are not free, and when the next of them is: all of
 * them for a read of all accounts, the first of them with `p_each`. Details that an earlier read of the
 * transactions covers have no permit.
 */
const takePermit = `
  create function take_read_permit(
    p_tpp text, p_customer text, p_generation bigint, p_kind text, p_accounts text[],
    p_at timestamptz, p_max integer, p_each boolean
  ) returns table (permit uuid, until timestamptz, exceeded text[])
  language plpgsql
    set enable_seqscan = off
    set plan_cache_mode = force_generic_plan
  as $$
  #variable_conflict use_column
  declare
    counted constant text := case p_kind when 'details' then 'transactions' else p_kind end;
    since constant timestamptz := p_at - interval '24 hours';
    taken constant uuid := gen_random_uuid();
    full_accounts text[];
    next_at timestamptz;
  begin
    perform pg_advisory_xact_lock(hashtextextended(
      format('unattended %s %s %s', p_tpp, p_customer, p_generation), 0));

    if p_kind = 'details' then
      p_accounts := array(
        select asked.account from unnest(p_accounts) asked (account)
         where not exists (
           select from unattended_read r
            where r.tpp = p_tpp and r.customer_id = p_customer and r.generation = p_generation
              and r.account = asked.account and r.kind = counted and r.at > since));
      if p_accounts = '{}' then
        return query select null::uuid, null::timestamptz, '{}'::text[];
        return;
      end if;
    end if;

    -- An account can be read again when the last read that fills its limit is 24 hours old.
    select array_agg(asked.account order by asked.account),
           case when p_each then min(last.at) else max(last.at) end + interval '24 hours'
      into full_accounts, next_at
      from unnest(p_accounts) asked (account)
     cross join lateral (
       select r.at from unattended_read r
        where r.tpp = p_tpp and r.customer_id = p_customer and r.generation = p_generation
          and r.account = asked.account and r.kind = counted and r.at > since
        order by r.at desc offset p_max - 1 limit 1) last;
    if next_at is not null then
      if p_each then
        p_accounts := array(
          select asked.account from unnest(p_accounts) asked (account)
           where asked.account <> all (full_accounts));
      end if;
      if not p_each or p_accounts = '{}' then
        return query select null::uuid, next_at, full_accounts;
        return;
      end if;
    end if;

    insert into unattended_read (permit, tpp, customer_id, generation, account, kind, at)
      select taken, p_tpp, p_customer, p_generation, asked.account, counted, p_at
        from unnest(p_accounts) asked (account);
    return query select taken, next_at, coalesce(full_accounts, '{}');
  end $$`;

/**
 * Counts questions about funds beside the reads, with their own limit, and reads of lists account by
 * account. The function of the release before stays: both releases run during a rollout. The next migration
 * validates the constraint, in a separate transaction: this one locks the table.
 */
export class ReadPermits1790000000012 implements MigrationInterface {
  readonly name = 'ReadPermits1790000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table unattended_read drop constraint unattended_read_kind_check;
      alter table unattended_read add constraint unattended_read_kind_check
        check (kind in ('balances', 'transactions', 'funds')) not valid`);
    await runner.query(takePermit);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop function take_read_permit;
      delete from unattended_read where kind = 'funds';
      alter table unattended_read drop constraint unattended_read_kind_check;
      alter table unattended_read add constraint unattended_read_kind_check
        check (kind in ('balances', 'transactions'))`);
  }
}
