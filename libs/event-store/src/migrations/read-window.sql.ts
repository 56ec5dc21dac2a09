import { indexOnly } from './index-only.sql.js';

/**
 * One page of a window: the events of transactions that `p_cur` sees and `p_prev` does not, in
 * (tx, position) order after the last one read. Every transaction is in exactly one window, whenever
 * it commits, so nothing is skipped and nothing waits for other transactions of the cluster. The
 * order guard of the append makes (tx, position) rise with the version of a stream.
 */
export const createReadWindow = `
create function es.read_window(
  p_prev pg_snapshot, p_cur pg_snapshot, p_tx xid8, p_position bigint, p_limit integer,
  p_types text[]
) returns setof es.event
language plpgsql stable ${indexOnly}
  set enable_bitmapscan = off
as $$
begin
  return query
    select e.* from es.event e
     where e.tx >= pg_snapshot_xmin(p_prev) and e.tx < pg_snapshot_xmax(p_cur)
       and pg_visible_in_snapshot(e.tx, p_cur) and not pg_visible_in_snapshot(e.tx, p_prev)
       and (e.tx, e.position) > (p_tx, p_position)
       and (p_types is null or e.type = any(p_types))
     order by e.tx, e.position limit p_limit;
end
$$`;
