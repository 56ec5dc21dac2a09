-- es.load_slice of load-slice.v1.sql, which explains it. Ids of commands are looked up in the forms that es.inbox_keys gives.

create or replace function es.load_slice(
  p_consumer text, s_id text[], s_state_version integer[], p_messages text[], p_keys text[],
  c_scope text[], c_key text[]
) returns table (kind text, id text, version bigint, detail text, number integer, data json)
language plpgsql stable
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  -- The condition inside is on the stream's row, so events are looked for only where they are needed.
  return query
    select case when e.version is null then 'view' else 'event' end, s.stream_id,
           coalesce(e.version, s.version), e.type, coalesce(e.schema_version, s.state_version),
           coalesce(e.data, s.state::json)
      from unnest(s_id, s_state_version) with ordinality w (id, wanted, i)
      join es.stream s on s.stream_id = w.id
      left join lateral (
           select e.version, e.type, e.schema_version::integer, e.data
             from es.event e
            where e.stream_id = s.stream_id and s.state_version <> w.wanted
            order by e.version) e on true
     order by w.i, e.version;
  if cardinality(p_messages) > 0 then
    return query
      select 'known', w.id, null::bigint, null::text, null::integer, null::json
        from unnest(p_messages) w (id)
       where exists (
               select from es.inbox i
                where i.consumer = p_consumer and i.message_id = any (es.inbox_keys(w.id)));
  end if;
  if cardinality(p_keys) > 0 then
    return query
      select 'parked', w.key, null::bigint, null::text, null::integer, null::json
        from unnest(p_keys) w (key)
       where exists (
               select from es.parked p
                where p.consumer = p_consumer and p.key = w.key and p.discarded_at is null);
  end if;
  if cardinality(c_key) > 0 then
    return query
      select 'claim', c.key, null::bigint, c.scope, null::integer, to_json(c.stream_id)
        from unnest(c_scope, c_key) w (scope, key)
        join es.claim c on c.scope = w.scope and c.key = w.key;
  end if;
end
$$;
