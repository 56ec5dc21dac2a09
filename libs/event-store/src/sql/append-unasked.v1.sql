-- es.append_slice for messages that were decided without es.load_slice. The write finds out what
-- the load would have said: es.append_slice refuses a stream that exists. A parked message of one
-- of the keys (p_keys) raises 40001 before anything is written.
--
-- The settings are explained in append-slice.v1.sql.

create function es.append_unasked(
  p_consumer text,
  s_id text[], s_type text[], s_expected bigint[], s_version bigint[],
  s_state_version integer[], s_state jsonb, s_group integer[],
  e_stream integer[], e_version bigint[], e_type text[], e_schema smallint[],
  e_data json, e_meta json,
  t_stream integer[], t_scope text[], t_key text[],
  r_stream integer[], r_scope text[], r_key text[],
  i_stream integer[], i_message text[],
  p_keys text[]
) returns table (stream_id text, reason text, scope text, key text, holder text)
language plpgsql
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  if exists (
       select from es.parked p
        where p.consumer = p_consumer and p.key = any (p_keys) and p.discarded_at is null)
  then
    raise exception 'a message of one of the keys is parked' using errcode = '40001';
  end if;
  return query
    select a.* from es.append_slice(
      p_consumer, s_id, s_type, s_expected, s_version, s_state_version, s_state, s_group,
      e_stream, e_version, e_type, e_schema, e_data, e_meta,
      t_stream, t_scope, t_key, r_stream, r_scope, r_key, i_stream, i_message) a;
end
$$;
