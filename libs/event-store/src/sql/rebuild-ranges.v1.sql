-- A rebuild reads the events of streams by ranges of stream ids.
--
-- es.rebuild        one row per rebuild that runs. snapshot: the ranges have the events that it sees; later events follow
--                   in windows. expected: about how many events or streams are to be read. archived: the last
--                   file of the archive that was read. began_at, began_with: since when its leader reads, and from where on
-- es.rebuild_range  stream_id, version: the last event that was read. until: the last stream id of the range
--
-- While ranges are filled, es.projection.shadow_version is negative. A release that knows no ranges finds another
-- version there and begins with an empty table.
--
-- es.rebuild_page gives one page of a range, in the order of the primary key: the events of p_types that p_snapshot sees,
-- then a row without a type. That row has the last event the page has looked at, and in position how many
-- they were. Without events behind the place there is no row. A page looks at p_limit events, and ends before the event
-- whose data would pass p_bytes.
--
-- A later column of es.event has to be added to the last row. The settings are explained in append-slice.v1.sql.

create table es.rebuild (
  name text primary key,
  plan uuid not null unique default gen_random_uuid(),
  snapshot pg_snapshot,
  expected bigint not null,
  archived integer not null default 0,
  began_at timestamptz not null default clock_timestamp(),
  began_with bigint not null default 0
);

create table es.rebuild_range (
  plan uuid not null,
  number integer not null,
  stream_id text not null default '',
  version bigint not null default 0,
  until text not null,
  read bigint not null default 0,
  is_done boolean not null default false,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (plan, number)
);

create function es.rebuild_page(
  p_snapshot pg_snapshot, p_stream text, p_version bigint, p_until text, p_limit integer,
  p_types text[], p_bytes integer
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
  found_event es.event;
  place_stream text;
  place_version bigint;
  size integer;
  looked bigint := 0;
  total bigint := 0;
begin
  for found_event in
    select * from es.event e
     where (e.stream_id, e.version) > (p_stream, p_version) and e.stream_id <= p_until
     order by e.stream_id, e.version limit p_limit
  loop
    if found_event.type = any (p_types) and pg_visible_in_snapshot(found_event.tx, p_snapshot) then
      size := octet_length(found_event.data::text);
      exit when total > 0 and total + size > p_bytes;
      total := total + size;
      return next found_event;
    end if;
    looked := looked + 1;
    place_stream := found_event.stream_id;
    place_version := found_event.version;
  end loop;
  if looked > 0 then
    return query
      select looked, null::xid8, place_stream, place_version, null::uuid, null::text, null::smallint,
             null::timestamptz, null::json, null::json;
  end if;
end
$$;
