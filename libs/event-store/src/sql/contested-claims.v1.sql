-- The claims that accepted streams ask for and cannot have: another stream holds the claim and no
-- accepted stream of this call releases it, or an earlier stream of this call asks for it as well.
--
-- The settings are explained in append-slice.v1.sql.

create function es.contested_claims(
  ok boolean[], s_id text[],
  t_stream integer[], t_scope text[], t_key text[],
  r_stream integer[], r_scope text[], r_key text[]
) returns table (s integer, scope text, key text, holder text)
language sql volatile
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  set plan_cache_mode = force_generic_plan
as $$
  select t.s, t.scope, t.key, coalesce(c.stream_id, rival.stream_id)
    from unnest(t_stream, t_scope, t_key) with ordinality t (s, scope, key, o)
    left join es.claim c
      on c.scope = t.scope and c.key = t.key and c.stream_id <> s_id[t.s]
     and not exists (
           select from unnest(r_stream, r_scope, r_key) r (s, scope, key)
            where ok[r.s] and r.scope = t.scope and r.key = t.key and s_id[r.s] = c.stream_id)
    left join lateral (
           select s_id[e.s] as stream_id
             from unnest(t_stream, t_scope, t_key) with ordinality e (s, scope, key, o)
            where ok[e.s] and e.o < t.o and e.s <> t.s and e.scope = t.scope and e.key = t.key
            order by e.o limit 1) rival on true
   where ok[t.s] and (c.stream_id is not null or rival.stream_id is not null)
$$;
