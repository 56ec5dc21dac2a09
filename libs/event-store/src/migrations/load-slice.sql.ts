import { indexOnly } from './index-only.sql.js';

/**
 * What a slice needs, under one snapshot. `s_id` with the state version that this release folds: a
 * view of that version answers a stream; otherwise its events do. Rows are told apart by `kind`:
 * view, event, known (a command id that was handled), parked (a key), claim.
 */
export const createLoadSlice = `
create function es.load_slice(
  p_consumer text, s_id text[], s_state_version integer[], p_messages text[], p_keys text[],
  c_scope text[], c_key text[]
) returns table (kind text, id text, version bigint, detail text, number integer, data jsonb)
language plpgsql stable ${indexOnly}
as $$
#variable_conflict use_column
begin
  return query
    select 'view', v.stream_id, v.version, null::text, v.state_version, v.state
      from unnest(s_id, s_state_version) w (id, wanted)
      join es.stream v on v.stream_id = w.id and v.state_version = w.wanted;
  return query
    select 'event', e.stream_id, e.version, e.type, e.schema_version::integer, e.data::jsonb
      from unnest(s_id, s_state_version) w (id, wanted)
      join es.event e on e.stream_id = w.id
     where not exists (
             select from es.stream v where v.stream_id = w.id and v.state_version = w.wanted)
     order by e.stream_id, e.version;
  if cardinality(p_messages) > 0 then
    return query
      select 'known', i.message_id, null::bigint, null::text, null::integer, null::jsonb
        from es.inbox i where i.consumer = p_consumer and i.message_id = any (p_messages);
  end if;
  if cardinality(p_keys) > 0 then
    return query
      select distinct 'parked', p.key, null::bigint, null::text, null::integer, null::jsonb
        from es.parked p
       where p.consumer = p_consumer and p.key = any (p_keys) and p.discarded_at is null;
  end if;
  if cardinality(c_key) > 0 then
    return query
      select 'claim', c.key, null::bigint, c.scope, null::integer, to_jsonb(c.stream_id)
        from unnest(c_scope, c_key) w (scope, key)
        join es.claim c on c.scope = w.scope and c.key = w.key;
  end if;
end
$$`;
