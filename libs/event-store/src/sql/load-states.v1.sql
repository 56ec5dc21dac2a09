-- Loads the states of streams for queries, which decide nothing: without inbox, parked messages and claims.
-- s_state_version and the column "kind" are those of load-slice.v1.sql.
--
-- The rows come in any order: two sorts of a few rows took a quarter of the time of es.load_slice. The order
-- inside is that of the index, which costs nothing without bitmaps; it keeps the condition on the stream's row
-- apart from the events, so that they are looked for only where they are needed.
--
-- The other settings are explained in append-slice.v1.sql.

create function es.load_states(s_id text[], s_state_version integer[])
returns table (kind text, id text, version bigint, detail text, number integer, data json)
language plpgsql stable
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set enable_bitmapscan = off
  set jit = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    select case when e.version is null then 'view' else 'event' end, s.stream_id,
           coalesce(e.version, s.version), e.type, coalesce(e.schema_version, s.state_version),
           coalesce(e.data, s.state::json)
      from unnest(s_id, s_state_version) w (id, wanted)
      join es.stream s on s.stream_id = w.id
      left join lateral (
           select e.version, e.type, e.schema_version::integer, e.data
             from es.event e
            where e.stream_id = s.stream_id and s.state_version <> w.wanted
            order by e.version) e on true;
end
$$;
