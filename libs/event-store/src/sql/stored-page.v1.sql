-- Readers of this release take the metadata of an event as it is stored, and lengthen it themselves: es.whole_meta
-- cost more than the rest of a page. es.read_window and es.read_page stay as they are for older releases.
--
-- es.stored_window is the window of read-window.v1.sql, for counts and ages of events.
--
-- es.stored_page is one page of it, bounded in bytes: a page ends before the event whose data would pass p_bytes, and
-- has one event at least. A row of nulls follows the events of a page that was cut. The loop ends there, so no event
-- behind it is read from its table.
--
-- The settings are explained in append-slice.v1.sql.

create function es.stored_window(
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
    select e.* from es.event e
     where (e.tx, e.position) > (from_tx, from_position) and e.tx < pg_snapshot_xmax(p_cur)
       and pg_visible_in_snapshot(e.tx, p_cur) and not pg_visible_in_snapshot(e.tx, p_prev)
       and (p_types is null or e.type = any(p_types))
     order by e.tx, e.position limit p_limit;
end
$$;

create function es.stored_page(
  p_prev pg_snapshot, p_cur pg_snapshot, p_tx xid8, p_position bigint, p_limit integer,
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
  window_tx constant xid8 := pg_snapshot_xmin(p_prev);
  from_tx constant xid8 := case when p_tx >= window_tx then p_tx else window_tx end;
  from_position constant bigint := case when p_tx >= window_tx then p_position else 0 end;
  found_event es.event;
  size integer;
  total bigint := 0;
begin
  for found_event in
    select e.* from es.event e
     where (e.tx, e.position) > (from_tx, from_position) and e.tx < pg_snapshot_xmax(p_cur)
       and pg_visible_in_snapshot(e.tx, p_cur) and not pg_visible_in_snapshot(e.tx, p_prev)
       and (p_types is null or e.type = any(p_types))
     order by e.tx, e.position limit p_limit
  loop
    size := octet_length(found_event.data::text);
    if total > 0 and total + size > p_bytes then
      found_event := null;
      return next found_event;
      return;
    end if;
    total := total + size;
    return next found_event;
  end loop;
end
$$;
