-- Metadata that leaves out what follows from the stream and the data of an event (write/short-meta.ts).
--
-- A short form is told by its first characters, not by a member: PostgreSQL takes no JSON apart that has certain
-- escaped characters, and whole metadata may have them.
--
-- es.whole_meta gives the whole form. es.read_window is that of read-window.v1.sql with whole metadata: an older
-- release reads its events through this function, too. A later column of es.event has to be added to its list.
--
-- The settings are explained in append-slice.v1.sql.

create function es.whole_meta(p_stream text, p_data json, p_meta json) returns json
language plpgsql immutable
as $$
declare
  short text;
  command text;
begin
  if not starts_with(p_meta::text, '{"i":') then
    return p_meta;
  end if;
  short := p_meta->>'i';
  command := short;
  if left(short, 1) = '/' then
    command := p_stream || short;
  elsif right(short, 1) = '>' then
    command := short || p_stream;
  end if;
  if p_meta->'n' is null then
    return json_build_object(
      'commandId', command,
      'actor', coalesce(p_meta->>'a', 'event:' || split_part(command, '@', 1)),
      'requestedAt', coalesce(p_meta->>'r', p_data->>'at'));
  end if;
  return json_build_object(
    'commandId', command,
    'actor', coalesce(p_meta->>'a', 'event:' || split_part(command, '@', 1)),
    'requestedAt', coalesce(p_meta->>'r', p_data->>'at'),
    'commandEvents', p_meta->'n');
end
$$;

create or replace function es.read_window(
  p_prev pg_snapshot, p_cur pg_snapshot, p_tx xid8, p_position bigint, p_limit integer,
  p_types text[]
) returns setof es.event
language plpgsql stable
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  set plan_cache_mode = force_generic_plan
  set enable_bitmapscan = off
as $$
declare
  -- One lower bound: given two, the index may be searched from the lesser one, which is its start.
  window_tx constant xid8 := pg_snapshot_xmin(p_prev);
  from_tx constant xid8 := case when p_tx >= window_tx then p_tx else window_tx end;
  from_position constant bigint := case when p_tx >= window_tx then p_position else 0 end;
begin
  return query
    select e.position, e.tx, e.stream_id, e.version, e.id, e.type, e.schema_version, e.at, e.data,
           es.whole_meta(e.stream_id, e.data, e.meta)
      from es.event e
     where (e.tx, e.position) > (from_tx, from_position) and e.tx < pg_snapshot_xmax(p_cur)
       and pg_visible_in_snapshot(e.tx, p_cur) and not pg_visible_in_snapshot(e.tx, p_prev)
       and (p_types is null or e.type = any(p_types))
     order by e.tx, e.position limit p_limit;
end
$$;
