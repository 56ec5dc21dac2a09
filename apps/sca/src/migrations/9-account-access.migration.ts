import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The letter of the key with which a TPP first saw the id of an account or card account, and the function
 * that reads all facts of an access to accounts by one statement, in the order of the questions.
 *
 * The settings of the function are those of the hot functions of the event store: a plan from the time
 * when the tables were empty uses the indexes too.
 */
export class AccountAccess1790000000009 implements MigrationInterface {
  readonly name = 'AccountAccess1790000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table id_key (
        tpp text not null,
        resource text not null,
        letter text not null,
        primary key (tpp, resource));

      create function account_access_facts(
        p_tpp text[], p_psu text[], p_context text[], p_suffix text[]
      ) returns table (
        customer_id text, now timestamptz, session jsonb, session_version integer,
        access jsonb, access_version integer, letters json)
      language plpgsql stable
        set enable_seqscan = off
        set enable_hashjoin = off
        set enable_mergejoin = off
        set jit = off
        set plan_cache_mode = force_generic_plan
      as $$
      #variable_conflict use_column
      begin
        return query
          select psu.customer_id, clock_timestamp(), session.state, session.state_version,
                 access.state, access.state_version,
                 (select json_object_agg(k.resource, k.letter) from id_key k
                   where k.tpp = asked.tpp and k.resource = any (array(
                     select jsonb_array_elements_text(access.state -> 'accounts')
                     union all
                     select jsonb_array_elements_text(access.state -> 'cardAccounts'))))
            from unnest(p_tpp, p_psu, p_context, p_suffix) with ordinality
                   as asked (tpp, psu, context, suffix, place)
            -- The limit keeps this a lookup by the index for each question.
            left join lateral (
              select p.state ->> 'customerId' as customer_id from es.view p
               where p.stream_type = 'psu'
                 and p.state ->> 'psuId' = asked.psu and p.state ->> 'tpp' = asked.tpp
                 and p.stream_id = 'psu-' || asked.tpp || '-' || (p.state ->> 'customerId')
                                     || asked.suffix
               limit 1) psu on true
            left join es.view session on session.stream_id =
                   'session-' || asked.tpp || '-' || psu.customer_id || asked.suffix
            left join es.view access on access.stream_id =
                   'access-' || asked.tpp || '-' || psu.customer_id || '-' || asked.context
                             || asked.suffix
           order by asked.place;
      end $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function account_access_facts; drop table id_key');
  }
}
