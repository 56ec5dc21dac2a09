-- es.read_window with a bound in bytes: a page ends before the event whose data would pass p_bytes, and
-- has one event at least. A row of nulls follows the events of a page that was cut. The loop ends there,
-- so no event behind it is read from its table.
--
-- The settings are explained in append-slice.v1.sql.

create function es.read_page(
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
  found_event es.event;
  size integer;
  total bigint := 0;
begin
  for found_event in
    select * from es.read_window(p_prev, p_cur, p_tx, p_position, p_limit, p_types)
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
