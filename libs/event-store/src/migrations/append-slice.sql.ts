import { writeClaims, writeEvents, writeInbox, writeStreams } from './append-writes.sql.js';
import { indexOnly } from './index-only.sql.js';

/**
 * Appends to many streams in one transaction. `s_*` is one entry per stream; `e_*` (events, in order),
 * `t_*` (claims to take), `r_*` (claims to release) and `i_*` (inbox ids) point to a stream by its
 * index in `s_*`. JSON columns are one array each, which is far cheaper to write and to read than an
 * array of escaped texts. `s_group` ties streams together: all of a group are written, or none.
 *
 * Answers the refused streams: `version` (somebody else wrote), `claim` (with the claim and who
 * holds it) or `group` (another stream of its group was refused). Raises 40001 when the whole call
 * has to be repeated under a newer transaction id, 23505 on es.inbox when a command id is known.
 */
export const createAppendSlice = `
create function es.append_slice(
  p_consumer text,
  s_id text[], s_type text[], s_expected bigint[], s_version bigint[],
  s_state_version integer[], s_state json, s_group integer[],
  e_stream integer[], e_version bigint[], e_type text[], e_schema smallint[],
  e_data json, e_meta json,
  t_stream integer[], t_scope text[], t_key text[],
  r_stream integer[], r_scope text[], r_key text[],
  i_stream integer[], i_message text[]
) returns table (stream_id text, reason text, scope text, key text, holder text)
language plpgsql ${indexOnly}
as $$
#variable_conflict use_column
declare
  me constant xid8 := pg_current_xact_id();
  ok boolean[];
  told integer[] := '{}';
  hits integer[];
  stale boolean;
  written bigint;
  hit record;
begin
  -- One lock order for everybody: existing streams by id, then claims, new streams, inbox ids.
  perform from es.stream s where s.stream_id = any (s_id) order by s.stream_id for no key update;

  -- The order guard: under a transaction id older than the last writer's, (tx, position) would no
  -- longer rise with the version.
  select array_agg(coalesce(s.version, 0) = w.expected order by w.i),
         coalesce(bool_or(s.version = w.expected and s.last_tx > me), false)
    into ok, stale
    from unnest(s_id, s_expected) with ordinality w (id, expected, i)
    left join es.stream s on s.stream_id = w.id;
  if stale then
    raise exception 'transaction id older than the last writer of a stream' using errcode = '40001';
  end if;

  if false = any (ok) then
    told := array(select i from generate_subscripts(ok, 1) i where not ok[i]);
    return query select s_id[i], 'version', null::text, null::text, null::text from unnest(told) i;
    ok := es.whole_groups(ok, s_group);
  end if;

  if cardinality(t_key) + cardinality(r_key) > 0 then
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
${writeStreams}${writeEvents}${writeClaims}${writeInbox}
end
$$`;
