-- es.append_slice of append-slice.v1.sql, which explains it. Ids of commands go into the inbox in the form that es.inbox_key gives.

create or replace function es.append_slice(
  p_consumer text,
  s_id text[], s_type text[], s_expected bigint[], s_version bigint[],
  s_state_version integer[], s_state jsonb, s_group integer[],
  e_stream integer[], e_version bigint[], e_type text[], e_schema smallint[],
  e_data json, e_meta json,
  t_stream integer[], t_scope text[], t_key text[],
  r_stream integer[], r_scope text[], r_key text[],
  i_stream integer[], i_message text[]
) returns table (stream_id text, reason text, scope text, key text, holder text)
language plpgsql
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  me constant xid8 := pg_current_xact_id();
  claiming constant boolean := cardinality(t_key) + cardinality(r_key) > 0;
  checked boolean := claiming;
  ok boolean[] := array_fill(true, array[cardinality(s_id)]);
  told integer[] := '{}';
  hits integer[];
  stale boolean;
  written bigint;
  created bigint;
  hit record;
begin
  -- One lock order for everybody: known streams by id, claims, new streams, inbox ids.
  -- Nearly always everything is as expected, and the write itself finds that out: only when it does
  -- not, it is undone and every stream is looked at. Claims are always looked at first.
  loop
    if checked then
      perform from es.stream s where s.stream_id = any (s_id)
        order by s.stream_id for no key update;

      -- The order guard: under a transaction id older than the last writer's, (tx, position) would
      -- no longer rise with the version.
      select array_agg(coalesce(s.version, 0) = w.expected order by w.i),
             coalesce(bool_or(s.version = w.expected and s.last_tx > me), false)
        into ok, stale
        from unnest(s_id, s_expected) with ordinality w (id, expected, i)
        left join es.stream s on s.stream_id = w.id;
      if stale then
        raise exception 'transaction id older than the last writer of a stream'
              using errcode = '40001';
      end if;

      if false = any (ok) then
        told := array(select i from generate_subscripts(ok, 1) i where not ok[i]);
        return query select s_id[i], 'version', null::text, null::text, null::text
                       from unnest(told) i;
        ok := es.whole_groups(ok, s_group);
      end if;

      if claiming then
        perform from unnest(t_scope || r_scope, t_key || r_key) w (scope, key)
          join es.claim c on c.scope = w.scope and c.key = w.key
         order by c.scope, c.key for update of c;
        loop
          hits := '{}';
          for hit in select distinct on (c.s) c.s, c.scope, c.key, c.holder
                       from es.contested_claims(
                              ok, s_id, t_stream, t_scope, t_key, r_stream, r_scope, r_key) c
                      order by c.s
          loop
            hits := hits || hit.s;
            return query select s_id[hit.s], 'claim', hit.scope, hit.key, hit.holder;
          end loop;
          exit when hits = '{}';
          told := told || hits;
          ok := es.whole_groups(
            array(select ok[i] and not i = any (hits) from generate_subscripts(ok, 1) i order by i),
            s_group);
        end loop;
      end if;

      if false = any (ok) then
        return query select s_id[i], 'group', null::text, null::text, null::text
                       from generate_subscripts(ok, 1) i where not ok[i] and not i = any (told);
        if not true = any (ok) then
          return;
        end if;
      end if;
    end if;
    begin
      written := 0;
      created := 0;
      if 0 < any (s_expected) then
        update es.stream s
           set version = w.version, last_tx = me, state_version = w.state_version,
               state = w.state, updated_at = now()
          from (select * from 
               rows from (unnest(s_id), unnest(s_type), unnest(s_expected), unnest(s_version),
                          unnest(s_state_version), jsonb_array_elements(s_state))
               with ordinality r (id, type, expected, version, state_version, state, i)
                 where ok[i] and expected > 0 order by id) w
         where s.stream_id = w.id and s.version = w.expected and s.last_tx <= me;
        get diagnostics written = row_count;
      end if;
      if 0 = any (s_expected) then
        insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
          select id, type, version, me, state_version, state from 
               rows from (unnest(s_id), unnest(s_type), unnest(s_expected), unnest(s_version),
                          unnest(s_state_version), jsonb_array_elements(s_state))
               with ordinality r (id, type, expected, version, state_version, state, i)
           where ok[i] and expected = 0 order by id;
        get diagnostics created = row_count;
      end if;
      if written + created <> cardinality(array_positions(ok, true)) then
        raise exception 'a stream was written meanwhile' using errcode = '40001';
      end if;

      exit;
    exception when unique_violation or serialization_failure then
      if checked then
        raise;
      end if;
      checked := true;
    end;
  end loop;

  insert into es.event (stream_id, version, type, schema_version, data, meta)
    select s_id[e.s], e.version, e.type, e.schema, e.data, e.meta
      from rows from (unnest(e_stream), unnest(e_version), unnest(e_type), unnest(e_schema),
                      json_array_elements(e_data), json_array_elements(e_meta)) with ordinality
           e (s, version, type, schema, data, meta, o)
     where ok[e.s] order by e.o;

  if cardinality(r_key) > 0 then
    delete from es.claim c using unnest(r_stream, r_scope, r_key) r (s, scope, key)
     where ok[r.s] and c.scope = r.scope and c.key = r.key and c.stream_id = s_id[r.s];
  end if;
  if cardinality(t_key) > 0 then
    insert into es.claim as c (scope, key, stream_id)
      select t.scope, t.key, s_id[t.s] from unnest(t_stream, t_scope, t_key) t (s, scope, key)
       where ok[t.s] order by t.scope, t.key
      on conflict (scope, key) do update set stream_id = c.stream_id
        where c.stream_id = excluded.stream_id;
    get diagnostics written = row_count;
    if written <> (select count(*) from unnest(t_stream) t where ok[t]) then
      raise exception 'a claim was taken meanwhile' using errcode = '40001';
    end if;
  end if;

  if cardinality(i_message) > 0 then
    insert into es.inbox (consumer, message_id, stream_id)
      select p_consumer, es.inbox_key(m.id), s_id[m.s] from unnest(i_stream, i_message) m (s, id)
       where ok[m.s] order by 2;
  end if;

end
$$;
