import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The facts of an access to accounts where the ids of customers and agreements end in the generation of their world: a
 * stream has it once, at its end. Ids without one, as in production, name the same streams as before.
 */
export class FactsInWorld1790000000014 implements MigrationInterface {
  readonly name = 'FactsInWorld1790000000014';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(factsWith((id) => `replace(${id}, asked.suffix, '')`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(factsWith((id) => id));
  }
}

/** The function of 9-account-access.migration.ts. */
const factsWith = (bare: (id: string) => string) => `
  create or replace function account_access_facts(
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
             and p.stream_id = 'psu-' || asked.tpp || '-'
                               || ${bare("p.state ->> 'customerId'")} || asked.suffix
           limit 1) psu on true
        left join es.view session on session.stream_id =
               'session-' || asked.tpp || '-' || ${bare('psu.customer_id')} || asked.suffix
        left join es.view access on access.stream_id =
               'access-' || asked.tpp || '-' || ${bare('psu.customer_id')} || '-'
                         || ${bare('asked.context')} || asked.suffix
       order by asked.place;
  end $$`;
