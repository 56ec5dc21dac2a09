/*
 * The writing half of es.append_slice, for accepted streams only. Its variables are that function's.
 */

/** The streams of the call as rows, the `i`th one with its place in the arrays. */
const streamRows = `
               rows from (unnest(s_id), unnest(s_type), unnest(s_expected), unnest(s_version),
                          unnest(s_state_version), jsonb_array_elements(s_state))
               with ordinality r (id, type, expected, version, state_version, state, i)`;

/**
 * The compare-and-swap of known streams, under the order guard, and new ones. Raises 40001 or 23505
 * when a stream is not as expected.
 */
export const writeStreams = `
      written := 0;
      created := 0;
      if 0 < any (s_expected) then
        update es.stream s
           set version = w.version, last_tx = me, state_version = w.state_version,
               state = w.state, updated_at = now()
          from (select * from ${streamRows}
                 where ok[i] and expected > 0 order by id) w
         where s.stream_id = w.id and s.version = w.expected and s.last_tx <= me;
        get diagnostics written = row_count;
      end if;
      if 0 = any (s_expected) then
        insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
          select id, type, version, me, state_version, state from ${streamRows}
           where ok[i] and expected = 0 order by id;
        get diagnostics created = row_count;
      end if;
      if written + created <> cardinality(array_positions(ok, true)) then
        raise exception 'a stream was written meanwhile' using errcode = '40001';
      end if;
`;

/** The events, positions in the order given. */
export const writeEvents = `
  insert into es.event (stream_id, version, type, schema_version, data, meta)
    select s_id[e.s], e.version, e.type, e.schema, e.data, e.meta
      from rows from (unnest(e_stream), unnest(e_version), unnest(e_type), unnest(e_schema),
                      json_array_elements(e_data), json_array_elements(e_meta)) with ordinality
           e (s, version, type, schema, data, meta, o)
     where ok[e.s] order by e.o;
`;

/** Releases, then takes: a claim may move between two streams of one call. */
export const writeClaims = `
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
`;

/** The handled command ids; a known one fails the whole call. */
export const writeInbox = `
  if cardinality(i_message) > 0 then
    insert into es.inbox (consumer, message_id, stream_id)
      select p_consumer, m.id, s_id[m.s] from unnest(i_stream, i_message) m (s, id)
       where ok[m.s] order by m.id;
  end if;
`;
