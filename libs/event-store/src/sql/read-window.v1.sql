-- One page of a window: the events of transactions that p_cur sees and p_prev does not, in (tx,
-- position) order after the last event that was read. Every transaction is in exactly one window,
-- whenever it commits, so no event is skipped and no reader waits for other transactions of the
-- cluster. The order guard of es.append_slice makes (tx, position) rise with the version of a
-- stream.
--
-- The settings are explained in append-slice.v1.sql.

create function es.read_window(
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
