import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = `
  create table unattended_read (
    permit uuid not null,
    tpp text not null,
    customer_id text not null,
    generation bigint not null,
    account text not null,
    kind text not null check (kind in ('balances', 'transactions')),
    at timestamptz not null,
    primary key (permit, account));
  create index unattended_reads_of
    on unattended_read (tpp, customer_id, generation, account, kind, at);
  create index unattended_read_by_age on unattended_read (at);`;

/**
 * Takes the read of all accounts or of none. It counts and inserts under a lock per TPP, customer and
 * generation: each of its statements sees the reads of everybody who held the lock before. Its one row
 * holds the permit of the read, or `until`, when the next read is possible, or neither for details that an
 * earlier read of the transactions covers. The time is an argument; the service passes the clock of the
 * database.
 */
const takeReads = `
  create function take_unattended_reads(
    p_tpp text, p_customer text, p_generation bigint, p_kind text, p_accounts text[],
    p_at timestamptz
  ) returns table (permit uuid, until timestamptz)
  language plpgsql
    set enable_seqscan = off
    set plan_cache_mode = force_generic_plan
  as $$
  #variable_conflict use_column
  declare
    counted constant text := case p_kind when 'details' then 'transactions' else p_kind end;
    since constant timestamptz := p_at - interval '24 hours';
    taken constant uuid := gen_random_uuid();
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
        return query select null::uuid, null::timestamptz;
        return;
      end if;
    end if;

    -- An account can be read again when its fourth read from the end is 24 hours old.
    select max(fourth.at) + interval '24 hours' into next_at
      from unnest(p_accounts) asked (account)
     cross join lateral (
       select r.at from unattended_read r
        where r.tpp = p_tpp and r.customer_id = p_customer and r.generation = p_generation
          and r.account = asked.account and r.kind = counted and r.at > since
        order by r.at desc offset 3 limit 1) fourth;
    if next_at is not null then
      return query select null::uuid, next_at;
      return;
    end if;

    insert into unattended_read (permit, tpp, customer_id, generation, account, kind, at)
      select taken, p_tpp, p_customer, p_generation, asked.account, counted, p_at
        from unnest(p_accounts) asked (account);
    return query select taken, null::timestamptz;
  end $$`;

/**
 * The counted reads of accounts without the PSU, one row for each account of a read, and the function that
 * takes a read (specification section 8).
 */
export class UnattendedRead1790000000008 implements MigrationInterface {
  readonly name = 'UnattendedRead1790000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(table);
    await runner.query(takeReads);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function take_unattended_reads; drop table unattended_read');
  }
}
